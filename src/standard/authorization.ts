// Begins a sign-in at the standard issuer, and ends it with a code when the person has consented before.
import { signInMoment } from '../accounts/caller.ts'
import { seconds } from '../base/clock.ts'
import type { WebRequest } from '../base/web.ts'
import type { AuthorizeContext } from '../oauth/authorize/context.ts'
import { attemptOf } from '../oauth/authorize/endpoint.ts'
import { errorLocation } from '../oauth/authorize/request.ts'
import type { EndpointParts } from '../oauth/endpoint-parts.ts'
import { oauthErrors } from '../oauth/errors.ts'
import { isNarrower } from '../oauth/scope.ts'
import { standardGrantsOf } from '../oauth/statements.ts'
import type { NewAttempt, ProvedUser, SignedInUser, SignInOutcome, SignInRedirect } from '../sign-in/attempt.ts'
import type { Tx } from '../storage/store.ts'
import type { AskConsent } from './consent.ts'
import { factsIn, type Login, subjectOf } from './facts.ts'
import { cancelRequest } from './grants/device-answer.ts'
import { issueStandardCode } from './issue.ts'
import type { SignedInBrowsers } from './openid/browsers.ts'
import { returnOriginOf, type StandardRequest } from './request.ts'
import { type ResourceName, type ResourceUrls, resourceOf } from './resource.ts'

/** Without a resource the token is good at userinfo alone. */
const resourceIn = ({ parameters }: AuthorizeContext, urls: ResourceUrls): ResourceName => {
  const asked = parameters.get('resource')
  return asked === undefined ? 'userinfo' : (resourceOf(asked, urls) as ResourceName)
}

export const standardRequest =
  (urls: () => ResourceUrls) =>
  (context: AuthorizeContext): StandardRequest => {
    const { application, parameters, redirectUri, scope, state, challenge, iss, subject } = context
    return {
      ...{ clientId: application.clientId, redirectUri, scope, state, challenge, iss: iss as string },
      resource: resourceIn(context, urls()),
      clientName: application.name,
      document: application.document,
      ask: (parameters.get('prompt') ?? '').split(' ').includes('consent'),
      nonce: parameters.get('nonce') ?? null,
      boundKey: parameters.get('dpop_jkt') ?? null,
      subject,
    }
  }

export const standardAttempt =
  (requestOf: (context: AuthorizeContext) => StandardRequest) =>
  (context: AuthorizeContext): NewAttempt => {
    const request = JSON.stringify(requestOf(context))
    return { ...attemptOf(context), returnOrigin: returnOriginOf(context.redirectUri), purpose: 'standard', request }
  }

/** Whether the browser goes on to a web site, which no other program on the person's machine can pretend to be. */
const goesToWebSite = (redirectUri: string): boolean => redirectUri.startsWith('https:')

/**
 * A live grant is the consent: what the person allowed before is not asked again until the grant is revoked. A program on
 * the person's own machine cannot be told from another one, so it is asked for each time (RFC 8252, 8.6).
 */
async function hasConsented(
  tx: Tx,
  { store }: EndpointParts,
  asked: StandardRequest,
  { db, uid }: SignedInUser,
): Promise<boolean> {
  if (asked.ask || !goesToWebSite(asked.redirectUri)) return false
  const grants = await tx.rows(standardGrantsOf(store.dialect, { db, uid, client_id: asked.clientId }))
  return grants
    .map(({ standard }) => factsIn(standard))
    .some(
      given =>
        given.resource === asked.resource &&
        given.redirectUri === asked.redirectUri &&
        isNarrower(asked.scope, given.scope),
    )
}

export interface Authorization {
  /** Goes on with a person who is signed in; null when they have to be asked first, and may not be. */
  goOn(
    request: StandardRequest,
    who: SignedInUser,
    browser: WebRequest,
    isSilent: boolean,
  ): Promise<SignInRedirect | null>
  readonly outcome: SignInOutcome
}

interface AuthorizationParts {
  readonly endpoints: EndpointParts
  readonly ask: AskConsent
  readonly browsers: SignedInBrowsers
}

export function createAuthorization({ endpoints, ask, browsers }: AuthorizationParts): Authorization {
  const { store, clock } = endpoints
  const codeFor = async (tx: Tx, request: StandardRequest, who: SignedInUser): Promise<SignInRedirect | null> =>
    (await hasConsented(tx, endpoints, request, who))
      ? { location: await issueStandardCode(tx, endpoints, request, who) }
      : null

  const loginOf = async (tx: Tx, who: ProvedUser): Promise<Login> => ({
    at: await signInMoment(tx, store.dialect, who, seconds(clock)),
    proofs: who.proofs,
    email: who.email,
    ...providerOf(who),
  })

  return {
    goOn: (request, who, browser, isSilent) =>
      store.write(async tx => (await codeFor(tx, request, who)) ?? (isSilent ? null : ask(tx, request, who, browser))),
    outcome: {
      async finish(tx, text, who, browser) {
        const request = { ...(JSON.parse(text) as StandardRequest), ...providerOf(who) }
        if (request.subject !== null && request.subject !== subjectOf(who)) return { location: otherPerson(request) }
        if (!request.scope.includes('openid')) {
          return (await codeFor(tx, request, who)) ?? ask(tx, request, who, browser)
        }
        const login = await loginOf(tx, who)
        const signedIn = await browsers.begin(tx, who, login)
        const known = { ...request, login }
        const { location, cookies = [] } = (await codeFor(tx, known, who)) ?? (await ask(tx, known, who, browser))
        return { location, cookies: [signedIn, ...cookies] }
      },
      cancel: (tx, text) => cancelRequest(tx, endpoints, JSON.parse(text) as StandardRequest),
    },
  }
}

const providerOf = ({ provider = null }: SignedInUser) => (provider === null ? {} : { provider })

/** OpenID Connect Core 3.1.2.1: another person signed in than the id_token_hint names. */
const otherPerson = (request: StandardRequest): string =>
  errorLocation(request, oauthErrors.loginRequired.error, 'Another person signed in than the id_token_hint names.')
