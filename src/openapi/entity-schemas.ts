// Builds the schemas of an entity: the record in a Read, the record in a write, selector, condition, order.
import { kindNames, remarks } from '../contracts/field-facts.ts'
import { fieldFacts, offeredFields, type PartFacts, requiredFields } from '../contracts/part-facts.ts'
import type { ModelEntity, ModelField } from '../model/model.ts'
import type { SchemaRow } from '../model/schema-rows.ts'
import { udfAliases } from '../model/udf.ts'
import { writtenMembers } from '../operations/schema/udf-data.ts'
import type { FieldSchemas } from './field-schemas.ts'
import { type Lists, optionKeys } from './options.ts'
import { anything, either, listOf, object, openObject, ref, type Schema, text, whole } from './schema.ts'

interface DescribedField {
  readonly field: ModelField
  readonly facts: PartFacts
  readonly row: SchemaRow
  /** The schema of its keys, if they are known. */
  readonly keys: Schema | null
}

/** The schemas of the entity by name. `rows` are its Schema rows, by path. */
export function entitySchemas(
  entity: ModelEntity,
  rows: ReadonlyMap<string, SchemaRow>,
  schemas: FieldSchemas,
  lists: Lists,
): Readonly<Record<string, Schema>> {
  const fields = offeredFields(entity).map(field => describe(entity, field, rows, schemas, lists))
  const read = fields.filter(({ facts }) => facts.reads.length > 0)
  const { name, kinds } = entity
  const custom = kinds.length === 0 ? '' : ` In this database: ${kindNames(entity).join(', ')}.`
  const properties = (of: readonly DescribedField[], schemaOf: (field: DescribedField) => Schema): Schema =>
    Object.fromEntries(of.map(field => [field.field.name, schemaOf(field)]))
  return {
    [name]: {
      ...object(properties(read, one => readValue(one, entity, schemas))),
      description: `${entity.entity.doc}${custom} A Read gives the fields that Scope.Fields selects, in the spelling of the request.`,
    },
    ...(writes(entity) ? writtenSchemas(entity, fields, schemas) : {}),
    [`${name}Selector`]: object(properties(read, ({ facts }) => schemas.selector(facts))),
    [`${name}Condition`]: conditionOf(entity, fields, schemas),
    [`${name}Order`]: {
      ...object(
        properties(
          fields.filter(({ row }) => row.sortable),
          () => ref('Direction'),
        ),
      ),
      minProperties: 1,
      maxProperties: 1,
    },
  }
}

const writes = ({ entity: { operations } }: ModelEntity): boolean =>
  operations.includes('Create') || operations.includes('Update')

function describe(
  entity: ModelEntity,
  field: ModelField,
  rows: ReadonlyMap<string, SchemaRow>,
  schemas: FieldSchemas,
  lists: Lists,
): DescribedField {
  const facts = fieldFacts(entity, field)
  const keys = optionKeys(entity, field, facts, lists)
  if (keys) schemas.named.set(keys.name, keys.schema)
  return { field, facts, row: rows.get(field.name) as SchemaRow, keys: keys && ref(keys.name) }
}

/** Every record has a key and a version. */
const always: Readonly<Record<string, Schema>> = {
  Key: either([text, openObject]),
  Version: either([whole, openObject]),
}

function readValue(one: DescribedField, entity: ModelEntity, schemas: FieldSchemas): Schema {
  const { field, facts, keys } = one
  const special = field.udf === null ? always[field.name] : undefined
  const schema = special ?? (keys ? schemas.optionValue(facts, keys) : schemas.value(facts))
  return { ...schema, ...wordsOf(one, entity), ...(facts.writes === null ? { readOnly: true } : {}) }
}

/** The annotations of a field: title, description, and the spellings of a user-defined field. */
function wordsOf({ field: { udf, field }, row }: DescribedField, { entity, types }: ModelEntity): Schema {
  const description = [row.description, ...remarks({ ...row, aliases: udf ? [] : row.aliases }, entity, types)]
    .filter(Boolean)
    .join(' ')
  return {
    ...(udf ? { title: udf.name } : {}),
    ...(description === '' ? {} : { description }),
    ...(field.traits.deprecated ? { deprecated: true } : {}),
    ...(udf ? { 'x-spellings': udfAliases(udf) } : {}),
  }
}

function writtenSchemas(
  entity: ModelEntity,
  fields: readonly DescribedField[],
  schemas: FieldSchemas,
): Record<string, Schema> {
  const { name } = entity
  const data = ref(`${name}Data`)
  const properties = Object.fromEntries(
    fields.flatMap(one => {
      const schema = writtenOf(one, entity, schemas)
      return schema ? [[one.field.name, schema] as const] : []
    }),
  )
  const Key: Schema = {
    type: ['string', 'null'],
    description: 'Null or left out on Create; the key of the record else.',
  }
  const Version: Schema = {
    type: 'integer',
    description: 'The Version that was read: refused if there is a newer one.',
  }
  const required = requiredFields(entity)
  const needed = (names: readonly string[], of: Schema): Schema => ({
    allOf: [data, object(Object.fromEntries(names.map(field => [field, of[field]])), names)],
  })
  const { operations } = entity.entity
  return {
    [`${name}Data`]: object({ Key, Version, ...properties }),
    ...(operations.includes('Create')
      ? { [`${name}Create`]: required.length > 0 ? needed(required, { ...properties, Key: text }) : data }
      : {}),
    ...(operations.includes('Update') ? { [`${name}Update`]: needed(['Key'], { Key: text }) } : {}),
  }
}

function writtenOf(one: DescribedField, entity: ModelEntity, schemas: FieldSchemas): Schema | null {
  const { field, facts, keys } = one
  if (entity.entity.table === 'schema') return writtenMembers.includes(field.name) ? wordsOf(one, entity) : null
  if (facts.writes === null || field.name === 'Key') return null
  const fixed = field.field.traits.fixed ? { description: 'Cannot be changed later.' } : {}
  const secret = facts.reads.length === 0 ? { writeOnly: true, ...wordsOf(one, entity) } : {}
  return { ...(keys ? schemas.optionWritten(facts, keys) : schemas.written(facts)), ...fixed, ...secret }
}

function conditionOf(entity: ModelEntity, fields: readonly DescribedField[], schemas: FieldSchemas): Schema {
  const { name } = entity
  const compared = fields.filter(
    ({ facts }) => facts.compared !== null || facts.record !== null || facts.parts.length > 0,
  )
  const properties = Object.fromEntries(compared.map(({ field, facts }) => [field.name, schemas.condition(facts)]))
  const inner = listOf(ref(`${name}Condition`))
  return {
    ...object({
      $AND: { ...inner, description: 'All of the conditions.' },
      $OR: { ...inner, description: 'At least one of the conditions.' },
      ...(entity.entity.searchWords
        ? {
            $PHRASE: { type: 'string', description: 'Words to search.' },
            $NEAR: { type: 'string', description: 'Words to search, with typing errors.' },
          }
        : {}),
      ...properties,
    }),
    additionalProperties: anything,
    description:
      'Several members must all hold. A path such as `Address/City` and a function such as `$YEAR(field)` can stand for a field.',
  }
}
