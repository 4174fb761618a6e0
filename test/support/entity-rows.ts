// Reads what Schema says of an entity, and asks for the options of every field that has some.
import assert from 'node:assert/strict'
import type { Crm, Json } from './crm.ts'

/** The Schema rows of an entity's fields, by the name of the field. */
export async function schemaFields(crm: Crm, entity: string): Promise<Map<string, Json>> {
  const scope = { Fields: { Key: 1, Type: 1, HasOption: 1, Attributes: 1 } }
  const criteria = { SearchQuery: { Key: { $TREE: `/${entity}` } } }
  const rows = (await crm.ok('Read', { Schema: { Scope: scope, Criteria: criteria } })).Schema.Data
  return new Map(rows.map((row: Json) => [row.Key.replace(`/${entity}/`, ''), row]))
}

/** The FieldOptions of every field with HasOption, in one request; each item has a Key or a text. */
export async function allFieldOptions(crm: Crm, entity: string): Promise<Record<string, Json[]>> {
  const fields = [...(await schemaFields(crm, entity))].filter(([, row]) => row.HasOption).map(([name]) => name)
  if (fields.length === 0) return {}
  const asked = Object.fromEntries(fields.map(name => [name, [{ Key: 1, DisplayValue: 1 }]]))
  const found = (await crm.ok('Read', { [entity]: { FieldOptions: asked } }))[entity].FieldOptions
  assert.deepEqual(Object.keys(found), fields)
  return found
}
