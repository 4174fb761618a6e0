// Writes the times of recurring tasks in the background: those that a request has left, and those of the next month.
import { sql } from 'kysely'
import { listDatabases } from '../../accounts/databases.ts'
import { type Clock, seconds } from '../../base/clock.ts'
import type { Log } from '../../base/log/log.ts'
import type { Job } from '../../base/scheduling/jobs.ts'
import { horizon, writeOccurrences } from '../../entities/rules/occurrences.ts'
import { recurrenceTypes } from '../../fields/kinds/particular/recurrence.ts'
import { topics } from '../../storage/nodes/topics.ts'
import { type Args, dynamicStatement } from '../../storage/statement.ts'
import type { Store } from '../../storage/store.ts'
import { ruleStore } from '../record/rule-context.ts'
import { RowStore } from '../rows/row-store.ts'

/** Times are written a year ahead, and each task is looked at again when a month of them has passed. */
const renewed = horizon - 30 * 86_400
/** Tasks that are found together. Each has a transaction of its own, so that other writers come in between. */
const page = 50

const dueTasks = dynamicStatement((db, p: Args<{ db: number; type: number; after: string; before: number }>) =>
  db
    .selectFrom('task')
    .select('id')
    .where('db', '=', p('db'))
    .where('recurrence_type', '=', p('type'))
    .where('id', '>', p('after'))
    .where('completed', '=', 0)
    .where('deleted', 'is', null)
    .where(w => w.or([w('occurrences_until', 'is', null), w('occurrences_until', '<=', p('before'))]))
    .orderBy('id')
    .limit(sql.lit(page)),
)

interface OccurrenceParts {
  readonly store: Store
  readonly clock: Clock
  readonly newId: () => string
  readonly log: Pick<Log, 'error'>
}

export class OccurrenceWriter {
  readonly #parts: OccurrenceParts
  /** The databases that are being worked on; true when further tasks were written meanwhile. */
  readonly #again = new Map<number, boolean>()
  #running: Promise<unknown> = Promise.resolve()
  #unsubscribe = () => {}
  #stopped = false

  constructor(parts: OccurrenceParts) {
    this.#parts = parts
  }

  readonly job: Job = { name: 'listing occurrences of tasks', everySeconds: 3600, run: () => this.#all() }

  /** Works on what was left before the start, too. */
  start(): void {
    const { store, log } = this.#parts
    const all = () => void this.#all().catch((error: Error) => log.error(`${this.job.name} failed`, { error }))
    this.#unsubscribe = store.subscribe(topics.occurrences, db => this.#begin(db), all)
    all()
  }

  /** Ends after the task under way. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#unsubscribe()
    await this.#running
  }

  async #all(): Promise<void> {
    for (const { id } of await listDatabases(this.#parts.store)) this.#begin(id)
    await this.#running
  }

  /** One database after the other. A failure is logged; the hourly job tries again. */
  #begin(db: number): void {
    const isRunning = this.#again.has(db)
    this.#again.set(db, isRunning)
    if (isRunning) return
    this.#running = this.#running.then(async () => {
      try {
        do {
          this.#again.set(db, false)
          for (const type of recurrenceTypes.keys()) await this.#write(db, type + 1)
        } while (this.#again.get(db) && !this.#stopped)
      } catch (error) {
        this.#parts.log.error(`${this.job.name} failed`, { error: error as Error, db })
      } finally {
        this.#again.delete(db)
      }
    })
  }

  async #write(db: number, type: number): Promise<void> {
    const { store, clock, newId } = this.#parts
    for (let after = ''; !this.#stopped; ) {
      const before = seconds(clock) + renewed
      const rows = await store.rows(dueTasks(store.dialect, { db, type, after, before }))
      const found = rows.map(({ id }) => String(id))
      for (const id of found) {
        if (this.#stopped) return
        await store.write(async tx => {
          const rows = new RowStore(tx, store.dialect, db)
          const task = await rows.one('task', { id, completed: 0, deleted: null }, { lock: 'update' })
          if (!task || Number(task.occurrences_until ?? 0) > before) return
          await writeOccurrences(ruleStore(rows, newId), { ...task, id }, seconds(clock))
        })
      }
      const last = found.at(-1)
      if (last === undefined || found.length < page) return
      after = last
    }
  }
}
