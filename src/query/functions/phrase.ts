// Converts the text of a $PHRASE to prefixes for the word index.
import { fold, wordsOf } from '../../base/text/fold.ts'
import { wordKinds } from '../../model/search-words.ts'

/** A prefix that no word has. */
const nowhere = '\u0001'

/**
 * The prefixes, each of which must begin some word of the record. Text with an `@` is the beginning of an e-mail
 * address. An empty text finds every record; a text without a letter or digit finds none.
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

/** The digits of a phrase that may be a phone number: at least four, with only common separators between them. */
export function phraseDigits(text: string): string | null {
  const digits = text.replace(/[\s()+./-]/g, '')
  return /^\d{4,}$/.test(digits) ? digits : null
}
