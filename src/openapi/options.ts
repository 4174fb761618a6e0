// Builds the schemas of option keys: the items that a field can have, each with its name.
import type { PartFacts } from '../contracts/part-facts.ts'
import { itemKeys, type OptionSource } from '../fields/option-source.ts'
import type { OptionName } from '../fields/render-context.ts'
import type { ModelEntity, ModelField } from '../model/model.ts'
import { udfPath } from '../model/udf.ts'
import { type NamedValue, namedValues, type Schema } from './schema.ts'

/** The items of a list of the database; null for the built-in model, whose lists are unknown. */
export type Lists = ((name: string) => readonly OptionName[]) | null

/** Longer lists are not spelled out; FieldOptions reads them. */
const mostItems = 250

/** The schema of the keys that the field accepts, by name; null where it accepts any value of its type. */
export function optionKeys(
  entity: ModelEntity,
  field: ModelField,
  facts: PartFacts,
  lists: Lists,
): { readonly name: string; readonly schema: Schema } | null {
  const source = field.field.optionSource
  if (!source || !isClosed(facts)) return null
  const values = itemsOf(source, field.field.schema.numericKeys === true, lists)
  if (values === null || values.length === 0 || values.length > mostItems) return null
  return { name: nameOf(entity, field, source), schema: namedValues(values) }
}

/** Keys and fixed words are the only values; a field that is compared as text takes any text, and its items are suggestions. */
const isClosed = ({ compared }: PartFacts): boolean =>
  compared !== null && (compared.type === 'integer' || !compared.operators.includes('$LIKE'))

function itemsOf(source: OptionSource, numeric: boolean, lists: Lists): NamedValue[] | null {
  if ('items' in source) {
    return source.items.map(({ key, name }) => ({ value: numeric ? Number(key) : String(key), title: name }))
  }
  if (!('list' in source) || source.free || lists === null) return null
  const { keyOf } = itemKeys(source)
  return lists(source.list).map(({ key, name, inactive }) => ({
    value: numeric ? key : keyOf(key),
    title: name,
    ...(inactive ? { deprecated: true } : {}),
  }))
}

/** `Opportunity.Status` -> `OpportunityStatusOption`; several fields can share a list. */
function nameOf(entity: ModelEntity, { name, udf }: ModelField, source: OptionSource): string {
  if (udf) return `${entity.name}${udfPath(udf).replace(/\W/g, '')}Option`
  const list = 'list' in source ? source.list : `${entity.name}.${name}`
  return `${list.replace(/\W/g, '')}Option`
}
