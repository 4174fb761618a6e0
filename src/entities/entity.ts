// Declares what an entity file contains: fields, operations, access rules, indexes, search words, display text.
import { snakeCase } from '../base/text/names.ts'
import type { Field } from '../fields/field.ts'
import { dateTime } from '../fields/kinds/date.ts'
import { externalKeys } from '../fields/kinds/external-keys.ts'
import { integer } from '../fields/kinds/number.ts'
import { mergedInto, ownKey } from '../fields/kinds/own-key.ts'
import { secStatus } from '../fields/kinds/sec-status.ts'
import { text } from '../fields/kinds/text.ts'
import { user } from '../fields/kinds/user.ts'
import type { Scalar } from '../storage/store.ts'
import type { Column, Index, Table } from '../storage/table.ts'
import type { MatchKeys } from './rules/match-keys.ts'
import type { EntityRules } from './rules/types.ts'

export type WriteOperation = 'Create' | 'Update' | 'Upsert' | 'Delete' | 'Restore'

/** The operations that a record's history names: an Upsert is a Create or an Update. */
export type RecordOperation = Exclude<WriteOperation, 'Upsert'> | 'Merge' | 'Erase'

/** The names of the operations; operations/index.ts has the table of them. */
export type OperationName = WriteOperation | 'Read' | 'Validate' | 'Duplicates' | 'Merge' | 'Erase'

/** The operations on workflows, which take the entity Workflow or WorkflowInstance. */
type WorkflowOperation = 'WorkflowStart' | 'WorkflowStop' | 'WorkflowSkip'

/** The operation on a Payload, which converts leads. */
type PayloadOperation = 'PayloadExecute'

/** All operations of the data API on records. */
export type ApiOperation = OperationName | WorkflowOperation | PayloadOperation

/** The operations that an entity declares. The others follow from them, or from other members: see operationsOf. */
export type EntityOperation = Exclude<OperationName, 'Upsert' | 'Restore' | 'Duplicates' | 'Merge' | 'Erase'>

/** All operations of an entity, including those that follow from others. */
export const operationsOf = ({
  operations,
  table,
  knownBy,
  matchKeys,
  merge,
  erasable,
}: Pick<Entity, 'operations' | 'table' | 'knownBy' | 'matchKeys' | 'merge' | 'erasable'>): OperationName[] => [
  ...operations,
  ...(canUpsert({ operations, table, knownBy }) ? (['Upsert'] as const) : []),
  // Rows of Schema are no records, so they have no recycle bin.
  ...(operations.includes('Delete') && table !== 'schema' ? (['Restore'] as const) : []),
  ...(matchKeys ? (['Duplicates'] as const) : []),
  ...(merge ? (['Merge'] as const) : []),
  ...(erasable ? (['Erase'] as const) : []),
]

/** Whether the entity has Upsert. Rows of Schema are definitions, not records. */
export const canUpsert = ({ operations, table, knownBy }: Pick<Entity, 'operations' | 'table' | 'knownBy'>): boolean =>
  operations.includes('Create') && operations.includes('Update') && table !== 'schema' && knownBy === undefined

/** Whether user-defined fields can be added to the entity. */
export const takesUdfs = ({ scope, operations }: Pick<Entity, 'scope' | 'operations'>): boolean =>
  scope !== 'global' && operations.includes('Create')

/** The stored columns of a record, by name. */
export type RecordRow = Record<string, Scalar>

interface MixedParentRule {
  readonly rule: 'mixedParent'
  readonly column: string
  readonly entities: readonly string[]
  /** Kinds besides the entities that everyone may read. */
  readonly open?: readonly string[]
}

/** A record is accessible when all its rules allow it. Administrators pass every rule except `personal`, and rows that refer to a personal record are as hidden as the record. */
export type AccessRule =
  /** The record's own SecAccess lists. */
  | { readonly rule: 'secAccess'; readonly column: string }
  /** Accessible when the record that a key column refers to is; `mixedParent` for a key to one of several entities. */
  | { readonly rule: 'parent'; readonly column: string; readonly entity: string }
  | MixedParentRule
  /** Readable and writable when the record that a key column refers to is. The creator has no further rights. */
  | { readonly rule: 'partOf'; readonly column: string; readonly entity: string }
  /** Accessible when any record of its lists is. */
  | { readonly rule: 'anyOf'; readonly lists: readonly { readonly table: string; readonly entity: string }[] }
  /**
   * Does not restrict reading. Its creator may write it, others need write access to the record that a key column refers
   * to, if any; `kind` is the column that names the entity of a key to one of several entities.
   */
  | { readonly rule: 'hangsOn'; readonly column: string; readonly kind?: string; readonly entity: string }
  /** Does not restrict reading. Its creator and administrators write it. */
  | { readonly rule: 'byCreator' }
  /**
   * The user that the column names may write these fields without write access to the record. Others than this user and the
   * creator do not read the record if a record that it is about is hidden from them.
   */
  | {
      readonly rule: 'assigned'
      readonly column: string
      readonly fields: readonly string[]
      readonly about: readonly { readonly column: string; readonly entity: string }[]
    }
  /** Users access their own records; administrators access all. */
  | { readonly rule: 'own'; readonly column: string }
  /**
   * Users, including administrators, access only their own records. Everyone reads records with the flag `shared`, and writes
   * them unless they also have the flag `locked`; then administrators do.
   */
  | { readonly rule: 'personal'; readonly column: string; readonly shared?: string; readonly locked?: string }

/** Whether records may be hidden from administrators too. What tells of such a record (History, the feed) is hidden with it. */
export const isPersonal = ({ access }: Pick<Entity, 'access'>): boolean =>
  access?.some(({ rule }) => rule === 'personal') === true

/** The words by which $PHRASE finds a record, by the type of their text. */
export interface SearchWords {
  /** Text in which each word of a phrase must begin a word. */
  readonly text: readonly (string | null)[]
  /** Names, which `Name: <text>` and ordinary phrases search. Part of `text` when absent. */
  readonly names?: readonly (string | null)[]
  readonly emails?: readonly (string | null)[]
  readonly phones?: readonly string[]
}

interface EntitySpec {
  readonly name: string
  readonly doc: string
  readonly aliases?: readonly string[]
  /** The Types of its records, when there are several (AppliesTo). */
  readonly types?: readonly string[]
  /** The column with the CustomSetup by which a record has its Type; administrators make the Types. */
  readonly typedBy?: string
  readonly operations: readonly EntityOperation[]
  readonly adminWrites?: boolean
  readonly adminReads?: true
  /** The console may write it only after a recent sign-in, since it grants access. */
  readonly freshProof?: true
  /** The scope that a token needs instead of `data` or `data.readonly`. */
  readonly tokenScope?: 'webaccess'
  /** Writes have no history and no events. */
  readonly unrecorded?: true
  /** The service alone writes records, with history and events. */
  readonly serviceWrites?: true
  readonly scope?: 'database' | 'global'
  /** Administrators of every database also read the rows of database 0, which the command line creates. */
  readonly commonRows?: true
  readonly fields: Readonly<Record<string, Field>>
  readonly access?: readonly AccessRule[]
  readonly indexes?: readonly Index[]
  /** Columns without a field. */
  readonly hiddenColumns?: readonly Column[]
  /** Tables of the entity besides the derived ones. */
  readonly sideTables?: readonly Table[]
  /** The text that represents a record where another record refers to it. */
  readonly display: (row: RecordRow) => string | null
  /** Computes columns that depend on others (FullName, the default e-mail) at each write. */
  readonly derive?: (row: RecordRow) => RecordRow
  /** What $PHRASE searches: names with e-mail addresses and phone numbers, or text. */
  readonly phrase?: 'names' | 'text'
  readonly searchWords?: (row: RecordRow) => SearchWords
  /** The keys by which duplicates are found; absent where there is no search for them. */
  readonly matchKeys?: (row: RecordRow) => MatchKeys
  readonly readDriver?: string
  /** The driver interface that $YEAR, $MONTH and $EXISTS need. */
  readonly functionDriver?: string
  readonly validateDriver?: string
  /** Members of Criteria that mean a condition on a path: `FavoriteList` for `FavoriteLists/Key`. */
  readonly criteria?: Readonly<Record<string, string>>
  /** The fields that identify a record on Delete and Restore, if its Key is that of another record. */
  readonly knownBy?: readonly string[] | undefined
  /** A Read needs a condition on one of these paths. */
  readonly readNeeds?: readonly string[]
  /** Administrators read all records without such a condition. */
  readonly adminReadsAll?: true
  /** The order of records when the request has none; by key when absent. */
  readonly defaultOrder?: readonly string[]
  /** The entities whose records are deleted with a record of this one. */
  readonly owns?: readonly Ownership[]
  /** Records of other entities that became a record of this one: an erasure takes them with it. */
  readonly becomesFrom?: readonly Exclude<Ownership, { readonly list: string }>[]
  /** A record is a person or a company, and Erase removes it with all its traces. */
  readonly erasable?: boolean
  readonly rules?: EntityRules
  /** Records can be merged. */
  readonly merge?: MergeSpec
  /** The columns that distinguish records: a merge makes no second record with the same values. */
  readonly distinctBy?: readonly string[]
}

/** What a merge has to know of the fields of an entity. */
interface MergeSpec {
  /** Fields that hold several values of one sort, such as Email1 to Email3: a value goes to a free one. */
  readonly places: readonly (readonly string[])[]
  /** Fields that are taken together, with further columns, and with the records of the entity `parts`. */
  readonly together?: readonly {
    readonly fields: readonly string[]
    readonly columns: readonly string[]
    readonly parts?: string
  }[]
  /** Entities whose records are parts of one record and stay with it. */
  readonly parts?: readonly string[]
  /** Computes columns that depend on those that were filled. */
  readonly settle?: (row: RecordRow) => RecordRow
}

/**
 * How records of `entity` belong to this record: by a key column, a mixed key (columns `_kind` and `_id`), or a list. `where` narrows
 * to the records with these values.
 */
export type Ownership =
  | { readonly entity: string; readonly column: string; readonly where?: RecordRow }
  | { readonly entity: string; readonly mixed: string }
  | { readonly entity: string; readonly list: string }

export interface Entity extends EntitySpec {
  readonly table: string
}

const standardFields = (name: string): Record<string, Field> => ({
  Key: ownKey({ doc: 'The key of the record, given by the service.', entity: name }),
})

/** The fields that every entity has, after its own. */
const trackingFields = (name: string, operations: readonly EntityOperation[]): Record<string, Field> => ({
  ...(operations.includes('Create') || operations.includes('Update')
    ? {
        ExternalKeys: externalKeys({
          doc: 'The keys of the record in other systems, each unique among the records of the entity. Update writes the whole list.',
          entity: name,
        }),
      }
    : {}),
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

const mergedIntoDoc = 'The record that it was merged into; only records in the recycle bin have one.'

const made = new Set<Entity>()

export function entity(spec: EntitySpec): Entity {
  const tracking = Object.fromEntries(
    Object.entries(trackingFields(spec.name, spec.operations)).filter(([name]) => !(name in spec.fields)),
  )
  const merged: Record<string, Field> = spec.merge
    ? { MergedInto: mergedInto({ doc: mergedIntoDoc, to: spec.name }) }
    : {}
  const fields = { ...standardFields(spec.name), ...spec.fields, ...tracking, ...merged }
  const entity: Entity = { ...spec, table: snakeCase(spec.name), fields }
  made.add(entity)
  return entity
}

/** How many records of CustomChild may belong to each other in a line. */
export const customLevels = 3

/** Distinguishes an entity from other exports of a file. */
export const isEntity = (value: unknown): value is Entity => made.has(value as Entity)

/** The rights of a user in an entity, before the access rules of single records. */
export function rightsOf({ operations, adminWrites, adminReads }: Entity, admin: boolean) {
  const may = (operation: EntityOperation): boolean =>
    operations.includes(operation) && (admin || !(operation === 'Read' ? adminReads : adminWrites))
  return { Create: may('Create'), Read: may('Read'), Update: may('Update'), Delete: may('Delete') }
}

/** The rights in all entities whose records users create, by name. Called when all entities are declared. */
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
