// Declares what an entity file contains: fields, operations, access rules, indexes, search words, display text.
import { snakeCase } from '../base/names.ts'
import type { Field } from '../fields/field.ts'
import { dateTime } from '../fields/kinds/date.ts'
import { integer } from '../fields/kinds/number.ts'
import { ownKey } from '../fields/kinds/own-key.ts'
import { secStatus } from '../fields/kinds/sec-status.ts'
import { text } from '../fields/kinds/text.ts'
import { user } from '../fields/kinds/user.ts'
import type { Scalar } from '../storage/store.ts'
import type { Column, Index, Table } from '../storage/table.ts'
import type { EntityRules } from './rules/types.ts'

export type WriteOperation = 'Create' | 'Update' | 'Delete' | 'Restore'

/** The names of the operations; operations/index.ts has the table of what runs them. */
export type OperationName = WriteOperation | 'Read' | 'Validate'

/** The operations that an entity can take part in. What can be deleted can be restored. */
export type EntityOperation = Exclude<OperationName, 'Restore'>

/** The operations that an entity takes part in, Restore among them. */
export const operationsOf = ({ operations, table }: Pick<Entity, 'operations' | 'table'>): OperationName[] => [
  ...operations,
  // Rows of Schema are no records, so they do not come into the recycle bin.
  ...(operations.includes('Delete') && table !== 'schema' ? (['Restore'] as const) : []),
]

/** The stored columns of a record, by name. */
export type RecordRow = Record<string, Scalar>

interface MixedParentRule {
  readonly rule: 'mixedParent'
  readonly column: string
  readonly entities: readonly string[]
  /** Kinds besides the entities that everyone may read. */
  readonly open?: readonly string[]
}

/**
 * A record is accessible when all its rules allow it. Administrators pass every rule except `personal`.
 */
export type AccessRule =
  /** The record's own SecAccess lists. */
  | { readonly rule: 'secAccess'; readonly column: string }
  /** Accessible when the record is that a key column refers to; `mixedParent` for a key to one of several entities. */
  | { readonly rule: 'parent'; readonly column: string; readonly entity: string }
  | MixedParentRule
  /** Readable and writable when the record is that a key column refers to: not by its creator in any case. */
  | { readonly rule: 'partOf'; readonly column: string; readonly entity: string }
  /** Accessible when any record of its lists is. */
  | { readonly rule: 'anyOf'; readonly lists: readonly { readonly table: string; readonly entity: string }[] }
  /**
   * Does not restrict reading. Its creator may write it, others need write access to the record that a key column refers
   * to, if any; `kind` is the column that names the entity of a key to one of several entities.
   */
  | { readonly rule: 'hangsOn'; readonly column: string; readonly kind?: string; readonly entity: string }
  /** Users access their own records; administrators access all. */
  | { readonly rule: 'own'; readonly column: string }
  /**
   * Users access their own records, administrators too. Those with the flag `shared` everyone reads; everyone also writes
   * them unless they have the flag `locked`, then administrators do.
   */
  | { readonly rule: 'personal'; readonly column: string; readonly shared?: string; readonly locked?: string }

/** The words by which $PHRASE finds a record, by the type of their text. */
export interface SearchWords {
  /** Text in which each word of a phrase must begin a word. */
  readonly text: readonly (string | null)[]
  /** Names, which `Name: <text>` and ordinary phrases search. Part of `text` when absent. */
  readonly names?: readonly (string | null)[]
  readonly emails?: readonly (string | null)[]
  /** Digits of phone numbers. */
  readonly phones?: readonly string[]
}

interface EntitySpec {
  readonly name: string
  readonly doc: string
  /** Other spellings of the entity's name. */
  readonly aliases?: readonly string[]
  /** The Types of its records, when there are several (AppliesTo). */
  readonly types?: readonly string[]
  readonly operations: readonly EntityOperation[]
  /** Only administrators may write. */
  readonly adminWrites?: boolean
  /** Only administrators may read. */
  readonly adminReads?: true
  /** Written through the console only after a recent sign-in: it lets people or programs in. */
  readonly freshProof?: true
  /** The scope that a token needs for it, in the place of `data` or `data.readonly`. */
  readonly tokenScope?: 'webaccess'
  /** Its writes are in no history, and there are no events of them. */
  readonly unrecorded?: true
  readonly scope?: 'database' | 'global'
  /** Administrators of every database also read the rows of database 0, which the command line makes. */
  readonly commonRows?: true
  readonly fields: Readonly<Record<string, Field>>
  readonly access?: readonly AccessRule[]
  readonly indexes?: readonly Index[]
  /** Columns without a field. */
  readonly hiddenColumns?: readonly Column[]
  /** Tables of the entity besides the derived ones. */
  readonly sideTables?: readonly Table[]
  /** The text that represents a record wherever another record refers to it. */
  readonly display: (row: RecordRow) => string | null
  /** Computes columns that depend on others (FullName, the default e-mail) at each write. */
  readonly derive?: (row: RecordRow) => RecordRow
  /** What $PHRASE searches: names with e-mail addresses and phone numbers, or text. */
  readonly phrase?: 'names' | 'text'
  readonly searchWords?: (row: RecordRow) => SearchWords
  /** The driver interface that a Read needs. */
  readonly readDriver?: string
  /** The driver interface that $YEAR, $MONTH and $EXISTS need. */
  readonly functionDriver?: string
  /** The driver interface that Validate needs. */
  readonly validateDriver?: string
  /** Members of Criteria that stand for a condition on a path: `FavoriteList` for `FavoriteLists/Key`. */
  readonly criteria?: Readonly<Record<string, string>>
  /** The fields that name a record on Delete and Restore, where its Key is that of another record. */
  readonly knownBy?: readonly string[]
  /** A Read needs a condition on one of these paths. */
  readonly readNeeds?: readonly string[]
  /** Administrators read all records without such a condition. */
  readonly adminReadsAll?: true
  /** The order of records when the request has none; by key when absent. */
  readonly defaultOrder?: readonly string[]
  /** The entities whose records are deleted with a record of this one. */
  readonly owns?: readonly Ownership[]
  readonly rules?: EntityRules
}

/**
 * How records of `entity` belong to this record: by a key column, a mixed key (columns `_kind` and `_id`), or a list.
 */
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

/** The fields that every entity has, after its own. */
const trackingFields = (operations: readonly EntityOperation[]): Record<string, Field> => ({
  DisplayValue: text({ doc: 'The text by which the record is shown.', max: 1000, readOnly: true, column: 'display' }),
  SecStatus: secStatus({ doc: 'What the caller may do with the record: ReadWrite or ReadOnly.', operations }),
  Creator: user({ doc: 'Who created the record.', readOnly: true, importable: true }),
  CreationDate: dateTime({
    doc: 'When the record was created.',
    readOnly: true,
    importable: true,
    column: 'created',
    always: true,
  }),
  ModifiedBy: user({ doc: 'Who changed the record last.', readOnly: true, importable: true }),
  LastModifyDate: dateTime({
    doc: 'When the record was changed last.',
    readOnly: true,
    importable: true,
    column: 'modified',
    always: true,
  }),
  Version: integer({ doc: 'Raised by each write.', readOnly: true, always: true }),
  DeletedDate: dateTime({ doc: 'When the record was moved to the recycle bin.', readOnly: true, column: 'deleted_at' }),
  DeletedBy: user({ doc: 'Who moved the record to the recycle bin.', readOnly: true }),
})

const made = new Set<Entity>()

export function entity(spec: EntitySpec): Entity {
  const tracking = Object.fromEntries(
    Object.entries(trackingFields(spec.operations)).filter(([name]) => !(name in spec.fields)),
  )
  const fields = { ...standardFields(spec.name), ...spec.fields, ...tracking }
  const entity: Entity = { ...spec, table: snakeCase(spec.name), fields }
  made.add(entity)
  return entity
}

/** Distinguishes an entity from other exports of a file. */
export const isEntity = (value: unknown): value is Entity => made.has(value as Entity)

/** What a user may do with the records of an entity, as far as no record says otherwise. */
export function rightsOf({ operations, adminWrites, adminReads }: Entity, admin: boolean) {
  const may = (operation: EntityOperation): boolean =>
    operations.includes(operation) && (admin || !(operation === 'Read' ? adminReads : adminWrites))
  return { Create: may('Create'), Read: may('Read'), Update: may('Update'), Delete: may('Delete') }
}

/** The rights in all entities whose records users make, by their names. To be called when all of them are declared. */
export const creatableRights = (admin: boolean): Readonly<Record<string, ReturnType<typeof rightsOf>>> =>
  Object.fromEntries(
    [...made]
      .filter(({ operations }) => operations.includes('Create'))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map(entity => [entity.name, rightsOf(entity, admin)]),
  )

/** The first columns of every entity's table; the tracking fields add others. */
export const bareColumns: readonly Column[] = [
  { name: 'db', type: 'integer', nullable: false },
  { name: 'id', type: 'text', nullable: false },
]

export const columnOf = (name: string, field: Field): string => field.traits.column ?? snakeCase(name)
