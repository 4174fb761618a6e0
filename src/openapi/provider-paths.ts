// Builds the paths by which administrators set up identity providers: single sign-on, and SCIM.
import { providerChecks } from '../sso/test-provider.ts'
import { done } from './account-paths.ts'
import { body, dataOperation, inPath, json, type Operation, type Paths, titled } from './parts.ts'
import { dateTime, flag, listOf, object, text, textOrNull } from './schema.ts'

const tags = ['Authorization']
const maybeMoment = { type: ['string', 'null'], format: 'date-time' }

export const providerPaths = (auth: string): Paths => ({ ...ssoPaths(auth), ...scimPaths(auth) })

function ssoPaths(auth: string): Paths {
  const GroupsClaim = {
    ...textOrNull,
    description:
      'The claim whose values are the names, or the external keys of the source `sso`, of the groups of the user.',
  }
  const newUsers = {
    Domains: {
      ...listOf(text),
      description: 'People with an address of these domains sign in at the provider, also without a user.',
    },
    NewUsers: { ...flag, description: 'Makes a user of such a person at the first sign-in; false refuses it.' },
    NewUserGroups: { ...listOf(text), description: 'The keys of the groups of new users.' },
    FirstNameClaim: { ...text, description: 'Of new users; `given_name` when it is left out.' },
    LastNameClaim: { ...text, description: 'Of new users; `family_name` when it is left out.' },
  }
  const settings = { Issuer: text, ClientId: text, Claim: text, Only: flag, TrustEmail: flag, GroupsClaim, ...newUsers }
  const known = object({ ...settings, HasSecret: flag }, ['Issuer', 'ClientId', 'HasSecret'])
  const answered = done({ Sso: { oneOf: [known, { type: 'null' }] }, RedirectUri: text, LogoutUri: text })
  const check = object(
    { Name: { type: 'string', enum: [...providerChecks] }, Passed: { type: ['boolean', 'null'] }, Message: text },
    ['Name', 'Passed', 'Message'],
  )
  const given = object({ ...settings, ClientSecret: text }, ['Issuer', 'ClientId'])
  const example = {
    example: { value: { Issuer: 'https://login.example.com', ClientId: 'crm', ClientSecret: '<client-secret>' } },
  }
  const sso = (id: string, summary: string) => ({ ...titled(id, tags, summary), description: 'For administrators.' })
  const result = object({ Passed: flag, Checks: listOf(check) }, ['Passed', 'Checks'])
  return {
    [`${auth}/v1/sso`]: {
      get: dataOperation('read', answered, sso('readSso', 'See the provider of single sign-on, without its secret')),
      put: dataOperation('write', answered, {
        ...titled('setSso', tags, 'Set up, or change, the provider of single sign-on'),
        description:
          'For administrators. A ClientSecret that is left out is kept while Issuer and ClientId stay the same; an empty one is removed.',
        requestBody: body(given, example),
      }),
      delete: dataOperation('write', answered, sso('removeSso', 'Remove the provider of single sign-on')),
    },
    [`${auth}/v1/sso/logout/{database}`]: { post: logout },
    [`${auth}/v1/sso/test`]: {
      post: dataOperation('read', done({ Test: result }), {
        ...titled('testSso', tags, 'Test a provider: its metadata, endpoints and keys'),
        description: 'For administrators. It tests what the body describes, or without a body what is set up.',
        requestBody: body(given, example, false),
      }),
    },
  }
}

const logout: Operation = {
  ...titled('endSso', tags, 'End what a person began through the provider (back-channel logout)'),
  description:
    'For providers: OpenID Connect Back-Channel Logout 1.0. Sessions of the console, codes and grants of applications end.',
  security: [],
  parameters: [inPath('database', 'The name of the database.', 'acme')],
  requestBody: {
    required: true,
    content: {
      'application/x-www-form-urlencoded': {
        schema: object({ logout_token: text }, ['logout_token']),
        examples: { example: { value: { logout_token: 'eyJhbGciOiJSUzI1NiJ9.e30.c2ln' } } },
      },
    },
  },
  responses: {
    '200': { description: 'They have ended, or there were none.' },
    '400': {
      description: 'The logout token is not valid, was used before, or could not be checked.',
      content: json(object({ error: text, error_description: text }, ['error'])),
    },
  },
}

/** The set-up of SCIM. SCIM itself describes its resources, at `/scim/v2/Schemas`. */
function scimPaths(auth: string): Paths {
  const about = (id: string, summary: string) => ({ ...titled(id, tags, summary), description: 'For administrators.' })
  const settings = {
    Successor: { ...textOrNull, description: 'The Uid of the user who takes over the records of users who leave.' },
    ByManager: { ...flag, description: 'The manager of the user takes over, and the successor only without one.' },
  }
  const token = object(
    {
      ...{ Id: text, Name: text, Created: dateTime, CreatedBy: text },
      LastUsed: { ...maybeMoment, description: 'The minute of the last use; null before the first one.' },
      Expires: { ...maybeMoment, description: 'When the token ends; null for one that works until it is revoked.' },
    },
    ['Id', 'Name'],
  )
  const days = { type: ['integer', 'null'], minimum: 1, maximum: 730, description: 'After which the token ends.' }
  const known = { Address: text, ...settings, Tokens: listOf(token) }
  const answered = { Scim: object(known, Object.keys(known)) }
  return {
    [`${auth}/v1/scim`]: {
      get: dataOperation('read', done(answered), about('readScim', 'See the set-up of SCIM, without its tokens')),
      put: dataOperation('write', done(answered), {
        ...about('setScim', 'Set who takes over the records of users who leave'),
        requestBody: body(object(settings), { example: { value: { Successor: 'BEN', ByManager: true } } }),
      }),
    },
    [`${auth}/v1/scim/tokens`]: {
      post: dataOperation('write', done({ Token: text, Id: text, ...answered }), {
        ...titled('createScimToken', tags, 'Make a token for an identity provider'),
        description: 'For administrators. The answer shows the token, once.',
        requestBody: body(object({ Name: text, Days: days }, ['Name']), {
          example: { value: { Name: 'Entra ID', Days: 365 } },
        }),
      }),
    },
    [`${auth}/v1/scim/tokens/{id}`]: {
      delete: dataOperation('write', done(answered), {
        ...about('revokeScimToken', 'Revoke the token of an identity provider'),
        parameters: [inPath('id', 'The Id of a token.', '<id>')],
      }),
    },
  }
}
