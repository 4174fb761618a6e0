// Checks an authorize request. Failures of client and redirect URI are pages, never redirects; all others are redirected.
import { matchesOne, redirectUriProblem } from '../../entities/rules/redirect-uri.ts'
import { fail } from '../errors.ts'
import { parameterMaxLength } from '../parameters.ts'
import { parseScope } from '../scope.ts'
import { type AuthorizeContext, UnsafeToRedirect } from './context.ts'

export function only(context: AuthorizeContext, name: string): string {
  const value = context.parameters.get(name)
  if (value === undefined) throw new UnsafeToRedirect(texts => texts.missing(name))
  if (context.parameters.isRepeated(name)) throw new UnsafeToRedirect(texts => texts.repeated(name))
  return value
}

export async function findClient(context: AuthorizeContext): Promise<void> {
  const application = await context.parts.applications.find(only(context, 'client_id'))
  if (!application) throw new UnsafeToRedirect(texts => texts.unknownClient)
  context.application = application
}

export function checkRedirectUri(context: AuthorizeContext): void {
  const uri = only(context, 'redirect_uri')
  const { loopbackRedirects } = context.parts.policy
  const registered = context.application.redirectUris
  if (!matchesOne(uri, registered, loopbackRedirects) || redirectUriProblem(uri, loopbackRedirects) !== null) {
    throw new UnsafeToRedirect(texts => texts.otherRedirect)
  }
  context.redirectUri = uri
}

/** The first check of those that redirect, so that every later error can carry the state. */
export function readState(context: AuthorizeContext): void {
  const state = context.parameters.get('state')
  const raw = context.parameters.raw('state')
  if (state === undefined || raw === undefined || context.parameters.isRepeated('state')) return
  if (state.length > parameterMaxLength) {
    fail('invalidRequest', `The state is longer than ${parameterMaxLength} characters.`)
  }
  // A state that is safe in a Location header is returned as it was encoded; any other state is encoded again.
  context.state = /^[\x21\x24-\x25\x27-\x3b\x3d-\x5b\x5d-\x5f\x61-\x7e]*$/.test(raw) ? raw : encodeURIComponent(state)
}

export function refuseRepeatedOrOverlong({ parameters }: AuthorizeContext): void {
  parameters.refuseRepeated()
  parameters.refuseOverlong()
}

export function requireCodeResponse({ parameters }: AuthorizeContext): void {
  const type = parameters.get('response_type')
  if (type === undefined) fail('invalidRequest', 'The parameter response_type is missing.')
  if (type !== 'code') fail('unsupportedResponseType', 'The response_type must be code.')
}

export function checkScope(context: AuthorizeContext): void {
  const scope = parseScope(context.parameters.get('scope'))
  if (!scope) fail('invalidScope', 'The scope must be of data, data.readonly and webaccess.')
  context.scope = scope
}

/** The method is called SHA256 here; S256 is accepted only from applications that are registered for it. */
export function checkChallenge(context: AuthorizeContext): void {
  const { parameters, application } = context
  const challenge = parameters.get('code_challenge')
  const method = parameters.get('code_challenge_method')
  if (challenge === undefined) {
    if (method !== undefined) fail('invalidRequest', 'A code_challenge_method was sent without a code_challenge.')
    if (application.isPublic) fail('invalidRequest', 'A public client must send a code_challenge.')
    return
  }
  if (method === undefined) fail('invalidRequest', 'The parameter code_challenge_method is missing; it must be SHA256.')
  if (method === 'S256' && !application.allowS256) {
    fail(
      'invalidRequest',
      'The code_challenge_method must be SHA256. An administrator may allow S256 for this application: clientele app update --allow-s256, or AllowS256 of the entity Application.',
    )
  }
  if (method !== 'SHA256' && method !== 'S256') {
    fail('invalidRequest', 'The code_challenge_method must be SHA256.')
  }
  if (!/^[A-Za-z0-9_-]{43}$/.test(challenge)) {
    fail('invalidRequest', 'The code_challenge must be the base64url text of a SHA-256, 43 characters.')
  }
  context.challenge = challenge
}
