// The business rules of an entity: what a write must satisfy and what it brings about, inside its transaction.
import type { Problems } from '../base/errors.ts'
import type { ListRows } from '../fields/field.ts'
import type { Scalar } from '../storage/store.ts'
import type { RecordRow } from './entity.ts'

/** One write of one record as its rules see it. */
export interface RuleContext {
  readonly creating: boolean
  /** Where the record stands in the request: `Opportunity.Data`. */
  readonly path: string
  readonly problems: Problems
  readonly db: number
  readonly id: string
  readonly uid: string
  readonly admin: boolean
  /** Epoch seconds. */
  readonly now: number
  readonly corporateCurrency: string
  /** Driver interface -> implementation identifier, as far as the request named them. */
  readonly drivers: ReadonlyMap<string, string>
  readonly options: Readonly<Record<string, unknown>>
  /** What is stored; empty on Create. */
  readonly before: Readonly<RecordRow>
  /** What will be stored. Rules set columns here. */
  readonly row: RecordRow
  /** The field (by its canonical name) was in the request. */
  sent(field: string): boolean
  /** The rows of a side table that will be stored; undefined when the request leaves the list as it is. */
  list(table: string): ListRows | undefined
  setList(rows: ListRows): void
  /** Another record of the same database, kept as it is until the transaction ends; null when it is not there. */
  find(entity: string, id: string): Promise<RecordRow | null>
  /** Other records by the value of an indexed column. */
  findBy(entity: string, column: string, value: Scalar): Promise<RecordRow[]>
  listOf(table: string, ownerColumn: string, id: string): Promise<RecordRow[]>
  insert(entity: string, row: RecordRow): Promise<string>
  change(entity: string, id: string, columns: RecordRow): Promise<void>
  /** Changes all records with a value in a column, without their history. */
  changeWhere(entity: string, column: string, value: Scalar, columns: RecordRow): Promise<void>
  remove(table: string, where: RecordRow): Promise<number>
  put(table: string, row: RecordRow): Promise<void>
  newId(): string
  /** Members of the answer that are not echoed from the request: a new secret, shown once. */
  answer(name: string, value: unknown): void
  publish(topic: string, payload: string): Promise<void>
}

export interface EntityRules {
  /** Runs before rows are written: may refuse, complete or change the row. */
  readonly before?: (write: RuleContext) => void | Promise<void>
  /** Runs after the record's own row is written. */
  readonly after?: (write: RuleContext) => void | Promise<void>
  /** Runs before a record goes to the recycle bin: may refuse. */
  readonly beforeDelete?: (write: RuleContext) => void | Promise<void>
  /** Runs after a record was deleted or restored. */
  readonly afterDelete?: (write: RuleContext) => void | Promise<void>
}
