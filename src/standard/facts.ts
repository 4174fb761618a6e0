// Declares what the standard issuer knows of a grant besides the lane of the specification: resource, scope, redirect, sign-in.
import type { Lane } from '../oauth/lane.ts'
import { bindingOf } from './dpop/bound-token.ts'
import type { ResourceName } from './resource.ts'
import { parseStandardScope } from './scope.ts'

/** The sign-in of a person, of which an ID token tells. */
export interface Login {
  /** Epoch seconds. */
  readonly at: number
  readonly proofs: readonly string[]
  /** The address that the browser has confirmed. */
  readonly email: string
  /** The session at the provider of single sign-on; absent without a provider. */
  readonly provider?: string
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
  /** The thumbprint of the key of the client to which the grant is bound (RFC 9449). */
  readonly boundKey?: string
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
  confirmationOf: token => {
    const binding = bindingOf(token)
    return binding ? { token_type: 'DPoP', cnf: { jkt: binding.key } } : { token_type: 'Bearer' }
  },
  subjectOf,
}
