// Checks what an authorize request of the standard issuer has to be, where it differs from the lane of the specification.
import { matchesStandardUri } from '../entities/rules/redirect-uri.ts'
import {
  findClient,
  only,
  readState,
  refuseRepeatedOrOverlong,
  requireCodeResponse,
} from '../oauth/authorize/check-request.ts'
import { type AuthorizeCheck, type AuthorizeContext, UnsafeToRedirect } from '../oauth/authorize/context.ts'
import { fail } from '../oauth/errors.ts'
import { thumbprintPattern } from './dpop/bound-token.ts'
import { checkPrompt } from './openid/silent.ts'
import { type ResourceUrls, resourceOf } from './resource.ts'
import { hasDataScope, isIdentityOnly, parseStandardScope, standardScopes } from './scope.ts'

/** Https to the letter; the loopback address with any port (RFC 8252, 7.3). */
function checkRedirectUri(context: AuthorizeContext): void {
  const uri = only(context, 'redirect_uri')
  if (!matchesStandardUri(uri, context.application.redirectUris))
    throw new UnsafeToRedirect(texts => texts.otherRedirect)
  context.redirectUri = uri
}

function checkScope(context: AuthorizeContext): void {
  const scope = parseStandardScope(context.parameters.get('scope'))
  if (!scope) fail('invalidScope', `The scope must be of ${standardScopes.join(', ')}.`)
  context.scope = scope
}

/** Every client proves with S256 that the code is its own (RFC 9700, 2.1.1). */
function checkChallenge(context: AuthorizeContext): void {
  const challenge = context.parameters.get('code_challenge')
  if (challenge === undefined) fail('invalidRequest', 'The parameter code_challenge is missing.')
  if (context.parameters.get('code_challenge_method') !== 'S256') {
    fail('invalidRequest', 'The code_challenge_method must be S256.')
  }
  if (!/^[A-Za-z0-9_-]{43}$/.test(challenge)) {
    fail('invalidRequest', 'The code_challenge must be the base64url text of a SHA-256, 43 characters.')
  }
  context.challenge = challenge
}

function checkBoundKey({ parameters }: AuthorizeContext): void {
  const key = parameters.get('dpop_jkt')
  if (key !== undefined && !thumbprintPattern.test(key)) {
    fail('invalidRequest', 'The dpop_jkt is the SHA-256 thumbprint of a key, 43 characters.')
  }
}

function checkResponseMode({ parameters }: AuthorizeContext): void {
  const mode = parameters.get('response_mode')
  if (mode !== undefined && mode !== 'query') fail('invalidRequest', 'The response_mode must be query.')
}

const checkResource =
  (urls: () => ResourceUrls): AuthorizeCheck =>
  ({ parameters, scope }) => {
    const asked = parameters.get('resource')
    const { api, mcp } = urls()
    if (asked === undefined) {
      if (isIdentityOnly(scope)) return
      fail('invalidTarget', `The parameter resource is missing; it must be ${api} or ${mcp}.`)
    }
    const resource = resourceOf(asked, urls())
    if (resource === null) fail('invalidTarget', `The resource must be ${api} or ${mcp}.`)
    if (resource !== 'userinfo' && !hasDataScope(scope)) {
      fail('invalidScope', `For ${asked} the scope needs data or data.readonly.`)
    }
    if (resource === 'userinfo' && !isIdentityOnly(scope)) {
      fail('invalidScope', 'For userinfo the scope has openid and no scope of data.')
    }
    if (resource === 'mcp' && scope.includes('webaccess')) {
      fail('invalidScope', 'The scope webaccess is for the data API alone.')
    }
  }

/** What a device asks for has neither redirect nor challenge. */
export const deviceChecks = (urls: () => ResourceUrls): readonly AuthorizeCheck[] => [
  checkScope,
  checkBoundKey,
  checkResource(urls),
]

export const beforeRedirects: readonly AuthorizeCheck[] = [findClient, checkRedirectUri]

export const redirectedChecks = (urls: () => ResourceUrls, checkHint: AuthorizeCheck): readonly AuthorizeCheck[] => [
  readState,
  refuseRepeatedOrOverlong,
  requireCodeResponse,
  checkResponseMode,
  checkPrompt,
  checkScope,
  checkChallenge,
  checkBoundKey,
  checkResource(urls),
  checkHint,
]
