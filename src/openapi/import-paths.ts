// Builds the paths of imports.
import { formatNames } from '../import/formats/index.ts'
import {
  answer,
  body,
  inPath,
  inQuery,
  notFound,
  type Operation,
  type Paths,
  readsTagged,
  resourceOperation,
  titled,
} from './parts.ts'
import {
  anything,
  dateTime,
  flag,
  listOf,
  object,
  openObject,
  ref,
  type Schema,
  text,
  textOrNull,
  whole,
} from './schema.ts'

const at = '/import/v1'
const tag = ['Import']
const reading = readsTagged(tag)
const idParameter = inPath('id', 'The id of the import.', '<import>')
const nameParameter = inPath('name', 'The name of the mapping.', 'Newsletter')

const word = (...words: readonly string[]): Schema => ({ type: 'string', enum: words })
const byColumn = (schema: Schema): Schema => ({ type: 'object', additionalProperties: schema })
const choice = (...words: readonly string[]): Schema => ({ anyOf: [word(...words), byColumn(word(...words))] })

const columnTarget: Schema = {
  description: 'A field, a path such as Address/City or Parent/CompanyName, an external key, or null.',
  anyOf: [
    text,
    { type: 'null' },
    object({ externalKey: { type: 'string', description: 'The source of the key.' } }, ['externalKey']),
    object(
      {
        parentExternalKey: { type: 'string', description: 'The source of the key.' },
        of: { type: 'string', description: 'The entity of that record, where it is one of several.' },
      },
      ['parentExternalKey'],
    ),
  ],
}

const counts = object(
  Object.fromEntries(['create', 'update', 'unchanged', 'reject', 'done', 'left'].map(name => [name, whole])),
)

const statuses = ['uploaded', 'planning', 'planned', 'committing', 'committed', 'failed', 'undoing', 'undone']

/** The schemas of imports and mappings. */
export const importSchemas: Readonly<Record<string, Schema>> = {
  ImportMapping: object(
    {
      columns: byColumn(columnTarget),
      match: listOf(text, { description: 'Up to three fields, or ExternalKey. Without it every row is created.' }),
      onMatch: word('update', 'fill', 'skip'),
      unidentified: word('create', 'reject'),
      empty: word('leave', 'clear'),
      dates: choice('DMY', 'MDY', 'YMD'),
      decimals: choice('.', ','),
      createOptions: { anyOf: [flag, listOf(text)] },
      options: byColumn(byColumn(text)),
      createParents: { type: 'boolean', description: 'Creates the companies that people belong to.' },
    },
    ['columns'],
  ),
  ImportColumn: object(
    {
      name: text,
      samples: listOf(text),
      filled: whole,
      suggestion: textOrNull,
      dates: listOf(text, { description: 'The orders of day, month and year that fit all dates.' }),
      decimals: listOf(text, { description: 'The decimal marks that fit all numbers.' }),
      values: listOf(text),
    },
    ['name', 'samples', 'filled', 'suggestion'],
  ),
  ShortImport: object(
    {
      id: text,
      status: word(...statuses),
      entity: text,
      format: word(...formatNames),
      name: textOrNull,
      rows: whole,
      counts: ref('ImportCounts'),
      planCounts: ref('ImportCounts'),
      created: dateTime,
      user: text,
    },
    ['id', 'status', 'entity', 'format', 'rows', 'counts', 'planCounts', 'created', 'user'],
  ),
  ImportCounts: counts,
  Import: {
    allOf: [
      ref('ShortImport'),
      object(
        {
          size: whole,
          read: openObject,
          columns: listOf(ref('ImportColumn')),
          mapping: { anyOf: [ref('ImportMapping'), { type: 'null' }] },
          problems: listOf(openObject),
          left: listOf(object({ row: whole, key: text, reason: text }, ['row', 'key', 'reason'])),
        },
        ['columns', 'problems', 'left'],
      ),
    ],
  },
  ImportRow: object(
    {
      row: whole,
      outcome: word('create', 'update', 'unchanged', 'reject'),
      key: text,
      changes: byColumn(listOf(anything, { description: 'The values before and after.' })),
      problems: listOf(openObject),
      values: openObject,
    },
    ['row', 'outcome', 'values'],
  ),
}

const writing = (
  operationId: string,
  summary: string,
  status: string,
  schema: Schema,
  given: Operation = {},
): Operation =>
  resourceOperation(
    'write',
    { [status]: answer('Done, or begun.', schema), ...notFound },
    { ...titled(operationId, tag, summary), ...given },
  )

const mapping = { columns: { 'E-mail': 'Email', Company: 'Parent/CompanyName' }, match: ['Email'] }
const mappingBody = body(ref('ImportMapping'), { example: { value: mapping } })

const fileTypes: Schema = { 'text/csv': {}, 'application/x-ndjson': {} }

const mappingPaths: Paths = {
  [`${at}/mappings`]: {
    get: reading('listMappings', 'List saved mappings', object({ mappings: listOf(openObject) }, ['mappings'])),
  },
  [`${at}/mappings/{name}`]: {
    parameters: [nameParameter],
    get: reading('readMapping', 'Show a saved mapping', ref('ImportMapping'), notFound),
    put: writing('saveMapping', 'Save a mapping', '200', ref('ImportMapping'), { requestBody: mappingBody }),
    delete: writing('removeMapping', 'Remove a saved mapping', '200', openObject),
  },
}

export const importPaths = (): Paths => ({
  [`${at}/imports`]: {
    get: reading('listImports', 'List imports', object({ imports: listOf(ref('ShortImport')) }, ['imports'])),
    post: writing('createImport', 'Upload a file', '201', ref('Import'), {
      description: 'The body is the file.',
      parameters: [
        inQuery('entity', text, 'What the rows are.', 'AbEntry', true),
        inQuery('format', word(...formatNames), 'The format; csv unless said.', 'csv'),
        inQuery('name', text, 'The name of the file.', 'customers.csv'),
      ],
      requestBody: { required: true, content: { 'application/octet-stream': {} } },
    }),
  },
  [`${at}/imports/{id}`]: {
    parameters: [idParameter],
    get: reading('readImport', 'Show an import', ref('Import'), notFound),
    delete: writing('removeImport', 'Remove an import; its records stay', '200', openObject),
  },
  [`${at}/imports/{id}/mapping`]: {
    parameters: [idParameter],
    put: writing('mapImport', 'Set the mapping and begin the plan', '202', ref('Import'), { requestBody: mappingBody }),
  },
  [`${at}/imports/{id}/rows`]: {
    parameters: [idParameter],
    get: {
      ...reading(
        'listImportRows',
        'List rows with what becomes of them',
        object({ rows: listOf(ref('ImportRow')), next: { type: ['integer', 'null'] } }, ['rows', 'next']),
        notFound,
      ),
      parameters: [
        inQuery('outcome', word('create', 'update', 'unchanged', 'reject'), 'Only rows of this outcome.'),
        inQuery('after', whole, '`next` of the page before.'),
      ],
    },
  },
  [`${at}/imports/{id}/commit`]: {
    parameters: [idParameter],
    post: writing('commitImport', 'Write what was planned', '202', ref('Import')),
  },
  [`${at}/imports/{id}/undo`]: {
    parameters: [idParameter],
    post: writing('undoImport', 'Take a whole import back', '202', ref('Import')),
  },
  [`${at}/imports/{id}/rejected`]: {
    parameters: [idParameter],
    get: resourceOperation(
      'read',
      { '200': { description: 'The rejected rows as a file, with their reasons.', content: fileTypes }, ...notFound },
      titled('readRejectedRows', tag, 'Download the rejected rows'),
    ),
  },
  ...mappingPaths,
})
