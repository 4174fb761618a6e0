// Rows that wait in memory until a whole batch is written at once; to the rules of an entity they are there already.
import type { RecordRow } from '../entities/entity.ts'
import { tables } from '../model/tables.ts'
import { RowStore, type SelectOptions, type Where } from '../operations/row-store.ts'
import type { WordRecord } from '../storage/dialect.ts'
import { insertMany } from './insert-many.ts'
import { matches, WaitingRows } from './waiting-rows.ts'

export class BulkRows extends RowStore {
  readonly #waiting = new Map<string, WaitingRows>()
  /** By their identifiers, which no stored row can name yet. */
  readonly #fresh = new Map<string, RecordRow>()
  readonly #words = new Map<string, WordRecord[]>()
  /** What was read of the store; writes to stored rows forget it. */
  readonly #known = new Map<string, Promise<RecordRow[]>>()

  override async select(table: string, where: Where, options: SelectOptions = {}): Promise<RecordRow[]> {
    const own = this.#find(table, where)
    if (this.#isFresh(where)) return sorted(own, options)
    const stored = await this.#stored(table, where, options)
    return sorted([...stored, ...own], options)
  }

  override async exists(table: string, where: Where): Promise<boolean> {
    return (await this.select(table, where, { limit: 1 })).length > 0
  }

  override async insert(table: string, row: RecordRow): Promise<void> {
    row.db = this.db
    let waiting = this.#waiting.get(table)
    if (!waiting) {
      waiting = new WaitingRows()
      this.#waiting.set(table, waiting)
    }
    waiting.add(row)
    if (typeof row.id === 'string') this.#fresh.set(row.id, row)
  }

  override async update(table: string, set: RecordRow, where: Where): Promise<number> {
    const own = this.#find(table, where)
    for (const row of own) Object.assign(row, set)
    if (own.length > 0) this.#waiting.get(table)?.changed()
    return own.length + (await this.#changeStored(where, () => super.update(table, set, where)))
  }

  override async remove(table: string, where: Where): Promise<number> {
    const own = this.#find(table, where)
    if (own.length > 0) this.#waiting.get(table)?.remove(own)
    return own.length + (await this.#changeStored(where, () => super.remove(table, where)))
  }

  override async words(table: string, id: string, words: readonly string[]): Promise<void> {
    const list = this.#words.get(table)
    if (list) list.push({ id, words })
    else this.#words.set(table, [{ id, words }])
  }

  /** Owners before their lists, as the model declares them. */
  async flush(): Promise<void> {
    for (const { name } of tables) {
      const waiting = this.#waiting.get(name)
      if (waiting) await insertMany(this.tx, this.dialect, name, waiting.rows)
    }
    for (const [table, records] of this.#words) {
      for (const query of this.dialect.search.add(table, this.db, records)) await this.tx.run(query)
    }
    this.#waiting.clear()
    this.#words.clear()
    this.#fresh.clear()
  }

  /** A condition on a record of this batch: nothing that is stored can meet it. */
  #isFresh(where: Where): boolean {
    for (const name in where) if (this.#fresh.has(where[name] as string)) return true
    return false
  }

  #find(table: string, where: Where): RecordRow[] {
    const waiting = this.#waiting.get(table)
    if (!waiting) return []
    if (typeof where.id !== 'string') return waiting.find(where)
    const row = this.#fresh.get(where.id)
    return row && matches(row, where) ? [row] : []
  }

  #stored(table: string, where: Where, options: SelectOptions): Promise<RecordRow[]> {
    const key = JSON.stringify([table, where, options])
    const known = this.#known.get(key) ?? super.select(table, where, options)
    this.#known.set(key, known)
    return known
  }

  async #changeStored(where: Where, change: () => Promise<number>): Promise<number> {
    if (this.#isFresh(where)) return 0
    this.#known.clear()
    return change()
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
