// Declares the commands about applications, personal tokens, grants and single sign-on.
import { oneOf, flag as trueOrFalse } from '../../config/kinds.ts'
import type { CommandSpec, Family, Flag } from '../command.ts'
import { database, limit, moment } from './flags.ts'

const clientId: Flag = { flag: '--client-id <id>', about: 'The client id of the application.', required: true }
const appName: Flag = { flag: '--name <name>', about: 'The name that people see when they sign in.' }
const redirectUri: Flag = {
  flag: '--redirect-uri <uri>',
  about: 'Where sign-ins end: https, without query and fragment, matched to the letter.',
  many: true,
}

const applications: Family = {
  name: 'app',
  about: 'Applications: clients of the authorization server.',
  commands: [
    {
      name: 'create',
      about: 'Register an application for the users of all databases. Its secret is shown once.',
      flags: [
        { ...appName, required: true },
        { ...redirectUri, required: true },
        { flag: '--public', about: 'A native or browser application: no secret, PKCE instead.' },
        {
          flag: '--allow-s256',
          about: 'Also accept S256 as the name of the challenge method: standard OAuth libraries send it.',
        },
      ],
      settings: ['loopbackRedirects', 'standardLane', 'standardRedirects'],
      examples: [
        'app create --name "Our portal" --redirect-uri https://portal.example.com/callback',
        'app create --name "Phone app" --redirect-uri https://app.example.com/callback \\\n    --public --allow-s256',
      ],
      load: async () => (await import('../actions/app.ts')).createApp,
    },
    {
      name: 'list',
      about: 'List the applications that serve all databases, or those of one database.',
      flags: [{ flag: '--database <name>', about: 'The database.', otherwise: 'those for all databases' }, limit],
      examples: ['app list', 'app list --database acme'],
      load: async () => (await import('../actions/app.ts')).listApps,
    },
    {
      name: 'show',
      about: 'Show an application, without its secret.',
      flags: [clientId],
      examples: ['app show --client-id h3Kq0ZVn5sYwT1cRb7Ld'],
      load: async () => (await import('../actions/app.ts')).showApp,
    },
    {
      name: 'update',
      about: 'Change an application; what is not given stays.',
      flags: [
        clientId,
        appName,
        { ...redirectUri, about: `${redirectUri.about} Those given replace the ones before.` },
        {
          flag: '--allow-s256 [true|false]',
          about: 'Whether S256 is accepted as the name of the challenge method.',
          kind: trueOrFalse(),
        },
      ],
      settings: ['loopbackRedirects', 'standardLane', 'standardRedirects'],
      examples: [
        'app update --client-id h3Kq0ZVn5sYwT1cRb7Ld --allow-s256',
        'app update --client-id h3Kq0ZVn5sYwT1cRb7Ld \\\n    --redirect-uri https://a.example.com/cb --redirect-uri https://b.example.com/cb',
      ],
      load: async () => (await import('../actions/app.ts')).updateApp,
    },
    {
      name: 'rotate-secret',
      about: 'Give an application a new secret, shown once. The one before ends at once.',
      flags: [clientId],
      examples: ['app rotate-secret --client-id h3Kq0ZVn5sYwT1cRb7Ld'],
      load: async () => (await import('../actions/app.ts')).rotateSecret,
    },
    {
      name: 'delete',
      about: 'Delete an application. Its tokens end.',
      flags: [clientId],
      examples: ['app delete --client-id h3Kq0ZVn5sYwT1cRb7Ld'],
      load: async () => (await import('../actions/app.ts')).deleteApp,
    },
  ],
}

const tokens: Family = {
  name: 'token',
  about: "Personal access tokens, for a user's own programs.",
  commands: [
    {
      name: 'create',
      about: 'Create a token; it is shown once.',
      flags: [
        database,
        { flag: '--user <uid>', about: 'The user for whom the token acts.', required: true },
        { flag: '--name <name>', about: 'What the token is for.', required: true },
        {
          flag: '--scope <scope>',
          about: 'What the token allows.',
          kind: oneOf('data', 'data.readonly'),
          default: 'data',
        },
        { flag: '--expires <when>', about: 'When it ends, at most a year from now.', kind: moment, otherwise: '365d' },
      ],
      examples: [
        'token create --database acme --user ANN --name "nightly export" --expires 90d',
        'token create --database acme --user ANN --name report --scope data.readonly',
      ],
      load: async () => (await import('../actions/token.ts')).createToken,
    },
    {
      name: 'list',
      about: 'List the personal tokens of a database, or of one user.',
      flags: [database, { flag: '--user <uid>', about: 'Whose tokens.', otherwise: 'all users' }, limit],
      examples: ['token list --database acme', 'token list --database acme --user ANN'],
      load: async () => (await import('../actions/token.ts')).listTokens,
    },
    {
      name: 'revoke',
      about: 'End a personal token.',
      flags: [
        database,
        { flag: '--key <key>', about: 'The key of the token, as "token list" shows it.', required: true },
      ],
      examples: ['token revoke --database acme --key UGVyc29uYWxBY2Nlc3NUb2tlbgkwMUs...'],
      load: async () => (await import('../actions/token.ts')).revokeToken,
    },
  ],
}

const grantUser: Flag = { flag: '--user <uid>', about: 'The user whose grants these are.', required: true }

const grants: Family = {
  name: 'grants',
  about: 'What users have granted to applications by signing in.',
  commands: [
    {
      name: 'list',
      about: 'List the grants of a user.',
      flags: [database, grantUser],
      examples: ['grants list --database acme --user ANN'],
      load: async () => (await import('../actions/grants.ts')).listGrants,
    },
    {
      name: 'revoke',
      about: 'End one grant of a user, or all of them.',
      flags: [database, grantUser, { flag: '--grant <id>', about: 'The id of one grant.', otherwise: 'all of them' }],
      examples: ['grants revoke --database acme --user ANN'],
      load: async () => (await import('../actions/grants.ts')).revokeGrants,
    },
    {
      name: 'forget',
      about: 'Make every browser confirm an e-mail address again.',
      flags: [{ flag: '--email <address>', about: 'The e-mail address.', required: true }],
      examples: ['grants forget --email ann@example.com'],
      load: async () => (await import('../actions/grants.ts')).forgetBrowsersOf,
    },
  ],
}

const sso: Family = {
  name: 'sso',
  about: 'Single sign-on of a database by OpenID Connect.',
  commands: [
    {
      name: 'set',
      about: 'Set up, or change, the provider of a database.',
      flags: [
        database,
        { flag: '--issuer <url>', about: 'The address of the provider, as it spells it.', required: true },
        { flag: '--client-id <id>', about: 'The client that was registered there.', required: true },
        { flag: '--claim <name>', about: 'The claim that is the e-mail or the Uid of the user.', default: 'email' },
        {
          flag: '--groups-claim <name>',
          about: 'The claim that lists the groups of the user, by name or by external key of the source sso.',
        },
        {
          flag: '--domain <domain>',
          about: 'People with an address of this domain sign in there, also without a user.',
          many: true,
        },
        { flag: '--new-users', about: 'Make users of such people at their first sign-in.' },
        { flag: '--new-user-group <group>', about: 'A group of new users, by its name or its key.', many: true },
        { flag: '--only', about: 'Users of this database cannot sign in with a password.' },
        {
          flag: '--trust-email',
          about: 'Believe an e-mail of which the provider does not say whether it is verified.',
        },
        {
          flag: '--client-secret-stdin',
          about: 'Read the client secret from standard input: one line, or asked for twice on a terminal.',
        },
      ],
      settings: ['dataDir', 'publicUrl'],
      examples: [
        'sso set --database acme --issuer https://login.example.com --client-id crm \\\n    --client-secret-stdin < secret.txt',
      ],
      load: async () => (await import('../actions/sso.ts')).setProvider,
    },
    {
      name: 'show',
      about: 'Show the provider of a database, without its secret.',
      flags: [database],
      examples: ['sso show --database acme'],
      load: async () => (await import('../actions/sso.ts')).showProvider,
    },
    {
      name: 'test',
      about:
        'Test the provider of a database: its metadata, endpoints and keys. The exit code is 1 when a check fails.',
      flags: [database],
      settings: ['outboundNetworks', 'outboundHttp'],
      examples: ['sso test --database acme'],
      load: async () => (await import('../actions/sso.ts')).testProviderOf,
    },
    {
      name: 'forget',
      about: 'Let a user sign in with another identity at the provider.',
      flags: [database, { flag: '--user <uid>', about: 'The user.', required: true }],
      examples: ['sso forget --database acme --user ANN'],
      load: async () => (await import('../actions/sso.ts')).forgetIdentityOf,
    },
    {
      name: 'remove',
      about: 'Remove the provider of a database.',
      flags: [database],
      examples: ['sso remove --database acme'],
      load: async () => (await import('../actions/sso.ts')).removeProvider,
    },
  ],
}

export const accessCommands: readonly (CommandSpec | Family)[] = [applications, tokens, grants, sso]
