// Holds the buffered rows of one table, with an index for each column that is searched.
import type { RecordRow } from '../entities/entity.ts'
import type { RowFilter } from '../operations/rows/row-statements.ts'

export class BufferedRows {
  rows: RecordRow[] = []
  /** The indexes by column. */
  readonly #indexes = new Map<string, Map<unknown, RecordRow[]>>()

  add(row: RecordRow): void {
    this.rows.push(row)
    for (const [column, index] of this.#indexes) put(index, row[column], row)
  }

  find(where: RowFilter): RecordRow[] {
    const column = Object.keys(where).find(name => typeof where[name] === 'string')
    const candidates = column === undefined ? this.rows : (this.#index(column).get(where[column]) ?? [])
    return candidates.filter(row => matches(row, where))
  }

  remove(rows: readonly RecordRow[]): void {
    const gone = new Set(rows)
    this.rows = this.rows.filter(row => !gone.has(row))
    this.changed()
  }

  /** Drops the indexes after rows were changed in place. */
  changed(): void {
    this.#indexes.clear()
  }

  #index(column: string): Map<unknown, RecordRow[]> {
    let index = this.#indexes.get(column)
    if (!index) {
      index = new Map()
      for (const row of this.rows) put(index, row[column], row)
      this.#indexes.set(column, index)
    }
    return index
  }
}

function put(index: Map<unknown, RecordRow[]>, value: unknown, row: RecordRow): void {
  const list = index.get(value)
  if (list) list.push(row)
  else index.set(value, [row])
}

export function matches(row: RecordRow, where: RowFilter): boolean {
  for (const name in where) {
    const [value, wanted] = [row[name] ?? null, where[name] ?? null]
    if (Array.isArray(wanted) ? !(wanted as unknown[]).includes(value) : value !== wanted) return false
  }
  return true
}
