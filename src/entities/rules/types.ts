// The business rules of an entity: what a write must satisfy and what it brings about, inside its transaction.
import type { Problems } from '../../base/errors.ts'
import type { ListRows } from '../../fields/field.ts'
import type { Scalar } from '../../storage/store.ts'
import type { RecordRow } from '../entity.ts'

/** Rows reached from a rule, all of the same database. Exact columns are bigints, in and out. */
export interface RuleStore {
  /** A live record, kept as it is until the transaction ends; null when it is not there. */
  find(entity: string, id: string, lock?: 'share' | 'update'): Promise<RecordRow | null>
  /** Live records by the value of a column. */
  findBy(entity: string, column: string, value: Scalar): Promise<RecordRow[]>
  /** Whether some row of a table, in the recycle bin or not, has these values. */
  exists(table: string, where: RecordRow): Promise<boolean>
  listOf(table: string, ownerColumn: string, id: string): Promise<RecordRow[]>
  /** Writes a whole record of another entity, without history. */
  insert(entity: string, row: RecordRow): Promise<string>
  /** Changes columns of another record, without raising its Version. */
  change(entity: string, id: string, columns: RecordRow): Promise<void>
  /** The same for all records with a value in a column, those in the recycle bin too. */
  changeWhere(entity: string, column: string, value: Scalar, columns: RecordRow): Promise<void>
  /** The rows of a table that have these values, those in the recycle bin too. */
  rowsOf(table: string, where: RecordRow): Promise<RecordRow[]>
  /** Changes the rows of a table that have these values, and says how many they were. */
  changeRows(table: string, columns: RecordRow, where: RecordRow): Promise<number>
  remove(table: string, where: RecordRow): Promise<number>
  put(table: string, row: RecordRow): Promise<void>
  /** The next number of something that counts up within the database. */
  next(counter: string): Promise<number>
  /** Waits until no other transaction is between here and its end under this name. */
  alone(name: string): Promise<void>
  newId(): string
  publish(topic: string, payload: string): Promise<void>
}

/** One write of one record as its rules see it. */
export interface RuleContext extends RuleStore {
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
  /** Driver interface -> the `Sql` or the short implementation, as far as the request named them. */
  readonly drivers: ReadonlyMap<string, 'sql' | 'short'>
  /** http on the loopback address may be registered as a redirect URI. */
  readonly loopbackRedirects: boolean
  /** Members of `Options`, by lower-case name. */
  readonly options: Readonly<Record<string, unknown>>
  /** What is stored; empty on Create. */
  readonly before: Readonly<RecordRow>
  /** What will be stored. Rules set columns here. */
  readonly row: RecordRow
  /** The field (by its canonical name) was in the request. */
  sent(field: string): boolean
  /** The value as it was sent; undefined when it was not. */
  value(field: string): unknown
  /** Adds a problem at one of the record's fields. */
  problem(error: Parameters<Problems['add']>[0], field: string, message: string): void
  /** The field is mandatory for this record; without a value that is a problem. Validate lists it either way. */
  mandatory(field: string, hasValue: boolean): void
  /** The rows of a side table that will be stored; undefined when the request leaves the list as it is. */
  list(table: string): ListRows | undefined
  /** `stored`: what the list had, for the history, when the request did not name it. */
  setList(rows: ListRows, stored?: readonly RecordRow[]): void
  /** Members of the answer that are not echoed from the request: a new secret, shown once. */
  answer(name: string, value: unknown): void
  /** The hash of a password in the request; computed before the transaction began, because it takes long. */
  hashed(password: string): string
  /** Why a path names no field of an entity; null when it does. */
  whyNoField(entity: string, path: string): string | null
}

/** The write of a record that goes to the recycle bin or comes back. */
export interface BinContext extends RuleStore {
  readonly path: string
  readonly problems: Problems
  readonly db: number
  readonly id: string
  readonly uid: string
  readonly now: number
  readonly corporateCurrency: string
  readonly row: Readonly<RecordRow>
}

export interface EntityRules {
  /** Values, as the API spells them, for fields that a Create leaves out. */
  readonly defaults?: (value: (field: string) => unknown) => Readonly<Record<string, unknown>>
  /** Entities whose referred records this write changes: they are locked for that at once, so that writers queue. */
  readonly updates?: readonly string[]
  /** Runs before rows are written: may refuse, complete or change the row. It also runs when a field was refused. */
  readonly before?: (write: RuleContext) => void | Promise<void>
  /** Runs after the record's own row is written. */
  readonly after?: (write: RuleContext) => void | Promise<void>
  /** Runs before a record goes to the recycle bin: may refuse. */
  readonly beforeDelete?: (write: BinContext) => void | Promise<void>
  readonly afterDelete?: (write: BinContext) => void | Promise<void>
  /** Runs before a record comes back from the recycle bin: may refuse. */
  readonly beforeRestore?: (write: BinContext) => void | Promise<void>
  readonly afterRestore?: (write: BinContext) => void | Promise<void>
}
