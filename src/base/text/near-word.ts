// Counts the typing errors between two words, for a search that tolerates them.

/** Longer words of a query must be spelled right: the time of a comparison grows with their length. */
const longestWord = 64

/** The errors that a search tolerates in a word of the query: one in 4 to 7 characters, two in more. */
export function toleratedErrors(word: string): number {
  const { length } = [...word]
  if (length < 4 || length > longestWord) return 0
  return length < 8 ? 1 : 2
}

/** What a word of an index has in common with a word of a query. */
interface Nearness {
  readonly errors: number
  /** The characters of the word that were compared: all of them, or those of the nearest beginning. */
  readonly length: number
}

/**
 * The least number of errors that turn `asked` into `word`, or into a beginning of it: a character that is wrong, missing or added, or
 * two neighbours that are swapped. Null for more than `most`, which is at most two. Only cells of the matrix near its diagonal are
 * computed, so the work grows with the length of `asked` alone.
 */
export function nearness(asked: readonly string[], word: string, most: number, beginning: boolean): Nearness | null {
  const letters = [...word.slice(0, 2 * (asked.length + most))].slice(0, asked.length + most + 1)
  if (letters.length < asked.length - most) return null
  if (!beginning && letters.length > asked.length + most) return null
  const width = letters.length + 1
  const cells = new Uint8Array((asked.length + 1) * width).fill(most + 1)
  const at = (i: number, j: number): number => (i < 0 || j < 0 ? most + 1 : (cells[i * width + j] as number))
  for (let j = 0; j <= Math.min(most, letters.length); j++) cells[j] = j
  for (let i = 1; i <= asked.length; i++) {
    let least = most + 1
    for (let j = Math.max(0, i - most); j <= Math.min(letters.length, i + most); j++) {
      const errors = Math.min(most + 1, errorsAt(asked, letters, i, j, at))
      cells[i * width + j] = errors
      if (errors < least) least = errors
    }
    if (least > most) return null
  }
  return best(cells.subarray(asked.length * width), letters.length, most, beginning)
}

/** Of equally near beginnings the shortest: a longer word has it too. */
function best(row: Uint8Array, end: number, most: number, beginning: boolean): Nearness | null {
  let length = end
  if (beginning) for (let j = end - 1; j >= 0; j--) if ((row[j] as number) <= (row[length] as number)) length = j
  const errors = row[length] as number
  return errors > most ? null : { errors, length }
}

/** A swap may have one more error between the two characters: `ca` becomes `abc` by a swap and an added `b`. */
function errorsAt(
  asked: readonly string[],
  word: readonly string[],
  i: number,
  j: number,
  at: (i: number, j: number) => number,
): number {
  const [a, b] = [asked[i - 1], word[j - 1]]
  let errors = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (a === b ? 0 : 1))
  if (i > 1 && j > 1 && a === word[j - 2] && b === asked[i - 2]) errors = Math.min(errors, at(i - 2, j - 2) + 1)
  if (i > 2 && j > 1 && a === word[j - 2] && b === asked[i - 3]) errors = Math.min(errors, at(i - 3, j - 2) + 2)
  if (i > 1 && j > 2 && a === word[j - 3] && b === asked[i - 2]) errors = Math.min(errors, at(i - 2, j - 3) + 2)
  return errors
}
