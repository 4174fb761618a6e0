// Lists the work that the main thread does over a caller's text or list: where, what bounds it, and the worst requests.
import { exportFormatNames } from '../../src/export/export.ts'
import type { Json } from '../support/crm.ts'
import { fileWork } from './file-work.ts'
import { operationWork } from './operation-work.ts'
import { searchWork } from './search-work.ts'
import { type BoundedWork, type Expensive, times } from './work.ts'

/** Almost matches at each character of a text of `a`. */
const almost = (length: number): string => `%${'a'.repeat(Math.max(1, length - 4))}b0%`
/** The same with a wildcard, which is tried character by character. */
const almostAny = (length: number): string => `%${'a'.repeat(Math.max(1, length - 4))}_b0%`

const note = (parent: string, data: Json): Json => ({ Note: { Data: { ParentKey: parent, ...data } } })

const ruled = (pattern: string, conditions: number): NonNullable<Expensive['before']> => [
  {
    path: 'api/Create',
    body: {
      Schema: {
        Data: {
          Key: '/Note/Udf',
          Name: `Ruled ${pattern.length} ${conditions} ${pattern.includes('_')}`,
          Type: 'BooleanField',
          Mandatory: { Rule: { $OR: times(conditions, () => ({ RichText: { $LIKE: pattern } })) } },
        },
      },
    },
  },
]

const filtered = (pattern: string, conditions: number): NonNullable<Expensive['before']> => [
  {
    path: 'webhooks/v1/targets',
    body: {
      url: 'https://receiver.example/hook',
      entities: ['Note'],
      filter: { $OR: times(conditions, () => ({ RichText: { $LIKE: pattern } })) },
    },
  },
]

const validate = (name: string, body: Json, before: Expensive['before'] = []): Expensive => ({
  name: `Validate, ${name}`,
  operation: 'Validate',
  body,
  before,
})

const read = (name: string, body: Json): Expensive => ({ name: `Read, ${name}`, operation: 'Read', body })

/** Notes whose texts together have so many characters as a page of an export, and more. */
const longNotes = (some: (limit: number) => number, parent: string): NonNullable<Expensive['before']> => [
  {
    path: 'api/Create',
    body: { Note: { Data: times(20, () => ({ ParentKey: parent, RichText: 'a'.repeat(some(100_000)) })) } },
  },
]

const schemaFields = ['Key', 'Name', 'Type', 'DisplayValue', 'Description', 'TAG', 'Folder']

export const boundedWork: Readonly<Record<string, BoundedWork>> = {
  ...fileWork,
  ...searchWork,
  ...operationWork,
  'rules of user-defined fields': {
    place: 'src/operations/record/judge-rule.ts',
    bound: 'recordWork steps for each record',
    worst: (some, parent) => [
      validate('a rule', note(parent, { RichText: 'a'.repeat(some(100_000)) }), ruled(almost(some(985)), some(15))),
      validate('a rule with _', note(parent, { RichText: 'a'.repeat(some(100_000)) }), ruled(almostAny(some(985)), 1)),
    ],
  },
  'filters of webhook targets': {
    place: 'src/webhooks/targets/filter.ts',
    bound: 'recordWork steps for each event',
    worst: (some, parent) =>
      [almost(some(985)), almostAny(some(985))].map(pattern => ({
        name: `Create, a filter${pattern.includes('_') ? ' with _' : ''}`,
        operation: 'Create',
        body: note(parent, { RichText: 'a'.repeat(some(100_000)) }),
        before: filtered(pattern, some(15)),
        // The event is judged after the answer.
        afterMs: 2_000,
      })),
  },
  folding: {
    place: 'src/base/text/fold.ts',
    bound: 'linear time, and 4 folded characters for each character of a text, and of a list',
    worst: (some, parent) => [
      validate('a text that grows', note(parent, { Text: '\ufdfa'.repeat(some(110_000)) })),
      validate('texts that grow', {
        Note: { Data: times(some(30), () => ({ ParentKey: parent, Text: '\ufdfa'.repeat(some(40_000)) })) },
      }),
      validate('Hangul', note(parent, { Text: '한'.repeat(some(120_000)) })),
      ...(
        [
          // Nearly four folded characters for each character: more are refused before they are compared.
          ['texts that grow', `${'\ufdfa'.repeat(9)}${'a'.repeat(46)}`],
          ['Hangul', '한'.repeat(100)],
        ] as const
      ).map(([name, text]) =>
        read(`a list of ${name}`, {
          AbEntry: { Criteria: { SearchQuery: { LastName: { $IN: times(some(10_000), i => `${i}${text}`) } } } },
        }),
      ),
    ],
  },
  'sanitizing rich text': {
    place: 'src/entities/rules/rich-text.ts',
    bound: '128,000 characters, 16,000 tags and escapes, 200 open elements',
    worst: (some, parent) =>
      ['<b>a</b>', '<', '&', '<br>', '<p>', '<a a=1 b=2 c=3>x</a>'].map(piece =>
        validate(`rich text of ${piece}`, note(parent, { RichText: piece.repeat(some(8_000)) })),
      ),
  },
  'words with typing errors': {
    place: 'src/base/text/near-word.ts',
    bound:
      '10 words of at most 64 characters that may have errors, 30,000 words of the vocabulary, cells next to the diagonal',
    worst: some => [
      read('ten words with errors', {
        AbEntry: {
          Scope: { Fields: { Key: 1 } },
          Criteria: { SearchQuery: { $NEAR: times(some(10), i => 'lakeside'.repeat(8).slice(i)).join(' ') } },
        },
      }),
    ],
  },
  suggestions: {
    place: 'src/base/text/nearest.ts',
    bound: '20 suggestions and 2,000,000 steps for each answer',
    worst: some => [
      read('names that resemble many', {
        AbEntry: {
          Scope: { Fields: Object.fromEntries(times(some(1_000), i => [`${'LastNameOfCompany'.repeat(5)}${i}`, 1])) },
        },
      }),
    ],
  },
  'the lenient parser': {
    place: 'src/base/text/lenient-json.ts',
    bound: 'body-limit, in one pass',
    worst: some => [
      { ...read('comments', {}), text: `{${'/**/'.repeat(some(500_000))}}` },
      { ...read('trailing commas', {}), text: `{"AbEntry": [${'[1,],'.repeat(some(400_000))}1]}` },
    ],
  },
  'conditions and order over rows in memory': {
    place: 'src/query/memory/row-order.ts',
    bound: '2,000 user-defined fields, 20 order keys, 50 conditions',
    worst: some => [
      read('Schema in order', {
        Schema: {
          Criteria: {
            SearchQuery: {
              $OR: [...times(some(49), () => ({ Key: { $LIKE: almostAny(some(900)) } })), { Key: { $LIKE: '%' } }],
            },
          },
          OrderBy: { Fields: schemaFields.flatMap(name => [{ [name]: 'DESC' }]) },
          Scope: { Fields: { Key: 1 } },
        },
      }),
    ],
  },
  'events of a record that was changed often': {
    place: 'src/webhooks/rendering/past-records.ts',
    bound: '4 MiB of later writes of a record, 25 events at a time, and turns of the event loop',
    worst: (some, parent) => [
      {
        name: 'Feed, payload=full',
        operation: 'events',
        method: 'GET',
        path: 'webhooks/v1/events?payload=full&limit=500',
        body: null,
        before: times(some(20), () => longNotes(some, parent)).flat(),
      },
    ],
  },
  'Match of Upsert': {
    place: 'src/operations/write/upsert.ts',
    bound: '10,000 records without an index, 200,000 reads of records, and ReadTime for all records of a request',
    worst: some => [
      {
        name: 'Upsert, Match',
        operation: 'Upsert',
        body: {
          AbEntry: {
            Match: ['LastName', 'Position'],
            Data: times(some(1_000), i => ({ Type: 'Individual', LastName: `match ${i % 10}`, Position: `p${i}` })),
          },
        },
      },
    ],
  },
  'the check of a write by Criteria': {
    place: 'src/operations/write/bulk.ts',
    bound: 'ReadTime; costly Criteria are not evaluated again',
    worst: (some, parent) =>
      [`%${'a'.repeat(28)}b%`, almost(some(985))].map(pattern => ({
        name: `Update by Criteria, a pattern of ${pattern.length} characters`,
        operation: 'Update',
        before: longNotes(some, parent),
        body: {
          Note: {
            Criteria: { SearchQuery: { ParentKey: { $EQ: parent }, RichText: { $NLIKE: pattern } } },
            Data: { Important: true },
            Expected: 1,
          },
        },
      })),
  },
  'pages of an export': {
    place: 'src/export/export.ts',
    bound: '500 records and 1 MiB for each page',
    worst: (some, parent) =>
      exportFormatNames
        .filter(format => format !== 'vcard')
        .map(format => ({
          name: `Export, ${format}`,
          operation: 'export',
          path: `export/v1?format=${format}`,
          before: longNotes(some, parent),
          body: { Note: { Scope: { Fields: { Key: 1, Text: 1, RichText: 1 } } } },
        })),
  },
  'cards of an export': {
    place: 'src/export/formats/vcard.ts',
    bound: '500 records and 1 MiB for each page',
    worst: some => [
      {
        name: 'Export, vcard',
        operation: 'export',
        path: 'export/v1?format=vcard',
        before: [
          {
            path: 'api/Create',
            body: { AbEntry: { Data: times(some(1_000), i => ({ CompanyName: `${'\u00c4'.repeat(70)}${i}` })) } },
          },
        ],
        body: { AbEntry: {} },
      },
    ],
  },
  'the OpenAPI document': {
    place: 'src/openapi/document.ts',
    bound: '2,000 user-defined fields, in turns of the event loop',
    worst: () => [{ name: 'OpenAPI', operation: 'openapi.json', body: null, method: 'GET' }],
  },
}
