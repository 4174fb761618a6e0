// Inserts many rows of a table with few multi-row statements, each size of which is compiled once.
import type { Dialect } from '../dialect.ts'
import type { Tx, Value } from '../store.ts'
import type { Column, Table } from '../table.ts'

type InsertedRow = Readonly<Record<string, Value | undefined>>

/**
 * Parameters per statement; SQLite allows 32,766. Fewer statements are better, since each has its own rollback point.
 */
const mostValues = 16_000

/** Rows per statement: a few fixed sizes, so that few SQL texts serve any number of rows. */
const sizesFor = (columns: number): number[] => {
  const most = Math.min(512, Math.floor(mostValues / columns))
  return [most, most >> 3, most >> 6, 1].filter((size, i, all) => size > 0 && all.indexOf(size) === i)
}

const texts = new WeakMap<Dialect, Map<string, string>>()

export async function insertMany(
  tx: Tx,
  dialect: Dialect,
  { name: table, columns: declared }: Pick<Table, 'name' | 'columns'>,
  rows: readonly InsertedRow[],
): Promise<void> {
  const columns = filledColumns(declared, rows)
  let done = 0
  for (const size of sizesFor(columns.length)) {
    const sql = textOf(dialect, table, columns, size)
    for (; rows.length - done >= size; done += size) {
      const params: Value[] = new Array(size * columns.length)
      let at = 0
      for (let i = done; i < done + size; i++) {
        const row = rows[i] as InsertedRow
        for (const column of columns) params[at++] = row[column.name] ?? column.default ?? null
      }
      await tx.run({ sql, params })
    }
  }
}

/** The columns with a default or with a value in some row; the other columns stay null. */
const filledColumns = (declared: readonly Column[], rows: readonly InsertedRow[]): readonly Column[] =>
  declared.filter(column => column.default !== undefined || rows.some(row => (row[column.name] ?? null) !== null))

function textOf(dialect: Dialect, table: string, columns: readonly Column[], size: number): string {
  const names = columns.map(column => column.name)
  const known = texts.get(dialect) ?? new Map<string, string>()
  texts.set(dialect, known)
  const key = `${table} ${size} ${names.join(',')}`
  let sql = known.get(key)
  if (sql === undefined) {
    const row = Object.fromEntries(names.map(name => [name, 0]))
    sql = dialect.dynamicBuilder.insertInto(table).values(new Array(size).fill(row)).compile().sql
    known.set(key, sql)
  }
  return sql
}
