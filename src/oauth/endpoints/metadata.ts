// Builds the metadata document of RFC 8414, by which client libraries find the endpoints.
import type { WebAnswer } from '../../base/web.ts'
import { scopes } from '../scope.ts'

export function metadata(issuer: string): WebAnswer {
  const methods = ['client_secret_post', 'client_secret_basic']
  return {
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'public, max-age=300' },
    body: JSON.stringify({
      issuer,
      authorization_endpoint: `${issuer}/v1/authorize`,
      token_endpoint: `${issuer}/v1/token`,
      revocation_endpoint: `${issuer}/v1/revoke`,
      introspection_endpoint: `${issuer}/v1/introspect`,
      scopes_supported: scopes,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: [...methods, 'none'],
      revocation_endpoint_auth_methods_supported: [...methods, 'none'],
      introspection_endpoint_auth_methods_supported: methods,
      code_challenge_methods_supported: ['SHA256'],
    }),
  }
}
