// Builds the metadata of the standard issuer (RFC 8414) and of the resources that its tokens are for (RFC 9728).
import type { WebAnswer } from '../base/web.ts'
import { issuerDocument, metadataAnswer } from '../oauth/endpoints/metadata.ts'
import { scopes } from '../oauth/scope.ts'
import type { ResourceName, ResourceUrls } from './facts.ts'

export function issuerMetadata(issuer: string, documentation: string): WebAnswer {
  const methods = ['client_secret_basic', 'client_secret_post']
  return metadataAnswer({
    ...issuerDocument({ issuer, endpoints: issuer, methods, challenge: 'S256' }),
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    service_documentation: documentation,
  })
}

export const resourceMetadata = (name: ResourceName, urls: ResourceUrls, issuer: string): WebAnswer =>
  metadataAnswer({
    resource: urls[name],
    authorization_servers: [issuer],
    scopes_supported: name === 'mcp' ? scopes.filter(scope => scope !== 'webaccess') : scopes,
    bearer_methods_supported: ['header'],
    resource_name: 'Clientele',
  })
