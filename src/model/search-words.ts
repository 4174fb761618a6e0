// Defines the word tokens of records, which the writer and the $PHRASE compiler share.
import { fold, wordsOf } from '../base/text/fold.ts'
import type { RecordRow, SearchWords } from '../entities/entity.ts'
import type { WordRecord } from '../storage/dialect.ts'
import { commonKinds } from '../storage/statements/word-token.ts'

/** The first letter of a token is the kind of its text, so that one index serves all kinds. */
export const wordKinds = { ...commonKinds, email: 'e', domain: 'd', phone: 'p', phoneEnd: 'r' } as const

/**
 * Raised with each release that finds other words in a record, or keeps them in another way. The first server of that release
 * rebuilds the index of a store when no server of an earlier release writes to it any more.
 */
export const wordsVersion = 2

export const reversed = (digits: string): string => [...digits].reverse().join('')

/**
 * The tokens of a record without duplicates. A phone number has two, forwards and backwards, for its beginning and its
 * end; an e-mail address has one for the whole and one for its domain.
 */
export function indexWords(words: SearchWords): string[] {
  const found = new Set<string>()
  for (const name of words.names ?? []) for (const word of wordsOf(name ?? '')) found.add(wordKinds.name + word)
  for (const text of words.text) for (const word of wordsOf(text ?? '')) found.add(wordKinds.text + word)
  for (const email of words.emails ?? []) {
    if (!email) continue
    const folded = fold(email)
    found.add(wordKinds.email + folded)
    if (folded.includes('@')) found.add(wordKinds.domain + folded.slice(folded.lastIndexOf('@') + 1))
  }
  for (const digits of words.phones ?? []) {
    if (digits === '') continue
    found.add(wordKinds.phone + digits)
    found.add(wordKinds.phoneEnd + reversed(digits))
  }
  return [...found]
}

/** The entry of a record in the word index. */
export const wordRecord = (searchWords: (row: RecordRow) => SearchWords, row: RecordRow): WordRecord => ({
  id: row.id as string,
  words: indexWords(searchWords(row)),
  name: (row.display_f as string | null | undefined) ?? null,
})
