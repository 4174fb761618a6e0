// Knows for which databases bodies are recorded right now.
import { BoundedMap } from '../base/caches/bounded-map.ts'
import { type Clock, seconds } from '../base/clock.ts'
import type { EntityTables } from '../model/entity-tables.ts'
import { topics } from '../storage/nodes/topics.ts'
import { type Args, statementsOn } from '../storage/statement.ts'
import type { Store } from '../storage/store.ts'

const lastUntil = statementsOn<EntityTables>()((db, p: Args<{ db: number; now: number }>) =>
  db
    .selectFrom('request_capture')
    .select('until')
    .where('db', '=', p('db'))
    .where('until', '>', p('now'))
    .where('deleted', 'is', null)
    .orderBy('until', 'desc')
    .limit(1),
)

export class Captures {
  readonly #store: Store
  readonly #clock: Clock
  /** The end of the capture of each database, 0 without one. */
  readonly #until = new BoundedMap<number>(10_000)
  readonly #stop: () => void

  constructor(store: Store, clock: Clock) {
    this.#store = store
    this.#clock = clock
    this.#stop = store.subscribe(
      topics.requestCapture,
      db => void this.#load(db),
      () => this.#until.clear(),
    )
  }

  /** A database that is asked for the first time is looked up, and counts as off until that is done. */
  isOn(db: number): boolean {
    const until = this.#until.get(String(db))
    if (until === undefined) void this.#load(db)
    return until !== undefined && until > seconds(this.#clock)
  }

  async #load(db: number): Promise<void> {
    this.#until.set(String(db), this.#until.get(String(db)) ?? 0)
    try {
      const query = lastUntil(this.#store.dialect, { db, now: seconds(this.#clock) })
      const [row] = await this.#store.rows(query)
      this.#until.set(String(db), row?.until ?? 0)
    } catch {
      // The store cannot be read: the next question looks again.
      this.#until.delete(String(db))
    }
  }

  close(): void {
    this.#stop()
  }
}
