// The default one among several objects of a kind (Phone of Phone1..4): read as its value, written through to it.
import { snakeCase } from '../base/names.ts'
import type { Scalar } from '../storage/store.ts'
import type { Field, Traits } from './field.ts'
import { text, textColumns } from './text.ts'

type Spec = Traits & {
  of: readonly string[]
  kind: string
  schemaType: string
  valueColumn: string
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

export function defaultOf(spec: Spec): Field {
  const { of, kind, schemaType, valueColumn, max, pattern, ...traits } = spec
  const plain = text({ ...traits, max, ...(pattern ? { pattern } : {}) })
  return {
    kind,
    traits,
    schema: { type: schemaType, attributes: { MaxLength: max } },
    columns: textColumns,
    part: plain.part,
    parse: (value, _c, list, context) => {
      const slot = defaultSlot(context.current, of, valueColumn) ?? snakeCase(of[0] as string)
      return plain.parse?.(value, `${slot}_${valueColumn}`, list, context) ?? null
    },
  }
}
