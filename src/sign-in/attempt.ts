// Declares a sign-in attempt: its start, its row with the proofs so far, and its outcome.
import type { MaybePromise } from '../base/scheduling/maybe-promise.ts'
import type { WebAnswer, WebRequest } from '../base/web.ts'
import type { Tx } from '../storage/store.ts'
import type { RowOf } from '../storage/table.ts'
import type { attemptTable } from './tables.ts'

export interface NewAttempt {
  /** The name of the application, shown on the pages. */
  readonly application: string
  /** The granted scopes, which the pages describe in words. */
  readonly scope: readonly string[]
  /** The only database whose users may sign in; 0 allows all databases. */
  readonly database: number
  /** The parameter login_hint: an e-mail address, or `d DATABASE u UID` as a redirect to the application carries it. */
  readonly hint: string | null
  /** The origin of the last redirect. */
  readonly returnOrigin: string
  readonly purpose: Purpose
  /** Data of the outcome, which sign-in does not read. */
  readonly request: string
}

/** What a sign-in is for: a code for an application, one of the standard issuer, or a session of the console. Each has its outcome. */
export type Purpose = 'code' | 'standard' | 'session'

export type SignInStart = (request: WebRequest, attempt: NewAttempt) => Promise<WebAnswer>

export interface SignedInUser {
  readonly db: number
  readonly database: string
  readonly uid: string
  /** With single sign-on: the session at the provider, as a digest; empty where the provider named none. */
  readonly provider?: string | null
}

/** A person who has just signed in: by which proofs, and with which address, which the browser has confirmed. */
export interface ProvedUser extends SignedInUser {
  readonly email: string
  /** The proof of the account and, where there was one, the second factor. */
  readonly proofs: readonly string[]
}

/** The final redirect, and cookies to set. */
export interface SignInRedirect {
  readonly location: string
  readonly cookies?: readonly string[]
}

/** The callbacks for a completed and a cancelled sign-in. `browser` is the request that completed it. */
export interface SignInOutcome {
  finish(tx: Tx, request: string, who: ProvedUser, browser: WebRequest): Promise<SignInRedirect>
  /** The URL to which the browser is redirected. */
  cancel(tx: Tx, request: string): MaybePromise<string>
}

export type AttemptRow = RowOf<typeof attemptTable>

/** The console is no registered application; this name stands in histories, events and the log of sign-ins. */
export const consoleName = 'console'

/** Long enough to fetch a mail and a password, short enough for a shared screen. */
export const attemptSeconds = 3600
export const codeSeconds = 600
export const codeTries = 5
export const rememberedSeconds = 90 * 86_400
