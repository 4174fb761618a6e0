// Finds the last erasure of a database, after which texts that were collected before it are not written any more.
import { type Args, statementsOn } from '../../storage/statement.ts'
import type { OperationTables } from '../tables.ts'

/** How long an erasure is remembered, in seconds: what was collected before that is not written at all. */
export const erasureKept = 900

/** An erasure counts for what was begun up to a minute after it, since the clocks of nodes differ. */
const clocksDiffer = 60

/** The moment after which a text must have been collected to be written. */
export const collectedAfter = (erased: number | undefined, now: number): number =>
  Math.max(now - erasureKept, erased === undefined ? 0 : erased + clocksDiffer)

export const lastErasure = statementsOn<OperationTables>()((db, p: Args<{ db: number }>) =>
  db.selectFrom('erasure').select('at').where('db', '=', p('db')).orderBy('at', 'desc').limit(1),
)
