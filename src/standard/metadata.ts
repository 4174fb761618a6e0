// Builds the metadata of the standard issuer (RFC 8414) and of the resources that its tokens are for (RFC 9728).
import type { WebAnswer } from '../base/web.ts'
import { scopes } from '../oauth/scope.ts'
import type { ResourceName, ResourceUrls } from './facts.ts'

const answerOf = (document: object): WebAnswer => ({
  status: 200,
  headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'public, max-age=300' },
  body: JSON.stringify(document),
})

export function issuerMetadata(issuer: string, documentation: string): WebAnswer {
  const methods = ['client_secret_basic', 'client_secret_post']
  return answerOf({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    revocation_endpoint: `${issuer}/revoke`,
    introspection_endpoint: `${issuer}/introspect`,
    scopes_supported: scopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: [...methods, 'none'],
    revocation_endpoint_auth_methods_supported: [...methods, 'none'],
    introspection_endpoint_auth_methods_supported: methods,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    service_documentation: documentation,
  })
}

export const resourceMetadata = (name: ResourceName, urls: ResourceUrls, issuer: string): WebAnswer =>
  answerOf({
    resource: urls[name],
    authorization_servers: [issuer],
    scopes_supported: name === 'mcp' ? scopes.filter(scope => scope !== 'webaccess') : scopes,
    bearer_methods_supported: ['header'],
    resource_name: 'Clientele',
  })
