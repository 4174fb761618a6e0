// Reads and writes rows of one tenant by simple conditions, inside a transaction.
import { sql } from 'kysely'
import type { MaybePromise } from '../../base/scheduling/maybe-promise.ts'
import { fold } from '../../base/text/fold.ts'
import type { RecordRow } from '../../entities/entity.ts'
import { appendEvent, type NewEvent } from '../../events/append.ts'
import { type ModelTables, tables } from '../../model/tables.ts'
import type { Dialect, WordRecord } from '../../storage/dialect.ts'
import { ReadTime } from '../../storage/pacing/read-time.ts'
import { type Args, statementsOn } from '../../storage/statement.ts'
import type { Query, Reader, Scalar, Tx } from '../../storage/store.ts'
import {
  countQuery,
  deleteQuery,
  existsQuery,
  insertQuery,
  type RowFilter,
  type SelectOptions,
  selectQuery,
  updateQuery,
  valuesQuery,
} from './row-statements.ts'

interface Authorship {
  readonly uid: string
  readonly application: string | null
  readonly display: string
  readonly now: number
}

/** The columns of a row that is never updated: its author, and the application. */
export const writtenOnce = ({ uid, application, display, now }: Authorship): RecordRow => ({
  application,
  application_f: application === null ? null : fold(application),
  display,
  display_f: fold(display),
  creator: uid,
  created: now,
  modified_by: uid,
  modified: now,
  version: 1,
})

const statement = statementsOn<ModelTables>()

export class RowStore {
  readonly tx: Tx
  readonly dialect: Dialect
  readonly db: number
  /** Of the searches of this transaction by values of the caller. */
  readonly readTime = new ReadTime()

  constructor(tx: Tx, dialect: Dialect, db: number) {
    this.tx = tx
    this.dialect = dialect
    this.db = db
  }

  async select(table: string, where: RowFilter, options: SelectOptions = {}): Promise<RecordRow[]> {
    return selectRows(this.tx, this.dialect, table, this.#own(where), options)
  }

  async one(table: string, where: RowFilter, options: SelectOptions = {}): Promise<RecordRow | null> {
    const [row] = await this.select(table, where, { ...options, limit: 1 })
    return row ?? null
  }

  async exists(table: string, where: RowFilter): Promise<boolean> {
    return (await this.tx.read(existsQuery(this.dialect, table, this.#own(where)))).length > 0
  }

  async count(table: string, where: RowFilter): Promise<number> {
    const [row] = await this.tx.read(countQuery(this.dialect, table, this.#own(where)))
    return Number(row?.[0] ?? 0)
  }

  /** The values of one column, without null. */
  async values(
    table: string,
    column: string,
    where: RowFilter,
    options: Omit<SelectOptions, 'order'> = {},
  ): Promise<string[]> {
    const found = await this.tx.read(valuesQuery(this.dialect, table, column, this.#own(where), options))
    return found.flatMap(([value]) => (value === null || value === undefined ? [] : [value as string]))
  }

  /** Writes all columns of a declared table; missing values get their default. Adds the tenant. */
  async insert(table: string, row: RecordRow): Promise<void> {
    row.db = this.db
    this.tx.defer(insertQuery(this.dialect, table, row))
  }

  update(table: string, set: RecordRow, where: RowFilter): Promise<number> {
    return this.tx.run(updateQuery(this.dialect, table, set, this.#own(where)))
  }

  remove(table: string, where: RowFilter): Promise<number> {
    return this.tx.run(deleteQuery(this.dialect, table, this.#own(where)))
  }

  /** The next number of a counter. Its row stays locked, so another transaction waits for the same counter. */
  async next(counter: string, first = 1): Promise<number> {
    const [row] = await this.tx.rows(nextNumber(this.dialect, { db: this.db, name: counter, value: first }))
    return row?.value ?? first
  }

  /** Appends to the log of events. */
  event(event: NewEvent): Promise<void> {
    return appendEvent(this.tx, this.dialect, this.db, event)
  }

  /** Reads and locks rows that no write of a record changes: option items and declarations of fields. */
  ofSettings<R>(query: Query<R>): Promise<R[]> {
    return this.tx.rows(query)
  }

  /** Reads records by their identifiers, and by what these records belong to; other new records make no difference. */
  readRecords(_ids: readonly string[], query: Query): MaybePromise<Scalar[][]> {
    return this.tx.read(query)
  }

  /** `isNew`: the record is created by this transaction. */
  words(table: string, record: WordRecord, isNew = false): Promise<void> {
    return this.dialect.search.replace(this.tx, table, this.db, record, isNew)
  }

  /** The condition, for the rows of this tenant. */
  #own(where: RowFilter): RowFilter {
    return { db: this.db, ...where }
  }
}

const nextNumber = statement((db, p: Args<{ db: number; name: string; value: number }>) =>
  db
    .insertInto('counter')
    .values({ db: p('db'), name: p('name'), value: p('value') })
    .onConflict(c => c.columns(['db', 'name']).doUpdateSet({ value: sql<number>`counter.value + 1` }))
    .returning('value'),
)

/** Rows of a table with all their columns; `where` names the tenant. */
export async function selectRows(
  reader: Reader,
  dialect: Dialect,
  table: string,
  where: RowFilter,
  options: SelectOptions = {},
): Promise<RecordRow[]> {
  const rows = await reader.rows(selectQuery(dialect, table, where, options))
  return rows.map(row => withExact(table, row))
}

const exactColumns = new Map(tables.map(t => [t.name, t.columns.filter(c => c.type === 'exact').map(c => c.name)]))

/** Exact columns are read as text and become bigints here, so that a rule never sees a rounded amount. */
export function withExact(table: string, row: RecordRow): RecordRow {
  for (const name of exactColumns.get(table) ?? []) {
    const value = row[name]
    if (typeof value === 'string' || typeof value === 'number') row[name] = BigInt(value)
  }
  return row
}
