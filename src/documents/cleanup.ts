// Removes the bytes that no document uses: expired uploads, and the content of purged documents.
import { sql } from 'kysely'
import { listDatabases } from '../accounts/databases.ts'
import { type Clock, seconds } from '../base/clock.ts'
import { contentUse } from '../entities/document-content.ts'
import { compile } from '../storage/statement.ts'
import type { Query, Store } from '../storage/store.ts'

/** Contents per DELETE; a content may have hundreds of chunks, which are deleted with it. */
const batch = 20
const intervalMs = 60 * 60 * 1000

/** Cleans every database once and returns the number of contents removed. */
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
 * The DELETE checks the state again: a Create that turns the upload into a document locks its row, and the state has
 * changed when the DELETE gets the lock.
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

/** A shared upload can become the content of another document until it expires. */
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

/** Runs the cleanup every hour until the returned function is called. */
export function startContentCleanup(store: Store, clock: Clock, onFault: (error: unknown) => void): () => void {
  const timer = setInterval(() => cleanUpContent(store, clock).catch(onFault), intervalMs).unref()
  return () => clearInterval(timer)
}
