// $PHRASE: from what a person types to the prefixes that the word index is asked for.
import { fold, wordsOf } from '../../base/fold.ts'
import { wordKinds } from '../../model/search-words.ts'

/** No record has a word that begins with this. */
const nowhere = '\u0001'

/**
 * Each must begin some word of the record. An `@` means the beginning of an e-mail address. Nothing typed finds
 * everything; something without a letter or a digit in it finds nothing.
 */
export function phrasePrefixes(text: string, sort: 'names' | 'text', namesOnly: boolean): string[] {
  if (text.trim() === '') return []
  const found: string[] = []
  for (const word of text.trim().split(/\s+/)) {
    if (sort === 'names' && !namesOnly && word.includes('@')) found.push(wordKinds.email + fold(word))
    else for (const part of wordsOf(word)) found.push((sort === 'names' ? wordKinds.name : wordKinds.text) + part)
  }
  return found.length === 0 ? [nowhere] : found
}

/** The digits of a phrase that may be a phone number: four or more, and nothing but what people put between them. */
export function phraseDigits(text: string): string | null {
  const digits = text.replace(/[\s()+./-]/g, '')
  return /^\d{4,}$/.test(digits) ? digits : null
}
