// Declares the draft of a record during a write: stored values, new values, and references to check.
import type { Message, Problems } from '../../base/errors.ts'
import type { RecordRow } from '../../entities/entity.ts'
import type { RuleContext } from '../../entities/rules/types.ts'
import type { ListRows, OptionUse, ReferenceUse } from '../../fields/field.ts'
import type { ModelEntity, ModelField } from '../../model/model.ts'
import type { Members } from './members.ts'

/** A list that the write replaces, with its rows before. */
export interface ListChange {
  rows: ListRows
  readonly stored: readonly RecordRow[]
}

/** The value of a user-defined field, in the columns of the value table. */
interface UdfChange {
  readonly field: ModelField
  readonly stored: RecordRow
  readonly columns: RecordRow
}

/** The problem of a mandatory value that is missing, where it is another one than that of a field. */
interface MissingValue {
  readonly error: Parameters<Problems['add']>[0]
  readonly path: string
  readonly message: string
}

export interface Draft {
  readonly entity: ModelEntity
  readonly creating: boolean
  /** `AbEntry.Data[3]`. */
  readonly path: string
  readonly members: Members
  readonly problems: Problems
  id: string
  readonly before: RecordRow
  readonly row: RecordRow
  readonly lists: Map<string, ListChange>
  readonly udfs: Map<number, UdfChange>
  readonly references: ReferenceUse[]
  /** Referred records that are unknown or hidden, as `Entity id`: rules find neither. */
  readonly refusedReferences: Set<string>
  readonly options: OptionUse[]
  /** The mandatory fields of this record, and whether each has a value. */
  readonly mandatory: Map<string, boolean | MissingValue>
  /** Members of the answer that the request did not have. */
  readonly answers: Record<string, unknown>
  /** The context of the entity's rules, once some rule has run. */
  rules?: RuleContext
}

/** A draft with stored values and without changes. */
export const emptyDraft = (
  entity: ModelEntity,
  path: string,
  members: Members,
  problems: Problems,
  before: RecordRow,
): Omit<Draft, 'creating' | 'id'> => ({
  entity,
  path,
  members,
  problems,
  before,
  row: { ...before },
  lists: new Map(),
  udfs: new Map(),
  references: [],
  refusedReferences: new Set(),
  options: [],
  mandatory: new Map(),
  answers: {},
})

export const listKey = (rows: Pick<ListRows, 'table' | 'where'>): string =>
  rows.where ? `${rows.table} ${JSON.stringify(rows.where)}` : rows.table

/** The record's Type, in an entity that has several; undefined while it is unknown. */
export const typeOf = (draft: Draft): string | undefined => draft.entity.typeOf(draft.row)

export function applies(draft: Draft, appliesTo: readonly string[] | undefined): boolean {
  if (!appliesTo || appliesTo.length === 0 || draft.entity.types.length === 0) return true
  const type = typeOf(draft)
  return type === undefined || appliesTo.includes(type) || appliesTo.includes(draft.entity.name)
}

export function problemAt(draft: Draft, error: Parameters<Problems['add']>[0], field: string, message: Message): void {
  const path = draft.members.fields.get(field)?.path ?? `${draft.path}.${field}`
  draft.problems.add(error, path, message)
}
