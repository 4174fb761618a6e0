// Encodes words as tokens that no engine's tokenizer or query syntax interprets.
import type { TermLists, WordTerm } from '../dialect.ts'

/** Longer words are compared by their beginning only; PostgreSQL refuses lexemes over 2,046 bytes. */
const wordLimit = 200

/** The kinds of words that many records share: names and texts. E-mail addresses and phone numbers are nearly unique. */
export const commonKinds = { name: 'n', text: 't' } as const

/** Entries that one call of WordIndex.removeStrays looks at. */
export const strayBatch = 5_000

const plain = /^[0-9a-z]{0,200}$/
const special = /[^0-9a-z\u0080-\uffff]/g

/**
 * `12_john_40x` for `john@x` of database 12. The tenant comes first, so that tenants never share postings. Every
 * character except lower-case letters, digits and non-ASCII is escaped by itself, so that prefixes stay prefixes.
 */
function wordToken(db: number, word: string): string {
  if (plain.test(word)) return `${db}_${word}`
  const clipped = word.slice(0, wordLimit).toWellFormed()
  return `${db}_${clipped.replace(special, c => `_${c.charCodeAt(0).toString(16).padStart(2, '0')}`)}`
}

/** The place, counted from 1, where a token goes on after its tenant. */
export const bareFrom = (db: number): number => String(db).length + 2

export function isCommon(token: string, db: number): boolean {
  const kind = token.charAt(bareFrom(db) - 1)
  return kind === commonKinds.name || kind === commonKinds.text
}

export const wordTokens = (db: number, words: readonly string[]): string[] => [
  ...new Set(words.map(word => wordToken(db, word))),
]

/** Without a prefix the token of the tenant alone matches every record that has words. */
export const prefixTokens = (db: number, prefixes: readonly string[]): string[] =>
  prefixes.length === 0 ? [wordToken(db, '')] : wordTokens(db, prefixes)

/** Writes a search for terms in the syntax of an engine: groups of alternatives that must all be met, in lists of which one must be. */
export function termExpression(
  db: number,
  { match, but }: { readonly match: TermLists; readonly but: TermLists },
  syntax: { readonly term: (token: string, beginning: boolean) => string } & Record<'or' | 'and' | 'not', string>,
): string {
  const { term, or, and, not } = syntax
  const groupOf = (terms: readonly WordTerm[]) =>
    `(${(terms.length > 0 ? terms : [nowhere]).map(({ word, beginning }) => term(wordToken(db, word), beginning)).join(or)})`
  const listsOf = (lists: TermLists) => `(${lists.map(list => `(${list.map(groupOf).join(and)})`).join(or)})`
  const wanted = match.length === 0 ? groupOf([]) : listsOf(match)
  return but.length === 0 ? wanted : `(${wanted}${not}${listsOf(but)})`
}

/** A term that no record has. */
const nowhere: WordTerm = { word: '\u0001', beginning: false }
