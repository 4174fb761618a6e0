// Writes a ZIP archive as a stream: each entry is compressed as its pieces come, so that no entry is held in memory.
import { promisify } from 'node:util'
import { crc32, createDeflateRaw } from 'node:zlib'

export interface ZipEntry {
  readonly name: string
  readonly pieces: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>
}

interface WrittenEntry {
  readonly name: Buffer
  readonly offset: number
  readonly crc: number
  readonly compressed: number
  readonly size: number
}

/** Sizes follow the data of each entry (bit 3), and names are UTF-8 (bit 11). */
const flags = 0x0808
const deflated = 8
/** 1980-01-01, the first day that the format knows: an archive does not tell when it was made. */
const day = 0x0021
/** What 32 bits hold. A larger archive would need ZIP64. */
const largest = 0xffffffff

export async function* zipArchive(entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const written: WrittenEntry[] = []
  let offset = 0
  for await (const entry of entries) {
    const name = Buffer.from(entry.name)
    const start = offset
    const local = localHeader(name)
    yield local
    offset += local.length
    const sum = { crc: 0, size: 0, compressed: 0 }
    for await (const chunk of compress(entry.pieces, sum)) {
      sum.compressed += chunk.length
      yield chunk
    }
    const descriptor = words([0x08074b50, 4], [sum.crc, 4], [sum.compressed, 4], [sum.size, 4])
    yield descriptor
    offset += sum.compressed + descriptor.length
    if (offset > largest) throw new Error('A ZIP archive of more than 4 GiB cannot be written.')
    written.push({ name, offset: start, ...sum })
  }
  const directory = Buffer.concat(written.map(directoryEntry))
  yield directory
  const count = written.length
  yield words([0x06054b50, 4], [0, 4], [count, 2], [count, 2], [directory.length, 4], [offset, 4], [0, 2])
}

/** Compresses the pieces, and counts what goes in. */
async function* compress(pieces: ZipEntry['pieces'], sum: { crc: number; size: number }): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw()
  const write = promisify((chunk: Uint8Array, done: (error?: Error | null) => void) => deflate.write(chunk, done))
  const feed = (async () => {
    for await (const piece of pieces) {
      const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
      sum.crc = crc32(bytes, sum.crc)
      sum.size += bytes.length
      await write(bytes)
    }
    deflate.end()
  })()
  feed.catch(error => deflate.destroy(error))
  yield* deflate
  await feed
}

const localHeader = (name: Buffer): Buffer =>
  Buffer.concat([
    words(
      [0x04034b50, 4],
      [20, 2],
      [flags, 2],
      [deflated, 2],
      [0, 2],
      [day, 2],
      [0, 4],
      [0, 4],
      [0, 4],
      [name.length, 2],
      [0, 2],
    ),
    name,
  ])

const directoryEntry = ({ name, offset, crc, compressed, size }: WrittenEntry): Buffer =>
  Buffer.concat([
    words([0x02014b50, 4], [20, 2], [20, 2], [flags, 2], [deflated, 2], [0, 2], [day, 2], [crc, 4]),
    words([compressed, 4], [size, 4], [name.length, 2], [0, 2], [0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]),
    name,
  ])

/** Numbers of 2 or 4 bytes, the least byte first. */
function words(...values: readonly (readonly [number, 2 | 4])[]): Buffer {
  const bytes = Buffer.alloc(values.reduce((sum, [, width]) => sum + width, 0))
  let at = 0
  for (const [value, width] of values) at = bytes.writeUIntLE(value, at, width)
  return bytes
}
