// Moves rows into the recycle bin or out of it, and raises their Version.
import { sql } from 'kysely'
import { cachedStatement } from './row-statements.ts'
import type { RowStore } from './row-store.ts'

/** The columns of a deleted row; all are null outside the recycle bin. */
interface BinColumns {
  /** Identifies the records that were deleted together. */
  readonly deleted: string | null
  readonly deleted_at: number | null
  readonly deleted_by: string | null
}

/** Returns the new Versions by id. */
export async function markDeleted(
  rows: RowStore,
  table: string,
  ids: readonly string[],
  set: BinColumns,
): Promise<ReadonlyMap<string, number>> {
  const query = cachedStatement(`mark ${table}`, (db, p, dialect) =>
    db
      .updateTable(table)
      .set({ deleted: p('deleted'), deleted_at: p('deleted_at'), deleted_by: p('deleted_by') })
      .set('version', sql`version + 1`)
      .where('db', '=', p('db'))
      .where(dialect.inList(sql.ref('id'), p('ids'), 'text'))
      .returning(['id', 'version']),
  )
  const marked = await rows.tx.rows(query(rows.dialect, { db: rows.db, ids, ...set }))
  return new Map(marked.map(({ id, version }) => [id as string, version as number]))
}
