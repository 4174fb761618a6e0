// Reads entries of a ZIP archive whose bytes can be read in any order, with a bound on what they unpack to.
import { createInflateRaw } from 'node:zlib'
import { refuse } from '../../base/errors.ts'

/** A file whose bytes can be read in any order. */
export interface RandomFile {
  readonly size: number
  read(start: number, end: number): AsyncIterable<Uint8Array>
}

interface ZipEntry {
  readonly name: string
  readonly method: number
  readonly packed: number
  readonly header: number
}

const end = { signature: 0x06054b50, length: 22, longestComment: 65_535 } as const
const directory = { signature: 0x02014b50, length: 46, longest: 4 * 1024 * 1024 } as const
/** Programs that write a workbook as a stream use the 64-bit form of the archive for small ones too. */
const locator64 = { signature: 0x07064b50, length: 20 } as const
const end64 = { signature: 0x06064b50, length: 56 } as const
/** A value of 32 bits that stands in the extra field with 64. */
const elsewhere = 0xffffffff
const extra64 = 1
const local = { signature: 0x04034b50, length: 30 } as const
/** An entry unpacks to at most so many times its size; workbooks reach 20 to 50. */
const mostRatio = 400
const alwaysAllowed = 16 * 1024 * 1024

const notZip = (): never => refuse('InvalidValue', 'file', 'The file is not an XLSX workbook, or it is damaged.')

export class ZipReader {
  readonly #file: RandomFile
  readonly #entries: ReadonlyMap<string, ZipEntry>

  private constructor(file: RandomFile, entries: ReadonlyMap<string, ZipEntry>) {
    this.#file = file
    this.#entries = entries
  }

  static async open(file: RandomFile): Promise<ZipReader> {
    const from = Math.max(0, file.size - end.length - end.longestComment)
    const tail = await bytesOf(file, from, file.size)
    let at = tail.length - end.length
    while (at >= 0 && tail.readUInt32LE(at) !== end.signature) at--
    if (at < 0) notZip()
    const { length, start } = await directoryAt(file, tail, at, from)
    if (length > directory.longest || start + length > file.size) notZip()
    return new ZipReader(file, entriesIn(await bytesOf(file, start, start + length)))
  }

  has(name: string): boolean {
    return this.#entries.has(name)
  }

  /** The bytes of an entry; none when there is no entry of the name. */
  async *stream(name: string): AsyncGenerator<Uint8Array> {
    const entry = this.#entries.get(name)
    if (!entry) return
    const head = await bytesOf(this.#file, entry.header, Math.min(this.#file.size, entry.header + local.length))
    if (head.length < local.length || head.readUInt32LE(0) !== local.signature) notZip()
    const start = entry.header + local.length + head.readUInt16LE(26) + head.readUInt16LE(28)
    if (start + entry.packed > this.#file.size) notZip()
    const packed = this.#file.read(start, start + entry.packed)
    if (entry.method === 0) yield* packed
    else if (entry.method === 8) yield* unpacked(packed, entry)
    else refuse('InvalidValue', 'file', 'The workbook is packed in a way that this server cannot read, or encrypted.')
  }
}

async function* unpacked(packed: AsyncIterable<Uint8Array>, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  const inflate = createInflateRaw()
  const fed = (async () => {
    for await (const bytes of packed) {
      if (inflate.destroyed) return
      if (!inflate.write(bytes)) await new Promise(resolve => inflate.once('drain', resolve).once('close', resolve))
    }
    inflate.end()
  })().catch((error: Error) => inflate.destroy(error))
  let length = 0
  try {
    for await (const bytes of inflate as AsyncIterable<Buffer>) {
      length += bytes.length
      if (length > alwaysAllowed && length > entry.packed * mostRatio)
        refuse('LimitExceeded', 'file', 'The workbook unpacks to far more than its size; it is not read.')
      yield bytes
    }
  } catch (error) {
    if (String((error as { code?: string }).code).startsWith('Z_')) notZip()
    throw error
  } finally {
    inflate.destroy()
    await fed
  }
}

/** The place of the directory, by the end record at `at` of the tail, which begins at `from` of the file. */
async function directoryAt(
  file: RandomFile,
  tail: Buffer,
  at: number,
  from: number,
): Promise<{ length: number; start: number }> {
  const [length, start] = [tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)]
  if (length !== elsewhere && start !== elsewhere) return { length, start }
  const locator = await bytesOf(file, Math.max(0, from + at - locator64.length), from + at)
  if (locator.length < locator64.length || locator.readUInt32LE(0) !== locator64.signature) notZip()
  const place = Number(locator.readBigUInt64LE(8))
  const found = await bytesOf(file, place, Math.min(file.size, place + end64.length))
  if (found.length < end64.length || found.readUInt32LE(0) !== end64.signature) notZip()
  return { length: Number(found.readBigUInt64LE(40)), start: Number(found.readBigUInt64LE(48)) }
}

async function bytesOf(file: RandomFile, start: number, stop: number): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  if (stop > start) for await (const piece of file.read(start, stop)) pieces.push(piece)
  return Buffer.concat(pieces)
}

function entriesIn(bytes: Buffer): Map<string, ZipEntry> {
  const entries = new Map<string, ZipEntry>()
  for (let at = 0; at + directory.length <= bytes.length; ) {
    if (bytes.readUInt32LE(at) !== directory.signature) break
    const nameLength = bytes.readUInt16LE(at + 28)
    const name = bytes.toString('utf8', at + directory.length, at + directory.length + nameLength)
    const method = bytes.readUInt16LE(at + 10)
    const extra = bytes.subarray(at + directory.length + nameLength).subarray(0, bytes.readUInt16LE(at + 30))
    const sizes = [24, 20, 42].map(place => bytes.readUInt32LE(at + place))
    const [, packed, header] = wideSizes(sizes, extra) as [number, number, number]
    const isEncrypted = (bytes.readUInt16LE(at + 8) & 1) === 1
    entries.set(name, { name, method: isEncrypted ? -1 : method, packed, header })
    at += directory.length + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return entries
}

/** The unpacked size, the packed size and the place of the header: those that do not fit are in the extra field, in this order. */
function wideSizes(sizes: readonly number[], extra: Buffer): number[] {
  let wide: Buffer = Buffer.alloc(0)
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2))
    if (extra.readUInt16LE(at) === extra64) wide = extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2))
  let next = 0
  return sizes.map(size => {
    if (size !== elsewhere) return size
    if (next + 8 > wide.length) notZip()
    next += 8
    return Number(wide.readBigUInt64LE(next - 8))
  })
}
