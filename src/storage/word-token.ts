// Encodes words as tokens that no engine's tokenizer or query syntax interprets.

/** Longer words are compared by their beginning only; PostgreSQL refuses lexemes over 2,046 bytes. */
const wordLimit = 200

/**
 * The kinds of words that many records share: names and texts. E-mail addresses and phone numbers are nearly unique.
 */
export const commonKinds = { name: 'n', text: 't' } as const

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

/** Whether the token is of a common kind. */
export function isCommon(token: string, db: number): boolean {
  const kind = token.charAt(String(db).length + 1)
  return kind === commonKinds.name || kind === commonKinds.text
}

export const wordTokens = (db: number, words: readonly string[]): string[] => [
  ...new Set(words.map(word => wordToken(db, word))),
]

/** Without a prefix the token of the tenant alone matches every record that has words. */
export const prefixTokens = (db: number, prefixes: readonly string[]): string[] =>
  prefixes.length === 0 ? [wordToken(db, '')] : wordTokens(db, prefixes)
