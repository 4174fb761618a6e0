// Lists what keeps traces of persons, and finishes erasures: traces that were written meanwhile go, and indexes are rewritten.
import { type Clock, seconds } from '../base/clock.ts'
import type { Job } from '../base/scheduling/jobs.ts'
import { entities } from '../entities/index.ts'
import type { RecordKey } from '../fields/record-key.ts'
import { importTraces } from '../import/stored/traces.ts'
import { journalTraces } from '../journal/trim.ts'
import type { TraceKeeper } from '../operations/erase/traces.ts'
import type { OperationTables } from '../operations/tables.ts'
import { type Args, statementsOn } from '../storage/statement.ts'
import type { Store } from '../storage/store.ts'
import { webhookTraces } from '../webhooks/log/traces.ts'

export const traceKeepers: readonly TraceKeeper[] = [journalTraces, webhookTraces, importTraces]

const statement = statementsOn<OperationTables>()

/** Work that was under way when the records were removed has ended by then: a delivery, a batch of the request log, a plan. */
const settledSeconds = 60

const settled = statement(
  (db, p: Args<{ before: number }>) =>
    db.selectFrom('erasure').select(['db', 'id', 'keys']).where('at', '<=', p('before')).limit(20),
  { allTenants: true },
)
const remove = statement((db, p: Args<{ db: number; id: string }>) =>
  db.deleteFrom('erasure').where('db', '=', p('db')).where('id', '=', p('id')),
)

async function finish(store: Store, clock: Clock): Promise<void> {
  const erasures = await store.rows(settled(store.dialect, { before: seconds(clock) - settledSeconds }))
  if (erasures.length === 0) return
  for (const { db, keys } of erasures)
    for (const keeper of traceKeepers) await keeper.removeKeys(store, db, JSON.parse(keys) as RecordKey[])
  for (const { table, searchWords } of entities)
    if (searchWords) while (await store.write(tx => store.dialect.search.shrink(tx, table), { alone: true }));
  for (const { db, id } of erasures) await store.write(tx => tx.run(remove(store.dialect, { db, id })))
}

export const erasureJob = (store: Store, clock: Clock): Job => ({
  name: 'finishing erasures',
  everySeconds: 60,
  run: () => finish(store, clock),
})
