// For stores that have columns which no release after them fills: they go, with the indexes on them.
import { quoteName } from './quote.ts'
import type { Tx } from './store.ts'

/** A table or column that is not there is none to remove. */
export async function removeColumns(
  tx: Tx,
  engine: 'sqlite' | 'postgres',
  table: string,
  columns: readonly string[],
): Promise<void> {
  const run = (sql: string) => tx.run({ sql, params: [] })
  for (const column of columns) {
    if (engine === 'postgres') {
      await run(`ALTER TABLE IF EXISTS ${quoteName(table)} DROP COLUMN IF EXISTS ${quoteName(column)}`)
    } else if (await hasColumn(tx, table, column)) {
      for (const index of await indexesOn(tx, table, column)) await run(`DROP INDEX ${quoteName(index)}`)
      await run(`ALTER TABLE ${quoteName(table)} DROP COLUMN ${quoteName(column)}`)
    }
  }
}

async function hasColumn(tx: Tx, table: string, column: string): Promise<boolean> {
  const sql = 'SELECT 1 FROM pragma_table_info(?) WHERE name = ?'
  return (await tx.arrays({ sql, params: [table, column] })).length > 0
}

async function indexesOn(tx: Tx, table: string, column: string): Promise<string[]> {
  const sql = 'SELECT l.name FROM pragma_index_list(?) AS l JOIN pragma_index_info(l.name) AS i WHERE i.name = ?'
  return (await tx.arrays({ sql, params: [table, column] })).map(([name]) => name as string)
}
