// The words under which a record is found: the one form on which the writer and the $PHRASE compiler agree.
import { fold, wordsOf } from '../base/fold.ts'
import type { SearchWords } from '../entities/entity.ts'
import { commonKinds } from '../storage/word-token.ts'

/** What sort of text a word comes from is its first letter, so that one index serves all of them. */
export const wordKinds = { ...commonKinds, email: 'e', phone: 'p', phoneEnd: 'r' } as const

export const reversed = (digits: string): string => [...digits].reverse().join('')

/** Each word once. A phone number stands there twice, forwards and backwards: it is found by its beginning and its end. */
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
