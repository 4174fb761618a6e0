// Defines the scopes of the standard issuer: those of the data, and those of OpenID Connect, which tell who the person is.
import { scopes as dataScopes } from '../oauth/scope.ts'

/** `offline_access` changes nothing, since every grant has a refresh token; clients of OpenID Connect ask for it. */
const identityScopes: readonly string[] = ['openid', 'profile', 'email', 'offline_access']

export const standardScopes: readonly string[] = [...dataScopes, ...identityScopes]

/** The scopes of a text in a fixed order; null when one is unknown. No text means `data`. */
export function parseStandardScope(text: string | undefined): string[] | null {
  const asked = new Set((text ?? '').split(' ').filter(word => word !== ''))
  if (asked.size === 0) return ['data']
  const known = standardScopes.filter(scope => asked.has(scope))
  return known.length === asked.size ? known : null
}

/** Whether a scope lets a client sign a person in, and touch no data. */
export const isIdentityOnly = (scope: readonly string[]): boolean =>
  scope.includes('openid') && scope.every(name => identityScopes.includes(name))

export const hasDataScope = (scope: readonly string[]): boolean => scope.some(name => !identityScopes.includes(name))
