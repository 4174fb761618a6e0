// Makes the example requests of each entity from its example record.
import { kebabCase } from '../base/text/names.ts'
import type { OperationName } from '../entities/entity.ts'
import type { ModelEntity } from '../model/model.ts'
import { Model } from '../model/model.ts'
import { type SchemaRow, schemaRows } from '../model/schema-rows.ts'
import { type Data, type EntityExample, examples } from './example-records.ts'

/** Records of `scripts/docs/examples/world.ts` that a mandatory key can lead to. */
const worldNames: Readonly<Record<string, string>> = {
  AbEntry: 'lakeside',
  Campaign: 'spring-fair',
  Opportunity: 'ovens',
}

interface ExampleRequest {
  readonly operation: string
  /** JSON, or the text of an upload. */
  readonly body: unknown
}

const model = new Model([])

/** The requests of an entity's example, in their order; the last ones are its Create and its Read. */
export function exampleRequests({ name, entity }: ModelEntity): ExampleRequest[] {
  const example = examples[name] ?? {}
  const creates = entity.operations.includes('Create')
  const create = example.create ?? (creates ? mandatoryData(name) : undefined)
  const first = (example.after ?? mandatoryTargets(name)).flatMap(other =>
    exampleRequests(model.findMember(other) as ModelEntity).filter(({ operation }) => operation !== 'Read'),
  )
  return [
    ...first,
    ...(example.made ?? []),
    ...(example.upload ? [{ operation: 'BinaryUpload', body: 'The text of the file.' }] : []),
    ...(create ? [{ operation: 'Create', body: { [name]: { Data: create } } }] : []),
    { operation: 'Read', body: readBody({ name, entity }, example, create ?? {}) },
  ]
}

/** The body of an example of the operation; null for one that the examples do not have. */
export function operationExample(entity: ModelEntity, operation: OperationName): Data | null {
  const { name } = entity
  if (operation === 'Create' || operation === 'Read') {
    const request = exampleRequests(entity).findLast(one => one.operation === operation)
    return (request?.body as Data | undefined) ?? null
  }
  const twin = [`<${kebabCase(name)}-twin>`]
  if (operation === 'Merge') return { [name]: { Data: { ...exampleData(entity, 'Delete'), From: twin } } }
  if (operation === 'Duplicates') return { [name]: { Top: 20 } }
  const { validateDriver } = entity.entity
  const settings = operation === 'Validate' && validateDriver ? driverSetting(validateDriver) : {}
  return { [name]: { Data: exampleData(entity, operation) }, ...settings }
}

function exampleData({ name, entity }: ModelEntity, operation: OperationName): Data {
  const example = examples[name] ?? {}
  const create = example.create ?? mandatoryData(name)
  const named = entity.knownBy
    ? Object.fromEntries(entity.knownBy.map(field => [field, create[field]]))
    : { Key: example.key ?? `<${kebabCase(name)}-1>` }
  if (operation === 'Delete' || operation === 'Restore' || operation === 'Erase') return named
  if (operation === 'Validate' && entity.operations.includes('Create')) return { Key: null, ...create }
  const changed = Object.entries(create).find(
    ([field]) => entity.fields[field]?.traits.fixed !== true && field !== 'Key',
  )
  const update = example.update ?? (changed ? Object.fromEntries([changed]) : {})
  return { ...named, ...update }
}

const driverSetting = (driver: string): Data => ({
  Configuration: { Drivers: { [driver]: `Service.Model.Access.Sql.${driver.slice(1)}` } },
})

function readBody({ name, entity }: Pick<ModelEntity, 'name' | 'entity'>, example: EntityExample, create: Data): Data {
  const sent = Object.keys(create).filter(field => !entity.fields[field]?.traits.writeOnly)
  const fields = example.fields ?? [...new Set(['Key', ...sent, 'DisplayValue'])]
  const SearchQuery = example.criteria ?? { Key: { $EQ: `<${kebabCase(name)}-1>` } }
  const Scope = { Fields: Object.fromEntries(fields.map(field => [field, 1])) }
  const { readDriver } = entity
  return { [name]: { Scope, Criteria: { SearchQuery } }, ...(readDriver ? driverSetting(readDriver) : {}) }
}

const mandatoryRows = (name: string): SchemaRow[] =>
  schemaRows(model).filter(row => row.entity === name && row.mandatory === true && !row.path.includes('/'))

const targetOf = ({ attributes }: SchemaRow): string => [attributes.RefersTo].flat()[0] as string

/** The entities of mandatory keys that `scripts/docs/examples/world.ts` has no record for. */
const mandatoryTargets = (name: string): string[] =>
  examples[name]
    ? []
    : mandatoryRows(name)
        .filter(row => row.type === 'KeyField')
        .map(targetOf)
        .filter(to => !worldNames[to])

const mandatoryData = (name: string): Data =>
  Object.fromEntries(mandatoryRows(name).map(row => [row.path, mandatoryValue(row)]))

function mandatoryValue(row: SchemaRow): unknown {
  const { type, source, name } = row
  if (type === 'KeyField') return `<${worldNames[targetOf(row)] ?? `${kebabCase(targetOf(row))}-1`}>`
  if (source && 'items' in source) return source.items[0]?.key
  if (source && 'list' in source) return source.defaults?.[0]?.key ?? name
  if (type === 'DateTimeField') return '2026-03-10T09:00:00Z'
  if (type === 'BooleanField') return true
  return type === 'StringField' ? `Example of ${name}` : 1
}
