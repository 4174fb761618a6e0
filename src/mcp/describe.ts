// Describes entities, fields and options in three forms, from an index to the detail, so that each answer stays small.
import { refuse } from '../base/errors.ts'
import { fieldFacts, offeredFields, type PartFacts, requiredFields } from '../contracts/part-facts.ts'
import { encodeKey } from '../fields/record-key.ts'
import { customType } from '../model/custom-kinds.ts'
import type { Model, ModelEntity, ModelField } from '../model/model.ts'
import { entityOf, run, type ToolContext } from './data-call.ts'
import { type Arguments, asData, entityName, type Tool, text } from './tool.ts'

const firstSentence = (doc: string): string => `${doc.split(/\.\s/, 1)[0]?.replace(/\.$/, '')}.`

/** The name that people know a user-defined field by. */
const labelOf = ({ udf }: ModelField): string => (udf === null ? '' : ` "${udf.name}"`)

/** The Types of records that have a user-defined field, where it is not all of them. */
function typesOf({ udf }: ModelField, { types }: ModelEntity): string | null {
  const some = udf?.appliesTo ?? []
  return some.length > 0 && some.length < types.length ? `of ${some.join(', ')}` : null
}

/** Sub-fields that nearly every field has, which no line repeats. */
const onEveryValue: ReadonlySet<string> = new Set(['Value', 'DisplayValue'])

/** A line such as `text`, `list of object: City, Country`, `record of User, read only`. */
function lineOf(facts: PartFacts, isRequired: boolean, label: string, types: string | null = null): string {
  const kind = facts.record === null ? (facts.reads[0] ?? 'write only') : `record of ${facts.record}`
  const parts = facts.parts
    .map(({ name }) => name)
    .filter(name => !onEveryValue.has(name))
    .join(', ')
  const marks = [isRequired ? 'required' : null, facts.writes === null ? 'read only' : null, types].filter(
    mark => mark !== null,
  )
  return [
    `${facts.isList ? 'list of ' : ''}${kind}${label}${parts === '' || facts.record ? '' : `: ${parts}`}`,
    ...marks,
  ].join('; ')
}

async function index({ caller, parts }: ToolContext): Promise<object> {
  const { model } = await parts.catalogs.get(caller.db)
  return {
    database: caller.database,
    user: caller.uid,
    entities: model.entities
      .filter(({ entity }) => entity.tokenScope === undefined && (entity.adminReads !== true || caller.admin))
      .map(({ name, entity }) => ({ name, about: firstSentence(entity.doc), operations: entity.operations.join(' ') })),
    ...customEntities(model),
  }
}

/** What the administrators have made, by the name that people know, with what a record of it needs. */
function customEntities({ entities }: Model): object {
  const found = entities.flatMap(({ name: entity, kinds }) =>
    kinds.map(kind => {
      const customSetupKey = encodeKey('CustomSetup', kind.id)
      return { name: kind.name, type: customType(kind), entity, customSetupKey, parent: kind.parent }
    }),
  )
  return found.length === 0 ? {} : { customEntities: found.toSorted((a, b) => (a.type < b.type ? -1 : 1)) }
}

function entityFacts(entity: ModelEntity): object {
  const required = new Set(requiredFields(entity))
  const lines = offeredFields(entity).map(field => {
    const line = lineOf(fieldFacts(entity, field), required.has(field.name), labelOf(field), typesOf(field, entity))
    return [field.name, line]
  })
  const { name, entity: spec } = entity
  return {
    entity: name,
    about: spec.doc,
    ...(spec.readNeeds ? { readNeedsConditionOn: spec.readNeeds } : {}),
    fields: Object.fromEntries(lines),
  }
}

const optionsShown = 200

async function fieldDetail(context: ToolContext, entity: ModelEntity, name: string): Promise<object> {
  const field = entity.field(name) ?? refuse('UnknownField', 'field', entity.unknownField(name))
  const facts = fieldFacts(entity, field)
  const hasOptions = field.field.schema.type.startsWith('EnumField')
  const selector = { [field.name]: [{ Key: 1, DisplayValue: 1 }] }
  const options = hasOptions ? await optionsOf(context, entity, selector) : null
  const { name: spelled, reads, writes, isList, compared, parts } = facts
  return {
    entity: entity.name,
    field: spelled,
    ...(field.udf ? { label: field.udf.name, about: field.udf.description } : { about: field.field.traits.doc }),
    ...{ isList, reads, writes, operators: compared?.operators ?? [] },
    ...(parts.length === 0
      ? {}
      : { parts: Object.fromEntries(parts.map(part => [part.name, lineOf(part, false, '')])) }),
    ...(options === null ? {} : { options }),
  }
}

/** Some options depend on other values of a record, which are not known here. */
async function optionsOf(context: ToolContext, entity: ModelEntity, selector: object): Promise<unknown> {
  const answer = await run(context, 'Read', entity.name, { FieldOptions: selector })
  const [options] = Object.values(answer.FieldOptions) as unknown[][]
  return options?.slice(0, optionsShown)
}

async function describe(args: Arguments, context: ToolContext): Promise<object> {
  const { entity, field } = args
  if (typeof entity !== 'string') return index(context)
  const found = await entityOf(context, entity)
  return typeof field === 'string' ? asData(await fieldDetail(context, found, field)) : entityFacts(found)
}

export const describeTool: Tool = {
  name: 'describe',
  title: 'Describe the data',
  description:
    'Start here. Without arguments: the entities. With entity: its fields, user-defined ones too. With entity and field: operators, sub-fields and options with their keys.',
  properties: { entity: entityName, field: text('Name of a field') },
  required: [],
  writes: false,
  destructive: false,
  idempotent: true,
  run: describe,
}
