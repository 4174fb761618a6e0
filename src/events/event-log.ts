// Reads the event log of a database by position, and notifies watchers of new events.
import { sql } from 'kysely'
import type { Clock } from '../base/clock.ts'
import { type Topic, topics } from '../storage/nodes/topics.ts'
import { type Args, statementsOn } from '../storage/statement.ts'
import type { Store } from '../storage/store.ts'
import type { NewEvent } from './append.ts'
import { numberEvents } from './number-events.ts'
import type { EventTables } from './tables.ts'
import { commonEnd, currentTimeline, type Timeline, tokenKeyOf } from './timeline.ts'

/** An event that has its position in the log of its database. */
export interface LoggedEvent extends NewEvent {
  readonly position: number
}

/** The name of what happened, such as `abentry.updated`. */
export const eventTypeOf = ({ entity, operation }: Pick<NewEvent, 'entity' | 'operation'>): string =>
  `${entity.toLowerCase()}.${operation}`

/** Publications of other processes may be lost, so the end of the log is polled as well while there are watchers. */
const lookMs = 250

const statement = statementsOn<EventTables>()

const rowsAfter = statement((db, p: Args<{ db: number; position: number; limit: number }>) =>
  db
    .selectFrom('event_log')
    .select(['id', 'position', 'entity', 'record', 'operation', 'version', 'uid', 'application', 'at'])
    .where('db', '=', p('db'))
    .where('position', '>', p('position'))
    .orderBy('position')
    // SQLite prepares a statement anew each time that a bare parameter of LIMIT is bound.
    .limit(sql<number>`(${p('limit')} + 0)`),
)
const endOf = statement((db, p: Args<{ db: number }>) => {
  const positions = db
    .selectFrom('event_log')
    .select('position')
    .where('db', '=', p('db'))
    .where('position', 'is not', null)
  return positions.orderBy('position', 'desc').limit(sql.lit(1))
})
const firstOf = statement((db, p: Args<{ db: number }>) => {
  const positions = db
    .selectFrom('event_log')
    .select('position')
    .where('db', '=', p('db'))
    .where('position', 'is not', null)
  return positions.orderBy('position').limit(sql.lit(1))
})

const unnumberedOf = statement((db, p: Args<{ db: number }>) =>
  db.selectFrom('event_log').select('id').where('db', '=', p('db')).where('position', 'is', null).limit(sql.lit(1)),
)
const oneUnnumbered = statement(db =>
  db.selectFrom('event_log').select('id').where('position', 'is', null).limit(sql.lit(1)),
)

/**
 * One for a process. Positions of a database begin at 1 and have no gap, and a reader that asks for what follows the last
 * position it has read misses nothing. Per record the order of positions is that of Version.
 */
export class EventLog {
  readonly #store: Store
  readonly #clock: Clock
  readonly #watchers = new Map<number, Set<() => void>>()
  readonly #seenEnds = new Map<number, number>()
  #unsubscribe: (() => void)[] = []
  #timer: NodeJS.Timeout | undefined
  #timeline: Timeline = { id: '', tokenKey: '' }
  /** Published with a database when its events can be read. */
  readonly added: Topic<number>

  constructor(store: Store, clock: Clock) {
    this.#store = store
    this.#clock = clock
    this.added = store.dialect.numbering.announces
  }

  /** Reads the timeline of the store. Called once, when the store is migrated. */
  async open(): Promise<void> {
    this.#unsubscribe = [
      // A lost connection may be that to a server whose replica has taken over.
      this.#store.subscribe(topics.timeline, this.#lookAtTimeline, this.#lookAtTimeline),
      this.#store.subscribe(
        this.added,
        db => this.#wake(db),
        () => this.#wakeAll(),
      ),
    ]
    this.#timeline = await currentTimeline(this.#store, this.#clock)
  }

  close(): void {
    clearInterval(this.#timer)
    for (const stop of this.#unsubscribe) stop()
  }

  /** The id of the store's timeline: positions of another timeline mean other events. */
  get timeline(): string {
    return this.#timeline.id
  }

  /** The key that seals the positions of a timeline in tokens; null for a timeline that is not known. */
  async tokenKey(timeline: string): Promise<string | null> {
    return timeline === this.#timeline.id ? this.#timeline.tokenKey : tokenKeyOf(this.#store, timeline)
  }

  /** The last position that another timeline has in common with this one; null when it is not known. */
  commonEnd(db: number, timeline: string): Promise<number | null> {
    return commonEnd(this.#store, db, timeline)
  }

  /** At most `limit` events after a position, in the order of positions. */
  async eventsAfter(db: number, position: number, limit: number): Promise<readonly LoggedEvent[]> {
    return (await this.#store.rows(rowsAfter(this.#store.dialect, { db, position, limit }))) as LoggedEvent[]
  }

  /** Whether every event that was written has its position. */
  async isComplete(): Promise<boolean> {
    return (await this.#store.rows(oneUnnumbered(this.#store.dialect, {}))).length === 0
  }

  /**
   * The end of the log at this moment: events that were committed before the call are not after it. Those that have no position
   * yet get theirs first. Counting them would not do: one that is committed later may get a lower position.
   */
  async now(db: number): Promise<number> {
    const { dialect } = this.#store
    const mayWait = dialect.numbering.turnsOf(db).length > 0
    if (mayWait && (await this.#store.rows(unnumberedOf(dialect, { db }))).length > 0)
      await numberEvents(this.#store, db)
    return this.end(db)
  }

  /** The position of the newest event that has one; 0 when there was none yet. */
  async end(db: number): Promise<number> {
    return (await this.#store.rows(endOf(this.#store.dialect, { db })))[0]?.position ?? 0
  }

  /** The position before the oldest event that is kept; a reader that is behind it has missed events. */
  async begin(db: number): Promise<number> {
    return ((await this.#store.rows(firstOf(this.#store.dialect, { db })))[0]?.position ?? 1) - 1
  }

  /** Calls `listener` when events of the database may have been added, until the returned function is called. */
  watch(db: number, listener: () => void): () => void {
    const watchers = this.#watchers.get(db) ?? new Set()
    this.#watchers.set(db, watchers.add(listener))
    this.#timer ??= setInterval(() => void this.#look(), lookMs).unref()
    return () => {
      watchers.delete(listener)
      if (watchers.size === 0 && this.#watchers.get(db) === watchers) this.#watchers.delete(db)
      if (this.#watchers.size > 0) return
      clearInterval(this.#timer)
      this.#timer = undefined
    }
  }

  /** Waits until there are events after a position, and gives them; gives none once `ended` is aborted. */
  async waitForEvents(
    db: number,
    position: number,
    limit: number,
    ended: AbortSignal,
  ): Promise<readonly LoggedEvent[]> {
    let added = Promise.withResolvers<void>()
    const stopWatching = this.watch(db, () => added.resolve())
    const end = () => added.resolve()
    ended.addEventListener('abort', end)
    try {
      while (!ended.aborted) {
        // Before the read, so that events added during the read are not missed.
        added = Promise.withResolvers()
        const found = await this.eventsAfter(db, position, limit)
        if (found.length > 0) return found
        if (!ended.aborted) await added.promise
      }
      return []
    } finally {
      ended.removeEventListener('abort', end)
      stopWatching()
    }
  }

  readonly #lookAtTimeline = (): void => {
    currentTimeline(this.#store, this.#clock).then(
      timeline => {
        this.#timeline = timeline
      },
      // The store cannot be reached; the next reconnection looks again.
      () => {},
    )
  }

  async #look(): Promise<void> {
    for (const db of this.#watchers.keys()) {
      // Readers get the failure of the store themselves.
      const end = await this.end(db).catch(() => this.#seenEnds.get(db) ?? 0)
      if (end !== this.#seenEnds.get(db)) this.#wake(db)
      if (this.#watchers.has(db)) this.#seenEnds.set(db, end)
    }
    for (const db of this.#seenEnds.keys()) if (!this.#watchers.has(db)) this.#seenEnds.delete(db)
  }

  #wake(db: number): void {
    for (const listener of this.#watchers.get(db) ?? []) listener()
  }

  #wakeAll(): void {
    for (const db of this.#watchers.keys()) this.#wake(db)
  }
}
