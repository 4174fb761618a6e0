// Handles POST /v1/token: runs the ordered checks and answers every failure as OAuth JSON with HTTP 400.
import { seconds } from '../../base/clock.ts'
import { StoreUnavailable } from '../../base/errors.ts'
import type { MaybePromise } from '../../base/scheduling/maybe-promise.ts'
import type { WebAnswer, WebHandler } from '../../base/web.ts'
import type { EndpointParts } from '../endpoint-parts.ts'
import { OAuthError } from '../errors.ts'
import { type Lane, literalLane } from '../lane.ts'
import { noteRefusal } from '../statements.ts'
import { authenticate, readParameters, requireForm, requireGrantType } from './check-request.ts'
import { type TokenCheck, TokenContext } from './context.ts'
import { exchangeCode } from './exchange-code.ts'
import { refresh } from './refresh.ts'

type GrantChecks = Readonly<Record<string, readonly TokenCheck[]>>

const literalGrants: GrantChecks = { authorization_code: exchangeCode, refresh_token: refresh }

/** What an issuer does with the requests of clients. */
export interface ClientLane {
  readonly lane: Lane
  readonly authenticate: TokenCheck
  readonly failure: (error: unknown, parts: EndpointParts) => WebAnswer
}

/** The same at its token endpoint. */
interface TokenLane extends ClientLane {
  readonly grants: GrantChecks
}

export const literalClients: ClientLane = { lane: literalLane, authenticate, failure: oauthFailure }

const literal: TokenLane = { ...literalClients, grants: literalGrants }

const headers = Object.freeze({
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  pragma: 'no-cache',
})

export function tokenEndpoint(parts: EndpointParts, issuer: TokenLane = literal): WebHandler {
  const { lane, grants, failure } = issuer
  const everyRequest: readonly TokenCheck[] = [
    requireForm,
    readParameters,
    requireGrantType(Object.keys(grants)),
    issuer.authenticate,
  ]
  return async request => {
    const context = new TokenContext(parts, request, seconds(parts.clock), lane)
    try {
      // Most checks finish without a promise.
      const asked = run(everyRequest, context)
      if (asked) await asked
      const granted = run(grants[context.parameters.get('grant_type') as string] as readonly TokenCheck[], context)
      if (granted) await granted
      return { status: 200, headers, body: context.answer }
    } catch (error) {
      await noteRefusalOf(context)
      return failure(error, parts)
    }
  }
}

/** A client that repeats a refused refresh writes at most one note in this time. */
const notedSeconds = 60

/** Stores why a refresh was refused, so that the list of grants shows why an application was signed out. */
async function noteRefusalOf({ parts, refresh, refusal, now }: TokenContext): Promise<void> {
  if (refusal === null) return
  const note = { id: refresh.chain, now, since: now - notedSeconds, reason: refusal }
  await parts.store.write(tx => tx.run(noteRefusal(parts.store.dialect, note))).catch(parts.onFault)
}

/** Stops once a check has set the answer. */
function run(checks: readonly TokenCheck[], context: TokenContext, from = 0): MaybePromise<void> {
  for (let at = from; at < checks.length && context.answer === undefined; at++) {
    const result = (checks[at] as TokenCheck)(context)
    if (result instanceof Promise) return result.then(() => run(checks, context, at + 1))
  }
}

/**
 * Formats an error as OAuth JSON. After an internal fault or a store failure nothing was consumed, so the client may
 * retry.
 */
function oauthFailure(error: unknown, parts: EndpointParts): WebAnswer {
  return failureAs(400, oauthErrorOf(error, parts))
}

export function oauthErrorOf(error: unknown, parts: Pick<EndpointParts, 'onFault'>): OAuthError {
  if (error instanceof OAuthError) return error
  if (!(error instanceof StoreUnavailable)) parts.onFault(error)
  return new OAuthError('temporarilyUnavailable', 'The request could not be processed now; try again.')
}

export const failureAs = (status: number, error: OAuthError): WebAnswer => ({
  status,
  headers,
  body: JSON.stringify({ error: error.error, error_code: error.code, error_description: error.message }),
})
