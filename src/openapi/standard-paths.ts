// Builds the paths of the standard issuer, which the document has where the setting standard-lane is on.
import {
  clientOperation,
  headerFailures,
  inQuery,
  json,
  type Operation,
  type Paths,
  response,
  titled,
} from './parts.ts'
import { anything, flag, listOf, object, openObject, type Schema, text, whole } from './schema.ts'

const tag = ['Standard issuer']

const plain = (description: string, schema: Schema): Schema => ({ description, content: json(schema) })

const form = (properties: Schema, required: readonly string[] = []): Schema => ({
  required: true,
  content: { 'application/x-www-form-urlencoded': { schema: object(properties, required) } },
})

const client = {
  client_id: { type: 'string', description: 'Unless it stands in the Authorization header.' },
  client_secret: { type: 'string', description: 'Of clients that have one.' },
  client_assertion: { type: 'string', description: 'Of clients with a private key (RFC 7523).' },
  client_assertion_type: text,
}

const uri = { type: 'string', format: 'uri' }

const asked = {
  resource: { ...uri, description: 'The data API or the MCP server; absent where the scope has `openid` alone.' },
  scope: { type: 'string', description: '`data` if left out.' },
}

const request = {
  ...asked,
  response_type: { type: 'string', const: 'code' },
  redirect_uri: uri,
  state: text,
  code_challenge: text,
  code_challenge_method: { type: 'string', const: 'S256' },
  nonce: text,
  prompt: { type: 'string', description: '`none`, `login`, `consent` or `select_account`.' },
  max_age: whole,
  login_hint: text,
  id_token_hint: text,
  dpop_jkt: text,
}

const pages: Operation = {
  '302': { description: 'To the sign-in, or to the redirect URI with `error`, `state` and `iss`.' },
  '303': { description: 'To the sign-in pages; at their end to the redirect URI with `code`, `state` and `iss`.' },
  '400': {
    description: 'A page: client or redirect URI are not known.',
    content: { 'text/html': { schema: text } },
  },
}

const beginning = {
  security: [],
  description: 'For the browser of a person. The same parameters as a query or as a form.',
  responses: pages,
}

const authorize = {
  get: {
    ...titled('standardAuthorize', tag, 'Begin a sign-in; for the browser of a person'),
    ...beginning,
    parameters: [
      inQuery('client_id', text, 'The id of the client, or the address of its document.', undefined, true),
      inQuery('request_uri', text, 'What `par` has answered, in place of the other parameters.'),
      ...Object.entries(request).map(([name, schema]) =>
        inQuery(name, schema as Schema, `See RFC 6749 and ${seeOf(name)}.`),
      ),
    ],
  },
  post: {
    ...titled('standardAuthorizeByForm', tag, 'Begin a sign-in by a form'),
    ...beginning,
    requestBody: form({ client_id: text, request_uri: text, ...request }, ['client_id']),
  },
}

function seeOf(name: string): string {
  if (name === 'resource') return 'RFC 8707'
  if (name.startsWith('code_challenge')) return 'RFC 7636'
  return name === 'dpop_jkt' ? 'RFC 9449' : 'OpenID Connect Core'
}

const pair = object(
  {
    access_token: text,
    token_type: { type: 'string', enum: ['Bearer', 'DPoP'] },
    expires_in: { type: 'integer', description: 'Seconds until it expires if it is not used.' },
    refresh_token: text,
    scope: { type: 'string', description: 'What was allowed, which may be less than was asked.' },
    id_token: { type: 'string', description: 'With the scope `openid`.' },
  },
  ['access_token', 'token_type', 'expires_in', 'refresh_token', 'scope'],
)

const refused = { '401': response('OAuthFailure') }

const token: Operation = clientOperation(
  { '200': plain('A pair of tokens.', pair), ...refused },
  {
    ...titled('standardToken', tag, 'Exchange a code or the code of a device, or refresh'),
    requestBody: form(
      {
        grant_type: {
          type: 'string',
          enum: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
        },
        ...client,
        ...asked,
        code: text,
        redirect_uri: uri,
        code_verifier: text,
        refresh_token: text,
        device_code: text,
      },
      ['grant_type'],
    ),
  },
)

const pushed: Operation = clientOperation(
  {
    '201': plain('Where the request is kept for 90 seconds.', object({ request_uri: text, expires_in: whole })),
    ...refused,
  },
  {
    ...titled('standardPush', tag, 'Send an authorize request ahead (RFC 9126)'),
    requestBody: form({ ...client, ...request }),
  },
)

const device: Operation = clientOperation(
  {
    '200': plain(
      'The codes of the device and of the person.',
      object(
        {
          device_code: text,
          user_code: text,
          verification_uri: uri,
          verification_uri_complete: uri,
          expires_in: whole,
          interval: { type: 'integer', description: 'Seconds between two requests of the device.' },
        },
        ['device_code', 'user_code', 'verification_uri', 'expires_in'],
      ),
    ),
    ...refused,
  },
  {
    ...titled('standardDevice', tag, 'Begin the sign-in of a device without a browser (RFC 8628)'),
    description: 'For applications that an administrator has registered.',
    requestBody: form({ ...client, ...asked }),
  },
)

const metadataOfClient = {
  client_name: text,
  redirect_uris: listOf(uri),
  token_endpoint_auth_method: {
    type: 'string',
    enum: ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'],
  },
  grant_types: listOf(text),
  response_types: listOf(text),
  jwks: openObject,
  jwks_uri: uri,
}

const register: Operation = {
  ...titled('standardRegister', tag, 'Register a client (RFC 7591)'),
  description: 'Where `standard-registrations` lets clients register themselves.',
  security: [],
  requestBody: { required: true, content: json(object(metadataOfClient, ['redirect_uris'])) },
  responses: {
    '201': plain(
      'What was registered.',
      object(
        {
          client_id: text,
          client_id_issued_at: whole,
          client_secret: text,
          client_secret_expires_at: whole,
          ...metadataOfClient,
        },
        ['client_id', 'client_id_issued_at', 'redirect_uris'],
      ),
    ),
    '400': response('OAuthFailure'),
    '429': { description: 'This address has registered too many.', content: json(openObject) },
  },
}

const aboutToken = form({ ...client, token: text, token_type_hint: text }, ['token'])

const revoke: Operation = clientOperation(
  { '200': plain('The token is not valid any more, or never was.', openObject), ...refused },
  { ...titled('standardRevoke', tag, 'End a token (RFC 7009)'), requestBody: aboutToken },
)

const introspect: Operation = clientOperation(
  {
    '200': plain('What the token is.', object({ active: flag }, ['active'], { additionalProperties: anything })),
    ...refused,
  },
  { ...titled('standardIntrospect', tag, 'Ask about a token (RFC 7662)'), requestBody: aboutToken },
)

const userinfo = (operationId: string): Operation => ({
  ...titled(operationId, tag, 'Ask who the person of a token is (OpenID Connect)'),
  security: [{ bearer: [] }],
  responses: {
    '200': plain('The claims of the scope of the token.', object({ sub: text }, ['sub'])),
    '401': {
      description: 'The token is missing or not valid; `WWW-Authenticate` says why.',
      content: json(openObject),
    },
    '403': { description: 'The token does not have the scope `openid`.', content: json(openObject) },
  },
})

const document = (operationId: string, summary: string, required: readonly string[]): Operation => ({
  ...titled(operationId, tag, summary),
  security: [],
  responses: {
    '200': plain('The document.', { ...openObject, required: [...required] }),
    ...headerFailures,
  },
})

const logout = {
  get: {
    ...titled('standardLogout', tag, 'Sign the browser of a person out (OpenID Connect)'),
    security: [],
    parameters: [
      inQuery('id_token_hint', text, 'An ID token of the person; without it the person is asked.'),
      inQuery('client_id', text, 'The client, if the hint does not name it.'),
      inQuery('post_logout_redirect_uri', uri, 'One of the redirect URIs of the client.'),
      inQuery('state', text, 'Comes back unchanged.'),
    ],
    responses: {
      '200': { description: 'A page.', content: { 'text/html': { schema: text } } },
      '303': { description: 'To `post_logout_redirect_uri`.' },
    },
  },
}

interface IssuerAddress {
  readonly auth: string
  readonly canRegister: boolean
}

export function standardPaths({ auth, canRegister }: IssuerAddress): Paths {
  const issuer = `${auth}/standard`
  const metadata = ['issuer', 'authorization_endpoint', 'token_endpoint', 'jwks_uri']
  return {
    [`${issuer}/authorize`]: authorize,
    [`${issuer}/token`]: { post: token },
    [`${issuer}/par`]: { post: pushed },
    [`${issuer}/device_authorization`]: { post: device },
    ...(canRegister ? { [`${issuer}/register`]: { post: register } } : {}),
    [`${issuer}/revoke`]: { post: revoke },
    [`${issuer}/introspect`]: { post: introspect },
    [`${issuer}/userinfo`]: { get: userinfo('standardUserinfo'), post: userinfo('standardUserinfoByPost') },
    [`${issuer}/jwks`]: { get: document('standardKeys', 'The keys of ID tokens', ['keys']) },
    [`${issuer}/logout`]: logout,
    [`${issuer}/.well-known/oauth-authorization-server`]: {
      get: document('standardMetadata', 'Metadata of the issuer (RFC 8414)', metadata),
    },
    [`${issuer}/.well-known/openid-configuration`]: {
      get: document('standardDiscovery', 'The same by OpenID Connect Discovery', metadata),
    },
  }
}
