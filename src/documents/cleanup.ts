// Removes the bytes that no document uses: expired uploads, and the content of purged documents.
import { sql } from 'kysely'
import { listDatabases } from '../accounts/databases.ts'
import { type Clock, seconds } from '../base/clock.ts'
import type { Job } from '../base/scheduling/jobs.ts'
import { type contentTable, contentUse } from '../entities/document-content.ts'
import type { EntityTables } from '../model/entity-tables.ts'
import { type Args, statementsOn } from '../storage/statement.ts'
import type { Store } from '../storage/store.ts'
import type { TablesOf } from '../storage/table.ts'

const statement = statementsOn<EntityTables & TablesOf<[typeof contentTable]>>()

/** Contents per DELETE; a content may have hundreds of chunks, which are deleted with it. */
const batch = 20

/** Cleans every database once and returns the number of contents removed. */
export async function cleanUpContent(store: Store, clock: Clock): Promise<number> {
  const now = seconds(clock)
  let total = 0
  for (const { id } of await listDatabases(store)) {
    for (const remove of [removeUnused, removeOrphaned]) {
      for (;;) {
        const removed = await store.write(tx => tx.run(remove(store.dialect, { db: id, now })))
        total += removed
        if (removed < batch) break
      }
    }
  }
  return total
}

/**
 * The DELETE checks the state again: a Create that turns the upload into a document locks its row, and the state has
 * changed when the DELETE gets the lock.
 */
const removeUnused = statement((db, p: Args<{ db: number; now: number }>) =>
  db
    .deleteFrom('binary_content')
    .where('db', '=', p('db'))
    .where('used', '=', contentUse.pending)
    .where('id', 'in', eb =>
      eb
        .selectFrom('binary_content')
        .select('id')
        .where('db', '=', p('db'))
        .where('used', '=', contentUse.pending)
        .where('expires', '<', p('now'))
        .limit(sql.lit(batch)),
    ),
)

/** The tables whose rows have content; all have the columns that the statement below names. */
const contentHolders = ['document', 'document_library'] as 'document'[]

/** A shared upload can become the content of another document until it expires. */
const removeOrphaned = statement((db, p: Args<{ db: number; now: number }>) =>
  db
    .deleteFrom('binary_content')
    .where('db', '=', p('db'))
    .where('id', 'in', outer =>
      outer
        .selectFrom('binary_content as c')
        .select('c.id')
        .where('c.db', '=', p('db'))
        .where(eb =>
          eb.or([
            eb('c.used', '=', contentUse.spent),
            eb.and([eb('c.used', '=', contentUse.shared), eb('c.expires', '<', p('now'))]),
          ]),
        )
        .where(eb =>
          eb.and(
            contentHolders.map(table =>
              eb.not(
                eb.exists(
                  eb
                    .selectFrom(`${table} as d`)
                    .select(sql`1`.as('there'))
                    .where('d.db', '=', p('db'))
                    .whereRef('d.content', '=', 'c.id'),
                ),
              ),
            ),
          ),
        )
        .limit(sql.lit(batch)),
    ),
)

export const documentJobs = (store: Store, clock: Clock): readonly Job[] => [
  { name: 'cleaning up documents', everySeconds: 3600, run: () => cleanUpContent(store, clock) },
]
