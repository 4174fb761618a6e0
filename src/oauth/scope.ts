// Scopes: which exist, what they include, and what they let a caller do.
import type { Caller } from '../accounts/caller.ts'
import { refuse } from '../base/errors.ts'

export const scopes = ['data', 'data.readonly', 'webaccess'] as const

/** What a person is told that an application may do. */
export const scopeMeanings: Readonly<Record<string, string>> = {
  data: 'Read and change your customer data',
  'data.readonly': 'Read your customer data',
  webaccess: 'Use the web interface for you',
}

/** The scopes of a space-delimited text, each once, in a fixed order; null when one is unknown. None means `data`. */
export function parseScope(text: string | undefined): string[] | null {
  const asked = new Set((text ?? '').split(' ').filter(word => word !== ''))
  if (asked.size === 0) return ['data']
  const known = scopes.filter(scope => asked.has(scope))
  return known.length === asked.size ? known : null
}

const includes = (granted: readonly string[], scope: string): boolean =>
  granted.includes(scope) || (scope === 'data.readonly' && granted.includes('data'))

/** Whether `asked` is no more than `granted`. */
export const isNarrower = (asked: readonly string[], granted: readonly string[]): boolean =>
  asked.every(scope => includes(granted, scope))

/** Refuses what the scope of the caller's token does not allow. Validate is a read. */
export function requireScope(caller: Pick<Caller, 'scope'>, access: 'read' | 'write'): void {
  const needed = access === 'write' ? 'data' : 'data.readonly'
  if (includes(caller.scope, needed)) return
  refuse('InsufficientScope', '', `The scope of the access token does not allow this: it takes ${needed}.`)
}
