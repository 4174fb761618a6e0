// Builds the paths of the authorization server.
import { scopes } from '../oauth/scope.ts'
import { accountPaths } from './account-paths.ts'
import { factorPaths } from './factor-paths.ts'
import { clientOperation, headerFailures, inQuery, json, type Operation, type Paths, titled } from './parts.ts'
import { picturePaths } from './picture-paths.ts'
import { providerPaths } from './provider-paths.ts'
import { listOf, object, openObject, type Schema, text, whole } from './schema.ts'

const tag = ['Authorization']

export function oauthPaths(auth: string): Paths {
  return {
    [`${auth}/v1/authorize`]: { get: authorize },
    [`${auth}/v1/token`]: { post: token },
    [`${auth}/v1/revoke`]: { post: revoke },
    [`${auth}/v1/introspect`]: { post: introspect },
    [`${auth}/.well-known/oauth-authorization-server`]: { get: metadata },
    ...accountPaths(auth),
    ...picturePaths(auth),
    ...factorPaths(auth),
    ...providerPaths(auth),
  }
}

const callback = 'https://app.example.com/callback'

const authorize: Operation = {
  ...titled('authorize', tag, 'Begin a sign-in; for the browser of a person'),
  security: [],
  parameters: [
    inQuery('response_type', { type: 'string', const: 'code' }, 'Always `code`.', 'code', true),
    inQuery('client_id', text, 'The id of the application.', '<client-id>', true),
    inQuery('redirect_uri', { type: 'string', format: 'uri' }, 'Exactly the registered one.', callback, true),
    inQuery('scope', text, `Of ${scopes.join(', ')}, separated by spaces; \`data\` if left out.`, 'data'),
    inQuery('state', { type: 'string', maxLength: 2048 }, 'Comes back unchanged.', 'xyz'),
    inQuery(
      'code_challenge',
      { type: 'string', pattern: '^[A-Za-z0-9_-]{43}$' },
      'The base64url text of the SHA-256 of the verifier; required of public clients.',
      'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    ),
    inQuery(
      'code_challenge_method',
      { type: 'string', enum: ['SHA256', 'S256'] },
      'SHA256; S256 for an application that is registered for it.',
      'SHA256',
    ),
    inQuery('login_hint', text, 'Whom to sign in: an e-mail address, or a login_hint that came back before.'),
  ],
  responses: {
    '303': {
      description:
        'To the sign-in pages; at their end to the redirect URI with `code`, `state` and `login_hint`, or with `error`, `error_description` and, after Cancel, `error_code=14`.',
      headers: { Location: { schema: { type: 'string', format: 'uri-reference' } } },
    },
    '302': {
      description: 'To the redirect URI with `error`, `error_description` and `state`: a parameter is wrong.',
      headers: { Location: { schema: { type: 'string', format: 'uri' } } },
    },
    '400': {
      description: 'A page: the client is unknown, or the redirect URI is not the registered one.',
      content: { 'text/html': { schema: text } },
    },
  },
}

const form = (schema: Schema, examples: Schema): Schema => ({
  required: true,
  content: { 'application/x-www-form-urlencoded': { schema, examples } },
})

const client = {
  client_id: { type: 'string', description: 'Unless it stands in the Authorization header.' },
  client_secret: {
    type: 'string',
    description: 'Of confidential clients, unless it stands in the Authorization header.',
  },
}

const credentials = { client_id: '<client-id>', client_secret: '<client-secret>' }

const codeGrant = object(
  {
    grant_type: { type: 'string', const: 'authorization_code' },
    ...client,
    redirect_uri: { type: 'string', description: 'The one of the authorize request.' },
    code: { type: 'string', description: 'Works once, for two minutes.' },
    code_verifier: { type: 'string', description: 'If a code_challenge was sent.' },
  },
  ['grant_type', 'redirect_uri', 'code'],
)

const refreshGrant = object(
  {
    grant_type: { type: 'string', const: 'refresh_token' },
    ...client,
    redirect_uri: { type: 'string', description: 'The registered one; may be left out.' },
    refresh_token: {
      type: 'string',
      description: 'The newest one. It works once; the same answer comes again for 60 s.',
    },
    scope: { type: 'string', description: 'Narrows the scope for good.' },
  },
  ['grant_type', 'refresh_token'],
)

const pair = object(
  {
    access_token: text,
    token_type: { type: 'string', const: 'Bearer' },
    expires_in: { type: 'integer', description: 'Seconds until it expires if it is not used.' },
    refresh_token: text,
  },
  ['access_token', 'token_type', 'expires_in', 'refresh_token'],
)

const plain = (description: string, schema: Schema): Schema => ({ description, content: json(schema) })

const token: Operation = clientOperation(
  { '200': plain('A pair of tokens.', pair) },
  {
    ...titled('token', tag, 'Exchange a code, or refresh'),
    requestBody: form(
      { oneOf: [codeGrant, refreshGrant] },
      {
        code: {
          value: {
            grant_type: 'authorization_code',
            ...credentials,
            redirect_uri: callback,
            code: '<code>',
            code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
          },
        },
        refresh: { value: { grant_type: 'refresh_token', ...credentials, refresh_token: '<refresh-token>' } },
      },
    ),
  },
)

const aboutToken = object({ ...client, token: text, token_type_hint: text }, ['token'])

const revoke: Operation = clientOperation(
  { '200': plain('The token is not valid any more, or never was.', openObject) },
  {
    ...titled('revoke', tag, 'End a token (RFC 7009)'),
    description: 'A refresh token ends with its whole chain, an access token alone.',
    requestBody: form(aboutToken, { example: { value: { ...credentials, token: '<refresh-token-2>' } } }),
  },
)

const introspect: Operation = clientOperation(
  {
    '200': plain(
      'What the token is; `active` false for one that ended, and for those of others.',
      object(
        {
          active: { type: 'boolean' },
          token_type: text,
          scope: text,
          client_id: text,
          sub: { type: 'string', description: 'The Uid of the user.' },
          database: text,
          exp: whole,
          iat: whole,
          iss: text,
        },
        ['active'],
      ),
    ),
  },
  {
    ...titled('introspect', tag, 'Ask about a token (RFC 7662)'),
    description: 'For confidential clients, about their own tokens.',
    requestBody: form(aboutToken, { example: { value: { ...credentials, token: '<access-token-2>' } } }),
  },
)

const metadata: Operation = {
  ...titled('metadata', tag, 'Metadata of the authorization server (RFC 8414)'),
  description: 'Also at `/.well-known/oauth-authorization-server`, with and without the prefix behind it.',
  security: [],
  responses: {
    '200': plain(
      'The metadata.',
      object({ issuer: text, authorization_endpoint: text, token_endpoint: text, scopes_supported: listOf(text) }, [
        'issuer',
        'authorization_endpoint',
        'token_endpoint',
      ]),
    ),
    ...headerFailures,
  },
}
