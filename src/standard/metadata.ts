// Builds the metadata of the standard issuer (RFC 8414) and of the resources that its tokens are for (RFC 9728).
import type { WebAnswer } from '../base/web.ts'
import { issuerDocument, metadataAnswer } from '../oauth/endpoints/metadata.ts'
import { scopes } from '../oauth/scope.ts'
import { assertionAlgorithms } from './clients/authentication.ts'
import { proofAlgorithms } from './dpop/proof.ts'
import { assurances, claimNames } from './openid/claims.ts'
import { signingAlgorithm } from './openid/signing-keys.ts'
import type { ResourceName, ResourceUrls } from './resource.ts'
import { standardScopes } from './scope.ts'

interface IssuerParts {
  readonly issuer: string
  readonly documentation: string
  readonly grantTypes: readonly string[]
  /** Clients may register themselves. */
  readonly canRegister: boolean
}

/** The same document by RFC 8414 and by OpenID Connect Discovery. */
export function issuerMetadata({ issuer, documentation, grantTypes, canRegister }: IssuerParts): WebAnswer {
  const methods = ['client_secret_basic', 'client_secret_post', 'private_key_jwt']
  return metadataAnswer({
    ...issuerDocument({ issuer, endpoints: issuer, methods, challenge: 'S256' }),
    scopes_supported: standardScopes,
    grant_types_supported: grantTypes,
    ...(canRegister ? { registration_endpoint: `${issuer}/register` } : {}),
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    service_documentation: documentation,
    device_authorization_endpoint: `${issuer}/device_authorization`,
    pushed_authorization_request_endpoint: `${issuer}/par`,
    require_pushed_authorization_requests: false,
    dpop_signing_alg_values_supported: proofAlgorithms,
    ...openidMetadata(issuer),
    ...Object.fromEntries(
      ['token', 'revocation', 'introspection'].map(name => [
        `${name}_endpoint_auth_signing_alg_values_supported`,
        assertionAlgorithms,
      ]),
    ),
  })
}

const openidMetadata = (issuer: string): object => ({
  userinfo_endpoint: `${issuer}/userinfo`,
  jwks_uri: `${issuer}/jwks`,
  end_session_endpoint: `${issuer}/logout`,
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: [signingAlgorithm],
  acr_values_supported: assurances,
  claim_types_supported: ['normal'],
  claims_supported: [
    ...['iss', 'sub', 'aud', 'exp', 'iat', 'auth_time', 'nonce', 'acr', 'amr', 'at_hash'],
    ...Object.values(claimNames).flat(),
  ],
  prompt_values_supported: ['none', 'login', 'consent', 'select_account'],
  claims_parameter_supported: false,
  request_parameter_supported: false,
  request_uri_parameter_supported: false,
})

export const resourceMetadata = (name: ResourceName, urls: ResourceUrls, issuer: string): WebAnswer =>
  metadataAnswer({
    resource: urls[name],
    authorization_servers: [issuer],
    scopes_supported: name === 'mcp' ? scopes.filter(scope => scope !== 'webaccess') : scopes,
    bearer_methods_supported: ['header'],
    dpop_signing_alg_values_supported: proofAlgorithms,
    dpop_bound_access_tokens_required: false,
    resource_name: 'Clientele',
  })
