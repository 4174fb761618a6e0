// Declares the commands about webhook targets.
import { integer, oneOf } from '../../config/kinds.ts'
import type { SettingName } from '../../config/settings.ts'
import type { Family, Flag } from '../command.ts'
import { database } from './flags.ts'

const user: Flag = {
  flag: '--user <uid>',
  about: 'The user whose rights decide what is sent and shown.',
  required: true,
}
const target: Flag = { flag: '--target <id>', about: 'The target.', required: true }
const entity: Flag = {
  flag: '--entity <name>',
  about: 'An entity whose changes are sent.',
  many: true,
  otherwise: 'all entities',
}
const payload: Flag = {
  flag: '--payload <payload>',
  about: 'How much of the record is sent.',
  kind: oneOf('full', 'changes', 'thin'),
  default: 'changes',
}
const settings: readonly SettingName[] = ['dataDir', 'outboundNetworks', 'outboundHttp']

export const webhookCommands: Family = {
  name: 'webhook',
  about: 'Webhook targets: receivers of changes.',
  commands: [
    {
      name: 'create',
      about: 'Create a target. Its secret is shown once.',
      flags: [
        database,
        user,
        { flag: '--url <url>', about: 'Where its events are sent.', required: true },
        { flag: '--description <text>', about: 'What it is for.' },
        entity,
        {
          flag: '--operation <name>',
          about: 'An operation whose events are sent.',
          many: true,
          otherwise: 'all operations',
        },
        { flag: '--filter <json>', about: 'A condition on the record, as in Criteria.SearchQuery.' },
        payload,
        { flag: '--order <order>', about: 'What keeps its order.', kind: oneOf('record', 'strict'), default: 'record' },
      ],
      settings,
      examples: ['webhook create --database acme --user ANN --url https://hooks.example.com/crm --entity AbEntry'],
      load: async () => (await import('../actions/webhook.ts')).createTarget,
    },
    {
      name: 'list',
      about: 'List the targets.',
      flags: [database, user],
      settings,
      examples: ['webhook list --database acme --user ANN'],
      load: async () => (await import('../actions/webhook.ts')).listTargets,
    },
    {
      name: 'test',
      about: 'Send an example to a target and show its answer.',
      flags: [database, user, target],
      settings,
      examples: ['webhook test --database acme --user ANN --target 01M7HBRA9A93W8Z2K4WR'],
      load: async () => (await import('../actions/webhook.ts')).testTarget,
    },
    {
      name: 'trigger <type>',
      about: 'Send an example of a type of event to a target.',
      flags: [database, user, target],
      settings,
      examples: ['webhook trigger abentry.updated --database acme --user ANN --target 01M7HBRA9A93W8Z2K4WR'],
      load: async () => (await import('../actions/webhook.ts')).testTarget,
    },
    {
      name: 'replay',
      about: 'Send events to a target once more; a running server does it.',
      flags: [
        database,
        user,
        target,
        { flag: '--event <id>', about: 'One event.' },
        { flag: '--from <time>', about: 'Events from this date-time on.' },
        { flag: '--to <time>', about: 'Events up to this date-time.' },
        { flag: '--failed-since <time>', about: 'Events that were given up since this date-time.' },
      ],
      settings,
      examples: [
        'webhook replay --database acme --user ANN --target 01M7HBRA9A93W8Z2K4WR --failed-since 2026-03-01T08:00:00Z',
      ],
      load: async () => (await import('../actions/webhook.ts')).replayEvents,
    },
    {
      name: 'deliveries',
      about: 'Show what was sent to a target, newest first.',
      flags: [
        database,
        user,
        target,
        { flag: '--limit <count>', about: 'Show at most so many.', kind: integer(1, 200), default: 50 },
      ],
      settings,
      examples: ['webhook deliveries --database acme --user ANN --target 01M7HBRA9A93W8Z2K4WR'],
      load: async () => (await import('../actions/webhook.ts')).listDeliveries,
    },
    {
      name: 'listen',
      about: 'Follow the change feed of a running server and send its events, signed, to a program on this machine.',
      flags: [
        { flag: '--forward-to <url>', about: 'Where the program listens.', required: true },
        {
          flag: '--database <name>',
          about: 'The database; a token is made that ends with the command.',
          otherwise: 'the only one of the store',
        },
        { flag: '--user <uid>', about: 'The user whose rights decide what is sent.', otherwise: 'an administrator' },
        {
          flag: '--server <url>',
          about: 'The address of the server.',
          otherwise: 'the server that served the store last',
        },
        {
          flag: '--token-stdin',
          about: 'Read a personal token of a server elsewhere from standard input; the store is not opened.',
        },
        entity,
        payload,
      ],
      settings: ['publicUrl'],
      examples: [
        'webhook listen --database acme --user ANN --forward-to http://127.0.0.1:3000/',
        'webhook listen --server https://crm.example.com --token-stdin --forward-to http://127.0.0.1:3000/ < token.txt',
      ],
      load: async () => (await import('../actions/webhook-listen.ts')).listen,
    },
  ],
}
