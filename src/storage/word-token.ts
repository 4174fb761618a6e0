// Words as the word indexes keep them: letters that no engine's tokenizer or query syntax gives a meaning to.

/** Longer words are told apart by their beginning only; PostgreSQL refuses lexemes of more than 2,046 bytes. */
const wordLimit = 200

/**
 * What many records have in common, the words of names and texts, begins with one of these letters; the others are e-mail
 * addresses and phone numbers, which hardly two records share.
 */
export const commonKinds = { name: 'n', text: 't' } as const

const plain = /^[0-9a-z]{0,200}$/
const special = /[^0-9a-z\u0080-\uffff]/g

/**
 * `12_john_40x` for `john@x` of database 12. The tenant comes first, so that tenants never share postings. What is not a
 * lower-case letter, a digit or beyond ASCII is escaped character by character, so prefixes stay prefixes.
 */
function wordToken(db: number, word: string): string {
  if (plain.test(word)) return `${db}_${word}`
  const clipped = word.slice(0, wordLimit).toWellFormed()
  return `${db}_${clipped.replace(special, c => `_${c.charCodeAt(0).toString(16).padStart(2, '0')}`)}`
}

/** The token is one of these. */
export function isCommon(token: string, db: number): boolean {
  const kind = token.charAt(String(db).length + 1)
  return kind === commonKinds.name || kind === commonKinds.text
}

export const wordTokens = (db: number, words: readonly string[]): string[] => [
  ...new Set(words.map(word => wordToken(db, word))),
]

/** No prefix asks for nothing: every record that has words has it. */
export const prefixTokens = (db: number, prefixes: readonly string[]): string[] =>
  prefixes.length === 0 ? [wordToken(db, '')] : wordTokens(db, prefixes)
