// Records which servers serve a store, and the version of the words that each of them writes.
import { type SqlBool, sql } from 'kysely'
import type { Job } from '../../base/scheduling/jobs.ts'
import { newNonce } from '../../base/secrets/secret.ts'
import { type Args, statementsOn } from '../statement.ts'
import type { Store } from '../store.ts'
import { required, type TablesOf, table } from '../table.ts'

/** A row for each process that serves, with the moment of its last heartbeat by the clock of the store, in milliseconds. */
export const nodeTable = table({
  name: 'node',
  scope: 'global',
  columns: [required('id', 'text'), required('words_version', 'integer'), required('seen', 'integer')],
  primaryKey: ['id'],
})

const beatSeconds = 20
/** A process that has missed two heartbeats is gone. */
const expiresMs = 60_000

const statement = statementsOn<TablesOf<[typeof nodeTable]>>()

const put = statement((db, p: Args<{ id: string; words: number }>, { storeTime }) =>
  db
    .insertInto('node')
    .values({ id: p('id'), words_version: p('words'), seen: storeTime })
    .onConflict(c => c.column('id').doUpdateSet({ seen: storeTime })),
)
const removeExpired = statement((db, _p, { storeTime }) =>
  db.deleteFrom('node').where(sql<SqlBool>`seen < ${storeTime} - ${sql.lit(expiresMs)}`),
)
const olderRows = statement((db, p: Args<{ words: number }>, { storeTime }) =>
  db
    .selectFrom('node')
    .select('id')
    .where('words_version', '<', p('words'))
    .where(sql<SqlBool>`seen >= ${storeTime} - ${sql.lit(expiresMs)}`),
)

interface NodePresence {
  /** The first heartbeat comes before the process serves, the others are those of the job. */
  beat(): Promise<void>
  readonly jobs: readonly Job[]
}

/** The presence of this process. `hasPeers`: other processes may serve the same store; nothing is recorded otherwise. */
export function nodePresence(store: Store, words: number, hasPeers = true): NodePresence {
  if (!hasPeers) return { beat: async () => {}, jobs: [] }
  const id = newNonce()
  const beat = () =>
    store.write(async tx => {
      await tx.run(put(store.dialect, { id, words }))
      await tx.run(removeExpired(store.dialect, {}))
    })
  return { beat, jobs: [{ name: 'recording that this node serves', everySeconds: beatSeconds, run: beat }] }
}

/** Whether a process that writes words of an earlier version serves the store. */
export const hasOlderNodes = async (store: Store, words: number): Promise<boolean> =>
  (await store.rows(olderRows(store.dialect, { words }))).length > 0
