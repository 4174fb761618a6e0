// Declares the commands that read and write records: the API, the recycle bin and sample data.
import { integer, oneOf } from '../../config/kinds.ts'
import type { CommandSpec, Family } from '../command.ts'
import { database, limit, tokenFile } from './flags.ts'

const api: CommandSpec = {
  name: 'api <operation>',
  about:
    'Run an operation of the data API on the store, without a server: Create, Read, Update, Upsert, Delete, Restore, Validate, WorkflowStart and others; the message about an unknown one lists them. The exit status is 0 when Code is 0.',
  flags: [
    {
      flag: '-d, --data <json>',
      about: 'The body of the request: JSON, @FILE, or @- for standard input.',
      required: true,
    },
    { flag: '--database <name>', about: 'The database.', otherwise: 'the only one of the store' },
    {
      flag: '--user <uid>',
      about: 'The user on whose behalf the operation runs, with the rights of that user.',
      otherwise: 'the service itself, as an administrator',
    },
  ],
  examples: [
    'api Read -d @query.json --database acme',
    `api WorkflowStart --database acme --user ANN -d @start.json`,
    `api Read --database acme --user ANN -d '{"AbEntry": {"Scope": {"Fields": {"FullName": 1}},\n    "Criteria": {"SearchQuery": {}, "Top": 5}}}'`,
  ],
  load: async () => (await import('../actions/api.ts')).callApi,
}

const types: CommandSpec = {
  name: 'types',
  about:
    'Write the TypeScript types of a database for the client package: entities, user-defined fields, options. With --check the exit status is 1 when the file is out of date.',
  flags: [
    { flag: '--url <url>', about: 'Ask the server at this address.', otherwise: 'the store is read' },
    tokenFile,
    {
      flag: '--database <name>',
      about: 'The database of the store. With --url the token decides.',
      otherwise: 'the only one of the store',
    },
    { flag: '-o, --out <file>', about: 'The file that is written.', otherwise: 'standard output' },
    { flag: '--check', about: 'Write nothing; compare the file of --out, and list what has changed.' },
  ],
  examples: [
    'types --url https://crm.example.com --token-file ci.token --out src/crm-model.ts',
    'types --url https://crm.example.com --out src/crm-model.ts --check',
    'types --database acme > crm-model.ts',
  ],
  load: async () => (await import('../actions/types.ts')).types,
}

const mcp: CommandSpec = {
  name: 'mcp',
  about:
    'Connect an assistant that starts programs: serves the MCP server of an installation over standard input and output, with a personal token, until the input ends.',
  flags: [{ flag: '--url <url>', about: 'The address of the server.', required: true }, tokenFile],
  examples: ['mcp --url https://crm.example.com --token-file assistant.token', 'mcp --url https://crm.example.com'],
  load: async () => (await import('../actions/mcp.ts')).mcp,
}

const bin: Family = {
  name: 'bin',
  about: 'The recycle bin, where deleted records stay for a while.',
  commands: [
    {
      name: 'list',
      about: 'List the records in the recycle bin, the last deleted ones first.',
      flags: [database, limit],
      examples: ['bin list --database acme'],
      load: async () => (await import('../actions/contents.ts')).listBin,
    },
    {
      name: 'restore',
      about: 'Bring back a record, with all that was deleted with it.',
      flags: [
        database,
        { flag: '--key <key>', about: 'The key of the record, as "bin list" shows it.', required: true },
      ],
      examples: ['bin restore --database acme --key QWJFbnRyeQkwMUs...'],
      load: async () => (await import('../actions/contents.ts')).restoreRecord,
    },
    {
      name: 'purge',
      about: 'Remove for good what has been there too long. A server does so by itself.',
      settings: ['binDays'],
      examples: ['bin purge'],
      load: async () => (await import('../actions/contents.ts')).purgeBins,
    },
  ],
}

const importing: CommandSpec = {
  name: 'import <file>',
  about:
    'Import records from a CSV, NDJSON, vCard or XLSX file: shows the plan, and writes it after a confirmation. After an interruption the same command goes on.',
  flags: [
    database,
    { flag: '--user <uid>', about: 'The user on whose behalf records are written.', required: true },
    { flag: '--entity <name>', about: 'What the rows are, such as AbEntry.', required: true },
    {
      flag: '--format <name>',
      about: 'The format of the file.',
      kind: oneOf('csv', 'ndjson', 'vcard', 'xlsx'),
      otherwise: 'the ending of the file',
    },
    { flag: '--map <file>', about: 'A JSON file with the mapping.', otherwise: 'the suggested fields' },
    {
      flag: '--match <field>',
      about: 'A field, or ExternalKey, by which a row finds the record that it updates; up to three.',
      many: true,
      otherwise: 'that of --map, or none: each row creates a record',
    },
    {
      flag: '--unidentified <what>',
      about: 'What becomes of rows without a value of a matched field.',
      kind: oneOf('create', 'reject'),
      otherwise: 'that of --map, or create',
    },
    { flag: '--plan', about: 'Plan only; write nothing.' },
    { flag: '--yes', about: 'Write without asking.' },
  ],
  examples: [
    'import customers.csv --database acme --user ANN --entity AbEntry --plan',
    'import customers.csv --database acme --user ANN --entity AbEntry --map map.json --yes',
    'import customers.csv --database acme --user ANN --entity AbEntry --match Email --unidentified reject',
  ],
  load: async () => (await import('../actions/import.ts')).importFile,
}

const entity = { flag: '--entity <name>', about: 'The entity, such as AbEntry.', default: 'AbEntry' } as const
const yes = { flag: '--yes', about: 'Go on without asking.' } as const
const asUser = {
  flag: '--user <uid>',
  about: 'The user on whose behalf it is done, with the rights of that user.',
  otherwise: 'the service itself, as an administrator',
} as const

const exporting: CommandSpec = {
  name: 'export <file>',
  about:
    'Export the records of an entity as a file, which has its name when it is complete. After an interruption the same command goes on (XLSX begins again).',
  flags: [
    database,
    entity,
    {
      flag: '--format <name>',
      about: 'The format of the file.',
      kind: oneOf('ndjson', 'csv', 'spreadsheet', 'xlsx', 'vcard'),
      otherwise: 'the ending of the file',
    },
    { flag: '--field <path>', about: 'A field, such as Address/City.', many: true, otherwise: 'all fields' },
    { flag: '--query <json>', about: 'The SearchQuery that the records meet.', otherwise: 'all records' },
    asUser,
  ],
  examples: [
    'export customers.csv --database acme --field Key --field FullName --field Address/City',
    `export leads.ndjson --database acme --entity Lead --query '{"Status": {"$NE": null}}'`,
  ],
  load: async () => (await import('../actions/export.ts')).exportRecords,
}

const duplicates: CommandSpec = {
  name: 'duplicates',
  about: 'List groups of entries that may be the same person or company, the most certain first.',
  flags: [
    database,
    { flag: '--limit <count>', about: 'List at most so many groups.', kind: integer(1, 500), default: 50 },
    asUser,
  ],
  examples: ['duplicates --database acme', 'duplicates --database acme --limit 10 --json'],
  load: async () => (await import('../actions/persons.ts')).listDuplicates,
}

const merging: CommandSpec = {
  name: 'merge',
  about: 'Make one record of several. "bin restore" of a merged key undoes it.',
  flags: [
    database,
    { flag: '--key <key>', about: 'The record that remains.', required: true },
    { flag: '--from <key>', about: 'A record that is merged into it; up to 10.', many: true },
    yes,
    asUser,
  ],
  examples: ['merge --database acme --key QWJFbnRyeQkwMUs... --from QWJFbnRyeQkwMUw...'],
  load: async () => (await import('../actions/persons.ts')).mergeRecords,
}

const erasing: CommandSpec = {
  name: 'erase',
  about: 'Remove an entry or a lead for good, with what belongs to it and all traces. It cannot be undone.',
  flags: [database, { flag: '--key <key>', about: 'The key of the entry or the lead.', required: true }, yes, asUser],
  examples: ['erase --database acme --key QWJFbnRyeQkwMUs...', 'erase --database acme --key QWJFbnRyeQkwMUs... --yes'],
  load: async () => (await import('../actions/persons.ts')).erasePerson,
}

const seed: CommandSpec = {
  name: 'seed',
  about: 'Add made-up but lifelike data: entries with their interactions and opportunities, without history.',
  flags: [
    database,
    {
      flag: '--entries <count>',
      about: 'How many entries of the address book to add.',
      kind: integer(1, 100_000_000),
      required: true,
    },
    {
      flag: '--seed <number>',
      about: 'The same number makes the same data; another one, other data.',
      kind: integer(0, Number.MAX_SAFE_INTEGER),
      default: 1,
    },
  ],
  examples: ['seed --database acme --entries 10000'],
  load: async () => (await import('../actions/contents.ts')).seedEntries,
}

const completion: CommandSpec = {
  name: 'completion <shell>',
  about: 'Print the script that completes command lines in bash, zsh or fish.',
  examples: [
    'completion bash > ~/.local/share/bash-completion/completions/clientele',
    'completion zsh > ~/.zfunc/_clientele',
    'completion fish > ~/.config/fish/completions/clientele.fish',
  ],
  load: async () => (await import('../actions/completion.ts')).printCompletion,
}

export const recordCommands: readonly (CommandSpec | Family)[] = [
  ...[api, types, mcp, importing, exporting, duplicates, merging, erasing],
  ...[bin, seed, completion],
]
