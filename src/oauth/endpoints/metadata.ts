// Builds the metadata document of RFC 8414, by which client libraries find the endpoints.
import type { WebAnswer } from '../../base/web.ts'
import { scopes } from '../scope.ts'

interface IssuerFacts {
  readonly issuer: string
  /** The address below which the endpoints are. */
  readonly endpoints: string
  /** How clients that have a secret authenticate, the preferred one first. */
  readonly methods: readonly string[]
  readonly challenge: string
}

/** The members that the documents of all issuers have. */
export const issuerDocument = ({ issuer, endpoints, methods, challenge }: IssuerFacts): object => ({
  issuer,
  authorization_endpoint: `${endpoints}/authorize`,
  token_endpoint: `${endpoints}/token`,
  revocation_endpoint: `${endpoints}/revoke`,
  introspection_endpoint: `${endpoints}/introspect`,
  scopes_supported: scopes,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_methods_supported: [...methods, 'none'],
  revocation_endpoint_auth_methods_supported: [...methods, 'none'],
  introspection_endpoint_auth_methods_supported: methods,
  code_challenge_methods_supported: [challenge],
})

export const metadataAnswer = (document: object): WebAnswer => ({
  status: 200,
  headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'public, max-age=300' },
  body: JSON.stringify(document),
})

export function metadata(issuer: string): WebAnswer {
  const methods = ['client_secret_post', 'client_secret_basic']
  return metadataAnswer(issuerDocument({ issuer, endpoints: `${issuer}/v1`, methods, challenge: 'SHA256' }))
}
