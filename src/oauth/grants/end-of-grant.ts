// Determines whether a grant or a session has ended, and why.
import type { SessionEnd } from '../../sessions/stored.ts'
import type { ChainEnd } from './revocation.ts'

/** The reasons why a grant or a session has ended, or why a refresh was refused, as lists show them. */
export const endReasons = {
  'signed-out': 'The person signed out.',
  replaced: 'The person signed in again in the same browser.',
  revoked: 'A person, an administrator or the command line revoked it.',
  'password-changed': 'The user got a new password.',
  'revoked-by-application': 'The application revoked its own token.',
  'refresh-token-reused': 'A refresh token was used again after its time: a sign of theft.',
  'code-reused': 'A code was sent a second time: a sign of theft.',
  'provider-signed-out': 'The person signed out at the provider of single sign-on.',
  expired: 'It was not used in time.',
  'user-disabled': 'The user is disabled.',
  'user-removed': 'The user is deleted.',
  'application-removed': 'The application is deleted.',
} as const satisfies Record<SessionEnd | ChainEnd, string> & Record<string, string>

export type EndReason = keyof typeof endReasons

export interface GrantUser {
  readonly enabled: number
  readonly deleted: string | null
  readonly sessions_from: number
}

interface GrantLife {
  readonly created: number
  readonly expires: number
  /** When and why a person ended it. */
  readonly ended: number | null
  readonly reason: string | null
  /** True when its application was deleted. */
  readonly isGone: boolean
}

interface GrantEnd {
  readonly endReason: EndReason | null
  readonly ended: number | null
}

/** An act of a person comes first, then the earliest expiry, then the current state of user and application. */
export function endOf(
  { created, expires, ended, reason, isGone }: GrantLife,
  user: GrantUser | undefined,
  now: number,
): GrantEnd {
  if (ended !== null) return { endReason: (reason ?? 'revoked') as EndReason, ended }
  const isOlder = user !== undefined && created <= user.sessions_from
  if (expires <= now && !(isOlder && user.sessions_from < expires)) return { endReason: 'expired', ended: expires }
  if (isOlder) return { endReason: 'password-changed', ended: user.sessions_from }
  if (!user || user.deleted !== null) return { endReason: 'user-removed', ended: null }
  if (user.enabled !== 1) return { endReason: 'user-disabled', ended: null }
  return { endReason: isGone ? 'application-removed' : null, ended: null }
}
