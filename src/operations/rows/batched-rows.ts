// Writes the rows of many new records with few statements: inserts wait until something may read or change them.
import type { RecordRow } from '../../entities/entity.ts'
import { appendEvents, type NewEvent } from '../../events/append.ts'
import { tables } from '../../model/tables.ts'
import type { Dialect, WordRecord } from '../../storage/dialect.ts'
import type { Topic } from '../../storage/nodes/topics.ts'
import type { ReadTime } from '../../storage/pacing/read-time.ts'
import { insertMany } from '../../storage/schema/insert-many.ts'
import type { DeferredResult, Query, Scalar, Tx } from '../../storage/store.ts'
import type { RowFilter, SelectOptions } from './row-statements.ts'
import { RowStore } from './row-store.ts'

/** Sends what waits before each statement, since that may read or change it. */
class FlushingTx implements Tx {
  readonly #tx: Tx
  flush: () => Promise<void> = async () => {}
  /** Statements that need no result; they keep their place among the inserts. */
  #deferred: { readonly query: Query; readonly sent: (result: Promise<number>) => void }[] = []

  constructor(tx: Tx) {
    this.#tx = tx
  }

  get hasDeferred(): boolean {
    return this.#deferred.length > 0
  }

  async rows<R>(query: Query<R>): Promise<R[]> {
    await this.flush()
    return this.#tx.rows(query)
  }

  async read(query: Query, time?: ReadTime): ReturnType<Tx['read']> {
    await this.flush()
    return this.#tx.read(query, time)
  }

  async run(query: Query): Promise<number> {
    await this.flush()
    return this.#tx.run(query)
  }

  defer(query: Query): DeferredResult {
    const { promise: count, resolve } = Promise.withResolvers<number>()
    this.#deferred.push({ query, sent: resolve })
    return { count }
  }

  publish<P>(topic: Topic<P>, payload: P): Promise<void> {
    return this.#tx.publish(topic, payload)
  }

  sendDeferred(): void {
    const deferred = this.#deferred
    this.#deferred = []
    for (const { query, sent } of deferred) {
      const { count } = this.#tx.defer(query)
      count.catch(() => {})
      sent(count)
    }
  }
}

export class BatchedRows extends RowStore {
  /** The transaction itself, for statements on tables that have no waiting rows. */
  readonly #direct: RowStore
  readonly #flushing: FlushingTx
  #rows = new Map<string, RecordRow[]>()
  #words = new Map<string, WordRecord[]>()
  #events: NewEvent[] = []
  /** Identifiers of the rows that wait. */
  #newIds = new Set<string>()
  /** Whether rows wait that belong to a record which is not new. */
  #changesOld = false
  readonly #settings = new Map<string, Promise<unknown[]>>()

  constructor(tx: Tx, dialect: Dialect, db: number) {
    const flushing = new FlushingTx(tx)
    super(flushing, dialect, db)
    this.#flushing = flushing
    this.#direct = new RowStore(tx, dialect, db)
    flushing.flush = () => this.flush()
  }

  /** Writes what waits, owners before their lists, in the order of the model. To be called at the end. */
  async flush(): Promise<void> {
    const [rows, words, events] = [this.#rows, this.#words, this.#events]
    const { tx, dialect, db } = this.#direct
    if (rows.size > 0) {
      this.#rows = new Map()
      this.#newIds = new Set()
      this.#changesOld = false
      for (const table of tables) {
        const waiting = rows.get(table.name)
        if (waiting) await insertMany(tx, dialect, table, waiting)
      }
    }
    if (words.size > 0) {
      this.#words = new Map()
      for (const [table, records] of words) await dialect.search.add(tx, table, db, records)
    }
    this.#events = []
    await appendEvents(tx, dialect, db, events)
    this.#flushing.sendDeferred()
  }

  override async insert(table: string, row: RecordRow): Promise<void> {
    if (this.#flushing.hasDeferred) await this.flush()
    row.db = this.db
    const waiting = this.#rows.get(table)
    if (waiting) waiting.push(row)
    else this.#rows.set(table, [row])
    if (typeof row.id === 'string') this.#newIds.add(row.id)
    else this.#changesOld ||= !Object.values(row).some(value => this.#newIds.has(value as string))
  }

  override async words(table: string, record: WordRecord, isNew = false): Promise<void> {
    if (!isNew || this.#flushing.hasDeferred) await this.flush()
    if (!isNew) return this.#direct.words(table, record)
    const waiting = this.#words.get(table)
    if (waiting) waiting.push(record)
    else this.#words.set(table, [record])
  }

  override async event(event: NewEvent): Promise<void> {
    this.#events.push(event)
  }

  override async select(table: string, where: RowFilter, options: SelectOptions = {}): Promise<RecordRow[]> {
    return (await this.#after(table, where)).select(table, where, options)
  }

  override async exists(table: string, where: RowFilter): Promise<boolean> {
    return (await this.#after(table, where)).exists(table, where)
  }

  override async values(
    table: string,
    column: string,
    where: RowFilter,
    options: Omit<SelectOptions, 'order'> = {},
  ): Promise<string[]> {
    return (await this.#after(table, where)).values(table, column, where, options)
  }

  override async readRecords(ids: readonly string[], query: Query): Promise<Scalar[][]> {
    const isWaiting = this.#changesOld || ids.some(id => this.#newIds.has(id))
    if (isWaiting || this.#flushing.hasDeferred) await this.flush()
    return this.#direct.readRecords(ids, query)
  }

  override next(counter: string, first = 1): Promise<number> {
    return this.#direct.next(counter, first)
  }

  /** The rows stay locked, so they are the same until the end of the transaction. */
  override ofSettings<R>(query: Query<R>): Promise<R[]> {
    const name = `${query.sql}\n${JSON.stringify(query.params)}`
    const known = this.#settings.get(name) ?? this.#direct.ofSettings(query)
    this.#settings.set(name, known)
    return known as Promise<R[]>
  }

  /** The store of the transaction, once the waiting rows are written, if some of the table may meet the condition. */
  async #after(table: string, where: RowFilter): Promise<RowStore> {
    const isWaiting = this.#rows.get(table)?.some(mayMeet(where))
    if (isWaiting || this.#flushing.hasDeferred) await this.flush()
    return this.#direct
  }
}

/** A column without a value gets its default when the row is written, so it may have any. */
function mayMeet(where: RowFilter): (row: RecordRow) => boolean {
  const conditions = Object.entries(where).map(([name, value]) => {
    const wanted = new Set([value].flat().map(String))
    return { name, holds: value === null ? isNull : (own: unknown) => own !== null && wanted.has(String(own)) }
  })
  return row => conditions.every(({ name, holds }) => row[name] === undefined || holds(row[name]))
}

const isNull = (value: unknown): boolean => value === null
