// Declares what the standard issuer knows of a grant besides the lane of the specification: resource, scope, redirect.
import type { Lane, PairShape } from '../oauth/lane.ts'
import { parseScope } from '../oauth/scope.ts'

/** What a token of the standard issuer is for; it is refused everywhere else. */
const resourceNames = ['api', 'mcp'] as const
export type ResourceName = (typeof resourceNames)[number]

/** Kept as JSON with a code and with the grant that the code begins. */
export interface StandardFacts {
  readonly resource: ResourceName
  /** The granted scope. */
  readonly scope: readonly string[]
  readonly redirectUri: string
}

export const factsIn = (stored: string | null): StandardFacts => JSON.parse(stored as string) as StandardFacts

export const standardLane: Lane = { isStandard: true, refreshKind: 'standardRefresh', parseScope }

/**
 * A token for the data API has the prefix of all its tokens. One for assistants has another, so that neither place has to ask
 * whose it is. The answer names the scope, which may be narrower than the requested one.
 */
export const shapeOf = (resource: ResourceName, scope: string): PairShape => ({
  access: resource === 'api' ? 'access' : 'assistant',
  refresh: 'standardRefresh',
  more: `,"scope":${JSON.stringify(scope)}`,
})

export type ResourceUrls = Readonly<Record<ResourceName, string>>

/** The resource of a URI as a client wrote it; null when it is none of this server. */
export function resourceOf(uri: string, urls: ResourceUrls): ResourceName | null {
  const asked = URL.canParse(uri) ? new URL(uri).href.replace(/\/$/, '') : null
  return resourceNames.find(name => urls[name] === asked) ?? null
}
