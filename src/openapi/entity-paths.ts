// Builds the paths of an entity, such as /api/AbEntryRead: each operation with the schemas of that entity.

import { operationExample } from '../contracts/entity-examples.ts'
import { entityFacts } from '../contracts/entity-facts.ts'
import { type OperationName, operationsOf } from '../entities/entity.ts'
import type { ModelEntity } from '../model/model.ts'
import { body, dataOperation, type Operation, type Paths, parameter, titled } from './parts.ts'
import { either, flag, listOf, object, orNull, ref, type Schema, text, whole } from './schema.ts'

export function entityPaths(entity: ModelEntity, api: string): Paths {
  const { name } = entity
  return Object.fromEntries(
    operationsOf(entity.entity).map(operation => [
      `${api}/${name}${operation}`,
      { post: operationOf(entity, operation) },
    ]),
  )
}

const summaries: Readonly<Record<OperationName, (name: string) => string>> = {
  Create: name => `Create ${name} records`,
  Read: name => `Query ${name} records, or list the options of their fields`,
  Update: name => `Change ${name} records, or edit option lists`,
  Upsert: name => `Create or update ${name} records by what identifies them`,
  Delete: name => `Move ${name} records to the recycle bin`,
  Restore: name => `Take ${name} records out of the recycle bin`,
  Merge: name => `Make one ${name} record of several`,
  Erase: name => `Remove one ${name} record for good, with all its traces`,
  Duplicates: name => `Find ${name} records that may be the same`,
  Validate: name => `Check a ${name} record without writing it`,
}

function operationOf(entity: ModelEntity, operation: OperationName): Operation {
  const { name } = entity
  const isRead = operation === 'Read' || operation === 'Validate' || operation === 'Duplicates'
  const example = operationExample(entity, operation)
  const content = requestContent(entity, operation)
  const request = object({ [name]: content, ...settings }, [name])
  const success = object({ Code: { type: 'integer', const: 0 }, [name]: answerContent(name, operation) }, [
    'Code',
    name,
  ])
  return dataOperation(entity.entity.tokenScope ?? (isRead ? 'read' : 'write'), success, {
    ...titled(`${name}${operation}`, [name], summaries[operation](name)),
    description: `Another spelling of ${operation} for this entity. ${entityFacts(entity.entity).join(' ')}`.trim(),
    parameters: [parameter('RequestId'), ...(isRead ? [] : [parameter('IdempotencyKey')])],
    requestBody: body(request, example === null ? undefined : { example: { value: example } }),
  })
}

/** Members beside the entity. */
export const settings: Readonly<Record<string, Schema>> = {
  Configuration: ref('Configuration'),
  Globalization: ref('Globalization'),
  Compatibility: ref('Compatibility'),
}

const oneOrMany = (schema: Schema): Schema => either([schema, listOf(schema, { maxItems: 1000 })])

const externalKey: Schema = {
  ...object({ Source: text, Key: text }, ['Source', 'Key']),
  description:
    'The key of the record in another system. A record that holds it is updated, else one is created with it.',
}

const keyed: Schema = object({ Key: text, Version: whole }, ['Key'])

function requestContent(entity: ModelEntity, operation: OperationName): Schema {
  const { name } = entity
  switch (operation) {
    case 'Read':
      return readContent(entity)
    case 'Create':
      return object({ Data: oneOrMany(ref(`${name}Create`)), Options: ref('WriteOptions') }, ['Data'])
    case 'Upsert':
      return object(
        {
          Data: oneOrMany({ allOf: [ref(`${name}Data`), object({ ExternalKey: externalKey })] }),
          Match: { ...listOf(text, { maxItems: 3 }), description: 'The fields by which a record is found.' },
          Options: ref('WriteOptions'),
        },
        ['Data'],
      )
    case 'Update':
      return object({
        Data: oneOrMany(ref(`${name}Update`)),
        FieldOptions: ref('FieldOptionsEdit'),
        Options: ref('WriteOptions'),
        ...byCriteria(entity),
      })
    case 'Validate':
      return object({ Data: oneOrMany(ref(`${name}Data`)) }, ['Data'])
    case 'Merge':
      return object(
        {
          Data: object(
            {
              Key: { ...text, description: 'The record that remains.' },
              From: {
                ...listOf(text, { minItems: 1, maxItems: 10 }),
                description: 'The records that are merged into it.',
              },
              Fields: {
                type: 'object',
                additionalProperties: text,
                description: 'The key of the record whose value a field takes, by the name of the field.',
              },
            },
            ['Key', 'From'],
          ),
        },
        ['Data'],
      )
    case 'Erase':
      return object({ Data: object({ Key: text }, ['Key']) }, ['Data'])
    case 'Duplicates':
      return object({
        Criteria: criteriaOf(entity, {}),
        Top: { ...whole, minimum: 1, maximum: 500, description: 'At most so many groups; 50 when it is left out.' },
        Ignore: {
          ...listOf(text, { minItems: 2, maxItems: 50 }),
          description: 'Keys of records of which no two are duplicates. Nothing is searched then; it is remembered.',
        },
        Options: object({ Remove: { ...flag, description: 'Ignore is forgotten instead.' } }),
      })
    case 'Delete':
      return object({ Data: oneOrMany(keyed), ...byCriteria(entity) })
    default:
      return object({ Data: oneOrMany(keyed) }, ['Data'])
  }
}

/** The members of a write of all records that meet Criteria. */
const byCriteria = (entity: ModelEntity): Readonly<Record<string, Schema>> => ({
  Criteria: criteriaOf(entity, {}),
  Count: { ...flag, description: 'Counts the records that meet Criteria, and writes nothing.' },
  Expected: { ...whole, minimum: 0, description: 'The number that was counted; with another one nothing is written.' },
})

function criteriaOf({ name, entity }: ModelEntity, more: Readonly<Record<string, Schema>>): Schema {
  const shortcuts = Object.entries(entity.criteria ?? {}).map(([member, path]) => [
    member,
    { description: `Stands for a condition on ${path}.` },
  ])
  return object({ SearchQuery: orNull(ref(`${name}Condition`)), ...more, ...Object.fromEntries(shortcuts) })
}

function readContent(entity: ModelEntity): Schema {
  const { name } = entity
  const Top = { type: ['integer', 'null'], minimum: 1, description: 'At most so many records.' }
  return object({
    Scope: object({ Fields: either([ref(`${name}Selector`), ref('Selected')]) }),
    Criteria: criteriaOf(entity, { Top }),
    OrderBy: object({
      Fields: orNull(listOf(ref(`${name}Order`), { maxItems: 20 })),
      PageSize: { type: ['integer', 'null'], minimum: 1, description: 'Turns pages on.' },
      PageKey: { type: ['string', 'null'], description: 'The PageKey of the page before.' },
    }),
    GroupBy: object({ Fields: listOf(text, { maxItems: 20 }) }),
    FieldOptions: ref('FieldOptionsSelector'),
    Data: { type: 'object', description: 'Narrows options that depend on other fields.' },
    Options: object({
      Deleted: { ...flag, description: 'Reads the recycle bin.' },
      Suggest: { ...flag, description: 'If a `$PHRASE` finds nothing, `Suggestions` has up to five near names.' },
      IncludeDisabled: { ...flag, description: 'FieldOptions of users: includes disabled users.' },
    }),
  })
}

/** Further members of the answer to a write by Criteria. */
const counted: Readonly<Record<string, Schema>> = {
  Count: { ...whole, description: 'How many records meet Criteria, or were written.' },
  Most: { ...whole, description: 'How many one request may write; in the answer to Count.' },
}

const upserted: Schema = object({ Key: text, Result: { type: 'string', enum: ['Created', 'Updated', 'Unchanged'] } }, [
  'Key',
  'Result',
])

const mergedData: Schema = object(
  {
    Key: text,
    Merged: { ...listOf(text), description: 'The keys that are aliases of Key from now on.' },
    Moved: {
      type: 'object',
      additionalProperties: whole,
      description: 'The number of records that were moved, by entity.',
    },
    SecAccess: {
      type: 'object',
      additionalProperties: listOf(text),
      description: 'The stricter access lists that the record has got.',
    },
  },
  ['Key', 'Merged', 'Moved'],
)

const erasedData: Schema = object(
  {
    Key: text,
    Erased: {
      type: 'object',
      additionalProperties: whole,
      description: 'The number of records that are gone, by entity.',
    },
    TakenOutOf: {
      type: 'object',
      additionalProperties: whole,
      description: 'The number of records that are about others too and stay, by entity.',
    },
  },
  ['Key', 'Erased'],
)

const duplicateGroup: Schema = object(
  {
    Score: { type: 'number', minimum: 0, maximum: 1, description: 'How certain it is.' },
    Reasons: listOf({ type: 'string', enum: ['Email', 'Phone', 'Name', 'Domain'] }),
    Keys: listOf(text),
  },
  ['Score', 'Reasons', 'Keys'],
)

/** What the texts of a template become for the record of `Options.PreviewKey`. */
const previewOf = (name: string): Record<string, Schema> =>
  name === 'MailTemplate' ? { Preview: object({ Subject: text, Text: text }) } : {}

function answerContent(name: string, operation: OperationName): Schema {
  switch (operation) {
    case 'Read':
      return object({
        Data: listOf(ref(name)),
        PageKey: { type: ['string', 'null'], description: 'Begins the next page; null on the last one.' },
        FieldOptions: ref('FieldOptions'),
      })
    case 'Create':
    case 'Update':
      return object({
        Data: oneOrMany({ allOf: [ref(`${name}Data`), object({ Key: text }, ['Key'])] }),
        FieldOptions: ref('FieldOptions'),
        ...(operation === 'Update' ? counted : {}),
      })
    case 'Upsert':
      return object({ Data: oneOrMany({ allOf: [ref(`${name}Data`), upserted] }) }, ['Data'])
    case 'Merge':
      return object({ Data: mergedData }, ['Data'])
    case 'Erase':
      return object({ Data: erasedData }, ['Data'])
    case 'Duplicates':
      return object({
        Data: listOf(duplicateGroup),
        Pairs: { ...whole, description: 'The pairs that were remembered or forgotten, in the answer to Ignore.' },
      })
    case 'Delete':
      return object({ Data: oneOrMany(object({ Key: text }, ['Key'])), ...counted })
    case 'Validate':
      return object(
        { Data: oneOrMany(ref(`${name}Data`)), Validation: oneOrMany(ref('Validation')), ...previewOf(name) },
        ['Data', 'Validation'],
      )
    default:
      return object({ Data: oneOrMany(object({ Key: text }, ['Key'])) }, ['Data'])
  }
}
