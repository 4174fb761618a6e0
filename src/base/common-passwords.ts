// Tells whether a text is one of the common passwords that guessing tools try first.
import { createRequire } from 'node:module'

let common: ReadonlySet<string> | undefined

/** Loads the list (about 40,000 passwords, ordered by frequency) on first use: most commands never need it. */
function load(): ReadonlySet<string> {
  const { dictionary } = createRequire(import.meta.url)('@zxcvbn-ts/language-common') as {
    dictionary: Readonly<Record<'passwords-common', readonly string[]>>
  }
  return new Set(dictionary['passwords-common'])
}

/** Compares without regard to letter case, and takes a run of one repeated character for common too. */
export function isCommonPassword(password: string): boolean {
  common ??= load()
  const lower = password.toLowerCase()
  return common.has(lower) || /^(.)\1*$/u.test(lower)
}
