// Purges the recycle bin: removes expired records for good, with their rows, in small batches.
import { sql } from 'kysely'
import { listDatabases } from '../../accounts/databases.ts'
import type { Limits } from '../../config/limits.ts'
import type { Entity } from '../../entities/entity.ts'
import { entities } from '../../entities/index.ts'
import type { EntityTables } from '../../model/entity-tables.ts'
import { type Args, statementsOn } from '../../storage/statement.ts'
import type { Store } from '../../storage/store.ts'
import { clearReferences } from '../rows/reference-places.ts'
import { cachedStatement } from '../rows/row-statements.ts'
import { RowStore } from '../rows/row-store.ts'
import type { OperationTables } from '../tables.ts'

const statement = statementsOn<EntityTables & OperationTables>()

const batchSize = 200

/** Returns the number of records that were removed. */
export async function purgeAll(store: Store, limits: Limits, now: number): Promise<number> {
  let purged = 0
  const databases = [0, ...(await listDatabases(store)).map(database => database.id)]
  for (const db of databases) {
    await eraseUsers(store, db, now - limits.binSeconds)
    for (const entity of entities) {
      if (entity.name === 'User') continue
      for (let count = batchSize; count === batchSize; purged += count) {
        count = await purgeBatch(store, db, entity, now - limits.binSeconds)
      }
    }
    await store.write(tx => tx.run(forgetAnswers(store.dialect, { db, before: now - limits.idempotencySeconds })))
  }
  return purged
}

function purgeBatch(store: Store, db: number, { name, table }: Entity, before: number): Promise<number> {
  return store.write(async tx => {
    const rows = new RowStore(tx, store.dialect, db)
    const ids = await expiredIds(rows, table, before)
    if (ids.length === 0) return 0
    await clearReferences(rows, name, ids)
    await rows.remove('history', { parent_kind: name, parent_id: ids })
    await rows.remove('udf_value', { owner: ids })
    await rows.remove('udf_item', { owner: ids })
    await rows.remove('external_key', { owner: ids, kind: name })
    await rows.update('record_alias', { journal: null }, { id: ids })
    await rows.remove(table, { id: ids })
    return ids.length
  })
}

async function expiredIds(rows: RowStore, table: string, before: number): Promise<string[]> {
  const query = cachedStatement(`expired ${table}`, (db, p, dialect) =>
    db
      .selectFrom(table)
      .select('id')
      .where('db', '=', p('db'))
      .where('deleted', 'is not', null)
      .where('deleted_at', '<=', p('before'))
      .orderBy('id')
      .limit(sql.lit(batchSize))
      .modifyEnd(dialect.lock('update')),
  )
  const found = await rows.tx.read(query(rows.dialect, { db: rows.db, before }))
  return found.map(row => row[0] as string)
}

const erase = statement((db, p: Args<{ db: number; before: number }>) =>
  db
    .updateTable('user')
    .set({ email: null, email_f: null, password: null })
    .where('db', '=', p('db'))
    .where('deleted', 'is not', null)
    .where('deleted_at', '<=', p('before'))
    .where('email', 'is not', null),
)

/** Keeps only the name in the row of a user: other records have its id, which is never reused. */
const eraseUsers = (store: Store, db: number, before: number): Promise<number> =>
  store.write(tx => tx.run(erase(store.dialect, { db, before })))

const forgetAnswers = statement((db, p: Args<{ db: number; before: number }>) =>
  db.deleteFrom('idempotency').where('db', '=', p('db')).where('created', '<=', p('before')),
)
