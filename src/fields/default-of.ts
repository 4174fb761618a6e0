// The default one among several objects of a kind (Phone of Phone1..4): read like it, written through to it.
import { snakeCase } from '../base/names.ts'
import type { Scalar } from '../storage/store.ts'
import { isObject } from './checks.ts'
import type { Field, Traits } from './field.ts'
import { type Join, type Output, type Part, partsOf } from './part.ts'
import { text, textColumns } from './text.ts'

type Spec = Traits & {
  of: readonly string[]
  kind: string
  schemaType: string
  /** The sub-field that is the value (Number), and its column in each slot. */
  value: string
  valueColumn: string
  /** Further sub-fields that can be read, with their columns. */
  others: Readonly<Record<string, string>>
  /** One of the several, by which the object form is written. */
  slotField: Field
  max: number
  pattern?: { test: RegExp; says: string }
}

type Row = Readonly<Record<string, Scalar | undefined>>

const known = new WeakMap<readonly string[], readonly string[]>()

/** The columns of the fields, which are the same for every record. */
function slotsOf(of: readonly string[]): readonly string[] {
  const slots = known.get(of) ?? of.map(snakeCase)
  known.set(of, slots)
  return slots
}

/** The slot that counts: the one marked Default, else the first that is filled. */
export function defaultSlot(row: Row, of: readonly string[], valueColumn: string): string | null {
  const slots = slotsOf(of)
  const filled = slots.filter(slot => (row[`${slot}_${valueColumn}`] ?? null) !== null)
  return filled.find(slot => row[`${slot}_default`] === 1) ?? filled[0] ?? null
}

/** The default's columns, which stand beside those of the slots so that reads and indexes need not choose. */
export function defaultColumns(
  row: Row,
  name: string,
  of: readonly string[],
  valueColumn: string,
): Record<string, Scalar> {
  const slot = defaultSlot(row, of, valueColumn)
  return {
    [name]: slot === null ? null : (row[`${slot}_${valueColumn}`] ?? null),
    [`${name}_f`]: slot === null ? null : (row[`${slot}_${valueColumn}_f`] ?? null),
  }
}

/** A column of the slot that counts. */
function slotOutput(join: Join, of: readonly string[], valueColumn: string, column: string): Output {
  const slots = slotsOf(of)
  const names = slots.flatMap(slot => [`${slot}_${valueColumn}`, `${slot}_default`, `${slot}_${column}`])
  return {
    sources: names.map(name => ({ join, column: name })),
    json: (row, at) => {
      const seen = Object.fromEntries(names.map((name, i) => [name, row[at[i] as number]]))
      const slot = defaultSlot(seen, of, valueColumn)
      return slot === null ? 'null' : JSON.stringify(seen[`${slot}_${column}`] ?? null)
    },
  }
}

export function defaultOf(spec: Spec): Field {
  const { of, kind, schemaType, value: valueName, valueColumn, others, slotField, max, pattern, ...traits } = spec
  const plain = text({ ...traits, max, ...(pattern ? { pattern } : {}) })
  return {
    kind,
    traits,
    schema: { type: schemaType, attributes: { MaxLength: max } },
    columns: textColumns,
    part: place => {
      const part = plain.part(place)
      const value: Part = { ...part, name: valueName }
      const rest = Object.entries(others).map(
        ([name, column]): Part => ({
          name,
          output: slotOutput(place.join, of, valueColumn, column),
        }),
      )
      return { ...part, parts: partsOf(...(part.parts?.values() ?? []), value, ...rest) }
    },
    parse: (value, _c, list, context) => {
      const slot = defaultSlot(context.current, of, valueColumn) ?? snakeCase(of[0] as string)
      if (isObject(value)) return slotField.parse?.(value, slot, list, context) ?? null
      return plain.parse?.(value, `${slot}_${valueColumn}`, list, context) ?? null
    },
  }
}
