// The errors of the authorization server, as OAuth names them and as this service numbers them.

/** 3000 and above come from this server; 4 and 14 are the specification's own. */
export const oauthErrors = {
  invalidRequest: { error: 'invalid_request', code: 3000 },
  invalidRefreshToken: { error: 'invalid_grant', code: 3001 },
  invalidClient: { error: 'invalid_client', code: 3002 },
  unsupportedGrantType: { error: 'unsupported_grant_type', code: 3003 },
  invalidScope: { error: 'invalid_scope', code: 3004 },
  temporarilyUnavailable: { error: 'temporarily_unavailable', code: 3005 },
  unauthorizedClient: { error: 'unauthorized_client', code: 3006 },
  unsupportedResponseType: { error: 'unsupported_response_type', code: 3007 },
  invalidCode: { error: 'invalid_grant', code: 3010 },
  redirectUriDiffers: { error: 'invalid_grant', code: 3011 },
  wrongVerifier: { error: 'invalid_grant', code: 3012 },
  refreshTokenUsed: { error: 'invalid_grant', code: 4 },
  cancelled: { error: 'access_denied', code: 14 },
} as const

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
