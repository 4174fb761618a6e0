// The end of the recycle bin: what has been there too long is removed for good, in small batches, with all that was its own.
import { sql } from 'kysely'
import { listDatabases } from '../accounts/databases.ts'
import type { Limits } from '../config/limits.ts'
import type { RecordRow } from '../entities/entity.ts'
import { entities } from '../entities/index.ts'
import type { Store } from '../storage/store.ts'
import { clearReferences } from './clear-references.ts'
import { RowStore, selection, shaped, withExact } from './row-store.ts'

const batchSize = 200
/** Events that nobody has taken by then are too old to tell. */
const eventSeconds = 7 * 86_400

/** Users stay as a name without a person: their ids are in other people's records, and are never given again. */
const kept = new Set(['User'])

/** Gives how many records were removed. */
export async function purgeAll(store: Store, limits: Limits, now: number): Promise<number> {
  let purged = 0
  const databases = [0, ...(await listDatabases(store)).map(database => database.id)]
  for (const db of databases) {
    for (const entity of entities) {
      for (let count = batchSize; count === batchSize; purged += count) {
        count = await purgeBatch(store, db, entity.name, now - limits.binSeconds)
      }
    }
    await forgetOld(store, db, 'idempotency', 'created', now - limits.idempotencySeconds)
    await forgetOld(store, db, 'event', 'at', now - eventSeconds)
  }
  return purged
}

function purgeBatch(store: Store, db: number, name: string, before: number): Promise<number> {
  const entity = entities.find(e => e.name === name) as (typeof entities)[number]
  if (kept.has(name)) return Promise.resolve(0)
  return store.write(async tx => {
    const rows = new RowStore(tx, store.dialect, db)
    const expired = await expiredRows(rows, entity.table, before)
    if (expired.length === 0) return 0
    const ids = expired.map(row => row.id as string)
    for (const row of expired) {
      await entity.rules?.beforePurge?.({
        db,
        row,
        remove: (table, where) => rows.remove(table, where),
        exists: (table, where) => rows.exists(table, where),
      })
    }
    await clearReferences(rows, name, ids)
    await rows.remove('history', { parent_kind: name, parent_id: ids })
    await rows.remove('udf_value', { owner: ids })
    await rows.remove('udf_item', { owner: ids })
    await rows.remove(entity.table, { id: ids })
    return ids.length
  })
}

async function expiredRows(rows: RowStore, table: string, before: number): Promise<RecordRow[]> {
  const query = shaped(`expired ${table}`, (db, hole, dialect) =>
    db
      .selectFrom(`${table} as r`)
      .select(selection(table, 'r', dialect))
      .where('r.db', '=', hole('db'))
      .where('r.deleted', 'is not', null)
      .where('r.deleted_at', '<=', hole('before'))
      .orderBy('r.id')
      .limit(sql.lit(batchSize))
      .modifyEnd(dialect.lock('update')),
  )
  const found = await rows.tx.rows<RecordRow>(query(rows.dialect, { db: rows.db, before }))
  return found.map(row => withExact(table, row))
}

function forgetOld(store: Store, db: number, table: string, column: string, before: number): Promise<number> {
  const query = shaped(`forget ${table}`, (builder, hole) =>
    builder.deleteFrom(table).where('db', '=', hole('db')).where(column, '<=', hole('before')),
  )
  return store.write(tx => tx.run(query(store.dialect, { db, before })))
}
