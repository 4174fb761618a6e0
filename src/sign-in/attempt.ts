// A sign-in attempt: what begins it, what it has proved so far, and how it ends.
import type { WebAnswer, WebRequest } from '../base/web.ts'
import type { Tx } from '../storage/store.ts'

export interface NewAttempt {
  /** The name of the application, for the pages. */
  readonly application: string
  /** What it will be able to do, in words. */
  readonly meanings: readonly string[]
  /** The one database whose users may sign in; 0 for all. */
  readonly database: number
  /** The origin to which the last redirect leads. */
  readonly returnOrigin: string
  /** Kept unread, and handed to the outcome. */
  readonly request: string
}

export type SignInStart = (request: WebRequest, attempt: NewAttempt) => Promise<WebAnswer>

export interface SignedIn {
  readonly db: number
  readonly database: string
  readonly uid: string
}

/** What happens when somebody has signed in, or will not. Both give the address to which the browser goes. */
export interface SignInOutcome {
  finish(tx: Tx, request: string, who: SignedIn): Promise<string>
  cancel(request: string): string
}

/** A row of sign_in_attempt. */
export type AttemptRow = {
  digest: string
  secret: string
  expires: number
  application: string
  meanings: string
  only_db: number
  return_origin: string
  request: string
  email: string | null
  confirmed: number
  code: string | null
  link: string | null
  code_expires: number | null
  code_tries: number
  db: number | null
  uid: string | null
  sso: string | null
  finished: number | null
}

/** Long enough to fetch a mail and a password, short enough for a shared screen. */
export const attemptSeconds = 3600
export const codeSeconds = 600
export const codeTries = 5
export const rememberedSeconds = 90 * 86_400
