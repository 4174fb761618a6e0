// Handles POST /v1/token: runs the ordered checks and answers every failure as OAuth JSON with HTTP 400.
import { seconds } from '../../base/clock.ts'
import { StoreUnavailable } from '../../base/errors.ts'
import type { MaybePromise } from '../../base/scheduling/maybe-promise.ts'
import type { WebAnswer, WebHandler } from '../../base/web.ts'
import type { EndpointParts } from '../endpoint-parts.ts'
import { OAuthError } from '../errors.ts'
import { noteRefusal } from '../statements.ts'
import { authenticate, readParameters, requireForm, requireGrantType } from './check-request.ts'
import { type TokenCheck, TokenContext } from './context.ts'
import { exchangeCode } from './exchange-code.ts'
import { refresh } from './refresh.ts'

const grants: Readonly<Record<string, readonly TokenCheck[]>> = {
  authorization_code: exchangeCode,
  refresh_token: refresh,
}

const everyRequest: readonly TokenCheck[] = [
  requireForm,
  readParameters,
  requireGrantType(Object.keys(grants)),
  authenticate,
]

const headers = Object.freeze({
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  pragma: 'no-cache',
})

export const tokenEndpoint =
  (parts: EndpointParts): WebHandler =>
  async request => {
    const context = new TokenContext(parts, request, seconds(parts.clock))
    try {
      // Most checks finish without a promise.
      const asked = run(everyRequest, context)
      if (asked) await asked
      const granted = run(grants[context.parameters.get('grant_type') as string] as readonly TokenCheck[], context)
      if (granted) await granted
      return { status: 200, headers, body: context.answer }
    } catch (error) {
      await noteRefusalOf(context)
      return oauthFailure(error, parts)
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
export function oauthFailure(error: unknown, parts: EndpointParts): WebAnswer {
  if (error instanceof OAuthError) return failure(error)
  if (!(error instanceof StoreUnavailable)) parts.onFault(error)
  return failure(new OAuthError('temporarilyUnavailable', 'The request could not be processed now; try again.'))
}

const failure = (error: OAuthError): WebAnswer => ({
  status: 400,
  headers,
  body: JSON.stringify({ error: error.error, error_code: error.code, error_description: error.message }),
})
