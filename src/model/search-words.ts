// Defines the word tokens of records, which the writer and the $PHRASE compiler share.
import { fold, wordsOf } from '../base/fold.ts'
import type { RecordRow, SearchWords } from '../entities/entity.ts'
import type { WordRecord } from '../storage/dialect.ts'
import { commonKinds } from '../storage/word-token.ts'

/** The first letter of a token is the kind of its text, so that one index serves all kinds. */
export const wordKinds = { ...commonKinds, email: 'e', phone: 'p', phoneEnd: 'r' } as const

export const reversed = (digits: string): string => [...digits].reverse().join('')

/**
 * The tokens of a record without duplicates. A phone number has two, forwards and backwards, for its beginning and its
 * end.
 */
export function indexWords(words: SearchWords): string[] {
  const found = new Set<string>()
  for (const name of words.names ?? []) for (const word of wordsOf(name ?? '')) found.add(wordKinds.name + word)
  for (const text of words.text) for (const word of wordsOf(text ?? '')) found.add(wordKinds.text + word)
  for (const email of words.emails ?? []) if (email) found.add(wordKinds.email + fold(email))
  for (const digits of words.phones ?? []) {
    if (digits === '') continue
    found.add(wordKinds.phone + digits)
    found.add(wordKinds.phoneEnd + reversed(digits))
  }
  return [...found]
}

/** What the word index has of a record. */
export const wordRecord = (searchWords: (row: RecordRow) => SearchWords, row: RecordRow): WordRecord => ({
  id: row.id as string,
  words: indexWords(searchWords(row)),
  name: (row.display_f as string | null | undefined) ?? null,
})
