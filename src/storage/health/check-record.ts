// Records the last check of the whole store, and the lease of the server that runs the next one.
import { type SqlBool, sql } from 'kysely'
import { type Args, statementsOn } from '../statement.ts'
import type { Store } from '../store.ts'
import { column, required, type TablesOf, table } from '../table.ts'

/** One row. Moments are those of the store's clock, in milliseconds. */
export const storeCheckTable = table({
  name: 'store_check',
  scope: 'global',
  columns: [
    required('id', 'integer'),
    // The process that runs a check, and until when no other one begins.
    column('holder', 'text'),
    column('held_until', 'integer'),
    // The last check that came to its end.
    column('finished', 'integer'),
    column('took_ms', 'integer'),
    column('findings', 'text'),
  ],
  primaryKey: ['id'],
})

interface CheckRecord {
  readonly finishedMs: number
  readonly tookMs: number
  /** JSON. */
  readonly findings: string
}

/** A process that has not renewed its lease for so long has ended. */
const holdMs = 120_000
export const renewMs = 30_000

const statement = statementsOn<TablesOf<[typeof storeCheckTable]>>()

const addRow = statement(db =>
  db
    .insertInto('store_check')
    .values({ id: 1 })
    .onConflict(c => c.column('id').doNothing()),
)
const lastRow = statement(db => db.selectFrom('store_check').select(['finished', 'took_ms', 'findings']))
const dueRow = statement((db, p: Args<{ every: number }>, { storeTime }) =>
  db
    .selectFrom('store_check')
    .select('id')
    .where(sql<SqlBool>`held_until >= ${storeTime} or finished > ${storeTime} - ${p('every')}`),
)
const takeRow = statement((db, p: Args<{ holder: string; every: number }>, { storeTime }) =>
  db
    .updateTable('store_check')
    .set({ holder: p('holder'), held_until: sql<number>`${storeTime} + ${sql.lit(holdMs)}` })
    .where(sql<SqlBool>`(held_until is null or held_until < ${storeTime})`)
    .where(sql<SqlBool>`(finished is null or finished <= ${storeTime} - ${p('every')})`),
)
const renewRow = statement((db, p: Args<{ holder: string }>, { storeTime }) =>
  db
    .updateTable('store_check')
    .set({ held_until: sql<number>`${storeTime} + ${sql.lit(holdMs)}` })
    .where('holder', '=', p('holder')),
)
const leaveRow = statement((db, p: Args<{ holder: string }>) =>
  db.updateTable('store_check').set({ holder: null, held_until: null }).where('holder', '=', p('holder')),
)
const finishRow = statement((db, p: Args<{ holder: string; took: number; findings: string }>, { storeTime }) =>
  db
    .updateTable('store_check')
    .set({
      ...{ holder: null, held_until: null, finished: sql<number>`${storeTime}` },
      ...{ took_ms: p('took'), findings: p('findings') },
    })
    .where('holder', '=', p('holder')),
)

/** The last check that came to its end; null when there was none. */
export async function lastCheck(store: Store): Promise<CheckRecord | null> {
  const [row] = await store.rows(lastRow(store.dialect, {}))
  if (!row || row.finished === null) return null
  return { finishedMs: row.finished, tookMs: row.took_ms ?? 0, findings: row.findings ?? '[]' }
}

/** Takes the lease for a check if the last one is `everyMs` old and no other process runs one. */
export async function takeCheck(store: Store, holder: string, everyMs: number): Promise<boolean> {
  if ((await store.rows(dueRow(store.dialect, { every: everyMs }))).length > 0) return false
  return store.write(async tx => {
    await tx.run(addRow(store.dialect, {}))
    return (await tx.run(takeRow(store.dialect, { holder, every: everyMs }))) === 1
  })
}

/** False when the lease was lost: another process may have begun a check. */
export const renewCheck = async (store: Store, holder: string): Promise<boolean> =>
  (await store.write(tx => tx.run(renewRow(store.dialect, { holder })))) === 1

/** Gives the lease up without a result; the check is due as before. */
export const leaveCheck = (store: Store, holder: string): Promise<number> =>
  store.write(tx => tx.run(leaveRow(store.dialect, { holder })))

export const finishCheck = async (
  store: Store,
  holder: string,
  { tookMs, findings }: Pick<CheckRecord, 'tookMs' | 'findings'>,
): Promise<boolean> =>
  (await store.write(tx => tx.run(finishRow(store.dialect, { holder, took: tookMs, findings })))) === 1
