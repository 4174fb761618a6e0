// Makes what a Read selects for fields, and what an Update sends for their values.
import type { Field, Selector } from './field.ts'
import { valueKindOf } from './value-kinds.ts'

/** Whether a field has no value to show. */
export const isEmptyValue = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** Scope.Fields of a Read that shows these fields; the Key and the Version always come too. */
export const selectFields = (fields: readonly Field[]): Readonly<Record<string, Selector>> => ({
  Key: 1,
  Version: 1,
  ...Object.fromEntries(fields.map(field => [field.path, valueKindOf(field).select(field)])),
})

/** The members of Data for a value: a reference is written by its key, an option too. */
export function writtenValue(field: Field, value: unknown): unknown {
  const { write } = valueKindOf(field)
  return write ? write(value, field) : (value ?? null)
}
