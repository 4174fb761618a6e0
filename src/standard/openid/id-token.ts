// Makes the ID token of a grant, which tells a client who signed in, when and how.
import { createHash } from 'node:crypto'
import type { TokenContext } from '../../oauth/token/context.ts'
import type { StandardFacts } from '../facts.ts'
import { authenticationOf, claimsOf } from './claims.ts'
import type { SigningKeys } from './signing-keys.ts'

const idTokenSeconds = 3600

interface Issued {
  readonly db: number
  readonly uid: string
  readonly scope: readonly string[]
}

/** Returns the function that makes it for an access token, since its hash is in it; null without the scope `openid`. */
export async function idTokenFor(
  { parts, application, now }: TokenContext,
  keys: SigningKeys,
  facts: StandardFacts,
  { db, uid, scope }: Issued,
): Promise<((accessToken: string) => string) | null> {
  const person = await parts.callers.find(db, uid)
  if (!person || !facts.login || !scope.includes('openid')) return null
  const claims = await claimsOf(parts.store, person, facts, scope)
  const { at, proofs } = facts.login
  const key = await keys.current()
  const payload = {
    iss: parts.issuer(),
    aud: application.clientId,
    ...{ iat: now, exp: now + idTokenSeconds, auth_time: at },
    ...(facts.nonce === undefined ? {} : { nonce: facts.nonce }),
    ...authenticationOf(proofs),
    ...claims,
  }
  return accessToken => key.jwt({ ...payload, at_hash: halfHash(accessToken) })
}

/** OpenID Connect Core 3.1.3.6: the left half of the SHA-256. */
const halfHash = (text: string): string =>
  createHash('sha256').update(text).digest().subarray(0, 16).toString('base64url')
