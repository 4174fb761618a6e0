// Defines Field, the contract of every kind of field: its columns, checks, parsing, part and description.
import type { Problems } from '../base/errors.ts'
import type { Scalar } from '../storage/store.ts'
import type { Column, Table } from '../storage/table.ts'
import type { OptionSource } from './option-source.ts'
import type { Join, Part } from './part.ts'

/** The row, the column and the side table in which an entity stores a field. */
export interface FieldLocation {
  readonly name: string
  readonly join: Join
  readonly column: string
  /** The side table of a many-valued field. */
  readonly listTable: string
}

/** The options of a field that every kind accepts. */
export interface Traits {
  readonly doc: string
  /** Mandatory on Create, and Update cannot clear it; a list restricts that to some Types. */
  readonly required?: boolean | readonly string[]
  readonly readOnly?: boolean
  /** Administrators may set it on Create, for imports. */
  readonly importable?: boolean
  /** Administrators may write it, although the service sets it as well. */
  readonly adminWrites?: boolean
  /** The service computes the value. A value sent on Create is ignored, because programs copy whole records. */
  readonly computed?: boolean
  readonly writeOnly?: boolean
  /** Cannot be changed by Update. */
  readonly fixed?: boolean
  /** The Types of record that have this field; all of them when absent. */
  readonly appliesTo?: readonly string[]
  /** The driver interface that the field needs. */
  readonly driver?: string
  /** The driver interface that an order by the field needs. */
  readonly orderDriver?: string
  /** Has a value in every record, so an order by it needs no segment for records without one. */
  readonly always?: boolean
  readonly aliases?: readonly string[]
  /** The name of its column; by default derived from that of the field. */
  readonly column?: string
  /** Left out of the history, of webhooks and of the answers of writes. */
  readonly secret?: boolean
  readonly deprecated?: boolean
}

/** A written key, which must refer to a record that the caller may read. */
export interface ReferenceUse {
  readonly entity: string
  readonly id: string
  readonly path: string
}

/** A written option, which must be in its list. */
export interface OptionUse {
  readonly list: string
  readonly key: number
  readonly path: string
}

/** The rows of a side table that belong to a record. They replace the stored rows. */
export interface ListRows {
  readonly table: string
  /** The column that holds the record's identifier. */
  readonly owner: string
  /** Further conditions that select the rows of this field. */
  readonly where?: Readonly<Record<string, string | number>>
  readonly rows: readonly Readonly<Record<string, Scalar>>[]
}

/** A written value as columns and rows to store, and the references and options that must be checked before. */
export interface ParsedValue {
  readonly columns: Readonly<Record<string, Scalar>>
  readonly lists?: readonly ListRows[]
  readonly references?: readonly ReferenceUse[]
  readonly options?: readonly OptionUse[]
}

export interface ParseContext {
  /** The path of the value in the request: `AbEntry.Data.Email`. */
  readonly path: string
  readonly problems: Problems
  readonly creating: boolean
  readonly uid: string
  /** The stored spelling of a Uid, found in any letter case; the same text when no user has it. */
  readonly findUid: (uid: string) => string
  /** The identifier of the record that a record was merged into; the same identifier for any other. */
  readonly survivorOf?: ((id: string) => string) | undefined
  readonly corporateCurrency: string
  /** The stored columns of the record, for objects of which only some members are sent; empty on Create. */
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

/** A field of an entity. Other rooms use these members and never ask for the kind. */
export interface Field {
  readonly traits: Traits
  readonly schema: SchemaTraits
  columns(column: string): readonly Column[]
  /** The side table of a many-valued field. */
  list?(table: string, entityTable: string): Table
  part(place: FieldLocation): Part
  /**
   * Checks and converts a written value (never undefined; null clears). On problems, adds them to the context and returns null.
   * Absent: the field cannot be written.
   */
  parse?(value: unknown, column: string, listTable: string, context: ParseContext): ParsedValue | null
  /** Where the field stores keys of records. They are cleared when such a record is removed for good. */
  keys?(column: string, listTable: string): readonly KeyPlace[]
  /** The field shows a column that another field declares: history names it only where it does not name the other. */
  readonly view?: boolean
  /** `{Value}` alone is not the whole value: an amount has a currency. */
  readonly valueIsMember?: boolean
  /** Parsed before the other fields, so that its elements come first in a list that another field also writes. */
  readonly parseFirst?: boolean
  /** The source of FieldOptions of this field, if it has options. */
  readonly optionSource?: OptionSource
}
