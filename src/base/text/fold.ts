// Folds texts into the form by which both engines compare, sort and search them.

const marks = /\p{M}+/gu
const plainAscii = /^[\x20-\x7e]*$/

/** From here on no character has a decomposition or a letter case. */
const plainFrom = 0x30000
/** The folded forms of the characters that were met, in blocks of 256 code points: V8 makes a slow hash table of one sparse array. */
const blocks: ((string | null)[] | null)[] = new Array(plainFrom >> 8).fill(null)
const isMark = /\p{M}/u

/** Folded code units that are not yet part of a string: to join strings character by character takes ten times as long. */
const units = new Uint16Array(4_096)
const textOf = (count: number): string =>
  String.fromCharCode.apply(null, units.subarray(0, count) as unknown as number[])

/** Compatibility decomposition, marks removed, full case folding: JOSÉ = jose, Straße = STRASSE. */
export function fold(text: string): string {
  if (plainAscii.test(text)) return text.toLowerCase()
  let folded = ''
  let count = 0
  for (let at = 0; at < text.length; at++) {
    const point = text.codePointAt(at) as number
    if (point > 0xffff) at++
    const piece = foldedPoint(point)
    if (count + piece.length > units.length) {
      folded += textOf(count)
      count = 0
    }
    for (let i = 0; i < piece.length; i++) units[count++] = piece.charCodeAt(i)
  }
  return folded + textOf(count)
}

/** No character is folded in another way for the ones beside it, so a text is folded character by character in linear time. */
function foldedPoint(point: number): string {
  if (point < plainFrom) return blocks[point >> 8]?.[point & 0xff] ?? remember(point)
  const character = String.fromCodePoint(point)
  return isMark.test(character) ? '' : character
}

function remember(point: number): string {
  const block = blocks[point >> 8] ?? new Array<string | null>(256).fill(null)
  const folded = foldCharacter(String.fromCodePoint(point))
  block[point & 0xff] = folded
  blocks[point >> 8] = block
  return folded
}

function foldCharacter(character: string): string {
  const bare = character.normalize('NFKD').replace(marks, '')
  // Upper then lower approximates full case folding (ß -> SS -> ss); the final sigma is the one letter it leaves apart.
  return bare.toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFKD').replace(marks, '')
}

/** The folded words of a text: runs of letters and digits. */
export function wordsOf(text: string): string[] {
  const folded = fold(text)
  return folded.match(plainAscii.test(folded) ? /[a-z0-9]+/g : /[\p{L}\p{N}]+/gu) ?? []
}

/** Folded characters that any text may have, and further ones for each of its characters. A Hangul syllable becomes three. */
const freeLength = 1_000
const growth = 4
/** One character becomes at most so many: U+FDFA is a whole phrase. */
const mostGrowth = 18

/** The end of a message on a text that `foldsWithin` refuses. */
export const foldsTooLong = `becomes more than ${growth} times as long in the form by which texts are compared`

/** Whether a folded form of this length is about as long as the text. */
export const isWithinGrowth = (foldedLength: number, length: number): boolean =>
  foldedLength <= freeLength + growth * length

/** Whether the folded form is about as long as the text; if not, it would take many times the room and the time of the text. */
export function foldsWithin(text: string): boolean {
  if (text.length * mostGrowth <= freeLength || plainAscii.test(text)) return true
  let left = freeLength + growth * text.length
  for (let at = 0; at < text.length && left >= 0; at++) {
    const point = text.codePointAt(at) as number
    if (point > 0xffff) at++
    left -= foldedPoint(point).length
  }
  return left >= 0
}
