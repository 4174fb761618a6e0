// Creates the statements that follow from the declaration of a table alone.
import { type SqlBool, sql } from 'kysely'
import type { Dialect, Inserter } from '../dialect.ts'
import { type Args, type Bound, dynamicStatement } from '../statement.ts'
import type { Query, Value } from '../store.ts'
import type { RowOf, Table } from '../table.ts'

type ColumnOf<T extends Table> = keyof RowOf<T> & string

/** Inserts a row of all columns except `Left`, which get their default or null. */
export function insertStatement<T extends Table, const Left extends ColumnOf<T> = never>(
  table: T,
  leftOut: readonly Left[] = [],
): Bound<Omit<RowOf<T>, Left>> {
  const left = new Set<string>(leftOut)
  const names = table.columns.map(c => c.name).filter(name => !left.has(name))
  const insert = dynamicStatement((db, p: Args<Record<string, Value>>) =>
    db.insertInto(table.name).values(Object.fromEntries(names.map(name => [name, p(name)]))),
  )
  return insert as Bound<unknown>
}

/** Inserts whole rows of a table. The inserter of the engine is created once per dialect. */
export function rowInserter({ name, columns }: Pick<Table, 'name' | 'columns'>) {
  const inserters = new Map<Dialect, Inserter>()
  return (dialect: Dialect, row: Parameters<Inserter>[0]): Query => {
    let inserter = inserters.get(dialect)
    if (!inserter) {
      inserter = dialect.inserter(name, columns)
      inserters.set(dialect, inserter)
    }
    return inserter(row)
  }
}

/**
 * Deletes a batch of rows whose `ends` is before a moment. `key` identifies the rows of the batch. The DELETE checks `ends`
 * again, since another transaction may have extended a row meanwhile.
 */
export function deleteEnded<T extends Table>(
  table: T,
  key: ColumnOf<T>,
  ends: ColumnOf<T>,
  batch: number,
): Bound<{ before: number }> {
  return dynamicStatement((db, p: Args<{ before: number }>) => {
    const isOver = sql<SqlBool>`${sql.ref(ends)} < ${p('before')}`
    const ended = db.selectFrom(table.name).select(key).where(isOver).limit(sql.lit(batch))
    return db.deleteFrom(table.name).where(sql.ref(key), 'in', ended).where(isOver)
  })
}
