// Declares the commands that serve, check and keep the store.
import { oneOf } from '../../config/kinds.ts'
import { type SettingName, settingNames } from '../../config/settings.ts'
import type { CommandSpec } from '../command.ts'

/** What a test server chooses itself. */
const ownSettings: readonly SettingName[] = [
  ...(['host', 'publicUrl', 'dataDir', 'mail', 'demo', 'tlsCert', 'tlsKey', 'brandLogo', 'trustedProxy'] as const),
]

export const serverCommands: readonly CommandSpec[] = [
  {
    name: 'serve',
    about: 'Serve everything on one address. Makes the store if there is none.',
    flags: [{ flag: '--new-store', about: 'Begin with an empty SQLite store although the former one is gone.' }],
    settings: settingNames,
    examples: [
      'serve',
      'serve --port 8200 --store postgres://crm@db.example.com/crm',
      'serve --public-url https://crm.example.com --mail smtp://mail.example.com \\\n    --trusted-proxy loopback',
    ],
    load: async () => (await import('../actions/serve.ts')).serve,
  },
  {
    name: 'test-server',
    about:
      'Serve an empty store of its own for the tests of an application, with a clock that they move, faults that they ask for, and a control API at /_test. Nothing is kept.',
    flags: [
      { flag: '--clock <moment>', about: 'Where the clock stands at first.', otherwise: 'now' },
      {
        flag: '--data <amount>',
        about: 'The made-up records of the first database.',
        kind: oneOf('empty', 'small', 'demo'),
        default: 'empty',
      },
      { flag: '--faults <file>', about: 'A JSON file with a list of faults to begin with.' },
      { flag: '--watch-stdin', about: 'Stop when standard input ends, so that nothing outlives a test run.' },
    ],
    settings: settingNames.filter(name => !ownSettings.includes(name)),
    examples: ['test-server --json', 'test-server --port 8099 --clock 2026-01-05T09:00:00Z --data small'],
    load: async () => (await import('../actions/test-server.ts')).testServer,
  },
  {
    name: 'settings',
    about: 'List every setting: value, source, meaning.',
    settings: settingNames,
    examples: ['settings', 'settings --json'],
    load: async () => (await import('../actions/settings.ts')).listSettings,
  },
  {
    name: 'doctor',
    about:
      'Check runtime, store, the last check of the whole store, migrations, placement, clock, secret key, mail, public address, disk and files. The exit status is 1 when something has to be mended.',
    flags: [
      {
        flag: '--deep',
        about: 'Also read the whole store: pages, indexes, references, and the word index against the records.',
      },
      { flag: '--fix', about: 'As --deep, and rebuild the word index if it differs from the records.' },
    ],
    settings: settingNames,
    examples: ['doctor', 'doctor --deep', 'doctor --deep --fix', 'doctor --public-url https://crm.example.com'],
    load: async () => (await import('../actions/doctor.ts')).examine,
  },
  {
    name: 'migrate',
    about: 'Bring the store to the tables of this version, as serve does. Makes the store if there is none.',
    flags: [{ flag: '--dry-run', about: 'Say what would be done, and do nothing.' }],
    examples: ['migrate --dry-run', 'migrate'],
    load: async () => (await import('../actions/migrate.ts')).migrateStore,
  },
  {
    name: 'reindex',
    about:
      'Rebuild the word index, by which $PHRASE finds records, from the records; also while servers use the store. A run that was interrupted is resumed by the next.',
    flags: [
      { flag: '--database <name>', about: 'Only this database.', otherwise: 'all' },
      { flag: '--restart', about: 'Begin anew instead of where an interrupted run has ended.' },
    ],
    examples: ['reindex', 'reindex --database acme --restart'],
    load: async () => (await import('../actions/reindex.ts')).reindexWords,
  },
  {
    name: 'backup <file>',
    about: 'Write a consistent copy of the store, also while a server uses it.',
    flags: [{ flag: '--force', about: 'Replace the file if it exists.' }],
    examples: ['backup backups/monday.db'],
    load: async () => (await import('../actions/backup.ts')).backup,
  },
  {
    name: 'restore <file>',
    about: 'Verify a backup and put it in the place of the store; the old one is kept beside it.',
    examples: ['restore backups/monday.db'],
    load: async () => (await import('../actions/restore.ts')).restore,
  },
]
