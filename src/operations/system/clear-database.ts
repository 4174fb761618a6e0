// Removes the contents of deleted databases in small batches, so that others can write meanwhile.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { setCleared, unclearedDatabases } from '../../accounts/databases.ts'
import type { Job } from '../../base/scheduling/jobs.ts'
import { entities } from '../../entities/index.ts'
import { type Args, type Bound, dynamicStatement } from '../../storage/statement.ts'
import type { Store } from '../../storage/store.ts'
import type { Table } from '../../storage/table.ts'

const batch = 200

const wordTables = new Set(entities.filter(({ searchWords }) => searchWords).map(({ table }) => table))
const entityTables = new Set(entities.map(({ table }) => table))

/**
 * Tables whose rows of one database can be found. Rows of the others (codes, pairs of tokens, sign-ins) expire and are
 * removed then, and are of no use without their database.
 */
function isOwned({ name, columns, primaryKey, indexes = [] }: Table): boolean {
  if (!columns.some(column => column.name === 'db')) return false
  return entityTables.has(name) || primaryKey[0] === 'db' || indexes.some(index => index.columns[0] === 'db')
}

/** Removes the remaining rows of deleted databases, and returns their number. The next run resumes one that was killed. */
export async function clearDatabases(
  store: Store,
  tables: readonly Table[],
  onProgress: (removed: number) => void = () => {},
): Promise<number> {
  let removed = 0
  for (const db of await unclearedDatabases(store)) {
    for (const table of tables.filter(isOwned)) {
      const clear = clearingOf(table)
      for (let count = batch; count > 0; removed += count) {
        count = await clear(store, db)
        onProgress(removed + count)
      }
    }
    await setCleared(store, db)
  }
  return removed
}

/** Removes a batch of rows and returns its number. */
type ClearBatch = (store: Store, db: number) => Promise<number>

function clearingOf(table: Table): ClearBatch {
  const key = table.primaryKey.find(name => name !== 'db') ?? 'db'
  const first = someOf(table.name, key)
  const remove = removal(table.name, key)
  return (store, db) =>
    store.write(async tx => {
      const { dialect } = store
      const ids = (await tx.read(first(dialect, { db }))).map(([id]) => id as string)
      if (ids.length === 0) return 0
      if (wordTables.has(table.name)) {
        for (const id of ids) await dialect.search.replace(tx, table.name, db, { id, words: [] })
      }
      return tx.run(remove(dialect, { db }))
    })
}

const ofTenant = (p: Args<{ db: number }>): RawBuilder<SqlBool> => sql<SqlBool>`${sql.ref('db')} = ${p('db')}`

/** The first rows of a tenant in the order of their key. */
const someOf = (table: string, key: string): Bound<{ db: number }> =>
  dynamicStatement((db, p: Args<{ db: number }>) =>
    db.selectFrom(table).select(key).where(ofTenant(p)).orderBy(key).limit(sql.lit(batch)),
  )

const removal = (table: string, key: string): Bound<{ db: number }> =>
  dynamicStatement((db, p: Args<{ db: number }>) => {
    const some = db.selectFrom(table).select(key).where(ofTenant(p)).orderBy(key).limit(sql.lit(batch))
    return db.deleteFrom(table).where(ofTenant(p)).where(sql.ref(key), 'in', some)
  })

/** Resumes the work of a command that was killed. */
export const clearingJob = (store: Store, tables: readonly Table[]): Job => ({
  name: 'removing deleted databases',
  everySeconds: 600,
  run: () => clearDatabases(store, tables),
})
