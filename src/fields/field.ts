// Defines Field, the contract of every kind of field: its columns, checks, parsing, part and description.
import type { Problems } from '../base/errors.ts'
import type { Scalar } from '../storage/store.ts'
import type { Column, Table } from '../storage/table.ts'
import type { OptionSource } from './option-source.ts'
import type { Join, Part } from './part.ts'

/** Where a field of some entity lives: on which row, in which column, with which side table for its lists. */
export interface Place {
  readonly name: string
  readonly join: Join
  readonly column: string
  /** The side table of a many-valued field. */
  readonly listTable: string
}

/** What every kind of field can be given besides its own particulars. */
export interface Traits {
  readonly doc: string
  /** Mandatory on Create and not to be cleared; for some Types only when it is a list of them. */
  readonly required?: boolean | readonly string[]
  readonly readOnly?: boolean
  /** Administrators may set it on Create, for imports. */
  readonly importable?: boolean
  /** The service computes it; a value sent on Create is ignored, because programs copy whole records. */
  readonly computed?: boolean
  readonly writeOnly?: boolean
  /** Cannot be changed by Update. */
  readonly fixed?: boolean
  /** The Types of record that have this field; all of them when absent. */
  readonly appliesTo?: readonly string[]
  /** The driver interface without which the field is not to be had. */
  readonly driver?: string
  /** The driver interface without which records cannot be ordered by the field. */
  readonly orderDriver?: string
  /** Has a value in every record, so an order by it needs no place for those without. */
  readonly always?: boolean
  /** Other spellings of the field's name. */
  readonly aliases?: readonly string[]
  /** An own name for its column, when that of the field will not do. */
  readonly column?: string
  /** The name of the part of the history that shows it; secrets are left out. */
  readonly secret?: boolean
  readonly deprecated?: boolean
}

/** A key that was written and must lead to a record that the caller may read. */
export interface ReferenceUse {
  readonly entity: string
  readonly id: string
  readonly path: string
}

/** An option that was written and must be in its list. */
export interface OptionUse {
  readonly list: string
  readonly key: number
  readonly path: string
}

/** The rows of a side table that belong to a record; they replace what was there. */
export interface ListRows {
  readonly table: string
  /** The column that holds the record's identifier. */
  readonly owner: string
  /** What else picks this field's rows. */
  readonly where?: Readonly<Record<string, string | number>>
  readonly rows: readonly Readonly<Record<string, Scalar>>[]
}

/** A written value, taken apart: what to store, and what has to be looked up before it may be stored. */
export interface Parsed {
  readonly columns: Readonly<Record<string, Scalar>>
  readonly lists?: readonly ListRows[]
  readonly references?: readonly ReferenceUse[]
  readonly options?: readonly OptionUse[]
}

export interface ParseContext {
  /** Where the value stands in the request: `AbEntry.Data.Email`. */
  readonly path: string
  readonly problems: Problems
  readonly creating: boolean
  readonly uid: string
  /** The Uid of the user that has it in any letter case; the same text when nobody has. */
  readonly findUid: (uid: string) => string
  readonly corporateCurrency: string
  /** The stored columns of the record, for objects of which only some parts are sent; empty on Create. */
  readonly current: Readonly<Record<string, Scalar>>
}

/** How the field appears in Schema rows. */
export interface SchemaTraits {
  /** StringField, NumericField, EnumField<StringItem>, ... */
  readonly type: string
  readonly attributes?: Readonly<Record<string, unknown>>
  readonly hasOption?: boolean
  /** The keys of its options are numbers in answers, not texts. */
  readonly numericKeys?: boolean
}

/** Where keys of records are stored: in a column, in two columns that also hold the entity, or in a side table. */
export type KeyPlace =
  | { readonly column: string; readonly entity: string }
  | { readonly idColumn: string; readonly entityColumn: string; readonly entities: readonly string[] }
  | { readonly table: string; readonly column: string; readonly entity: string }

/** A field of an entity. The members say all that other rooms need: none of them asks which kind it is. */
export interface Field {
  readonly traits: Traits
  readonly schema: SchemaTraits
  columns(column: string): readonly Column[]
  /** The side table of a many-valued field. */
  list?(table: string, entityTable: string): Table
  part(place: Place): Part
  /**
   * Checks and converts a written value (never undefined; null clears). Problems go to the context, and null comes back.
   * Absent: the field cannot be written.
   */
  parse?(value: unknown, column: string, listTable: string, context: ParseContext): Parsed | null
  /** Where the field stores keys of records. They are cleared when such a record is removed for good. */
  keys?(column: string, listTable: string): readonly KeyPlace[]
  /** The field shows a column that another one declares: history names it only where it has not named that one. */
  readonly view?: boolean
  /** `{Value}` alone does not stand for the whole: an amount comes with its currency. */
  readonly valueIsMember?: boolean
  /** Parsed before the other fields, so that its elements come first in a list that another field writes too. */
  readonly parseFirst?: boolean
  /** Where FieldOptions of this field come from, when it has options. */
  readonly optionSource?: OptionSource
}
