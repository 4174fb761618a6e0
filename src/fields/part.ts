// Defines Part, the contract of what a path can name: a field or a sub-field, by its shape.
import type { Expression } from 'kysely'
import type { Scalar } from '../storage/store.ts'
import type { OptionSource } from './option-source.ts'
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
  /** Selected by a subquery where it is only shown: there may be hundreds of such rows, and engines limit the number of joins. */
  readonly lookUp?: boolean
}

export interface Source {
  readonly join: Join
  readonly column: string
  /** Selected as text, because it may exceed what a JS number holds exactly. */
  readonly exact?: boolean
  /** Not a column but 0 or 1: whether the caller may write the row. */
  readonly writable?: boolean
  /** The value is selected as null where the guard forbids it. */
  readonly guard?: Guard
}

/**
 * The value counts as absent unless the row of this join may be read by the caller, or there is nothing to join
 * (a contact's company name, which belongs to its company).
 */
export interface Guard {
  readonly join: Join
  readonly link: Source
  /** A flag beside the link: everyone may read the live row of the join, so that it need not be looked up. */
  readonly open: Source
}

/** Renders JSON text from the columns it names. `at` holds the position of each of its sources in the row. */
export interface Output {
  readonly sources: readonly Source[]
  json(row: readonly Scalar[], at: readonly number[], context: RenderContext): string
}

/** Values that expressions may need besides columns, bound when the query runs. */
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

/** A field or sub-field. `shape` determines its members; part-access.ts has what does not depend on the shape. */
export type Part = ValuePart | RecordPart | ObjectPart | ListPart | JsonListPart | JsonMemberPart | WriteOnlyPart

/** Sub-fields by lower-case name. */
export type SubParts = ReadonlyMap<string, Part>

interface NamedPart {
  readonly name: string
  /** The documentation of a sub-field. That of a field is in its traits. */
  readonly doc?: string
  /** The driver without which the part cannot be selected, sorted or searched. */
  readonly driver?: string
}

/** The common members of a value and a record: they are rendered, compared, and may have sub-fields. */
interface ShownPart extends NamedPart {
  /** Renders the answer to selector 1. */
  readonly output: Output
  /** What criteria, order and groups compare; absent where the part is only shown. */
  readonly operand?: Operand
  readonly parts: SubParts
  /** The part is null where all these columns are null. Without them it is null where its output is null. */
  readonly presence?: readonly Source[]
  /** The options of a sub-field that has its own (`SalesProcess/Setup`). */
  readonly optionSource?: OptionSource
}

/** One value, such as a text or an amount, or a small object of columns, such as a phone number. */
export interface ValuePart extends ShownPart {
  readonly shape: 'value'
  /** The value may also be selected as an array of one. */
  readonly arrayOfOne?: boolean
  /** Criteria on this part compare that one: AbEntryKey is the first of AbEntries, and a criterion matches any of them. */
  readonly searchAs?: ListPart
  /** The columns of a point on the globe, for searches by area. */
  readonly area?: Area
}

/** A record behind a key. Besides its sub-fields, any field of its entity can be reached through the join. */
export interface RecordPart extends ShownPart {
  readonly shape: 'record'
  readonly entity: string
  readonly join: Join
}

/** An object without a value of its own: selector 1 returns all its sub-fields, also when they are empty. */
interface ObjectPart extends NamedPart {
  readonly shape: 'object'
  readonly parts: SubParts
}

/** The rows of a side table: each element is a part whose root is a row of that table. */
export interface ListPart extends NamedPart {
  readonly shape: 'list'
  readonly table: string
  /** The root of the element's sources. */
  readonly root: Join
  /** The column that holds the identifier of the record to which a row belongs. */
  readonly owner: string
  readonly element: ValuePart | RecordPart
  /** Compares elements by the record behind each. With it, elements whose record the caller cannot read are left out. */
  readonly live?: RecordPart
  /** Further conditions on the table's rows (`type_id = 7`). */
  readonly where?: readonly { column: string; equals: string | number }[]
  /** A list without elements reads `[]`, because it has a meaning: an access list admits everyone. Others read null. */
  readonly emptyIsValue?: boolean
  /** The element of a list that has at most one, read by a join. Records are ordered and grouped by it. */
  readonly single?: ValuePart
  /** The options of a list that is a sub-field and has its own (`SecAccess/Read`). */
  readonly optionSource?: OptionSource
}

/** An array that one column stores as JSON; its sub-fields are the members of an element. */
export interface JsonListPart extends NamedPart {
  readonly shape: 'jsonList'
  readonly source: Source
  readonly output: Output
  readonly parts: SubParts
}

/** A member of the elements of a JSON array, which can be selected only within its array. */
interface JsonMemberPart extends NamedPart {
  readonly shape: 'jsonMember'
}

interface WriteOnlyPart extends NamedPart {
  readonly shape: 'writeOnly'
}

export interface Area {
  readonly longitude: Source
  readonly latitude: Source
  readonly cell: Source
}

export const partsOf = (...parts: readonly Part[]): SubParts =>
  new Map(parts.map(part => [part.name.toLowerCase(), part]))

type Value = Omit<ValuePart, 'shape' | 'name' | 'parts'>

export const valuePart = (name: string, value: Value, ...parts: readonly Part[]): ValuePart => ({
  ...value,
  shape: 'value',
  name,
  parts: partsOf(...parts),
})

/** A value with the sub-fields Value and DisplayValue; `display` renders the latter, by default the value itself. */
export const displayedPart = (name: string, value: Value, display?: Output): ValuePart =>
  valuePart(
    name,
    value,
    valuePart('Value', value),
    valuePart('DisplayValue', display ? { ...value, output: display } : value),
  )

/** A record behind a key, with the sub-fields that it has besides the fields of its entity. */
export const recordPart = (
  name: string,
  target: Pick<RecordPart, 'entity' | 'join'>,
  value: Required<Pick<ShownPart, 'output' | 'operand' | 'presence'>>,
  ...parts: readonly Part[]
): RecordPart => ({ ...value, ...target, shape: 'record', name, parts: partsOf(...parts) })

export const rootJoin = (table: string, entity?: string): Join => ({
  path: '',
  from: null,
  table,
  on: [],
  ...(entity === undefined ? {} : { entity }),
})

/** Joins a row whose id is in `column` of the row `from`. */
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
