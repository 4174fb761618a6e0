// Makes the conditions of a search by words: exact hits, and near ones where the text may have a typing error.
import type { Body } from './envelope.ts'

const domain = /^@?[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u

/** The server takes four digits for a part of a phone number; the prefix of a country may be written before seven. */
const phone = /^\+?\d{7,}$/

/** Whether the text is a phone number or the domain of an e-mail address, in which no letter is allowed to be wrong. */
const isReach = (text: string): boolean => domain.test(text) || phone.test(text.replace(/[\s()./-]/g, ''))

/** The condition of a search. `hasReach`: the records have phone numbers and e-mail addresses. */
export function wordsCondition(text: string, hasReach: boolean): Body {
  const typed = text.trim()
  return hasReach && isReach(typed) ? { $NEAR: typed } : { $PHRASE: typed }
}

export const nearCondition = (text: string): Body => ({ $NEAR: text.trim() })

/** The server takes no errors in words of less than four characters, and at most ten words. */
export function mayHaveErrors(text: string): boolean {
  const words = text.trim().split(/\s+/)
  return words.length <= 10 && words.some(word => word.length >= 4 && /\p{L}/u.test(word))
}

/** How many exact hits make near ones unnecessary. */
export const enoughHits = 10

/** How long a person rests before near hits are searched for. */
export const nearRestMs = 250
