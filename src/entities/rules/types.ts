// Declares the business rules of an entity, which run inside the transaction of a write.

import type { Message, Problem, Problems } from '../../base/errors.ts'
import type { ListRows } from '../../fields/field.ts'
import type { Topic } from '../../storage/nodes/topics.ts'
import type { Row, Scalar } from '../../storage/store.ts'
import type { RedirectPolicy } from './redirect-uri.ts'
import type { CleanText, RichTextFault } from './rich-text.ts'

/** A record by its kind and identifier. */
export interface RecordRef {
  readonly kind: string
  readonly id: string
}

/** Access to rows of the same database for rules. Exact columns are bigints in both directions. */
export interface RuleStore {
  readonly db: number
  /** Stands for the transaction: the same for all records of it. */
  readonly transaction: object
  /** A live record, locked until the transaction ends; null when there is none. */
  find(entity: string, id: string, lock?: 'share' | 'update'): Promise<Row | null>
  /** Live records by the value of a column, in the order of their identifiers. */
  findBy(entity: string, column: string, value: Scalar, limit?: number): Promise<Row[]>
  /** Whether a row of a table, in the recycle bin or not, has these values. */
  exists(table: string, where: Row): Promise<boolean>
  listOf(table: string, ownerColumn: string, id: string): Promise<Row[]>
  /** Writes a record of another entity, without history. */
  insert(entity: string, row: Row): Promise<string>
  /** Changes columns of another record, without raising its Version. */
  change(entity: string, id: string, columns: Row): Promise<void>
  /** Changes columns of all records with a value in a column, including those in the recycle bin. */
  changeWhere(entity: string, column: string, value: Scalar, columns: Row): Promise<void>
  /** The number of the rows of a table with these values. */
  count(table: string, where: Row): Promise<number>
  /** The rows of a table with these values, including those in the recycle bin. */
  rowsOf(table: string, where: Row): Promise<Row[]>
  /** Changes the rows of a table with these values and returns their number. */
  changeRows(table: string, columns: Row, where: Row): Promise<number>
  remove(table: string, where: Row): Promise<number>
  put(table: string, row: Row): Promise<void>
  /** The next number of a counter of the database. */
  next(counter: string): Promise<number>
  /** Serializes transactions by a named lock until the transaction ends. */
  alone(name: string): Promise<void>
  newId(): string
  publish<P>(topic: Topic<P>, payload: P): Promise<void>
}

/**
 * Writes of other records as part of this one. Each raises the Version of its record and has its own history and event; the
 * rules of its entity do not run.
 */
export interface OtherRecords {
  createRecord(entity: string, row: Row): Promise<void>
  changeRecord(entity: string, id: string, columns: Row): Promise<void>
  /** Moves a record to the recycle bin, without the records that it owns. */
  deleteRecord(entity: string, id: string): Promise<void>
}

/** Questions about other records, asked with the rights of the caller, and updates in the caller's name. */
export interface RecordQuestions {
  /** Whether the caller finds a record by a condition of the query language. */
  meets(entity: string, id: string, condition: unknown): Promise<boolean>
  /** What a Read returns for a path of a record; null without a value, or when the caller may not read the record. */
  valueOf(entity: string, id: string, path: string, selector: unknown): Promise<unknown>
  /** What a Read returns for fields of a record; null when the caller may not read it. */
  valuesOf(
    entity: string,
    id: string,
    fields: Readonly<Record<string, unknown>>,
  ): Promise<Readonly<Record<string, unknown>> | null>
  /** Updates a record as a request of the caller would. A refusal becomes a problem of this write. */
  updateRecord(entity: string, id: string, data: Readonly<Record<string, unknown>>): Promise<void>
  /** The reason why a condition is none for an entity; null when it is one. */
  whyNoCondition(entity: string, condition: unknown): string | null
  /** The reason why a path names no field of an entity; null when it names one. */
  whyNoField(entity: string, path: string): string | null
  /** The type in Schema of a path that an Update can set; null for any other. */
  writableType(entity: string, path: string): string | null
  /** Key, Name, Type and DisplayValue of the Schema row of a path; null when there is none. */
  describeField(entity: string, path: string): Readonly<Record<string, string>> | null
}

/** Work on other records whose history names a record as its cause. */
export interface CausedWork {
  because(cause: RecordRef): OtherRecords & RecordQuestions
}

/** What rules do for the service itself: they write other records in the name of a user. */
export interface ServiceContext extends RuleStore, OtherRecords, CausedWork {
  /** The path of problems in the request. */
  readonly path: string
  readonly problems: Problems
  readonly uid: string
  /** Epoch seconds. */
  readonly now: number
}

/** The context of one write of one record. `find` returns null for a reference that was refused: unknown and hidden look alike. */
export interface RuleContext extends RuleStore, OtherRecords, RecordQuestions, CausedWork {
  readonly creating: boolean
  /** The record's path in the request: `Opportunity.Data`. */
  readonly path: string
  readonly problems: Problems
  readonly db: number
  /** The name of the database. */
  readonly database: string
  readonly id: string
  readonly uid: string
  /** The stored spelling of a Uid, found in any letter case; the same text when no user has it. */
  readonly findUid: (uid: string) => string
  readonly admin: boolean
  /** The chain of the application's token that the caller uses; null without one. */
  readonly chain: string | null
  readonly scope: readonly string[]
  /** Epoch seconds. */
  readonly now: number
  readonly corporateCurrency: string
  /** The implementation of each driver interface that the request names: `Sql` or the short one. */
  readonly drivers: ReadonlyMap<string, 'sql' | 'short'>
  readonly redirects: RedirectPolicy
  /** The installation's secret key, which all nodes share; null when there is none. */
  readonly commonKey: () => string | null
  /** Members of `Options`, by lower-case name. */
  readonly options: Readonly<Record<string, unknown>>
  /** The stored row; empty on Create. */
  readonly before: Readonly<Row>
  /** The row that will be stored. Rules set columns here. */
  readonly row: Row
  /** Whether the caller may read a live record. */
  mayRead(entity: string, id: string): Promise<boolean>
  /** Whether the caller may read and write a live record. */
  mayWrite(entity: string, id: string): Promise<boolean>
  /** Whether the request has the field (by its canonical name). */
  sent(field: string): boolean
  /** The value as it was sent; undefined when it was not sent. */
  value(field: string): unknown
  /** Adds a problem at one of the record's fields. */
  problem(error: Parameters<Problems['add']>[0], field: string, message: Message): void
  /**
   * Marks a field, or `Options/<member>`, as mandatory for this record, and adds a problem if it has no value: `problem`, or that
   * of a missing field. Validate lists the field either way.
   */
  mandatory(field: string, hasValue: boolean, problem?: Pick<Problem, 'error' | 'path'> & { message: string }): void
  /** The rows of a side table that will be stored; undefined when the request leaves the list unchanged. */
  list(table: string): ListRows | undefined
  /** `stored` has the rows before the write, for the history, when the request did not name the list. */
  setList(rows: ListRows, stored?: readonly Row[]): void
  /** Adds a member to the answer: a new secret, shown once. */
  answer(name: string, value: unknown): void
  /** The hash of a password in the request, computed before the transaction, since it takes long. */
  hashed(password: string): string
  /** The sanitized form of a rich text, if possible computed before the transaction; null when its elements nest too deep. */
  richText(html: string): CleanText | RichTextFault
  /** The canonical spelling of an entity's name; null when there is no such entity. */
  entityNamed(name: string): string | null
}

/** The context of a record that is deleted or restored. */
export interface BinContext extends RuleStore, OtherRecords {
  readonly path: string
  readonly problems: Problems
  readonly db: number
  readonly id: string
  readonly uid: string
  readonly now: number
  readonly corporateCurrency: string
  readonly row: Readonly<Row>
}

export interface EntityRules {
  /** Default values, as the API spells them, for fields that a Create leaves out. */
  readonly defaults?: (value: (field: string) => unknown) => Readonly<Record<string, unknown>>
  /** Entities whose referenced records this write changes; they are locked for update at once, so that writers queue. */
  readonly updates?: readonly string[]
  /** The column of the record whose writes also write this one. That record is locked first, so that writers of both queue. */
  readonly lockedBehind?: { readonly entity: string; readonly column: string }
  /** Runs before rows are written, also when a field was refused. It may refuse, complete or change the row. */
  readonly before?: (write: RuleContext) => void | Promise<void>
  /** Runs after the record's own row is written. */
  readonly after?: (write: RuleContext) => void | Promise<void>
  /** Runs before a record is deleted; may refuse. */
  readonly beforeDelete?: (write: BinContext) => void | Promise<void>
  readonly afterDelete?: (write: BinContext) => void | Promise<void>
  /** Runs before a record is restored; may refuse. */
  readonly beforeRestore?: (write: BinContext) => void | Promise<void>
  readonly afterRestore?: (write: BinContext) => void | Promise<void>
}
