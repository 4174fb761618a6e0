// Defines the kind for the default among several objects (Phone of Phone1..4): reads it, and writes through to it.
import { isObject } from '../../base/text/json.ts'
import { snakeCase } from '../../base/text/names.ts'
import type { Scalar } from '../../storage/store.ts'
import type { Field, Traits } from '../field.ts'
import { outputOf } from '../output.ts'
import { type Join, type Output, partsOf, valuePart } from '../part.ts'
import { text, textColumns, textPart } from './text.ts'

type Spec = Traits & {
  of: readonly string[]
  schemaType: string
  /** The sub-field that holds the value (Number), and its column in each slot. */
  value: string
  valueColumn: string
  /** Further sub-fields that can be read, with their columns. */
  others: Readonly<Record<string, string>>
  /** The kind of one slot, which parses the object form. */
  slotField: Field
  max: number
  pattern?: { test: RegExp; says: string }
}

type Row = Readonly<Record<string, Scalar | undefined>>

interface Slot {
  readonly name: string
  readonly value: string
  readonly folded: string
  readonly marked: string
}

const known = new WeakMap<readonly string[], readonly Slot[]>()

/** Cached by list of fields, because each write of a record needs the slots. */
function slotsOf(of: readonly string[], valueColumn: string): readonly Slot[] {
  let slots = known.get(of)
  if (!slots) {
    slots = of.map(snakeCase).map(name => {
      const value = `${name}_${valueColumn}`
      return { name, value, folded: `${value}_f`, marked: `${name}_default` }
    })
    known.set(of, slots)
  }
  return slots
}

/** The default slot: the slot marked Default, or else the first that is filled. */
function defaultSlot(row: Row, slots: readonly Slot[]): Slot | null {
  const filled = slots.filter(slot => (row[slot.value] ?? null) !== null)
  return filled.find(slot => row[slot.marked] === 1) ?? filled[0] ?? null
}

/** A copy of the default slot's columns, so that reads and indexes need not choose a slot. */
export function defaultColumns(
  row: Row,
  name: string,
  of: readonly string[],
  valueColumn: string,
): Record<string, Scalar> {
  const slot = defaultSlot(row, slotsOf(of, valueColumn))
  return { [name]: slot && (row[slot.value] ?? null), [`${name}_f`]: slot && (row[slot.folded] ?? null) }
}

function slotOutput(join: Join, of: readonly string[], valueColumn: string, column: string): Output {
  const slots = slotsOf(of, valueColumn)
  const names = slots.flatMap(slot => [slot.value, slot.marked, `${slot.name}_${column}`])
  return {
    sources: names.map(name => ({ join, column: name })),
    json: (row, at) => {
      const seen = Object.fromEntries(names.map((name, i) => [name, row[at[i] as number]]))
      const slot = defaultSlot(seen, slots)
      return slot === null ? 'null' : JSON.stringify(seen[`${slot.name}_${column}`] ?? null)
    },
  }
}

export function defaultOf(spec: Spec): Field {
  const { of, schemaType, value: valueName, valueColumn, others, slotField, max, pattern, ...traits } = spec
  const plain = text({ ...traits, max, ...(pattern ? { pattern } : {}) })
  return {
    traits,
    schema: { type: schemaType, attributes: { MaxLength: max } },
    columns: textColumns,
    part: place => {
      const part = textPart(place.name, place.join, place.column)
      const value = { ...part, name: valueName, doc: 'The value of the field itself.' }
      const rest = Object.entries(others).map(([name, column]) =>
        valuePart(name, {
          output: slotOutput(place.join, of, valueColumn, column),
          doc: `${name} of the default one.`,
        }),
      )
      // The field represents the default slot, whether or not that is marked.
      const output = outputOf({ join: place.join, column: place.column }, () => 'true')
      const isDefault = valuePart('Default', { output, doc: 'True.' })
      return {
        ...part,
        parts: partsOf(...part.parts.values(), value, ...rest, isDefault),
      }
    },
    parse: (value, _c, list, context) => {
      const slots = slotsOf(of, valueColumn)
      const slot = defaultSlot(context.current, slots) ?? (slots[0] as Slot)
      if (isObject(value)) return slotField.parse?.(value, slot.name, list, context) ?? null
      return plain.parse?.(value, slot.value, list, context) ?? null
    },
  }
}
