// Declares an entry of the list of bounded work.
import type { Json } from '../support/crm.ts'

type BodyOf = (created: readonly string[]) => Json

export interface Expensive {
  readonly name: string
  readonly operation: string
  readonly body: Json
  /** The text of the body, when JSON.stringify could not make it. */
  readonly text?: string
  readonly method?: 'GET' | 'POST' | 'PATCH'
  /** Where the request goes; `api/` with the operation unless it is set. */
  readonly path?: string
  /** What an administrator sends first. `bodyOf` gets the keys of the records that were created so far. */
  readonly before?: readonly { readonly path: string; readonly body?: Json; readonly bodyOf?: BodyOf }[]
  /** Makes the body of the keys that `before` has created. */
  readonly bodyOf?: BodyOf
  /** Who sends it; a user unless it is set. */
  readonly as?: 'admin' | 'provider' | 'user'
  /** A file that is sent instead of a body. */
  readonly file?: () => Promise<string | Uint8Array<ArrayBuffer>>
  /** The mapping of the import that the file makes. The request ends when it is planned. */
  readonly mapping?: Json
  /** The work comes before the refusal. */
  readonly mayBeRefused?: true
  readonly headers?: Readonly<Record<string, string>>
  /** How long others are watched after the answer. */
  readonly afterMs?: number
}

export interface BoundedWork {
  /** The file that does the work. */
  readonly place: string
  readonly bound: string
  /** The requests that take the most work at a share of the limits. `parent` is the key of an entry. */
  worst(some: (limit: number) => number, parent: string): readonly Expensive[]
}

export const times = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i))
