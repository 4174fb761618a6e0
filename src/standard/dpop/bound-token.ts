// Defines access tokens that are bound to a key of their client (RFC 9449): the token itself names the key and the resource.
import { timeLength } from '../../base/text/identifier.ts'
import { prefixes } from '../../entities/rules/credentials.ts'
import type { ResourceName } from '../resource.ts'

interface Binding {
  readonly resource: ResourceName
  /** The thumbprint of the key (RFC 7638). */
  readonly key: string
}

const letters: Readonly<Record<ResourceName, string>> = { api: 'a', mcp: 'm', userinfo: 'u' }
const resources = new Map(Object.entries(letters).map(([name, letter]) => [letter, name as ResourceName]))

export const thumbprintPattern = /^[A-Za-z0-9_-]{43}$/

/** Stands in the token behind its time. The store has the digest of the whole, so that nothing in it can be changed. */
export const markOf = ({ resource, key }: Binding): string => letters[resource] + key

/** The scheme of RFC 9449 with its token; null for another scheme. */
export function boundToken(authorization: string | undefined): string | null {
  // Most requests have the scheme Bearer, which one letter distinguishes.
  if (authorization === undefined || (authorization.charCodeAt(0) | 32) !== 100) return null
  return /^dpop +(\S+) *$/i.exec(authorization)?.[1] ?? null
}

/** Null for a token that is not bound. */
export function bindingOf(token: string): Binding | null {
  if (!token.startsWith(prefixes.bound)) return null
  const at = prefixes.bound.length + timeLength
  const resource = resources.get(token.charAt(at))
  const key = token.slice(at + 1, at + 44)
  return resource === undefined || !thumbprintPattern.test(key) ? null : { resource, key }
}
