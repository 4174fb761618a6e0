// Offers the errors of the client package to the console, and finds what a refusal says about a field.
import { type Problem, Refused } from '../../../packages/client/src/index.ts'

export {
  ClienteleError,
  type Problem,
  problemsIn,
  Refused,
  SignInAgain,
  TryLater,
} from '../../../packages/client/src/index.ts'

/** All problems of an error; none when the request was not refused. */
export const problemsOf = (error: unknown): readonly Problem[] => (error instanceof Refused ? error.problems : [])

/** The problems of one field, by its path in Data: `Email`, `Address/City`. */
export function problemsAt(error: unknown, field: string): readonly Problem[] {
  const wanted = field.replaceAll('/', '.')
  return problemsOf(error).filter(({ path }) => dataPath(path) === wanted)
}

/** `AbEntry.Data[3].Address.City` -> `Address.City` */
const dataPath = (path: string): string => path.replace(/^[^.]*\.Data(\[\d+\])?\.?/, '').replaceAll('/', '.')

/**
 * The text with the suggestion in the place of the word that is most like it: `$CHANGED(Statuss)` -> `$CHANGED(Status)`. A word of
 * the problem's path is preferred, since the path names what is unknown. The text stays as it is when no word is like the suggestion.
 */
export function corrected(text: string, { path, suggestion }: Pick<Problem, 'path' | 'suggestion'>): string {
  if (suggestion === null) return text
  const words = wordsOf(text)
  const named = new Set(wordsOf(path.slice(path.lastIndexOf('.') + 1)))
  const wrong =
    likest(
      suggestion,
      words.filter(word => named.has(word)),
    ) ?? likest(suggestion, words)
  if (wrong === null) return text
  return text
    .split(wordsAround)
    .map(part => (part === wrong ? suggestion : part))
    .join('')
}

/** Splits a text so that its words are parts of their own. */
const wordsAround = /([\w$]+)/
const wordsOf = (text: string): string[] => text.split(wordsAround).filter((_, at) => at % 2 === 1)

/** The word that shares the most letters at both ends with the wanted one; null when none shares half of its letters. */
function likest(wanted: string, words: readonly string[]): string | null {
  const scored = words
    .filter(word => word !== wanted)
    .map(word => ({ word, share: sharedEnds(word.toLowerCase(), wanted.toLowerCase()) }))
  const best = scored.reduce((a, b) => (b.share > a.share ? b : a), { word: '', share: 0 })
  return best.share >= 0.5 ? best.word : null
}

/** How much of the longer word the common beginning and the common end make up, from 0 to 1. */
function sharedEnds(a: string, b: string): number {
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  let start = 0
  while (start < short.length && short[start] === long[start]) start++
  let end = 0
  while (end < short.length - start && short.at(-1 - end) === long.at(-1 - end)) end++
  return (start + end) / long.length
}
