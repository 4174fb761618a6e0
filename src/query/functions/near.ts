// Converts the text of a $NEAR, and the near words that the index has, to searches of the word index in tiers of nearness.
import { refuse } from '../../base/errors.ts'
import { fold, wordsOf } from '../../base/text/fold.ts'
import { nearness, toleratedErrors } from '../../base/text/near-word.ts'
import { fixedLimits } from '../../config/limits.ts'
import { reversed, wordKinds } from '../../model/search-words.ts'
import type { WordTerm } from '../../storage/dialect.ts'
import { phraseDigits } from './phrase.ts'

/** One word of the query. `kind` is the first letter of its tokens. */
interface NearWord {
  readonly kind: string
  readonly text: string
  /** A word of a record need only begin with it. */
  readonly beginning: boolean
  readonly errors: number
}

/** The parts of a query, all of which a record must have, or one of the other terms. */
export interface NearQuery {
  readonly words: readonly NearWord[]
  readonly others: readonly WordTerm[]
}

/** The digits of a phone number that countries share, whichever prefix is written before them. */
const nationalDigits = 9
const domain = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u

/** The last word may be the beginning of a word. An `@` makes an e-mail address, or the domain of one. */
export function parseNear(text: string, sort: 'names' | 'text', path: string, namesOnly = false): NearQuery {
  const searchesAll = sort === 'names' && !namesOnly
  const words: NearWord[] = []
  for (const part of text.trim().split(/\s+/)) {
    if (searchesAll && part.includes('@')) words.push(addressWord(fold(part)))
    else
      for (const word of wordsOf(part))
        words.push({
          kind: sort === 'names' ? wordKinds.name : wordKinds.text,
          ...{ text: word, beginning: false, errors: toleratedErrors(word) },
        })
  }
  if (words.length > fixedLimits.nearWords) {
    const message = `${path} has ${words.length} words; at most ${fixedLimits.nearWords} can be searched for with errors.`
    refuse('LimitExceeded', path, message)
  }
  const last = words.at(-1)
  if (last) words[words.length - 1] = { ...last, beginning: true }
  return { words, others: searchesAll ? otherTerms(text) : [] }
}

const addressWord = (text: string): NearWord =>
  text.startsWith('@')
    ? { kind: wordKinds.domain, text: text.slice(1), beginning: true, errors: 0 }
    : { kind: wordKinds.email, text, beginning: true, errors: 0 }

/** A phone number with or without the prefix of a country, or the domain of an e-mail address. */
function otherTerms(text: string): WordTerm[] {
  const digits = phraseDigits(text)
  const begins = (word: string): WordTerm => ({ word, beginning: true })
  if (digits !== null)
    return [begins(wordKinds.phone + digits), begins(wordKinds.phoneEnd + reversed(digits).slice(0, nationalDigits))]
  return domain.test(text.trim()) ? [begins(wordKinds.domain + fold(text.trim()))] : []
}

/** The terms that are near a word of the query, by their errors. */
export type NearLevels = readonly (readonly WordTerm[])[]

/** More near words than these are not searched for; the nearest are kept. */
const mostTerms = 1_000

/** Keeps of the candidates of an index those that are near. */
export function nearLevels(
  { kind, text, beginning, errors: most }: NearWord,
  candidates: readonly string[],
): NearLevels {
  if (most === 0) return [[{ word: kind + text, beginning }]]
  const asked = [...text]
  const found = Array.from({ length: most + 1 }, () => new Set<string>())
  for (const candidate of candidates) {
    const word = candidate.slice(kind.length)
    const near = nearness(asked, word, most, beginning)
    if (near) found[near.errors]?.add(beginning ? [...word].slice(0, near.length).join('') : word)
  }
  let left = mostTerms
  return found.map(words => {
    const kept = [...words].slice(0, left)
    left -= kept.length
    return kept.map(word => ({ word: kind + word, beginning }))
  })
}

/** Every list of terms must be met, by one term each. */
type AllTerms = readonly (readonly WordTerm[])[]

/** A search for records with a number of errors, without those with fewer. */
export interface NearTier {
  readonly errors: number
  readonly match: readonly AllTerms[]
  readonly but: readonly AllTerms[]
}

/** More ways than these to share errors among words are not told apart: then there is one tier for all records with errors. */
const mostWays = 64

export function nearTiers({ others }: NearQuery, levels: readonly NearLevels[]): NearTier[] {
  const alternatives = others.map(term => [[term]])
  const within = levels.map(level => level.map((_, errors) => level.slice(0, errors + 1).flat()))
  const exact: readonly number[] = levels.map(() => 0)
  const ways = waysOf(levels) ?? [exact, levels.map(level => level.length - 1)]
  const sumOf = (way: readonly number[]) => way.reduce((sum, errors) => sum + errors, 0)
  const termsOf = (way: readonly number[]): AllTerms => way.map((errors, i) => within[i]?.[errors] ?? [])
  const sums = [...new Set([...(alternatives.length > 0 ? [0] : []), ...ways.map(sumOf)])].sort((a, b) => a - b)
  const matched = (holds: (sum: number) => boolean): AllTerms[] => [
    ...ways.filter(way => holds(sumOf(way))).map(termsOf),
    ...(holds(0) ? alternatives : []),
  ]
  return sums.map(errors => ({
    errors,
    match: matched(sum => sum === errors),
    but: matched(sum => sum < errors),
  }))
}

/** Which errors the words may have together; null when there are too many combinations. A word without a near term has none. */
function waysOf(levels: readonly NearLevels[]): number[][] | null {
  let ways: number[][] = levels.length === 0 ? [] : [[]]
  for (const level of levels) {
    const errors = level.flatMap((terms, i) => (terms.length > 0 ? [i] : []))
    ways = ways.flatMap(way => errors.map(one => [...way, one]))
    if (ways.length > mostWays) return null
  }
  return ways
}

/** All records that are near, however many errors they have. */
export const wholeSearch = (tiers: readonly NearTier[]): NearTier => ({
  errors: 0,
  match: tiers.flatMap(({ match }) => match),
  but: [],
})

/** Characters of folded words, the same on both engines: ASCII letters and digits, and all others that are no punctuation. */
const letter = '0-9a-z\u00aa-\u1fff\u2070-\u2fff\u3040-\u{10ffff}'

/** A regular expression of both engines for a folded text that has words by which a tier finds its record. */
export function nearPattern({ match, but }: NearTier): string {
  const termOf = ({ word, beginning }: WordTerm) => word.slice(1) + (beginning ? `[${letter}]*` : '')
  const listOf = (terms: readonly WordTerm[]) =>
    terms.length === 0
      ? '\u0001'
      : `(?=(?:[^\u0001]*[^${letter}])?(?:${terms.map(termOf).join('|')})(?:[^${letter}]|$))`
  const anyOf = (lists: readonly AllTerms[]) => lists.map(list => list.map(listOf).join('')).join('|')
  if (match.length === 0) return '^\u0001'
  return `^${but.length === 0 ? '' : `(?!${anyOf(but)})`}(?:${anyOf(match)})`
}
