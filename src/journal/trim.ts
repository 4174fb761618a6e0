// Removes the oldest rows of the log of requests, by number and by age, and bodies after a day or with an erased person.
import { listDatabases } from '../accounts/databases.ts'
import { type Clock, seconds } from '../base/clock.ts'
import type { Job } from '../base/scheduling/jobs.ts'
import type { EntityTables } from '../model/entity-tables.ts'
import type { TraceKeeper } from '../operations/erase/traces.ts'
import { type Args, statementsOn } from '../storage/statement.ts'
import type { Store } from '../storage/store.ts'

const day = 86_400

const statement = statementsOn<EntityTables>()

const oldestKept = statement((db, p: Args<{ db: number; kept: number }>) =>
  db.selectFrom('request_log').select('id').where('db', '=', p('db')).orderBy('id', 'desc').limit(1).offset(p('kept')),
)
const removeUpTo = statement((db, p: Args<{ db: number; id: string }>) =>
  db.deleteFrom('request_log').where('db', '=', p('db')).where('id', '<=', p('id')),
)
const removeBefore = statement((db, p: Args<{ db: number; before: number }>) =>
  db.deleteFrom('request_log').where('db', '=', p('db')).where('created', '<', p('before')),
)
const removeBodies = statement((db, p: Args<{ db: number; before: number }>) =>
  db
    .updateTable('request_log')
    .set({ body: null, answer: null })
    .where('db', '=', p('db'))
    .where('created', '<', p('before'))
    .where(w => w.or([w('body', 'is not', null), w('answer', 'is not', null)])),
)

/** Leaves the newest `kept` requests of a database; identifiers are in the order of time. */
export async function trimRing(store: Store, db: number, kept: number): Promise<void> {
  const [row] = await store.rows(oldestKept(store.dialect, { db, kept }))
  if (row) await store.write(tx => tx.run(removeUpTo(store.dialect, { db, id: row.id })))
}

const removeAllBodies = statement((db, p: Args<{ db: number }>) =>
  db
    .updateTable('request_log')
    .set({ body: null, answer: null })
    .where('db', '=', p('db'))
    .where(w => w.or([w('body', 'is not', null), w('answer', 'is not', null)])),
)

/** All bodies of the database go: one may name a person in any spelling, also in a search. */
export const journalTraces: TraceKeeper = {
  removeKeys: (store, db) => store.write(tx => tx.run(removeAllBodies(store.dialect, { db }))).then(() => {}),
}

interface TrimParts {
  readonly store: Store
  readonly clock: Clock
  readonly kept: number
  readonly days: number
}

async function trimAll({ store, clock, kept, days }: TrimParts): Promise<void> {
  const now = seconds(clock)
  const { dialect } = store
  for (const { id: db } of await listDatabases(store)) {
    await trimRing(store, db, kept)
    await store.write(async tx => {
      await tx.run(removeBefore(dialect, { db, before: now - days * day }))
      await tx.run(removeBodies(dialect, { db, before: now - day }))
    })
  }
}

export const journalJobs = (parts: TrimParts): readonly Job[] => [
  { name: 'trimming the logs of requests', everySeconds: 3600, run: () => trimAll(parts) },
]
