// Removes bytes that no document has: uploads that were never used, and what purged documents leave behind.
import { sql } from 'kysely'
import { listDatabases } from '../accounts/databases.ts'
import { type Clock, seconds } from '../base/clock.ts'
import { contentUse } from '../entities/document-content.ts'
import { compile } from '../storage/statement.ts'
import type { Query, Store } from '../storage/store.ts'

/** Each content may have hundreds of pieces, which go with it. */
const batch = 20
const intervalMs = 60 * 60 * 1000

/** One round over all databases; says how many contents it removed. */
export async function cleanUpContent(store: Store, clock: Clock): Promise<number> {
  const now = seconds(clock)
  let total = 0
  for (const { id } of await listDatabases(store)) {
    for (const query of [unused(store, id, now), orphaned(store, id, now)]) {
      for (;;) {
        const removed = await store.write(tx => tx.run(query))
        total += removed
        if (removed < batch) break
      }
    }
  }
  return total
}

/**
 * The state is asked again by the DELETE itself: a document that is being made of the upload right now holds its row, and
 * has changed its state when it lets go.
 */
function unused(store: Store, db: number, now: number): Query {
  const { builder } = store.dialect
  const ended = builder
    .selectFrom('binary_content')
    .select('id')
    .where('db', '=', db)
    .where('used', '=', contentUse.pending)
    .where('expires', '<', now)
    .limit(sql.lit(batch))
  const query = builder
    .deleteFrom('binary_content')
    .where('db', '=', db)
    .where('used', '=', contentUse.pending)
    .where('id', 'in', ended)
  return compile(query)
}

/** A shared upload can become another document's until it expires. */
function orphaned(store: Store, db: number, now: number): Query {
  const { builder } = store.dialect
  const ended = builder
    .selectFrom('binary_content as c')
    .select('c.id')
    .where('c.db', '=', db)
    .where(eb =>
      eb.or([
        eb('c.used', '=', contentUse.spent),
        eb.and([eb('c.used', '=', contentUse.shared), eb('c.expires', '<', now)]),
      ]),
    )
    .where(eb =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('document as d')
            .select(sql`1`.as('there'))
            .whereRef('d.db', '=', 'c.db')
            .whereRef('d.content', '=', 'c.id'),
        ),
      ),
    )
    .limit(sql.lit(batch))
  return compile(builder.deleteFrom('binary_content').where('db', '=', db).where('id', 'in', ended))
}

/** Runs now and then until stopped. */
export function startContentCleanup(store: Store, clock: Clock, onFault: (error: unknown) => void): () => void {
  const timer = setInterval(() => cleanUpContent(store, clock).catch(onFault), intervalMs).unref()
  return () => clearInterval(timer)
}
