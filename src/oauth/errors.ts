// Registers the errors of the authorization server: the OAuth name, the number, the meaning, and what the client does.

/** One line of the registry; the reference is generated from it. */
interface OAuthErrorEntry {
  /** The `error` of RFC 6749. */
  readonly error: string
  /** The `error_code` of this service. Codes from 3000 on are its own, 4 and 14 are given by the specification. */
  readonly code: number
  /** What happened. */
  readonly doc: string
  /** What a client does next. */
  readonly client: string
}

export const oauthErrors = {
  invalidRequest: {
    error: 'invalid_request',
    code: 3000,
    doc: 'A parameter is missing, malformed, too long or sent twice, or the body is not a form.',
    client: 'Correct the request; the description names the parameter.',
  },
  invalidRefreshToken: {
    error: 'invalid_grant',
    code: 3001,
    doc: 'The refresh token is unknown, expired, or was issued to another client.',
    client: 'Begin a new sign-in.',
  },
  invalidClient: {
    error: 'invalid_client',
    code: 3002,
    doc: 'The client is unknown, or its secret is missing or wrong.',
    client: 'Correct client_id and client_secret. Nothing was consumed.',
  },
  unsupportedGrantType: {
    error: 'unsupported_grant_type',
    code: 3003,
    doc: 'The grant_type is neither authorization_code nor refresh_token.',
    client: 'Send one of the two.',
  },
  invalidScope: {
    error: 'invalid_scope',
    code: 3004,
    doc: 'The scope is unknown, or a refresh asks for more than was granted.',
    client: 'Ask for known scopes; begin a new sign-in for a wider one.',
  },
  temporarilyUnavailable: {
    error: 'temporarily_unavailable',
    code: 3005,
    doc: 'The service or its store cannot answer now, or this address sent too many wrong secrets.',
    client: 'Send the same request again later.',
  },
  unauthorizedClient: {
    error: 'unauthorized_client',
    code: 3006,
    doc: 'The client may not use this endpoint: introspection is for confidential clients, the device grant for registered ones.',
    client: 'Use a client that has a secret, or one that an administrator has registered.',
  },
  unsupportedResponseType: {
    error: 'unsupported_response_type',
    code: 3007,
    doc: 'The response_type of an authorize request is not code.',
    client: 'Send response_type=code.',
  },
  invalidTarget: {
    error: 'invalid_target',
    code: 3008,
    doc: 'The resource is missing, is none of this server, or is another one than that of the authorize request. At the standard issuer only.',
    client: 'Send the resource as the metadata of the protected resource names it.',
  },
  invalidCode: {
    error: 'invalid_grant',
    code: 3010,
    doc: 'The authorization code is unknown, expired, used before, or was issued to another client.',
    client: 'Begin a new sign-in. A code that was used twice has revoked the tokens it issued.',
  },
  redirectUriDiffers: {
    error: 'invalid_grant',
    code: 3011,
    doc: 'The redirect_uri is not the one of the authorize request, or not the registered one.',
    client: 'Send the same redirect_uri as before.',
  },
  wrongVerifier: {
    error: 'invalid_grant',
    code: 3012,
    doc: 'The code_verifier is missing, malformed or wrong, or was sent without a code_challenge before.',
    client: 'Send the verifier of this sign-in. The code was not consumed.',
  },
  refreshTokenUsed: {
    error: 'invalid_grant',
    code: 4,
    doc: 'The refresh token was used before, or revoked, or its user may no longer sign in.',
    client: 'Begin a new sign-in. Unless refresh-reuse is refuse, the whole chain of tokens has ended.',
  },
  loginRequired: {
    error: 'login_required',
    code: 3013,
    doc: 'The request says prompt=none and the person has to sign in, or another person signed in than the id_token_hint names. At the standard issuer only.',
    client: 'Send the request again without prompt=none.',
  },
  consentRequired: {
    error: 'consent_required',
    code: 3014,
    doc: 'The request says prompt=none and the person has to be asked for consent. At the standard issuer only.',
    client: 'Send the request again without prompt=none.',
  },
  requestNotSupported: {
    error: 'request_not_supported',
    code: 3015,
    doc: 'An authorize request came as a signed object (`request`), which is not taken.',
    client: 'Send the parameters one by one, or push them (RFC 9126).',
  },
  invalidDpopProof: {
    error: 'invalid_dpop_proof',
    code: 3016,
    doc: 'The DPoP proof is missing, malformed, for another request or key, not made just now, or was used before. At the standard issuer only.',
    client: 'Sign a new proof for this request with the key of the grant.',
  },
  invalidRedirectUri: {
    error: 'invalid_redirect_uri',
    code: 3017,
    doc: 'A client that registers itself names a redirect URI that it cannot have. At the standard issuer only.',
    client: 'Correct the redirect URI that the description names.',
  },
  invalidClientMetadata: {
    error: 'invalid_client_metadata',
    code: 3018,
    doc: 'Another member of the metadata of a client that registers itself is wrong. At the standard issuer only.',
    client: 'Correct the member that the description names.',
  },
  authorizationPending: {
    error: 'authorization_pending',
    code: 3019,
    doc: 'The person has not answered the question of a device yet. At the standard issuer only.',
    client: 'Ask again after the interval.',
  },
  slowDown: {
    error: 'slow_down',
    code: 3020,
    doc: 'A device asks more often than its interval. At the standard issuer only.',
    client: 'Make the interval five seconds longer, for good, and ask again.',
  },
  expiredToken: {
    error: 'expired_token',
    code: 3021,
    doc: 'The person did not type the code of a device, or did not answer, in time. At the standard issuer only.',
    client: 'Ask for a new code and show it.',
  },
  cancelled: {
    error: 'access_denied',
    code: 14,
    doc: 'The person pressed Cancel, during the sign-in or when asked for consent.',
    client: 'Offer to sign in again.',
  },
} as const satisfies Readonly<Record<string, OAuthErrorEntry>>

export type OAuthErrorName = keyof typeof oauthErrors

export class OAuthError extends Error {
  readonly error: string
  readonly code: number
  constructor(name: OAuthErrorName, description: string) {
    super(description)
    this.name = 'OAuthError'
    this.error = oauthErrors[name].error
    this.code = oauthErrors[name].code
  }
}

export function fail(name: OAuthErrorName, description: string): never {
  throw new OAuthError(name, description)
}
