// Declares the commands about databases, security groups and users.
import { flag as trueOrFalse } from '../../config/kinds.ts'
import type { CommandSpec, Family, Flag } from '../command.ts'
import { database, limit, passwordStdin, uid } from './flags.ts'

const databases: Family = {
  name: 'database',
  about: 'Databases: each holds one organisation, apart from all others.',
  commands: [
    {
      name: 'create <name>',
      about: 'Create a database, with option lists and a sales process. Makes the store if there is none.',
      flags: [
        { flag: '--currency <code>', about: 'The corporate currency, an ISO 4217 code.', default: 'USD' },
        {
          flag: '--time-zone <name>',
          about: 'The IANA time zone in which its days begin, for triggers of workflows.',
          default: 'UTC',
        },
      ],
      examples: ['database create acme --currency EUR', 'database create acme --time-zone America/Toronto'],
      load: async () => (await import('../actions/database.ts')).createDatabase,
    },
    {
      name: 'list',
      about: 'List the databases of the store.',
      examples: ['database list', 'database list --json'],
      load: async () => (await import('../actions/database.ts')).listAll,
    },
    {
      name: 'show <name>',
      about: 'Show a database: currency, creation, and how much is in it.',
      examples: ['database show acme'],
      load: async () => (await import('../actions/database.ts')).showDatabase,
    },
    {
      name: 'rename <name> <new-name>',
      about: 'Give a database another name. Sign-ins and tokens stay; login_hint has the new name.',
      examples: ['database rename acme acme-europe'],
      load: async () => (await import('../actions/database.ts')).renameDatabase,
    },
    {
      name: 'move <name>',
      about:
        'Move a database to another node of a Citus cluster, where it gets a shard of its own. Its writes wait meanwhile.',
      flags: [{ flag: '--to <node>', about: 'The node, as HOST:PORT; "doctor" lists them.', required: true }],
      examples: ['database move acme --to worker-2.example.com:5432'],
      load: async () => (await import('../actions/database.ts')).moveDatabase,
    },
    {
      name: 'delete <name>',
      about: 'Remove a database with everything in it, for good. Make a backup first.',
      flags: [
        { flag: '--yes', about: 'Do not ask.', otherwise: 'a terminal asks for the name; without one --yes is needed' },
      ],
      examples: ['backup before.db', 'database delete acme --yes'],
      load: async () => (await import('../actions/database.ts')).deleteDatabase,
    },
  ],
}

const group: Flag = { flag: '--name <group>', about: 'The security group, by its name or its key.', required: true }
const groupUser: Flag = {
  flag: '--user <uid>',
  about: 'The user id of a member.',
  required: true,
  many: true,
}

const groups: Family = {
  name: 'group',
  about: 'Security groups: who may read and write records.',
  commands: [
    {
      name: 'create',
      about: 'Create a security group.',
      flags: [database, { flag: '--name <name>', about: 'The name of the group.', required: true }],
      examples: ['group create --database acme --name Sales'],
      load: async () => (await import('../actions/group.ts')).createGroup,
    },
    {
      name: 'list',
      about: 'List the security groups with their members.',
      flags: [database, limit],
      examples: ['group list --database acme'],
      load: async () => (await import('../actions/group.ts')).listGroups,
    },
    {
      name: 'add',
      about: 'Add users to a security group.',
      flags: [database, group, groupUser],
      examples: ['group add --database acme --name Sales --user ANN --user BEN'],
      load: async () => (await import('../actions/group.ts')).addMembers,
    },
    {
      name: 'remove',
      about: 'Remove users from a security group.',
      flags: [database, group, groupUser],
      examples: ['group remove --database acme --name Sales --user BEN'],
      load: async () => (await import('../actions/group.ts')).removeMembers,
    },
    {
      name: 'delete',
      about: 'Delete a security group that no record names in SecAccess.',
      flags: [database, group],
      examples: ['group delete --database acme --name Sales'],
      load: async () => (await import('../actions/group.ts')).deleteGroup,
    },
  ],
}

const newUid: Flag = { ...uid, about: 'The user id: letters, digits, dot, dash and underscore.' }
const email: Flag = { flag: '--email <address>', about: 'The address with which the user signs in.' }
const name: Flag = { flag: '--name <name>', about: 'First and last name; the last word is the last name.' }
const groupKey: Flag = { flag: '--group <group>', about: 'A security group, by its name or its key.', many: true }
const admin: Flag = { flag: '--admin', about: 'The user is an administrator.' }
const culture: Flag = { flag: '--culture <tag>', about: 'The language and region for dates and money, such as de-CH.' }
const timeZone: Flag = { flag: '--time-zone <name>', about: 'The IANA time zone, such as Europe/Zurich.' }

const users: Family = {
  name: 'user',
  about: 'Users: who can sign in to a database.',
  commands: [
    {
      name: 'create',
      about: 'Create a user. Without a password the user signs in by single sign-on alone; see also "user invite".',
      flags: [
        database,
        newUid,
        { ...email, required: true },
        { ...name, otherwise: 'the user id' },
        admin,
        groupKey,
        { ...culture, otherwise: 'en-US' },
        { ...timeZone, otherwise: 'UTC' },
        { flag: '--password-stdin', about: passwordStdin },
      ],
      examples: [
        'user create --database acme --uid ANN --email ann@example.com \\\n    --name "Ann Lee" --admin --password-stdin',
        'user create --database acme --uid BEN --email ben@example.com \\\n    --password-stdin < password.txt',
      ],
      load: async () => (await import('../actions/user.ts')).createUser,
    },
    {
      name: 'invite',
      about: 'Create a user and mail a link to choose a password; for a user who exists, mail another link.',
      flags: [
        database,
        newUid,
        { ...email, otherwise: 'the address of the user, who must exist then' },
        { ...name, otherwise: 'the user id' },
        admin,
        groupKey,
        { ...culture, otherwise: 'en-US' },
        { ...timeZone, otherwise: 'UTC' },
      ],
      settings: ['publicUrl', 'mail', 'mailFrom'],
      examples: [
        'user invite --database acme --uid BEN --email ben@example.com --name "Ben Roe"',
        'user invite --database acme --uid BEN',
      ],
      load: async () => (await import('../actions/invite.ts')).inviteUser,
    },
    {
      name: 'list',
      about: 'List the users of a database.',
      flags: [database, limit],
      examples: ['user list --database acme'],
      load: async () => (await import('../actions/user.ts')).listUsers,
    },
    {
      name: 'show',
      about: 'Show a user.',
      flags: [database, uid],
      examples: ['user show --database acme --uid ANN'],
      load: async () => (await import('../actions/user.ts')).showUser,
    },
    {
      name: 'update',
      about: 'Change a user; what is not given stays.',
      flags: [
        database,
        uid,
        email,
        name,
        { flag: '--admin [true|false]', about: 'Whether the user is an administrator.', kind: trueOrFalse() },
        { ...groupKey, about: 'A security group, by its name or its key; those given replace the ones before.' },
        { flag: '--sso-only [true|false]', about: 'Whether single sign-on is the only way in.', kind: trueOrFalse() },
        culture,
        timeZone,
      ],
      examples: [
        'user update --database acme --uid ANN --email ann.lee@example.com',
        'user update --database acme --uid BEN --admin false',
      ],
      load: async () => (await import('../actions/user.ts')).updateUser,
    },
    {
      name: 'set-password',
      about: 'Set the password of a user, which ends the sessions, grants and remembered browsers of the user.',
      flags: [
        database,
        uid,
        { flag: '--password-stdin', about: passwordStdin, otherwise: 'the same' },
        { flag: '--keep-sessions', about: 'End nothing.' },
      ],
      examples: ['user set-password --database acme --uid ANN'],
      load: async () => (await import('../actions/user.ts')).setPassword,
    },
    {
      name: 'reset-factors',
      about: 'Remove the authenticator app and the recovery codes of a user who has lost them.',
      flags: [database, uid],
      examples: ['user reset-factors --database acme --uid ANN'],
      load: async () => (await import('../actions/user.ts')).resetSecondFactors,
    },
    {
      name: 'disable',
      about: 'Keep a user from signing in, and end the tokens of the user.',
      flags: [database, uid],
      examples: ['user disable --database acme --uid BEN'],
      load: async () => (await import('../actions/user.ts')).disableUser,
    },
    {
      name: 'enable',
      about: 'Let a disabled user sign in again.',
      flags: [database, uid],
      examples: ['user enable --database acme --uid BEN'],
      load: async () => (await import('../actions/user.ts')).enableUser,
    },
    {
      name: 'delete',
      about: 'Delete a user. The name stays in records; "bin restore" brings the user back.',
      flags: [database, uid],
      examples: ['user delete --database acme --uid BEN'],
      load: async () => (await import('../actions/user.ts')).deleteUser,
    },
  ],
}

export const accountCommands: readonly (CommandSpec | Family)[] = [databases, groups, users]
