// Decodes the bytes of a file: by its byte order mark, as UTF-8 while it is valid, or else as windows-1252.
import { refuse } from '../../base/errors.ts'
import { nextTurnIfLong } from '../../base/scheduling/loop-turn.ts'

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

const marks: readonly (readonly [Encoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

export class FileDecoder {
  /** Null while all bytes were ASCII, which is the same in both encodings without a mark. */
  encoding: Encoding | null = null
  #decoder: TextDecoder | null = null
  #start: Buffer | null = Buffer.alloc(0)
  /** Bytes of a character that a later piece completes. */
  #rest = Buffer.alloc(0)

  /** The text of the next piece. The last piece is an empty one with `ends`. */
  text(bytes: Uint8Array, ends = false): string {
    let piece: Buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    if (this.#start) {
      piece = Buffer.concat([this.#start, piece])
      if (piece.length < 4 && !ends) {
        this.#start = piece
        return ''
      }
      this.#start = null
      piece = piece.subarray(this.#readMark(piece))
    }
    if (this.#decoder) return this.#decode(piece, ends)
    return this.#undecided(piece, ends)
  }

  /** Returns the length of the mark. Without a mark, zeros in every second byte are those of UTF-16. */
  #readMark(start: Buffer): number {
    const marked = marks.find(([, mark]) => mark.every((byte, i) => start[i] === byte))
    const zeros = [start[0] === 0 && start[2] === 0, start[1] === 0 && start[3] === 0]
    if (marked) this.#settle(marked[0])
    else if (start.length >= 4 && zeros[1] && !zeros[0]) this.#settle('utf-16le')
    else if (start.length >= 4 && zeros[0] && !zeros[1]) this.#settle('utf-16be')
    return marked?.[1].length ?? 0
  }

  #settle(encoding: Encoding): void {
    this.encoding = encoding
    this.#decoder = new TextDecoder(encoding, { fatal: encoding !== 'windows-1252', ignoreBOM: true })
  }

  /** Until here all was ASCII. The first other character decides between UTF-8 and windows-1252. */
  #undecided(piece: Buffer, ends: boolean): string {
    const held = Buffer.concat([this.#rest, piece])
    this.#rest = Buffer.alloc(0)
    const first = held.findIndex(byte => byte > 0x7f)
    if (first < 0) return held.toString('latin1')
    // A character has at most four bytes.
    if (held.length - first < 4 && !ends) {
      this.#rest = held.subarray(first)
      return held.toString('latin1', 0, first)
    }
    this.#settle(beginsUtf8(held.subarray(first)) ? 'utf-8' : 'windows-1252')
    return this.#decode(held, ends)
  }

  #decode(piece: Buffer, ends: boolean): string {
    try {
      return (this.#decoder as TextDecoder).decode(piece, { stream: !ends })
    } catch {
      return refuse('InvalidValue', 'file', `The file is not valid ${this.encoding?.toUpperCase()}. Save it as UTF-8.`)
    }
  }
}

function beginsUtf8(bytes: Buffer): boolean {
  const [first = 0] = bytes
  const length = first >= 0xf0 && first < 0xf5 ? 4 : first >= 0xe0 ? 3 : 2
  if (first < 0xc2 || first > 0xf4 || bytes.length < length) return false
  return bytes.subarray(1, length).every(byte => (byte & 0xc0) === 0x80)
}

/** The text of a stream, piece by piece. */
export async function* decoded(file: AsyncIterable<Uint8Array>, decoder: FileDecoder): AsyncGenerator<string> {
  for await (const bytes of file) {
    const text = decoder.text(bytes)
    if (text !== '') yield text
    // Pieces that have arrived already would be read one after the other in one turn.
    const turn = nextTurnIfLong()
    if (turn) await turn
  }
  const rest = decoder.text(new Uint8Array(), true)
  if (rest !== '') yield rest
}
