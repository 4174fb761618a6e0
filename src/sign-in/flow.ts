// Computes the next sign-in step from the proofs so far and the policies of the accounts; a pure function.
import type { Account } from '../accounts/directory.ts'
import type { FactorNeed } from '../factors/policy.ts'

export interface AccountChoice extends Account {
  /** The account's database has single sign-on. */
  readonly ssoOffered: boolean
  /** The account cannot sign in with a password. */
  readonly ssoRequired: boolean
  /** There is no user yet: the provider of the database may sign the person in, who then becomes one. Its Uid is empty. */
  readonly isNew: boolean
}

/** How a person proves to own an account. */
export type Proof = 'password' | 'passkey' | 'sso'

export interface Proofs {
  readonly email: string | null
  /** When the browser confirmed the e-mail (epoch milliseconds); null when it did not. */
  readonly confirmedAt: number | null
  /** The accounts of the e-mail; empty until the e-mail is confirmed. */
  readonly choices: readonly AccountChoice[]
  readonly chosen: { readonly db: number; readonly uid: string } | null
  /** How the chosen account was proved; null until it was. */
  readonly proof: Proof | null
  /** What the chosen account still needs beside its proof; `see` recovery codes that are new. */
  readonly need: FactorNeed | 'see'
  /** The login_hint of the application, which may name one of the accounts. */
  readonly hint: string | null
}

export type SignInStep =
  | { readonly name: 'email' }
  | { readonly name: 'confirm'; readonly email: string }
  | { readonly name: 'account'; readonly email: string; readonly choices: readonly AccountChoice[] }
  /** `account` is null when no user has the e-mail: the form is the same, and every password is wrong. */
  | {
      readonly name: 'password'
      readonly email: string
      readonly account: AccountChoice | null
      readonly several: boolean
    }
  | { readonly name: 'sso'; readonly email: string; readonly account: AccountChoice; readonly several: boolean }
  /** A second factor is to be proved or set up, or its recovery codes are to be seen. */
  | { readonly name: 'factor' | 'enroll' | 'codes'; readonly email: string; readonly account: AccountChoice }
  /** Nothing is left to prove. */
  | { readonly name: 'done'; readonly email: string; readonly account: AccountChoice }

/** The account asks every browser that confirmed the e-mail before a certain moment to confirm it again. */
export const isStale = (account: AccountChoice, confirmedAt: number): boolean => confirmedAt <= account.browsersFrom

/** Whether a login_hint (`d DATABASE u UID`) names the account. */
export const isHinted = (hint: string | null, { database, uid }: Pick<Account, 'database' | 'uid'>): boolean =>
  hint === `d ${database} u ${uid}`

const afterProof = { none: 'done', prove: 'factor', enroll: 'enroll', see: 'codes' } as const

export function nextStep({ email, confirmedAt, choices, chosen, hint, proof, need }: Proofs): SignInStep {
  if (email === null) return { name: 'email' }
  if (confirmedAt === null) return { name: 'confirm', email }
  const several = choices.length > 1
  const isChosen = (c: AccountChoice): boolean =>
    chosen ? c.db === chosen.db && c.uid === chosen.uid : isHinted(hint, c)
  const account = several ? choices.find(isChosen) : choices[0]
  if (several && !account) return { name: 'account', email, choices }
  if (account && isStale(account, confirmedAt)) return { name: 'confirm', email }
  if (account && proof !== null && chosen?.db === account.db && chosen.uid === account.uid) {
    return { name: afterProof[need], email, account }
  }
  const needsSso = account && (account.ssoRequired || (account.password === null && account.ssoOffered))
  if (needsSso) return { name: 'sso', email, account, several }
  return { name: 'password', email, account: account ?? null, several }
}
