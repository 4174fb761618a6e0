// What a path can end in: how a field, or a sub-field of one, is read, compared and walked through.
import type { Expression } from 'kysely'
import type { Scalar } from '../storage/store.ts'
import type { OptionSource } from './field.ts'
import type { RenderContext } from './render-context.ts'
import type { ValueType } from './value-type.ts'

/** A row that a query can see: the record itself, a record that it refers to, a row of a side table. */
export interface Join {
  /** Names the join within its query; equal paths are the same join. The root's is empty. */
  readonly path: string
  readonly from: Join | null
  readonly table: string
  /** Each column of this row that must equal a column of the row it is joined from, or a constant. */
  readonly on: readonly { column: string; equals: { from: string } | { constant: string | number } }[]
  /** The entity whose access rule guards the row: it is joined only where the caller may read it. */
  readonly entity?: string
  /** Where it is but shown, a subquery does: there may be hundreds of such rows, and engines join only so many. */
  readonly lookUp?: boolean
}

export interface Source {
  readonly join: Join
  readonly column: string
  /** Selected as text, because it may exceed what a JS number holds exactly. */
  readonly exact?: boolean
  /** Not a column but 0 or 1: whether the caller may write the row. */
  readonly writable?: boolean
  /** Selected as null where it forbids the value. */
  readonly guard?: Guard
}

/**
 * The value counts as absent unless the row of this join may be read by the caller, or there is nothing to join
 * (a contact's company name, which belongs to its company).
 */
export interface Guard {
  readonly join: Join
  readonly link: Source
}

/** Renders JSON text from the columns it names. `at` holds the position of each of its sources in the row. */
export interface Output {
  readonly sources: readonly Source[]
  json(row: readonly Scalar[], at: readonly number[], context: RenderContext): string
}

/** What expressions may need besides columns, bound when the query runs. */
export interface BoundFacts {
  /** Epoch seconds. */
  readonly now: Expression<unknown>
  readonly corporateCurrency: Expression<unknown>
}

/** What is compared, sorted and grouped. */
export interface Operand {
  readonly type: ValueType
  readonly sources: readonly Source[]
  /** An expression over the sources, when it is not simply the first of them. */
  readonly sql?: (columns: readonly Expression<unknown>[], bound: BoundFacts) => Expression<unknown>
  /** The year or month of the date that the source holds, as a number. */
  readonly datePart?: { readonly part: 'year' | 'month'; readonly of: 'date' | 'datetime' }
  readonly guard?: Guard
}

/** A side table's rows: each element is a part whose root is a row of that table. */
export interface ListPart {
  readonly table: string
  /** The root of the element's sources. */
  readonly root: Join
  readonly owner: string
  readonly element: Part
  /** Further conditions on the table's rows (`type_id = 7`). */
  readonly where?: readonly { column: string; equals: string | number }[]
}

export interface Part {
  readonly name: string
  /** What selector 1 gives. */
  readonly output?: Output
  readonly operand?: Operand
  /** Sub-fields by lower-case name. */
  readonly parts?: ReadonlyMap<string, Part>
  /** Sub-fields are those of a record: any field of that entity can be selected through the join. */
  readonly record?: { readonly entity: string; readonly join: Join }
  readonly list?: ListPart
  /** A list of one element at most, as that element: what records are ordered and grouped by. */
  readonly single?: Part
  /** The elements of an array that is kept as JSON in this column; each sub-field is a member of an element. */
  readonly jsonElements?: Source
  readonly jsonMember?: { readonly source: Source; readonly member: string }
  /** Selector 1 gives an object of all sub-fields, also when they are empty. */
  readonly wholeObject?: boolean
  /** Criteria on this part mean that one (AbEntryKey, the first of AbEntries, finds any of them). */
  readonly searchAs?: Part
  /** A sub-field that has options of its own (`SalesProcess/Setup`). */
  readonly optionSource?: OptionSource
  /** A single value that may also be selected as an array of one. */
  readonly arrayOfOne?: boolean
  /** A point on the globe, which can be asked whether it lies in an area. */
  readonly area?: { readonly longitude: Source; readonly latitude: Source; readonly cell: Source }
  /** The driver without which it cannot be selected, sorted or searched. */
  readonly driver?: string
  /** The object is null when this source is. */
  readonly presence?: readonly Source[]
}

export const partsOf = (...parts: Part[]): ReadonlyMap<string, Part> =>
  new Map(parts.map(part => [part.name.toLowerCase(), part]))

export const rootJoin = (table: string, entity?: string): Join => ({
  path: '',
  from: null,
  table,
  on: [],
  ...(entity === undefined ? {} : { entity }),
})

/** Another row reached from one: its id stands in `column` of the row it is joined from. */
export const joinById = (from: Join, name: string, table: string, column: string, entity?: string): Join => ({
  path: from.path === '' ? name : `${from.path}.${name}`,
  from,
  table,
  on: [
    { column: 'db', equals: { from: 'db' } },
    { column: 'id', equals: { from: column } },
  ],
  ...(entity === undefined ? {} : { entity }),
})
