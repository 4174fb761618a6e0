// Makes the paths of grants, sessions, remembered browsers, the own password, and single sign-on.
import { endReasons } from '../oauth/grants/end-of-grant.ts'
import { providerChecks } from '../sso/test-provider.ts'
import { body, dataOperation, inQuery, type Paths } from './parts.ts'
import { dateTime, listOf, namedValues, object, type Schema, text } from './schema.ts'

const tags = ['Authorization']
const zero = { type: 'integer', const: 0 }
const flag = { type: 'boolean' }
const maybeText = { type: ['string', 'null'] }
const maybeMoment = { type: ['string', 'null'], format: 'date-time' }

const done = (members: Readonly<Record<string, Schema>>): Schema =>
  object({ Code: zero, ...members }, ['Code', ...Object.keys(members)])

const pathId = (description: string): Schema => ({
  name: 'id',
  in: 'path',
  required: true,
  description,
  schema: text,
  examples: { example: { value: '<id>' } },
})

const reasons = Object.entries(endReasons).map(([value, description]) => ({ value, title: value, description }))

const grant = object(
  {
    Id: text,
    Kind: { type: 'string', enum: ['application', 'session'] },
    Application: maybeText,
    ClientId: maybeText,
    User: text,
    UserName: text,
    Scope: text,
    Created: dateTime,
    LastUsed: dateTime,
    Expires: dateTime,
    Agent: maybeText,
    Current: flag,
    Ended: { ...maybeMoment, description: 'When it ended; null when that is not known, and while it lives.' },
    EndReason: {
      oneOf: [{ type: 'string', ...namedValues(reasons) }, { type: 'null' }],
      description: 'Why nobody can use it any more; null while somebody can.',
    },
    EndedBy: { ...maybeText, description: 'The Uid of the person who ended it.' },
    LastRefusal: {
      oneOf: [object({ Time: dateTime, Reason: text }, ['Time', 'Reason']), { type: 'null' }],
      description: 'The last refresh of the application that was refused, and why.',
    },
  },
  ['Id'],
)

const browser = object(
  { Id: text, Agent: text, Confirmed: dateTime, LastUsed: dateTime, Expires: dateTime, Current: flag },
  ['Id'],
)

const whose = inQuery('user', text, 'The Uid of another user; for administrators.')

export function accountPaths(auth: string): Paths {
  return { ...grantPaths(auth), ...browserPaths(auth), ...ssoPaths(auth) }
}

function grantPaths(auth: string): Paths {
  return {
    [`${auth}/v1/grants`]: {
      get: dataOperation('read', done({ Grants: listOf(grant), Next: maybeText }), {
        operationId: 'listGrants',
        tags,
        summary: 'See what was granted to applications, and the sessions of the console',
        parameters: [
          inQuery('user', text, 'The Uid of another user, or `*` for all users; for administrators.'),
          inQuery('ended', flag, 'Also those that have ended, for about 30 days.'),
          inQuery('limit', { type: 'integer', minimum: 1, maximum: 500 }, 'How many at most; 200 unless said.'),
          inQuery('after', text, '`Next` of the page before.'),
        ],
      }),
    },
    [`${auth}/v1/grants/{id}`]: {
      delete: dataOperation('write', done({ Grants: listOf(grant) }), {
        operationId: 'revokeGrant',
        tags,
        summary: 'End a grant with its tokens, or a session',
        parameters: [pathId('The Id of a grant.')],
      }),
    },
  }
}

function browserPaths(auth: string): Paths {
  const passwords = object({ OldPassword: text, NewPassword: text }, ['OldPassword', 'NewPassword'])
  return {
    [`${auth}/v1/browsers`]: {
      get: dataOperation('read', done({ Browsers: listOf(browser) }), {
        operationId: 'listBrowsers',
        tags,
        summary: 'See the browsers that need not confirm the e-mail',
        parameters: [whose],
      }),
    },
    [`${auth}/v1/browsers/{id}`]: {
      delete: dataOperation('write', done({ Browsers: listOf(browser) }), {
        operationId: 'forgetBrowser',
        tags,
        summary: 'Make one browser confirm the e-mail again',
        parameters: [pathId('The Id of a browser.'), whose],
      }),
    },
    [`${auth}/v1/forget-browsers`]: {
      post: dataOperation('write', done({ Forgotten: flag }), {
        operationId: 'forgetBrowsers',
        tags,
        summary: 'Make every browser confirm the e-mail again',
        requestBody: body(object({ User: text }), { example: { value: {} } }, false),
      }),
    },
    [`${auth}/v1/password`]: {
      post: dataOperation('write', done({}), {
        operationId: 'changePassword',
        tags,
        summary: 'Choose a new password of one’s own',
        description:
          'It ends the grants, the sessions and the remembered browsers of the user. A session of the console that asks for it is replaced.',
        requestBody: body(passwords, {
          example: { value: { OldPassword: 'the old sentence', NewPassword: 'a longer sentence' } },
        }),
      }),
    },
  }
}

function ssoPaths(auth: string): Paths {
  const settings = { Issuer: text, ClientId: text, Claim: text, Only: flag, TrustEmail: flag }
  const known = object({ ...settings, HasSecret: flag }, ['Issuer', 'ClientId', 'HasSecret'])
  const answered = done({ Sso: { oneOf: [known, { type: 'null' }] }, RedirectUri: text })
  const check = object(
    { Name: { type: 'string', enum: [...providerChecks] }, Passed: { type: ['boolean', 'null'] }, Message: text },
    ['Name', 'Passed', 'Message'],
  )
  const given = object({ ...settings, ClientSecret: text }, ['Issuer', 'ClientId'])
  const example = {
    example: { value: { Issuer: 'https://login.example.com', ClientId: 'crm', ClientSecret: '<client-secret>' } },
  }
  const common = { tags, description: 'For administrators.' }
  return {
    [`${auth}/v1/sso`]: {
      get: dataOperation('read', answered, {
        ...common,
        operationId: 'readSso',
        summary: 'See the provider of single sign-on, without its secret',
      }),
      put: dataOperation('write', answered, {
        ...common,
        operationId: 'setSso',
        summary: 'Set up, or change, the provider of single sign-on',
        description:
          'For administrators. A ClientSecret that is left out is kept while Issuer and ClientId stay the same; an empty one is removed.',
        requestBody: body(given, example),
      }),
      delete: dataOperation('write', answered, {
        ...common,
        operationId: 'removeSso',
        summary: 'Remove the provider of single sign-on',
      }),
    },
    [`${auth}/v1/sso/test`]: {
      post: dataOperation(
        'read',
        done({ Test: object({ Passed: flag, Checks: listOf(check) }, ['Passed', 'Checks']) }),
        {
          ...common,
          operationId: 'testSso',
          summary: 'Test a provider: its metadata, endpoints and keys',
          description: 'For administrators. It tests what the body describes, or without a body what is set up.',
          requestBody: body(given, example, false),
        },
      ),
    },
  }
}
