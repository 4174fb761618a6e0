// Defines the scopes, parses them, and checks what a caller's scope allows.
import type { Caller } from '../accounts/caller.ts'
import { refuse } from '../base/errors.ts'

export const scopes = ['data', 'data.readonly', 'webaccess'] as const

/**
 * The scopes of a space-delimited text without duplicates, in a fixed order; null when one is unknown. No text means
 * `data`.
 */
export function parseScope(text: string | undefined): string[] | null {
  const asked = new Set((text ?? '').split(' ').filter(word => word !== ''))
  if (asked.size === 0) return ['data']
  const known = scopes.filter(scope => asked.has(scope))
  return known.length === asked.size ? known : null
}

const includes = (granted: readonly string[], scope: string): boolean =>
  granted.includes(scope) || (scope === 'data.readonly' && granted.includes('data'))

/** Whether `granted` includes every scope of `asked`. */
export const isNarrower = (asked: readonly string[], granted: readonly string[]): boolean =>
  asked.every(scope => includes(granted, scope))

/** The least scope for reading or writing data. Validate counts as a read. */
const dataScope = (access: 'read' | 'write'): string => (access === 'write' ? 'data' : 'data.readonly')

/** Whether the caller's scope allows an operation; `needed` is the scope of an entity that is not data. */
export const hasScope = (
  caller: Pick<Caller, 'scope'>,
  access: 'read' | 'write',
  needed = dataScope(access),
): boolean => includes(caller.scope, needed)

/** Refuses an operation that the caller's scope does not allow. */
export function requireScope(
  caller: Pick<Caller, 'scope'>,
  access: 'read' | 'write',
  needed = dataScope(access),
): void {
  if (hasScope(caller, access, needed)) return
  refuse('InsufficientScope', '', `The scope of the access token does not allow this: it takes ${needed}.`)
}
