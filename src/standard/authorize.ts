// Begins a sign-in at the standard issuer, and ends it with a code when the person has consented before.
import type { AuthorizeContext } from '../oauth/authorize/context.ts'
import { attemptOf } from '../oauth/authorize/endpoint.ts'
import { cancelLocation } from '../oauth/authorize/request.ts'
import type { EndpointParts } from '../oauth/endpoint-parts.ts'
import { isNarrower } from '../oauth/scope.ts'
import { standardGrantsOf } from '../oauth/statements.ts'
import type { NewAttempt, SignedInUser, SignInOutcome } from '../sign-in/attempt.ts'
import type { Tx } from '../storage/store.ts'
import type { AskConsent } from './consent.ts'
import { factsIn, type ResourceName, type ResourceUrls, resourceOf } from './facts.ts'
import { issueStandardCode } from './issue.ts'
import { returnOriginOf, type StandardRequest } from './request.ts'

export const standardAttempt =
  (urls: () => ResourceUrls) =>
  (context: AuthorizeContext): NewAttempt => {
    const { application, parameters, redirectUri, scope, state, challenge, iss } = context
    const request: StandardRequest = {
      ...{ clientId: application.clientId, redirectUri, scope, state, challenge, iss: iss as string },
      resource: resourceOf(parameters.get('resource') as string, urls()) as ResourceName,
      clientName: application.name,
      document: application.document,
      ask: (parameters.get('prompt') ?? '').split(' ').includes('consent'),
    }
    const returnOrigin = returnOriginOf(redirectUri)
    return { ...attemptOf(context), returnOrigin, purpose: 'standard', request: JSON.stringify(request) }
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

export const standardOutcome = (parts: EndpointParts, ask: AskConsent): SignInOutcome => ({
  async finish(tx, text, who, browser) {
    const request = JSON.parse(text) as StandardRequest
    if (!(await hasConsented(tx, parts, request, who))) return ask(tx, request, who, browser)
    return { location: await issueStandardCode(tx, parts, request, who) }
  },
  cancel: text => cancelLocation(JSON.parse(text) as StandardRequest),
})
