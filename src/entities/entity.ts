// What an entity file declares: fields, operations, who may read and write, and how its records are found and shown.
import { snakeCase } from '../base/names.ts'
import type { Field } from '../fields/field.ts'
import { dateTime } from '../fields/kinds/date.ts'
import { integer } from '../fields/kinds/number.ts'
import { ownKey } from '../fields/kinds/own-key.ts'
import { text } from '../fields/kinds/text.ts'
import { user } from '../fields/kinds/user.ts'
import type { Scalar } from '../storage/store.ts'
import type { Column, Index, Table } from '../storage/table.ts'
import type { EntityRules } from './rules/types.ts'

export type Operation = 'Create' | 'Read' | 'Update' | 'Delete' | 'Validate'

/** The stored columns of a record, by name. */
export type RecordRow = Record<string, Scalar>

/** All of them must let the caller in. Administrators pass them all, except `own`, which they pass by its own rule. */
export type AccessRule =
  /** The record's own lists. */
  | { readonly rule: 'secAccess'; readonly column: string }
  /** Readable only together with the record that a key column leads to; `kinds` when the key is a mixed one. */
  | { readonly rule: 'parent'; readonly column: string; readonly entity: string }
  | { readonly rule: 'mixedParent'; readonly column: string; readonly entities: readonly string[] }
  /** Readable together with any one of the records in its lists. */
  | { readonly rule: 'anyOf'; readonly lists: readonly { readonly table: string; readonly entity: string }[] }
  /** One sees one's own; administrators see all. */
  | { readonly rule: 'own'; readonly column: string }

/** Words under which a record is found by $PHRASE, by the sort of text they come from. */
export interface SearchWords {
  /** Text in which each word of a phrase must begin a word. */
  readonly text: readonly (string | null)[]
  /** Text that only `Name: <text>` and ordinary phrases search: names. Part of `text` when absent. */
  readonly names?: readonly (string | null)[]
  readonly emails?: readonly (string | null)[]
  /** Digits of phone numbers. */
  readonly phones?: readonly string[]
}

export interface EntitySpec {
  readonly name: string
  readonly doc: string
  /** Other spellings of the entity's name. */
  readonly aliases?: readonly string[]
  /** The Types of its records, when it has several (AppliesTo). */
  readonly types?: readonly string[]
  readonly operations: readonly Operation[]
  /** Only administrators may write. */
  readonly adminWrites?: boolean
  readonly scope?: 'database' | 'global'
  readonly fields: Readonly<Record<string, Field>>
  readonly access?: readonly AccessRule[]
  readonly indexes?: readonly Index[]
  /** Columns that no field stands for. */
  readonly hiddenColumns?: readonly Column[]
  /** Tables of its own besides the derived ones. */
  readonly sideTables?: readonly Table[]
  /** The text by which a record is shown wherever it is referred to. */
  readonly display: (row: RecordRow) => string | null
  /** Columns that follow from the others (FullName, the default e-mail), computed at each write. */
  readonly derive?: (row: RecordRow) => RecordRow
  /** What $PHRASE searches: names, with e-mail addresses and phone numbers, or text. */
  readonly phrase?: 'names' | 'text'
  readonly searchWords?: (row: RecordRow) => SearchWords
  /** The driver interface without which it cannot be read. */
  readonly readDriver?: string
  /** The driver interface without which $YEAR, $MONTH and $EXISTS cannot be used. */
  readonly functionDriver?: string
  /** The driver interface without which it cannot be validated. */
  readonly validateDriver?: string
  /** A Read needs a condition on one of these paths. */
  readonly readNeeds?: readonly string[]
  /** In which order records come when none is asked for; by key otherwise. */
  readonly defaultOrder?: readonly string[]
  /** What is deleted with a record: the entities whose key column leads to it. */
  readonly owns?: readonly Ownership[]
  readonly rules?: EntityRules
}

/** Records of `entity` hang on this one: by a key column, a mixed key (columns `_kind` and `_id`), or a list. */
export type Ownership =
  | { readonly entity: string; readonly column: string }
  | { readonly entity: string; readonly mixed: string }
  | { readonly entity: string; readonly list: string }

export interface Entity extends EntitySpec {
  readonly table: string
}

const standardFields = (name: string): Record<string, Field> => ({
  Key: ownKey({ doc: 'The key of the record, given by the service.', entity: name }),
})

/** Every record has these, after its own. */
const trackingFields: Record<string, Field> = {
  DisplayValue: text({ doc: 'The text by which the record is shown.', max: 1000, readOnly: true, column: 'display' }),
  Creator: user({ doc: 'Who created the record.', readOnly: true, importable: true }),
  CreationDate: dateTime({
    doc: 'When the record was created.',
    readOnly: true,
    importable: true,
    column: 'created',
    always: true,
  }),
  ModifiedBy: user({ doc: 'Who changed the record last.', readOnly: true }),
  LastModifyDate: dateTime({
    doc: 'When the record was changed last.',
    readOnly: true,
    column: 'modified',
    always: true,
  }),
  Version: integer({ doc: 'Raised by each write.', readOnly: true, always: true }),
  DeletedDate: dateTime({ doc: 'When the record was moved to the recycle bin.', readOnly: true, column: 'deleted_at' }),
  DeletedBy: user({ doc: 'Who moved the record to the recycle bin.', readOnly: true }),
}

const made = new WeakSet<object>()

export function entity(spec: EntitySpec): Entity {
  const tracking = Object.fromEntries(Object.entries(trackingFields).filter(([name]) => !(name in spec.fields)))
  const fields = { ...standardFields(spec.name), ...spec.fields, ...tracking }
  const entity: Entity = { ...spec, table: snakeCase(spec.name), fields }
  made.add(entity)
  return entity
}

/** Tells an entity from whatever else a file exports. */
export const isEntity = (value: unknown): value is Entity =>
  typeof value === 'object' && value !== null && made.has(value)

/** The columns that every entity's table begins with; the tracking fields bring the rest. */
export const bareColumns: readonly Column[] = [
  { name: 'db', type: 'integer', nullable: false },
  { name: 'id', type: 'text', nullable: false },
]

export const columnOf = (name: string, field: Field): string => field.traits.column ?? snakeCase(name)
