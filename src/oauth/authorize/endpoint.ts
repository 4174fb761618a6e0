// Handles GET /v1/authorize: runs the ordered checks, then begins a sign-in, which ends with a code or an error.
import { signInMoment } from '../../accounts/caller.ts'
import { seconds } from '../../base/clock.ts'
import { StoreUnavailable } from '../../base/errors.ts'
import { digestOf } from '../../base/secrets/digest.ts'
import { redirect, type WebAnswer, type WebHandler, type WebRequest } from '../../base/web.ts'
import { newSecret } from '../../entities/rules/credentials.ts'
import { errorPage } from '../../pages/sign-in/error-page.ts'
import type { NewAttempt, SignedInUser, SignInOutcome, SignInStart } from '../../sign-in/attempt.ts'
import { styleOf } from '../../sign-in/context.ts'
import type { Tx } from '../../storage/store.ts'
import type { EndpointParts } from '../endpoint-parts.ts'
import { OAuthError } from '../errors.ts'
import { Parameters, parameterMaxLength } from '../parameters.ts'
import { insertCode } from '../statements.ts'
import { codeSeconds } from '../tokens/lifetimes.ts'
import {
  checkChallenge,
  checkRedirectUri,
  checkScope,
  findClient,
  readState,
  refuseRepeatedOrOverlong,
  requireCodeResponse,
} from './check-request.ts'
import { type AuthorizeCheck, AuthorizeContext, UnsafeToRedirect } from './context.ts'
import { type AuthorizeRequest, cancelLocation, errorLocation, successLocation } from './request.ts'

const beforeRedirects: readonly AuthorizeCheck[] = [findClient, checkRedirectUri]

const redirected: readonly AuthorizeCheck[] = [
  readState,
  refuseRepeatedOrOverlong,
  requireCodeResponse,
  checkScope,
  checkChallenge,
]

/** What an issuer does at its authorize endpoint. */
interface AuthorizeLane {
  /** The checks whose failures are pages. */
  readonly before: readonly AuthorizeCheck[]
  /** The checks whose failures are redirects. */
  readonly redirected: readonly AuthorizeCheck[]
  readonly attemptOf: (context: AuthorizeContext) => NewAttempt
  /** Answers at once for a browser that need not sign in; null when it has to. */
  readonly silently?: (context: AuthorizeContext, request: WebRequest) => Promise<WebAnswer | null>
  /** The issuer that redirects name. */
  readonly iss?: () => string
}

const literal: AuthorizeLane = { before: beforeRedirects, redirected, attemptOf }

export const authorizeEndpoint =
  (parts: EndpointParts, begin: SignInStart, lane: AuthorizeLane = literal): WebHandler =>
  async request => {
    const context = new AuthorizeContext(parts, new Parameters(request.query), lane.iss?.())
    try {
      for (const check of lane.before) await check(context)
    } catch (error) {
      if (!(error instanceof UnsafeToRedirect)) throw error
      return badRequestPage(context, request, error.say)
    }
    try {
      for (const check of lane.redirected) await check(context)
      return (await lane.silently?.(context, request)) ?? (await begin(request, lane.attemptOf(context)))
    } catch (error) {
      return isTrusted(context) ? redirect(faultLocation(context, error), 302) : faultPage(context, request, error)
    }
  }

/**
 * Only the command line makes applications for all databases. The administrators of one database could have visitors
 * redirected to any site by a link with a wrong parameter, so their applications get a page (RFC 9700, 4.11.2). So does a
 * client that describes itself.
 */
const isTrusted = ({ application: { db, document } }: AuthorizeContext): boolean => db === 0 && document === null

/** The facts that sign-in shows on its pages, and the request, which sign-in does not read. */
export function attemptOf({
  application,
  parameters,
  redirectUri,
  scope,
  state,
  challenge,
}: AuthorizeContext): NewAttempt {
  const request: AuthorizeRequest = { clientId: application.clientId, redirectUri, scope, state, challenge }
  return {
    application: application.name,
    scope,
    hint: hintOf(parameters.get('login_hint')),
    database: application.db,
    returnOrigin: new URL(redirectUri).origin,
    purpose: 'code',
    request: JSON.stringify(request),
  }
}

function faultLocation(context: AuthorizeContext, error: unknown): string {
  if (error instanceof OAuthError) return errorLocation(context, error.error, error.message)
  if (!(error instanceof StoreUnavailable)) context.parts.onFault(error)
  return errorLocation(context, 'temporarily_unavailable', 'The sign-in cannot begin now; try again.')
}

function faultPage(context: AuthorizeContext, request: WebRequest, error: unknown): WebAnswer {
  if (error instanceof OAuthError) return badRequestPage(context, request, () => error.message)
  if (!(error instanceof StoreUnavailable)) context.parts.onFault(error)
  const style = styleOf(context.parts, request)
  return errorPage(style, 503, style.texts.errors.unavailable)
}

/** The page for a request without a safe redirect; details for the developer of the application are below the message. */
function badRequestPage(
  { parts, parameters }: AuthorizeContext,
  request: WebRequest,
  say: UnsafeToRedirect['say'],
): WebAnswer {
  const style = styleOf(parts, request)
  const { errors, clientId, redirectUri, requestId } = style.texts
  const received: [string, string | undefined][] = [
    [clientId, parameters.get('client_id')],
    [redirectUri, parameters.get('redirect_uri')],
    [requestId, request.id],
  ]
  const details = received.flatMap(([label, value]) =>
    value === undefined ? [] : [[label, value.slice(0, parameterMaxLength)] as const],
  )
  return errorPage(style, 400, { title: errors.badRequest.title, text: say(errors.badRequest) }, details)
}

/** A hint that is too long is ignored, since hints are optional. */
const hintOf = (hint: string | undefined): string | null => (hint !== undefined && hint.length <= 400 ? hint : null)

/** The outcome of a sign-in that an authorize request began. */
export const authorizeOutcome = (parts: EndpointParts): SignInOutcome => ({
  finish: async (tx, text, account) => ({
    location: await issueCode(tx, parts, JSON.parse(text) as AuthorizeRequest, account, null),
  }),
  cancel: (_, text) => cancelLocation(JSON.parse(text) as AuthorizeRequest),
})

/** Stores a new code and returns the redirect that has it. `standard` is what the standard issuer keeps with it. */
export async function issueCode(
  tx: Tx,
  parts: EndpointParts,
  request: AuthorizeRequest,
  account: SignedInUser,
  standard: string | null,
): Promise<string> {
  const code = newSecret('code', parts.random)
  const began = await signInMoment(tx, parts.store.dialect, account, seconds(parts.clock))
  await tx.run(
    insertCode(parts.store.dialect, {
      digest: digestOf(code),
      client_id: request.clientId,
      db: account.db,
      uid: account.uid,
      scope: request.scope.join(' '),
      redirect_uri: request.redirectUri,
      challenge: request.challenge,
      expires: began + codeSeconds,
      standard,
      provider: account.provider ?? null,
    }),
  )
  return successLocation(request, code, account)
}
