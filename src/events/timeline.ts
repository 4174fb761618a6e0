// Keeps the timelines of a store: a new one begins when a restored backup or a replica has taken the place of the store.
import type { Clock } from '../base/clock.ts'
import { newNonce, randomLetters } from '../base/secrets/secret.ts'
import type { Dialect } from '../storage/dialect.ts'
import { topics } from '../storage/nodes/topics.ts'
import { insertStatement } from '../storage/schema/table-statements.ts'
import { type Args, statementsOn } from '../storage/statement.ts'
import type { Reader, Store, Tx } from '../storage/store.ts'
import { type EventTables, forkTable, timelineTable } from './tables.ts'

const statement = statementsOn<EventTables>()

const newest = statement(db =>
  db.selectFrom('timeline').select(['number', 'id', 'store', 'token_key']).orderBy('number', 'desc').limit(1),
)
const byId = statement((db, p: Args<{ id: string }>) =>
  db.selectFrom('timeline').select(['number', 'token_key']).where('id', '=', p('id')),
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

export interface Timeline {
  readonly id: string
  /** Seals the positions in tokens of the change feed, which would reveal how much is written that a reader may not see. */
  readonly tokenKey: string
}

/** Gives the current timeline, and begins a new one if a copy has taken the place of the store. */
export async function currentTimeline(store: Store, clock: Clock): Promise<Timeline> {
  const identity = await store.identity()
  const known = await newestOf(store, store.dialect)
  if (known?.store === identity) return { id: known.id, tokenKey: known.token_key }
  const begin = async (tx: Tx): Promise<Timeline> => {
    store.dialect.numbering.lock(tx)
    // Another node may have been faster.
    const last = await newestOf(tx, store.dialect)
    if (last?.store === identity) return { id: last.id, tokenKey: last.token_key }
    const [number, tokenKey] = [(last?.number ?? 0) + 1, newNonce()]
    const timeline = { number, id: randomLetters(8), store: identity, began: clock.now(), token_key: tokenKey }
    await tx.run(insertTimeline(store.dialect, timeline))
    if (last) await insertForks(tx, store.dialect, timeline.number)
    await tx.publish(topics.timeline, timeline.id)
    return { id: timeline.id, tokenKey }
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

/** The key of an earlier timeline; null for an unknown timeline. */
export async function tokenKeyOf(store: Store, timeline: string): Promise<string | null> {
  return (await store.rows(byId(store.dialect, { id: timeline })))[0]?.token_key ?? null
}

/**
 * The last position of a database that an earlier timeline has in common with the current one; null for a timeline that
 * this store knows nothing of, since a backup from before it was restored.
 */
export async function commonEnd(store: Store, db: number, timeline: string): Promise<number | null> {
  const [found] = await store.rows(byId(store.dialect, { id: timeline }))
  if (!found) return null
  const forks = await store.rows(forksAfter(store.dialect, { db, number: found.number }))
  return Math.min(...forks.map(({ position }) => position ?? 0))
}
