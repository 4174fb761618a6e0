// Holds a long text in pieces, since joining them would take its memory once more.

/** Characters of one piece: a text that is not longer is put together. */
export const pieceLength = 1024 ** 2

export class LongText {
  readonly pieces: readonly string[]
  constructor(pieces: readonly string[]) {
    this.pieces = pieces
  }

  get length(): number {
    return this.pieces.reduce((sum, piece) => sum + piece.length, 0)
  }
}

/** Most texts are short and in one piece. */
export type Text = string | LongText

export const piecesOf = (text: Text): readonly string[] => (typeof text === 'string' ? [text] : text.pieces)

export const joined = (text: Text): string => (typeof text === 'string' ? text : text.pieces.join(''))

export const between = (before: string, text: Text, after: string): Text =>
  typeof text === 'string' ? before + text + after : new LongText([before, ...text.pieces, after])
