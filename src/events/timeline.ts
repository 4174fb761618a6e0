// Keeps the timelines of a store: a new one begins when a restored backup or a replica has taken the place of the store.
import type { Clock } from '../base/clock.ts'
import { randomLetters } from '../base/secret.ts'
import type { Dialect } from '../storage/dialect.ts'
import { type Args, statementsOn } from '../storage/statement.ts'
import type { Reader, Store, Tx } from '../storage/store.ts'
import { insertStatement } from '../storage/table-statements.ts'
import { topics } from '../storage/topics.ts'
import { type EventTables, forkTable, timelineTable } from './tables.ts'

const statement = statementsOn<EventTables>()

const newest = statement(db =>
  db.selectFrom('timeline').select(['number', 'id', 'store']).orderBy('number', 'desc').limit(1),
)
const numberOf = statement((db, p: Args<{ id: string }>) =>
  db.selectFrom('timeline').select('number').where('id', '=', p('id')),
)
const insertTimeline = insertStatement(timelineTable)
const insertFork = insertStatement(forkTable)
const ends = statement(
  db =>
    db
      .selectFrom('event_log')
      .select(eb => ['db', eb.fn.max('position').as('position')])
      .where('position', 'is not', null)
      .groupBy('db'),
  { allTenants: true },
)
const forksAfter = statement((db, p: Args<{ db: number; number: number }>) =>
  db
    .selectFrom('timeline as t')
    .leftJoin('timeline_fork as f', join => join.on('f.db', '=', p('db')).onRef('f.timeline', '=', 't.number'))
    .select('f.position')
    .where('t.number', '>', p('number')),
)

/** Gives the id of the current timeline, after it has begun a new one if the store is another than before. */
export async function currentTimeline(store: Store, clock: Clock): Promise<string> {
  const identity = await store.identity()
  const known = await newestOf(store, store.dialect)
  if (known?.store === identity) return known.id
  const begin = async (tx: Tx): Promise<string> => {
    if (store.dialect.numbering) await tx.run(store.dialect.numbering.lock)
    // Another node may have been faster.
    const last = await newestOf(tx, store.dialect)
    if (last?.store === identity) return last.id
    const timeline = { number: (last?.number ?? 0) + 1, id: randomLetters(8), store: identity, began: clock.now() }
    await tx.run(insertTimeline(store.dialect, timeline))
    if (last) await insertForks(tx, store.dialect, timeline.number)
    await tx.publish(topics.timeline, timeline.id)
    return timeline.id
  }
  return store.write(begin, { allTenants: true })
}

async function newestOf(reader: Reader, dialect: Dialect) {
  return (await reader.rows(newest(dialect, {})))[0]
}

async function insertForks(tx: Tx, dialect: Dialect, timeline: number): Promise<void> {
  for (const { db, position } of await tx.rows(ends(dialect, {}))) {
    if (position !== null) await tx.run(insertFork(dialect, { db, timeline, position }))
  }
}

/**
 * The last position of a database that an earlier timeline has in common with the current one; null for a timeline that
 * this store knows nothing of, since a backup from before it was restored.
 */
export async function commonEnd(store: Store, db: number, timeline: string): Promise<number | null> {
  const [found] = await store.rows(numberOf(store.dialect, { id: timeline }))
  if (!found) return null
  const forks = await store.rows(forksAfter(store.dialect, { db, number: found.number }))
  return Math.min(...forks.map(({ position }) => position ?? 0))
}
