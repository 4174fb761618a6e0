// Tells whether a text is one of the common passwords that guessing tools try first.
import { loadPackage, onFirstUse } from '../caches/on-first-use.ts'

const language = () => loadPackage<typeof import('@zxcvbn-ts/language-common')>('@zxcvbn-ts/language-common')
/** About 50,000 passwords. */
const commonPasswords = onFirstUse(() => new Set(language().dictionary['passwords-common']))

/** No password of the list is longer, so that a longer text needs no look at it. */
const longestCommon = 20

/** Compares without regard to letter case, and takes a run of one repeated character for common too. */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase()
  return /^(.)\1*$/u.test(lower) || (lower.length <= longestCommon && commonPasswords().has(lower))
}
