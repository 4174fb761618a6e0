// Declares the session: who works in which database, in which language and time zone.
import type { Api } from './client.ts'

export interface Session {
  readonly database: string
  readonly user: {
    readonly key: string
    readonly uid: string
    readonly name: string
    readonly email: string
    readonly administrator: boolean
    /** Changes with the own picture; null while there is none. */
    readonly picture: string | null
  }
  readonly culture: string
  readonly timeZone: string
  readonly currency: string
  readonly language: string
  readonly created: string
  readonly ends: string
  /** Whether the sign-in is recent enough for changes of tokens, applications, users and single sign-on. */
  readonly fresh: boolean
  /** Changes whenever a field or option of the database does. */
  readonly modelDigest: string
  readonly installation: { readonly name: string; readonly version: string }
  readonly demo: boolean
  /** How the paths of the authorization server begin for clients with a token: `/oauth`. */
  readonly authPrefix: string
  /** Where assistants connect, and whether those that no administrator has registered may; null where none can. */
  readonly assistants: { readonly address: string; readonly isOpen: boolean } | null
}

export const readSession = (api: Api, signal?: AbortSignal): Promise<Session> => api.get('session', signal)
