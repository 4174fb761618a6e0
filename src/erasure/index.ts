// Lists what keeps traces of persons, and finishes erasures: traces that were written meanwhile go, and indexes are rewritten.
import { type Clock, seconds } from '../base/clock.ts'
import type { Job } from '../base/scheduling/jobs.ts'
import { invitationTraces } from '../calendar/traces.ts'
import { entities } from '../entities/index.ts'
import type { RecordKey } from '../fields/record-key.ts'
import { importTraces } from '../import/stored/traces.ts'
import { journalTraces } from '../journal/trim.ts'
import { erasureKept } from '../operations/erase/last-erasure.ts'
import type { TraceKeeper } from '../operations/erase/traces.ts'
import type { OperationTables } from '../operations/tables.ts'
import { type Args, statementsOn } from '../storage/statement.ts'
import type { Store } from '../storage/store.ts'
import { webhookTraces } from '../webhooks/log/traces.ts'

export const traceKeepers: readonly TraceKeeper[] = [journalTraces, webhookTraces, importTraces, invitationTraces]

const statement = statementsOn<OperationTables>()

/** Work that was under way when the records were removed has usually ended by then: a delivery, a batch of the request log, a plan. */
const settledSeconds = 60

const settled = statement(
  (db, p: Args<{ before: number }>) =>
    db
      .selectFrom('erasure')
      .select(['db', 'id', 'keys'])
      .where('at', '<=', p('before'))
      .where('finished', 'is', null)
      .limit(20),
  { allTenants: true },
)
const old = statement(
  (db, p: Args<{ before: number }>) =>
    db.selectFrom('erasure').select(['db', 'id', 'keys']).where('finished', '<=', p('before')).limit(20),
  { allTenants: true },
)
const setFinished = statement((db, p: Args<{ db: number; id: string; now: number }>) =>
  db
    .updateTable('erasure')
    .set({ finished: p('now') })
    .where('db', '=', p('db'))
    .where('id', '=', p('id')),
)
const remove = statement((db, p: Args<{ db: number; id: string }>) =>
  db.deleteFrom('erasure').where('db', '=', p('db')).where('id', '=', p('id')),
)

async function removeTraces(store: Store, erasures: readonly { db: number; keys: string }[]): Promise<void> {
  for (const { db, keys } of erasures)
    for (const keeper of traceKeepers) await keeper.removeKeys(store, db, JSON.parse(keys) as RecordKey[])
}

async function finish(store: Store, clock: Clock): Promise<void> {
  const { dialect } = store
  const now = seconds(clock)
  const fresh = await store.rows(settled(dialect, { before: now - settledSeconds }))
  if (fresh.length > 0) {
    await removeTraces(store, fresh)
    for (const { table, searchWords } of entities)
      if (searchWords) while (await store.write(tx => dialect.search.shrink(tx, table), { alone: true }));
    for (const { db, id } of fresh) await store.write(tx => tx.run(setFinished(dialect, { db, id, now })))
  }
  const done = await store.rows(old(dialect, { before: now - erasureKept }))
  await removeTraces(store, done)
  for (const { db, id } of done) await store.write(tx => tx.run(remove(dialect, { db, id })))
}

export const erasureJob = (store: Store, clock: Clock): Job => ({
  name: 'finishing erasures',
  everySeconds: 60,
  run: () => finish(store, clock),
})
