// Ends what a person began through the provider of single sign-on when the provider says that the person has signed out there
// (OpenID Connect Back-Channel Logout 1.0).
import { findDatabase } from '../../accounts/databases.ts'
import { seconds } from '../../base/clock.ts'
import type { WebAnswer, WebHandler, WebRequest } from '../../base/web.ts'
import type { EndpointParts } from '../../oauth/endpoint-parts.ts'
import { revokeChain } from '../../oauth/grants/revocation.ts'
import { codesOfProvider, endCode, grantsOfProvider } from '../../oauth/statements.ts'
import type { Outbound } from '../../outbound/outbound.ts'
import { sessionsOfProvider } from '../../sessions/statements.ts'
import { storedSessions } from '../../sessions/stored.ts'
import { userOfSubject } from '../../sso/identities.ts'
import type { Sso } from '../../sso/providers.ts'
import { providerSession } from '../../sso/settings.ts'
import { createKeySets, jose } from '../clients/authentication.ts'
import { takeOnce } from '../single-use.ts'
import { browsersOfProvider, endBrowser } from '../statements.ts'

interface LogoutParts extends Pick<EndpointParts, 'store' | 'clock'> {
  readonly sso: Sso
  readonly outbound: Outbound
  readonly onFault: (error: unknown) => void
}

/** Whom a logout token is about. */
interface SignedOut {
  readonly db: number
  readonly issuer: string
  readonly subject: string | null
  /** The session at the provider; null when all sessions of the subject have ended. */
  readonly sid: string | null
}

const event = 'http://schemas.openid.net/event/backchannel-logout'
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']
const tokenMaxLength = 16 * 1024
const nameMaxLength = 256
/** A token is sent when the person signs out; an identifier is kept so long. */
const longestSeconds = 600
const toleranceSeconds = 60

/** Says what is wrong with a logout token. */
class BadToken extends Error {}

export function providerLogout(parts: LogoutParts): WebHandler {
  const keySetOf = createKeySets(parts.outbound)
  return async request => {
    try {
      const token = new URLSearchParams(request.body).get('logout_token') ?? ''
      await end(parts, await signedOut(parts, keySetOf, request, token))
      return answer(200, '')
    } catch (error) {
      // What the library says of a token is no fault of the server; a provider that cannot be reached is one.
      if (error instanceof BadToken) return refused(error.message)
      if (error instanceof jose().errors.JOSEError && !(error instanceof jose().errors.JWKSTimeout)) {
        return refused('The logout token is not valid.')
      }
      parts.onFault(error)
      return refused('The logout token could not be checked.')
    }
  }
}

const answer = (status: number, body: string): WebAnswer => ({
  status,
  headers: { 'cache-control': 'no-store', ...(body === '' ? {} : { 'content-type': 'application/json' }) },
  body,
})

const refused = (description: string): WebAnswer =>
  answer(400, JSON.stringify({ error: 'invalid_request', error_description: description }))

/** The checks of section 2.6. Only what names issuer and client of this database has its keys fetched. */
async function signedOut(
  { store, clock, sso }: LogoutParts,
  keySetOf: ReturnType<typeof createKeySets>,
  { params }: WebRequest,
  token: string,
): Promise<SignedOut> {
  const database = await findDatabase(store, params.database ?? '')
  const settings = database && (await sso.settings(database.id))
  if (!database || !settings) throw new BadToken('There is no single sign-on here.')
  if (token === '' || token.length > tokenMaxLength) throw new BadToken('The parameter logout_token is missing.')
  const { issuer, clientId } = settings
  const { iss, aud } = jose().decodeJwt(token)
  if (iss !== issuer || ![aud].flat().includes(clientId)) throw new BadToken('The token is for another client.')
  const { payload, protectedHeader } = await jose().jwtVerify(
    token,
    keySetOf({ jwks_uri: await sso.keySetUri(database.id) }),
    {
      ...{ issuer, audience: clientId, algorithms, clockTolerance: toleranceSeconds },
      ...{ maxTokenAge: longestSeconds, currentDate: new Date(clock.now()), requiredClaims: ['iat', 'jti', 'events'] },
    },
  )
  const { typ } = protectedHeader
  if (typ !== undefined && !['logout+jwt', 'jwt'].includes(typ.toLowerCase().replace(/^application\//, ''))) {
    throw new BadToken('The token is of another type.')
  }
  if (payload.nonce !== undefined) throw new BadToken('A logout token has no nonce.')
  const { events } = payload
  const told = typeof events === 'object' && events !== null ? (events as Record<string, unknown>)[event] : undefined
  if (typeof told !== 'object' || told === null) throw new BadToken('The token is about another event.')
  const [subject, sid, jti] = [nameIn(payload.sub), nameIn(payload.sid), nameIn(payload.jti)]
  if (subject === null && sid === null) throw new BadToken('The token has neither sub nor sid.')
  if (jti === null) throw new BadToken('The token has no jti.')
  const until = seconds(clock) + longestSeconds + toleranceSeconds
  if (!(await takeOnce(store, `logout ${database.id} ${issuer} ${jti}`, until))) {
    throw new BadToken('The token was used before.')
  }
  return { db: database.id, issuer, subject, sid }
}

const nameIn = (claim: unknown): string | null =>
  typeof claim === 'string' && claim !== '' && claim.length <= nameMaxLength ? claim : null

/** A sign-in of which the provider named no session belongs to each session of its subject. */
async function end({ store, clock }: LogoutParts, { db, issuer, subject, sid }: SignedOut): Promise<void> {
  const { dialect } = store
  const uid = subject === null ? null : await userOfSubject(store, db, { issuer, subject })
  if (subject !== null && uid === null) return
  const session = sid === null ? null : providerSession(issuer, sid)
  const isMeant = ({ provider }: { readonly provider: string | null }): boolean =>
    session === null || provider === session || provider === ''
  const now = seconds(clock)
  const which = uid === null ? 'ofSession' : 'ofUser'
  const whose = { db, uid: uid ?? '', provider: session ?? '', now }
  const reason = { reason: 'provider-signed-out', by: null } as const
  const sessions = storedSessions(store, clock)
  await store.write(async tx => {
    const sessionRows = await tx.rows(sessionsOfProvider[which](dialect, whose))
    for (const { id } of sessionRows.filter(isMeant)) await sessions.end(tx, id, reason)
    // Before the grants: a code that is being exchanged has its grant in the list once this write has waited for it.
    const codes = await tx.rows(codesOfProvider[which](dialect, whose))
    for (const { digest } of codes.filter(isMeant)) await tx.run(endCode(dialect, { digest, now }))
    const grants = await tx.rows(grantsOfProvider[which](dialect, whose))
    for (const { id } of grants.filter(isMeant)) await revokeChain(tx, store, id, clock, reason)
    const browsers = await tx.rows(browsersOfProvider[which](dialect, whose))
    for (const { digest } of browsers.filter(isMeant)) await tx.run(endBrowser(dialect, { digest, now }))
  })
}
