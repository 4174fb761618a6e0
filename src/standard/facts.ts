// Declares what the standard issuer knows of a grant besides the lane of the specification: resource, scope, redirect, sign-in.
import type { Lane } from '../oauth/lane.ts'
import { parseStandardScope } from './scope.ts'

/** What a token of the standard issuer is for; it is refused everywhere else. Each is good at `userinfo` too. */
const resourceNames = ['api', 'mcp', 'userinfo'] as const
export type ResourceName = (typeof resourceNames)[number]

/** The sign-in of a person, of which an ID token tells. */
export interface Login {
  /** Epoch seconds. */
  readonly at: number
  readonly proofs: readonly string[]
  /** The address that the browser has confirmed. */
  readonly email: string
}

/** Kept as JSON with a code and with the grant that the code begins. */
export interface StandardFacts {
  readonly resource: ResourceName
  /** The granted scope. */
  readonly scope: readonly string[]
  readonly redirectUri: string
  /** With the scope `openid` alone. */
  readonly login?: Login
  readonly nonce?: string
}

export const factsIn = (stored: string | null): StandardFacts => JSON.parse(stored as string) as StandardFacts

interface PersonKey {
  readonly db: number
  readonly uid: string
}

/** The identifier of a person for clients: stable, never given to another one, and unique across databases. */
export const subjectOf = ({ db, uid }: PersonKey): string => `${db}.${uid}`

export const standardLane: Lane = {
  isStandard: true,
  refreshKind: 'standardRefresh',
  parseScope: parseStandardScope,
  subjectOf,
}

export type ResourceUrls = Readonly<Record<ResourceName, string>>

/** The resource of a URI as a client wrote it; null when it is none of this server. */
export function resourceOf(uri: string, urls: ResourceUrls): ResourceName | null {
  const asked = URL.canParse(uri) ? new URL(uri).href.replace(/\/$/, '') : null
  return resourceNames.find(name => urls[name] === asked) ?? null
}
