// Reads and locks records that the caller may read or write, inside a transaction.
import { sql } from 'kysely'
import type { Caller } from '../../accounts/caller.ts'
import type { RecordRow } from '../../entities/entity.ts'
import type { Model, ModelEntity } from '../../model/model.ts'
import { RowAccess } from '../../query/access.ts'
import type { Args } from '../../storage/statement.ts'
import type { Value } from '../../storage/store.ts'
import { cachedStatement, selection } from './row-statements.ts'
import { type RowStore, withExact } from './row-store.ts'

interface ReadableRecord {
  readonly row: RecordRow
  readonly mayWrite: boolean
}

const viewerOf = (admin: boolean, p: Args<Record<string, Value>>) => ({
  admin,
  db: p('db'),
  uid: p('uid'),
  principals: p('principals'),
})

const viewerValues = (caller: Caller): Record<string, Value> => ({ uid: caller.uid, principals: caller.principals })

/** A live record that the caller may read, locked for a change; null when there is none. */
export async function lockRecord(
  rows: RowStore,
  model: Model,
  caller: Caller,
  entity: ModelEntity,
  id: string,
): Promise<ReadableRecord | null> {
  const { table, rules } = entity.entity
  if (rules?.lockedBehind) {
    const { entity: owner, column } = rules.lockedBehind
    const [ownerId] = await rows.values(table, column, { id })
    if (ownerId !== undefined) await rows.one(model.entity(owner).entity.table, { id: ownerId }, { lock: 'update' })
  }
  const query = cachedStatement(`lock ${table} ${caller.admin}`, (db, p, dialect) => {
    const access = new RowAccess(model, dialect, viewerOf(caller.admin, p))
    const [read, write] = [access.mayRead(entity.name, 'r'), access.mayWrite(entity.name, 'r')]
    let select = db
      .selectFrom(`${table} as r`)
      .select(selection(table, 'r', dialect))
      .select((write === null ? sql`1` : sql`case when ${write} then 1 else 0 end`).as('may_write'))
      .where('r.db', '=', p('db'))
      .where('r.id', '=', p('id'))
      .where('r.deleted', 'is', null)
    if (read !== null) select = select.where(read)
    return select.modifyEnd(dialect.lock('update'))
  })
  const [found] = await rows.tx.rows(query(rows.dialect, { db: rows.db, id, ...viewerValues(caller) }))
  if (!found) return null
  const { may_write, ...row } = found
  return { row: withExact(table, row), mayWrite: may_write === 1 }
}

/** Selects the identifiers of live records that the caller may read (or write), and locks the records. */
export async function allowedIds(
  rows: RowStore,
  model: Model,
  caller: Caller,
  entity: ModelEntity,
  ids: readonly string[],
  { mode, lock }: { mode: 'read' | 'write'; lock: 'share' | 'update' },
): Promise<Set<string>> {
  const table = entity.entity.table
  const query = cachedStatement(`allowed ${table} ${caller.admin} ${mode} ${lock}`, (db, p, dialect) => {
    const access = new RowAccess(model, dialect, viewerOf(caller.admin, p))
    const allowed = mode === 'read' ? access.mayRead(entity.name, 'r') : access.mayWrite(entity.name, 'r')
    let select = db
      .selectFrom(`${table} as r`)
      .select('r.id')
      .where('r.db', '=', p('db'))
      .where(dialect.inList(sql.ref('r.id'), p('ids'), 'text'))
      .where('r.deleted', 'is', null)
      .orderBy('r.id')
    if (allowed !== null) select = select.where(allowed)
    return select.modifyEnd(dialect.lock(lock))
  })
  const found = await rows.readRecords(ids, query(rows.dialect, { db: rows.db, ids, ...viewerValues(caller) }))
  return new Set(found.map(row => row[0] as string))
}
