// Composes all that finds out who sends a request: users, single sign-on, sessions, sign-in, authorization server.
import { createCallers } from '../accounts/caller.ts'
import { createThrottle } from '../accounts/throttle.ts'
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log/log.ts'
import { systemRandom } from '../base/secrets/secret.ts'
import { secretBox } from '../base/secrets/secret-box.ts'
import { header } from '../base/web.ts'
import { createCalendarAddresses } from '../calendar/addresses.ts'
import { installationKey } from '../config/installation-key.ts'
import type { Settings } from '../config/settings.ts'
import { Factors } from '../factors/factors.ts'
import type { Judge } from '../http/exchange.ts'
import type { PipelineParts } from '../http/pipeline.ts'
import { createInvitations } from '../invitations/invitations.ts'
import type { Mailer } from '../mail/mailer.ts'
import { createApplications } from '../oauth/applications.ts'
import { authorizeOutcome } from '../oauth/authorize/endpoint.ts'
import { createAuthorizationServer, endpointPartsOf } from '../oauth/index.ts'
import { assistantBearer, bearer } from '../oauth/tokens/bearer.ts'
import type { BearerTokens } from '../oauth/tokens/bearer-tokens.ts'
import type { Outbound } from '../outbound/outbound.ts'
import type { Look } from '../pages/look.ts'
import { ownPassword } from '../sessions/own-password.ts'
import { ownProfile } from '../sessions/own-profile.ts'
import { createPictures } from '../sessions/pictures.ts'
import { createSessions } from '../sessions/sessions.ts'
import { consoleAttempt, consoleOutcome, consoleSignIn } from '../sessions/sign-in.ts'
import { factorReset } from '../sign-in/reset-factors.ts'
import { createSignIn } from '../sign-in/sign-in.ts'
import { createSso } from '../sso/providers.ts'
import { createClients } from '../standard/clients/documents.ts'
import { boundToken } from '../standard/dpop/bound-token.ts'
import { createStandardIssuer, type StandardIssuer } from '../standard/index.ts'
import { providerLogout } from '../standard/openid/provider-logout.ts'
import type { StoreClock } from '../storage/nodes/store-clock.ts'
import type { Store } from '../storage/store.ts'

interface IdentityParts {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly settings: Settings
  readonly storeClock: StoreClock
  readonly look: Look
  readonly outbound: Outbound
  readonly mailer: Mailer
  readonly newId: () => string
  /** The installation's secret key: shared by all nodes, never stored; null when there is none. */
  readonly commonKey: () => string | null
  /** The public origin; known once the server listens. */
  readonly origin: () => string
}

export function composeIdentity(parts: IdentityParts) {
  const { store, clock, log, settings, origin, look } = parts
  const callers = createCallers(store)
  const box = secretBox(installationKey(settings))
  const sso = createSso({ store, box, outbound: parts.outbound, clock })
  const factors = new Factors({ store, clock, box, random: systemRandom, origin, name: look.name })
  const shared = {
    ...parts,
    callers,
    throttle: createThrottle(store, clock, settings.throttleMinutes * 60),
    random: systemRandom,
    onFault: (error: unknown) => log.error('the authorization server failed', { error: asError(error) }),
  }
  const applications = createApplications(store)
  const clients = createClients({ ...parts, registered: applications })
  const endpointParts = endpointPartsOf({ ...shared, applications, clients })
  const standard = createStandardIssuer({ ...parts, endpoints: endpointParts, clients, box })
  const sessions = createSessions(shared)
  const policy = {
    perEmail: settings.throttleEmail,
    perAddress: settings.throttleAddress,
    newDeviceMail: settings.newDeviceMail,
  }
  const guarded = { ...shared, sso, factors, policy }
  const signIn = createSignIn({
    ...guarded,
    outcomes: {
      code: authorizeOutcome(endpointParts),
      standard: standard.outcome,
      session: consoleOutcome(sessions, origin),
    },
    consoleAttempt: database => consoleAttempt({ origin, name: look.name }, database),
    prefix: settings.authPrefix,
    onSignIn: (event, facts) => log.info(event, { ...facts }),
  })
  const authorization = createAuthorizationServer(endpointParts, signIn.begin)
  const { bearerTokens } = authorization
  return {
    callers,
    ...{ sso, factors, sessions },
    signIn,
    authorization,
    endpointParts,
    onFault: shared.onFault,
    providerLogout: providerLogout({ ...shared, sso }),
    standard: standard.handlers(signIn.begin),
    jobs: standard.jobs,
    /** GET /console/sign-in */
    consoleSignIn: consoleSignIn({ store, sessions, begin: signIn.begin, origin, name: look.name }),
    invitations: createInvitations({ ...shared, sso }),
    resetFactors: factorReset(guarded),
    ownProfile: ownProfile(shared),
    pictures: createPictures(shared),
    calendarAddresses: createCalendarAddresses(shared),
    changeOwnPassword: ownPassword({ ...guarded, sessions }),
    /** Find the caller of a request, or refuse it. */
    judges: judgesOf({ bearerTokens, standard, session: sessions.require }),
    async close() {
      await signIn.idle()
      sso.close()
      await standard.close()
      await authorization.close()
      await sessions.close()
      callers.close()
    },
  }
}

interface JudgeParts {
  readonly bearerTokens: BearerTokens
  readonly standard: StandardIssuer
  readonly session: Judge
}

/** Who sends a request with a token: one of the scheme Bearer, or one that is bound to a key of the client. */
const judgesOf = ({ bearerTokens, standard, session }: JudgeParts) =>
  ({
    bearer: (request, again) => {
      const authorization = header(request, 'authorization')
      const bound = boundToken(authorization)
      return bound === null ? bearer(bearerTokens, authorization, again) : standard.bound(bound, 'api', request, again)
    },
    session,
    assistant: (request, again) => {
      const authorization = header(request, 'authorization')
      const bound = boundToken(authorization)
      return bound === null
        ? assistantBearer(standard.assistantTokens, authorization, standard.challenged)
        : standard.bound(bound, 'mcp', request, again)
    },
    bearerChanges: () => bearerTokens.changes() + standard.assistantTokens.changes(),
  }) satisfies Pick<PipelineParts, 'bearer' | 'session' | 'assistant' | 'bearerChanges'>

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))
