// Buffers the rows of a batch in memory; the rules of entities see the buffered rows as if they were stored.

import type { RecordRow } from '../entities/entity.ts'
import { tables } from '../model/tables.ts'
import type { RowFilter, SelectOptions } from '../operations/rows/row-statements.ts'
import { RowStore } from '../operations/rows/row-store.ts'
import type { Dialect, WordRecord } from '../storage/dialect.ts'
import type { Topic } from '../storage/nodes/topics.ts'
import { insertMany } from '../storage/schema/insert-many.ts'
import type { Reader, Tx } from '../storage/store.ts'
import { BufferedRows, matches } from './buffered-rows.ts'

/** Reads from the store and keeps publications until the batch is written. */
class ReadingTx implements Tx {
  readonly rows: Tx['rows']
  readonly read: Tx['read']
  readonly published: ((tx: Tx) => Promise<void>)[] = []

  constructor(reader: Reader) {
    this.rows = query => reader.rows(query)
    this.read = async query => reader.read(query)
  }

  run(): Promise<never> {
    return Promise.reject(new Error('A batch of new records changes no stored ones'))
  }

  defer(): never {
    throw new Error('A batch of new records is written as a whole')
  }

  async publish<P>(topic: Topic<P>, payload: P): Promise<void> {
    this.published.push(tx => tx.publish(topic, payload))
  }
}

const lockPrefix = 'alone:'

export class BulkRows extends RowStore {
  readonly #reading: ReadingTx
  readonly #buffered = new Map<string, BufferedRows>()
  /** New records by identifier; no stored row can refer to them yet. */
  readonly #fresh = new Map<string, RecordRow>()
  readonly #words = new Map<string, WordRecord[]>()
  /** Rows read from the store, by query. */
  readonly #known = new Map<string, Promise<RecordRow[]>>()
  readonly #numbers = new Map<string, number[]>()
  readonly #locks = new Set<string>()

  constructor(reader: Reader, dialect: Dialect, db: number) {
    const reading = new ReadingTx(reader)
    super(reading, dialect, db)
    this.#reading = reading
  }

  /** Reserves numbers of a counter for the batch. */
  allow(counter: string, numbers: readonly number[]): void {
    this.#numbers.set(counter, [...numbers])
  }

  override async select(table: string, where: RowFilter, options: SelectOptions = {}): Promise<RecordRow[]> {
    const own = this.#find(table, where)
    if (this.#isFresh(where)) return sorted(own, options)
    const stored = await this.#stored(table, where, options)
    return sorted([...stored, ...own], options)
  }

  override async exists(table: string, where: RowFilter): Promise<boolean> {
    return this.#find(table, where).length > 0 || (!this.#isFresh(where) && (await super.exists(table, where)))
  }

  override async insert(table: string, row: RecordRow): Promise<void> {
    row.db = this.db
    let buffered = this.#buffered.get(table)
    if (!buffered) {
      buffered = new BufferedRows()
      this.#buffered.set(table, buffered)
    }
    buffered.add(row)
    if (typeof row.id === 'string') this.#fresh.set(row.id, row)
  }

  override async update(table: string, set: RecordRow, where: RowFilter): Promise<number> {
    if (!this.#isFresh(where)) return super.update(table, set, where)
    const own = this.#find(table, where)
    for (const row of own) Object.assign(row, set)
    if (own.length > 0) this.#buffered.get(table)?.changed()
    return own.length
  }

  override async remove(table: string, where: RowFilter): Promise<number> {
    if (!this.#isFresh(where)) return super.remove(table, where)
    const own = this.#find(table, where)
    if (own.length > 0) this.#buffered.get(table)?.remove(own)
    return own.length
  }

  override async next(counter: string): Promise<number> {
    if (counter.startsWith(lockPrefix)) this.#locks.add(counter)
    else {
      const number = this.#numbers.get(counter)?.shift()
      if (number === undefined) throw new Error(`The batch has no number of ${counter} left`)
      return number
    }
    return 0
  }

  override async words(table: string, record: WordRecord): Promise<void> {
    const list = this.#words.get(table)
    if (list) list.push(record)
    else this.#words.set(table, [record])
  }

  /**
   * Writes all rows, owners before their lists, in the order of the model. The engine may run the transaction again.
   */
  async flush(tx: Tx): Promise<void> {
    for (const lock of [...this.#locks].sort()) await new RowStore(tx, this.dialect, this.db).next(lock)
    for (const table of tables) {
      const buffered = this.#buffered.get(table.name)
      if (buffered) await insertMany(tx, this.dialect, table, buffered.rows)
    }
    for (const [table, records] of this.#words) await this.dialect.search.add(tx, table, this.db, records)
    for (const publish of this.#reading.published) await publish(tx)
  }

  /** Whether a condition names a record of this batch, so that no stored row can match it. */
  #isFresh(where: RowFilter): boolean {
    for (const name in where) if (this.#fresh.has(where[name] as string)) return true
    return false
  }

  #find(table: string, where: RowFilter): RecordRow[] {
    const buffered = this.#buffered.get(table)
    if (!buffered) return []
    if (typeof where.id !== 'string') return buffered.find(where)
    const row = this.#fresh.get(where.id)
    return row && matches(row, where) ? [row] : []
  }

  #stored(table: string, where: RowFilter, options: SelectOptions): Promise<RecordRow[]> {
    const key = JSON.stringify([table, where, options])
    const known = this.#known.get(key) ?? super.select(table, where, options)
    this.#known.set(key, known)
    return known
  }
}

function sorted(rows: RecordRow[], { order, limit }: SelectOptions): RecordRow[] {
  if (order !== undefined && rows.length > 1) rows.sort((a, b) => compare(a[order] ?? null, b[order] ?? null))
  return limit === undefined ? rows : rows.slice(0, limit)
}

function compare(a: RecordRow[string], b: RecordRow[string]): number {
  if (a === b) return 0
  if (a === null || b === null) return a === null ? 1 : -1
  return a < b ? -1 : 1
}
