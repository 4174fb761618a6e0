// Assembles the authorization server: shared parts, endpoint handlers, background cleanup.
import { type Caller, type Callers, createCallers } from '../accounts/caller.ts'
import { createThrottle } from '../accounts/throttle.ts'
import { BoundedMap } from '../base/bounded-map.ts'
import type { Clock } from '../base/clock.ts'
import { identifierMaker } from '../base/identifier.ts'
import type { Log } from '../base/log.ts'
import type { MaybePromise } from '../base/maybe-promise.ts'
import { systemRandom } from '../base/secret.ts'
import { secretBox } from '../base/secret-box.ts'
import { header, type WebHandler, type WebRequest } from '../base/web.ts'
import { commonKey, installationKey } from '../config/installation-key.ts'
import type { Settings } from '../config/settings.ts'
import { createMailer } from '../mail/mailer.ts'
import type { Mail } from '../mail/transports.ts'
import type { Outbound } from '../outbound/outbound.ts'
import type { Look } from '../pages/look.ts'
import { type ChangeOwnPassword, ownPassword } from '../sessions/own-password.ts'
import { createSessions, type Sessions } from '../sessions/sessions.ts'
import { consoleOutcome, consoleSignIn } from '../sessions/sign-in.ts'
import { rememberedCookie } from '../sign-in/known-browsers.ts'
import { createSignIn, type SignIn } from '../sign-in/sign-in.ts'
import { createSso, type Sso } from '../sso/providers.ts'
import type { Store } from '../storage/store.ts'
import type { StoreClock } from '../storage/store-clock.ts'
import { createApplications } from './applications.ts'
import { authorizeEndpoint, authorizeOutcome } from './authorize/endpoint.ts'
import type { EndpointParts } from './endpoint-parts.ts'
import { introspectEndpoint } from './endpoints/introspect.ts'
import { metadata } from './endpoints/metadata.ts'
import { revokeEndpoint } from './endpoints/revoke.ts'
import { createGrants, type Grants } from './grants/grants.ts'
import { createOwnGrants, type OwnGrants } from './grants/own-grants.ts'
import { createTestTools, type TestTools } from './test-tools.ts'
import { tokenEndpoint } from './token/endpoint.ts'
import { bearer } from './tokens/bearer.ts'
import { type BearerTokens, createBearerTokens } from './tokens/bearer-tokens.ts'
import { RetrySalts } from './tokens/retry-salts.ts'

export interface AuthorizationServer {
  readonly callers: Callers
  readonly bearerTokens: BearerTokens
  readonly judges: Judges
  readonly grants: Grants
  readonly ownGrants: OwnGrants
  readonly changeOwnPassword: ChangeOwnPassword
  /** The cookie of the browser that sent a request, looked at for the caller of a session alone. */
  readonly currentBrowser: (request: Pick<WebRequest, 'headers'>, caller: Pick<Caller, 'session'>) => string | null
  readonly sso: Sso
  readonly signIn: SignIn
  readonly sessions: Sessions
  /** GET /console/sign-in */
  readonly consoleSignIn: WebHandler
  readonly authorize: WebHandler
  readonly token: WebHandler
  readonly revoke: WebHandler
  readonly introspect: WebHandler
  readonly metadata: WebHandler
  /** What test mode does to tokens, and sign-ins without pages. */
  readonly testTools: () => TestTools
  close(): Promise<void>
}

type Judge = (request: Pick<WebRequest, 'headers' | 'method'>, again: boolean) => MaybePromise<Caller>

/** What finds the caller of a request, or refuses it. */
interface Judges {
  readonly bearer: Judge
  readonly session: Judge
  /** Counts what may have ended a token or a session, or changed the rights of a caller. */
  readonly bearerChanges: () => number
}

/** Each entry takes about 500 bytes. */
const issuedKept = 10_000

interface AuthorizationServerParts {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly settings: Settings
  readonly storeClock: StoreClock
  readonly look: Look
  readonly outbound: Outbound
  /** Hears each mail that is written to a folder. */
  readonly onMail?: ((mail: Mail) => void) | undefined
  /** The public origin; known once the server listens. */
  readonly origin: () => string
}

export function createAuthorizationServer(parts: AuthorizationServerParts): AuthorizationServer {
  const { store, clock, log, settings, origin } = parts
  const prefix = settings.authPrefix
  const onFault = (error: unknown) => log.error('the authorization server failed', { error: asError(error) })
  const callers = createCallers(store)
  const applications = createApplications(store)
  const bearerTokens = createBearerTokens({ store, clock, callers, applications, onFault })
  const throttle = createThrottle(store, clock, settings.throttleMinutes * 60)
  const mailer = createMailer(settings.mail, settings.mailFrom, log, parts.onMail)
  const sso = createSso({ store, box: secretBox(installationKey(settings)), outbound: parts.outbound, clock })
  const shared: EndpointParts = {
    store,
    clock,
    random: systemRandom,
    policy: policyOf(settings),
    applications,
    callers,
    bearerTokens,
    throttle,
    issued: new BoundedMap(issuedKept),
    retrySalts: new RetrySalts(store, systemRandom),
    storeClock: parts.storeClock,
    commonKey: commonKey(settings, store),
    newId: identifierMaker(clock),
    issuer: () => origin() + prefix,
    look: parts.look,
    onFault,
  }
  const sessions = createSessions({ ...shared, origin })
  const policy = { perEmail: settings.throttleEmail, perAddress: settings.throttleAddress }
  const guarded = { ...shared, settings, sso, policy }
  const signIn = createSignIn({
    ...guarded,
    mailer,
    outcomes: { code: authorizeOutcome(shared), session: consoleOutcome(sessions, origin) },
    origin,
    prefix,
    onSignIn: (event, facts) => log.info(event, { ...facts }),
  })
  const grants = createGrants(store, clock, applications)
  return {
    callers,
    bearerTokens,
    judges: judgesOf(bearerTokens, sessions),
    grants,
    ownGrants: createOwnGrants(store, clock, grants),
    changeOwnPassword: ownPassword({ ...guarded, sessions }),
    currentBrowser: currentBrowserAt(origin),
    sso,
    signIn,
    sessions,
    consoleSignIn: consoleSignIn({ store, sessions, begin: signIn.begin, origin, name: parts.look.name }),
    authorize: authorizeEndpoint(shared, signIn.begin),
    token: tokenEndpoint(shared),
    revoke: revokeEndpoint(shared),
    introspect: introspectEndpoint(shared),
    metadata: async () => metadata(shared.issuer()),
    testTools: () => createTestTools(shared),
    async close() {
      await signIn.idle()
      mailer.close()
      sso.close()
      await bearerTokens.close()
      await sessions.close()
      applications.close()
      callers.close()
    },
  }
}

const currentBrowserAt =
  (origin: () => string): AuthorizationServer['currentBrowser'] =>
  (request, { session }) =>
    session ? rememberedCookie(request, origin().startsWith('https:')) : null

const judgesOf = (bearerTokens: BearerTokens, sessions: Sessions): Judges => ({
  bearer: (request, again) => bearer(bearerTokens, header(request, 'authorization'), again),
  session: sessions.require,
  bearerChanges: bearerTokens.changes,
})

const policyOf = (settings: Settings): EndpointParts['policy'] => ({
  refreshReuse: settings.refreshReuse,
  refreshChainDays: settings.refreshChainDays ?? 0,
  retrySeconds: settings.refreshRetry,
  loopbackRedirects: settings.loopbackRedirects,
  failuresPerAddress: settings.throttleAddress,
})

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))
