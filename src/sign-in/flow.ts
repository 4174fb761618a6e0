// The order of the sign-in, as a pure function: what was proved, and what the accounts ask for, give the next step.
import type { Account } from '../accounts/directory.ts'

export interface Choice extends Account {
  /** Its database has single sign-on. */
  readonly ssoOffered: boolean
  /** It has no other way in. */
  readonly ssoRequired: boolean
}

export interface Proofs {
  readonly email: string | null
  readonly confirmed: boolean
  /** The accounts of the e-mail; empty until it is confirmed. */
  readonly choices: readonly Choice[]
  readonly chosen: { readonly db: number; readonly uid: string } | null
}

export type Step =
  | { readonly name: 'email' }
  | { readonly name: 'confirm'; readonly email: string }
  | { readonly name: 'account'; readonly email: string; readonly choices: readonly Choice[] }
  /** `account` is null for an e-mail without one: it sees the same form, and no password is right. */
  | { readonly name: 'password'; readonly email: string; readonly account: Choice | null; readonly several: boolean }
  | { readonly name: 'sso'; readonly email: string; readonly account: Choice; readonly several: boolean }

export function nextStep({ email, confirmed, choices, chosen }: Proofs): Step {
  if (email === null) return { name: 'email' }
  if (!confirmed) return { name: 'confirm', email }
  const several = choices.length > 1
  const account = several ? choices.find(c => c.db === chosen?.db && c.uid === chosen.uid) : choices[0]
  if (several && !account) return { name: 'account', email, choices }
  if (account?.ssoRequired) return { name: 'sso', email, account, several }
  return { name: 'password', email, account: account ?? null, several }
}
