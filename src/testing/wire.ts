// Declares what the control API of a test server answers. `npm run docs` hands this file to the package.

/** `empty`: no records. `small`: some 20 companies and people with what happened to them. `demo`: 900 of them. */
export type Amount = 'empty' | 'small' | 'demo'

export interface UserFacts {
  readonly uid: string
  readonly key: string
  readonly email: string
  readonly password: string
  readonly admin: boolean
  /** A personal access token of a year. */
  readonly token: string
}

export interface DatabaseFacts {
  readonly name: string
  /** ANN, an administrator, and BEN. */
  readonly users: Readonly<Record<string, UserFacts>>
}

/** What the server says when it starts. */
export interface ServerFacts {
  readonly url: string
  readonly control: string
  readonly api: string
  readonly auth: string
  readonly version: string
  readonly now: string
  readonly database: DatabaseFacts
}

export interface ApplicationFacts {
  readonly clientId: string
  /** Null for a public client. */
  readonly clientSecret: string | null
  readonly redirectUri: string
}

export interface SignedIn {
  readonly code: string
  readonly state: string | null
  /** Where the browser was sent. */
  readonly location: string
}

export interface SentMail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

export type FaultEffect =
  | 429
  | 503
  | 3005
  | 'refuse-connection'
  | 'lose-answer'
  | 'cut-answer'
  | 'late-answer'
  | 'expire-token'
  | 'revoke-token'
  | 'reuse-token'
  | 'change-record'

export interface FaultFacts {
  readonly id: string
  readonly on: string
  readonly do: string
  /** To how many requests in a row. */
  readonly times: number | 'always'
  /** What happens to the request, in words. */
  readonly meaning: string
  /** Requests that matched, and those to which the fault was applied. */
  readonly seen: number
  readonly applied: number
}

export interface RequestFilter {
  readonly method?: string
  /** `*` stands for any text. */
  readonly path?: string
  readonly database?: string
  /** A client id. */
  readonly client?: string
  readonly entity?: string
  readonly status?: number
}

/** A request, with secrets masked; equal tokens have equal marks. */
export interface RecordedRequest {
  readonly id: string
  /** By the clock of the server. */
  readonly at: string
  readonly method: string
  readonly path: string
  readonly query: string
  readonly headers: Readonly<Record<string, string>>
  /** Null for an upload, whose bytes are not kept. */
  readonly body: string | null
  readonly database: string | null
  readonly user: string | null
  readonly client: string | null
  readonly entity: string | null
  /** `inapplicable` says why a fault changed nothing; null when it did. */
  readonly faults: readonly { readonly id: string; readonly do: string; readonly inapplicable: string | null }[]
  /** Null until there is an answer, and when a fault has dropped the connection before. */
  readonly status: number | null
  readonly answer: string | null
  readonly answerHeaders: Readonly<Record<string, string>>
  /** What the client got of the answer. */
  readonly delivered: 'whole' | 'late' | 'cut' | 'none'
  readonly ms: number | null
}

export interface Delivery {
  readonly url: string
  /** With webhook-id, webhook-timestamp and webhook-signature: what a receiver checks. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly type: string
  readonly database: string
  // biome-ignore lint/suspicious/noExplicitAny: the shape follows from the type of the event.
  readonly event: any
  /** What the receiver answered; null when there was no answer. */
  readonly status: number | null
}
