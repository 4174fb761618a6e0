// Finds the targets that have events to deliver, leases them and runs a worker for each.
import { setTimeout as pause } from 'node:timers/promises'
import { unlessUnavailable } from '../../base/errors.ts'
import type { Job } from '../../base/scheduling/jobs.ts'
import { topics } from '../../storage/nodes/topics.ts'
import type { DeliveryParts } from '../parts.ts'
import { hasEnded, ownerOf } from '../targets/owner.ts'
import { openSecrets } from '../targets/secrets.ts'
import { settingsOf, type TargetRow } from '../targets/target.ts'
import { byId } from '../targets/target-statements.ts'
import { holdMs } from './lease.ts'
import * as statements from './queue-statements.ts'
import { emptyQueue, newEventsOf, type QueueSummary, queuesOf } from './target-queues.ts'
import { TargetWorker } from './target-worker.ts'

/** How often each database with targets is looked at, also without a notification. */
const lookSeconds = 5
/** How long a look waits for further events. */
const gatherMs = 20
/** How often `settle` asks whether workers are done. */
const settleMs = 5
/** The pause after a run that ended with an error; it doubles with each further one. */
const restMs = { first: 1_000, most: 300_000 }

export class TargetScheduler {
  readonly #parts: DeliveryParts
  readonly #workers = new Map<string, { target: TargetRow; worker: TargetWorker; ended: Promise<void> }>()
  readonly #watches = new Map<number, () => void>()
  readonly #timers = new Map<number, NodeJS.Timeout>()
  readonly #looking = new Map<number, Promise<void>>()
  readonly #again = new Set<number>()
  readonly #notified = new Set<number>()
  /** Databases whose targets all have a worker of this node, which watches the log itself. */
  readonly #served = new Set<number>()
  /** Targets whose last run ended with an error: how many in a row, and until when the target rests. */
  readonly #rests = new Map<string, { readonly runs: number; readonly until: number }>()
  readonly #oldest = new Map<number, number>()
  /** The databases of the grants through which targets were created. */
  readonly #grants = new Map<string, number>()
  #unsubscribe = () => {}
  #stopped = false

  constructor(parts: DeliveryParts) {
    this.#parts = parts
  }

  /** Starts delivery. Called once, when the store is migrated. */
  async start(): Promise<void> {
    const { store } = this.#parts
    // Leases of a shared store end by their time.
    if (!store.shared) await unlessUnavailable(store.write(tx => tx.run(statements.endLeases(store.dialect, {}))))
    const all = () => void this.#lookAtAll()
    const unsubscribe = [
      store.subscribe(topics.webhook, db => this.#changed(db), all),
      store.subscribe(topics.token, chain => this.#revoked(chain), all),
    ]
    this.#unsubscribe = () => {
      for (const stop of unsubscribe) stop()
    }
    await this.#lookAtAll()
  }

  readonly job: Job = {
    name: 'looking for webhooks to deliver',
    everySeconds: lookSeconds,
    run: () => this.#lookAtAll(),
  }

  /** Stops, and waits at most `drainMs` for the requests under way. */
  async stop(drainMs: number): Promise<void> {
    this.#stopped = true
    this.#unsubscribe()
    for (const stop of this.#watches.values()) stop()
    for (const timer of this.#timers.values()) clearTimeout(timer)
    await Promise.all(this.#looking.values())
    const working = [...this.#workers.values()]
    for (const { worker } of working) worker.stop()
    const ended = Promise.all(working.map(one => one.ended))
    await Promise.race([ended, pause(drainMs, undefined, { ref: false })])
    for (const { worker } of working) worker.abort()
    await ended
  }

  /** Delivers what is due by the clock now, and resolves when all of it was tried. */
  async settle(): Promise<void> {
    for (const { worker } of this.#workers.values()) worker.lookAgain()
    do await pause(settleMs)
    while (!(await this.#isSettled()))
  }

  async #isSettled(): Promise<boolean> {
    if (!(await this.#parts.events.isComplete())) return false
    await this.#lookAtAll()
    return [...this.#workers.values()].every(({ worker }) => worker.isIdle)
  }

  /** When the next event that waits is to be tried, after now; infinite when none waits. Epoch milliseconds. */
  async nextTryAt(): Promise<number> {
    const { store, clock, events } = this.#parts
    const times: number[] = []
    for (const { db } of await store.rows(statements.databasesWithTargets(store.dialect, {}))) {
      const [queues, end] = [await queuesOf(store, db), await events.end(db)]
      for (const target of await store.rows(statements.enabledTargets(store.dialect, { db }))) {
        const queue = queues.get(target.id) ?? emptyQueue
        times.push(queue.nextAt, newEventsOf(target, queue, end))
      }
    }
    return Math.min(Number.POSITIVE_INFINITY, ...times.filter(time => time > clock.now()))
  }

  /** How long the oldest event has waited that some target is still to be sent; seconds. */
  oldestSeconds(): number {
    const [oldest] = [...this.#oldest.values()].sort((a, b) => a - b)
    return oldest === undefined ? 0 : Math.max(0, (this.#parts.clock.now() - oldest) / 1000)
  }

  async #lookAtAll(): Promise<void> {
    const { store } = this.#parts
    if (this.#stopped) return
    for (const { db } of await store.rows(statements.databasesWithTargets(store.dialect, {}))) await this.#look(db)
  }

  /** A person has changed targets of the database: workers go on with the new settings. */
  #changed(db: number): void {
    for (const { target, worker } of this.#workers.values()) if (target.db === db) worker.lookAgain()
    void this.#look(db, true)
  }

  #revoked(chain: string): void {
    const db = this.#grants.get(chain)
    if (db !== undefined) void this.#look(db, true)
  }

  /** One look at a time for each database; a notification meanwhile causes another one. */
  #look(db: number, changed = false): Promise<void> {
    if (this.#stopped) return Promise.resolve()
    const looking = this.#looking.get(db)
    if (looking) {
      this.#again.add(db)
      return looking
    }
    const look = this.#lookOnce(db, changed)
      .catch((error: Error) => this.#parts.log.error('looking for webhooks failed', { error }))
      .then(() => {
        this.#looking.delete(db)
        return this.#again.delete(db) ? this.#look(db, true) : undefined
      })
    this.#looking.set(db, look)
    return look
  }

  async #lookOnce(db: number, changed: boolean): Promise<void> {
    const { store, events, clock } = this.#parts
    this.#served.delete(db)
    const targets = await this.#liveTargets(db)
    this.#watch(db, targets.length > 0)
    if (changed) this.#restartChanged(db, targets)
    const [end, queues] = [await events.end(db), await queuesOf(store, db)]
    let next = Number.POSITIVE_INFINITY
    for (const target of targets) {
      if (this.#stopped || this.#workers.has(target.id)) continue
      try {
        const due = this.#dueOf(target, queues.get(target.id) ?? emptyQueue, end)
        if (due <= clock.now()) await this.#take(target)
        else next = Math.min(next, due)
      } catch (error) {
        await this.#rest(target, error as Error)
      }
    }
    if (targets.every(({ id }) => this.#workers.has(id))) this.#served.add(db)
    await this.#measure(db, targets, queues, end)
    this.#lookLater(db, next - clock.now())
  }

  /** When the target has something to send; epoch milliseconds. */
  #dueOf(target: TargetRow, queue: QueueSummary, end: number): number {
    return Math.max(Math.min(queue.nextAt, newEventsOf(target, queue, end)), this.#rests.get(target.id)?.until ?? 0)
  }

  /** The enabled targets, without those whose grant has ended, which are disabled. */
  async #liveTargets(db: number): Promise<readonly TargetRow[]> {
    const { store, log } = this.#parts
    const targets = await store.rows(statements.enabledTargets(store.dialect, { db }))
    const live: TargetRow[] = []
    for (const target of targets) {
      if (target.chain !== null) this.#grants.set(target.chain, db)
      if (!(await hasEnded(target, this.#parts))) live.push(target)
      else {
        this.#grants.delete(String(target.chain))
        const ended = { db, id: target.id, stopped: 'revoked' }
        await store.write(tx => tx.run(statements.stopTarget(store.dialect, ended)))
        this.#workers.get(target.id)?.worker.abort()
        log.info('a webhook target has ended with the grant of its application', { db, target: target.id })
      }
    }
    return live
  }

  #watch(db: number, wanted: boolean): void {
    const stop = this.#watches.get(db)
    if (wanted && !stop && !this.#stopped) {
      this.#watches.set(
        db,
        this.#parts.events.watch(db, () => this.#notify(db)),
      )
    } else if (!wanted && stop) {
      stop()
      this.#watches.delete(db)
    }
  }

  /** Events often come in series; one look finds them all. */
  #notify(db: number): void {
    if (this.#notified.has(db) || this.#served.has(db)) return
    this.#notified.add(db)
    setTimeout(() => {
      this.#notified.delete(db)
      void this.#look(db)
    }, gatherMs).unref()
  }

  #lookLater(db: number, ms: number): void {
    clearTimeout(this.#timers.get(db))
    if (this.#stopped || ms > lookSeconds * 1000) return
    this.#timers.set(db, setTimeout(() => void this.#look(db), Math.max(ms, 10)).unref())
  }

  #restartChanged(db: number, targets: readonly TargetRow[]): void {
    const now = new Map(targets.map(target => [target.id, target]))
    for (const [id, { target, worker }] of this.#workers) {
      if (target.db !== db) continue
      const row = now.get(id)
      const same = row && JSON.stringify(settingsOf(row)) === JSON.stringify(settingsOf(target))
      if (!same || row.secrets !== target.secrets) worker.stop()
    }
  }

  async #take(target: TargetRow): Promise<void> {
    const { store, holder, clock, box } = this.#parts
    const { db, id } = target
    const secrets = openSecrets(box, target.secrets, clock.now())
    if (!(await ownerOf(target, this.#parts))) return
    const [now, from] = [clock.shared(), clock.elapsed()]
    const taken = await store.write(async tx => {
      const taking = { db, id, holder, now, until: now + holdMs }
      if ((await tx.run(statements.takeTarget(store.dialect, taking))) === 0) return null
      // Another node may have advanced the target since the look.
      return (await tx.rows(byId(store.dialect, { db, id })))[0] ?? null
    })
    if (!taken) return
    const worker = new TargetWorker(this.#parts, taken, secrets, from)
    const ended = worker
      .run()
      .then(
        () => void this.#rests.delete(id),
        (error: Error) => this.#rest(taken, error),
      )
      .then(() => {
        this.#workers.delete(id)
        this.#served.delete(db)
        this.#lookLater(db, 0)
      })
    this.#workers.set(id, { target: taken, worker, ended })
  }

  /** After an error the target rests, longer each time, and its status is `error`. */
  async #rest({ db, id, failed_runs: before }: TargetRow, error: Error): Promise<void> {
    const { store, holder, clock, log } = this.#parts
    const runs = Math.max(this.#rests.get(id)?.runs ?? 0, before) + 1
    const ms = Math.min(restMs.first * 2 ** (runs - 1), restMs.most)
    log.error('delivering webhooks failed', { error, db, target: id, retryMs: ms })
    this.#rests.set(id, { runs, until: clock.now() + ms })
    const now = clock.shared()
    const failed = statements.releaseFailed(store.dialect, { db, id, holder, now, retryAt: now + ms })
    await unlessUnavailable(store.write(tx => tx.run(failed)))
  }

  async #measure(
    db: number,
    targets: readonly TargetRow[],
    queues: ReadonlyMap<string, QueueSummary>,
    end: number,
  ): Promise<void> {
    const firsts = targets.map(({ id, position }) => Math.min(position + 1, queues.get(id)?.oldest ?? position + 1))
    const first = Math.min(...firsts, Number.POSITIVE_INFINITY)
    const [event] = first <= end ? await this.#parts.events.eventsAfter(db, first - 1, 1) : []
    if (event) this.#oldest.set(db, event.at)
    else this.#oldest.delete(db)
  }
}
