// Builds the paths of the general operations, which accept any entity, and the schemas that all operations share.
import { driverIdentifier, driverImplementations } from '../query/plan/drivers.ts'
import { settings } from './entity-paths.ts'
import { body, dataOperation, type Paths, parameter, titled } from './parts.ts'
import { either, flag, listOf, object, openObject, ref, type Schema, zero } from './schema.ts'

const mandatory: Schema = object({ Mandatory: { type: 'boolean', const: true } }, ['Mandatory'])

/** Schemas that the operations of all entities use. */
export const envelopeSchemas: Readonly<Record<string, Schema>> = {
  Direction: { type: 'string', enum: ['ASC', 'DESC'] },
  Configuration: object({
    Drivers: {
      ...object(
        Object.fromEntries(
          Object.keys(driverImplementations).map(name => [
            name,
            { type: 'string', examples: [driverIdentifier(name)] },
          ]),
        ),
      ),
      description: 'Asks for capabilities; a refusal with -1006 names the missing one.',
    },
  }),
  Globalization: object({
    Culture: { type: 'string', description: 'The language of DisplayValue: `en-CA`, or `$CURRENTUSER()`.' },
    TimeZone: { type: 'string', description: 'The time zone of periods: `America/Toronto`, or `$CURRENTUSER()`.' },
  }),
  Compatibility: object({
    AbEntryKey: { type: 'string', enum: ['2.0'] },
    SchemaObject: { type: 'string', enum: ['1.0'], description: 'Keys of Schema rows are absolute paths.' },
  }),
  WriteOptions: object({
    ReadAfterSave: { ...flag, description: 'The answer has the whole record.' },
    AllOrNothing: {
      ...flag,
      description:
        'false: records that are refused do not keep the others from being written. Code is then 1, or -1 if all were refused.',
    },
    Append: { ...flag, description: 'Adds to the members of a list.' },
    Modify: { ...flag, description: 'Changes items of FieldOptions.' },
    Remove: { ...flag, description: 'Removes items of FieldOptions, or members of a list.' },
    Replace: { ...flag, description: 'Replaces the items of FieldOptions.' },
    BinaryFileCleanup: { ...flag, description: 'Create of Document: false keeps the upload for more documents.' },
    NewSecret: { ...flag, description: 'Update of Application: issues a new client secret.' },
    EndSessions: { ...flag, description: 'Update of User: false keeps grants and sessions after a new password.' },
    EndTokens: {
      ...flag,
      description:
        'Update of User: false keeps personal access tokens after a new password, or when the user is disabled.',
    },
  }),
  FieldOptionsSelector: {
    type: 'object',
    additionalProperties: either([ref('Selected'), openObject, listOf(openObject)]),
    description: 'Lists options instead of records: `{"Status": 1}` or `{"Status": [{"Key": 1, "DisplayValue": 1}]}`.',
  },
  FieldOptionsEdit: {
    type: 'object',
    additionalProperties: listOf(openObject),
    description: 'Edits option lists instead of records; an item without a key is added.',
  },
  FieldOptions: {
    type: 'object',
    additionalProperties: listOf(
      object({ Key: { type: ['string', 'number', 'object', 'null'] }, DisplayValue: { type: ['string', 'null'] } }),
    ),
    description: 'Options by field.',
  },
  Validation: {
    type: 'object',
    properties: { Options: { type: 'object', additionalProperties: mandatory } },
    additionalProperties: mandatory,
    description: 'The fields that are mandatory for this record. Options has the mandatory members of Options.',
  },
}

const general: readonly (readonly [string, 'read' | 'write', string, Schema])[] = [
  [
    'Create',
    'write',
    'Create records',
    {
      AbEntry: {
        Data: [
          { Type: 'Company', CompanyName: 'Corner Shop' },
          { Type: 'Individual', LastName: 'Ito' },
        ],
      },
    },
  ],
  [
    'Read',
    'read',
    'Query records, or list the options of fields',
    {
      'AbEntry.companies': {
        Scope: { Fields: { Key: 1, FullName: 1 } },
        Criteria: { SearchQuery: { Type: { $EQ: 'Company' } }, Top: 5 },
      },
      'Opportunity.options': { FieldOptions: { Status: 1 } },
    },
  ],
  [
    'Update',
    'write',
    'Change records, or edit option lists',
    { AbEntry: { Data: { Key: '<lakeside>', Website: 'https://www.lakeside.example' } } },
  ],
  [
    'Upsert',
    'write',
    'Create records, or update those that are there',
    { AbEntry: { Data: { ExternalKey: { Source: 'ERP', Key: '1007' }, Type: 'Company', CompanyName: 'Corner Shop' } } },
  ],
  ['Delete', 'write', 'Move records to the recycle bin', { Lead: { Data: { Key: '<lead>' } } }],
  ['Restore', 'write', 'Take records out of the recycle bin', { Lead: { Data: { Key: '<lead>' } } }],
  [
    'Validate',
    'read',
    'Check a record without writing it',
    { AbEntry: { Data: { Key: null, Type: 'Contact', ParentKey: '<lakeside>', LastName: 'Quinn' } } },
  ],
  [
    'Merge',
    'write',
    'Make one record of several',
    { AbEntry: { Data: { Key: '<lakeside>', From: ['<ab-entry-twin>'] } } },
  ],
  ['Erase', 'write', 'Remove a person for good, with all traces', { AbEntry: { Data: { Key: '<ab-entry-twin>' } } }],
  ['Duplicates', 'read', 'Find records that may be the same', { AbEntry: { Top: 20 } }],
]

/** Any entity, or a batch of members such as `AbEntry.first`: the paths of the entities have the schemas. */
export function dataPaths(api: string): Paths {
  const request: Schema = { ...object(settings), additionalProperties: openObject }
  const success: Schema = { ...object({ Code: zero }, ['Code']), additionalProperties: openObject }
  const operations = general.map(([name, access, summary, value]) => [
    `${api}/${name}`,
    {
      post: dataOperation(access, success, {
        ...titled(name, ['Data'], summary),
        description: `For any entity, and for batches of members such as \`AbEntry.first\`, up to 100. The paths of the entities, such as ${api}/AbEntry${name}, have concrete schemas.`,
        parameters: [parameter('RequestId'), ...(access === 'write' ? [parameter('IdempotencyKey')] : [])],
        requestBody: body(request, { example: { value } }),
      }),
    },
  ])
  return Object.fromEntries(operations)
}
