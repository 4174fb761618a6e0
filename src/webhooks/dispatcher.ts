// Finds the targets that have something to be sent, and lets a worker of this node deliver it.
import { setTimeout as pause } from 'node:timers/promises'
import { unlessUnavailable } from '../base/errors.ts'
import type { Job } from '../base/jobs.ts'
import { topics } from '../storage/topics.ts'
import * as statements from './delivery-statements.ts'
import { holdMs } from './lease.ts'
import { mostParked } from './parked.ts'
import type { DeliveryParts } from './parts.ts'
import { type LiveSecret, openSecrets } from './secrets.ts'
import { settingsOf, type TargetRow } from './target.ts'
import { byId } from './target-statements.ts'
import { failuresBeforeHalt, TargetWorker } from './worker.ts'

/** How often each database with targets is looked at, whatever was heard. */
const lookSeconds = 5
/** How long a look waits for further events. */
const gatherMs = 20
/** How often `settle` asks whether workers are done. */
const settleMs = 5

/** The queue of a target in a few numbers. */
interface Waiting {
  readonly parked: number
  /** When the first of them is due; epoch milliseconds. */
  readonly nextAt: number
  /** The position of the oldest of them. */
  readonly oldest: number
}

const nothingWaits: Waiting = { parked: 0, nextAt: Number.POSITIVE_INFINITY, oldest: Number.POSITIVE_INFINITY }

export class Dispatcher {
  readonly #parts: DeliveryParts
  readonly #workers = new Map<string, { target: TargetRow; worker: TargetWorker; ended: Promise<void> }>()
  readonly #watches = new Map<number, () => void>()
  readonly #timers = new Map<number, NodeJS.Timeout>()
  readonly #looking = new Map<number, Promise<void>>()
  readonly #again = new Set<number>()
  readonly #heard = new Set<number>()
  /** Databases whose targets all have a worker of this node, which hears of events itself. */
  readonly #served = new Set<number>()
  /** Targets whose secrets this node cannot open; told once. */
  readonly #sealed = new Set<string>()
  readonly #oldest = new Map<number, number>()
  #unsubscribe = () => {}
  #stopped = false

  constructor(parts: DeliveryParts) {
    this.#parts = parts
  }

  /** Begins to deliver. Called once, when the store is migrated. */
  async start(): Promise<void> {
    const { store } = this.#parts
    // Otherwise the leases of the process before end by themselves.
    if (!store.shared) await unlessUnavailable(store.write(tx => tx.run(statements.freeTargets(store.dialect, {}))))
    const all = () => void this.#lookAtAll()
    this.#unsubscribe = store.subscribe(topics.webhook, db => this.#changed(db), all)
    await this.#lookAtAll()
  }

  readonly job: Job = {
    name: 'looking for webhooks to deliver',
    everySeconds: lookSeconds,
    run: () => this.#lookAtAll(),
  }

  /** Lets requests under way end for so long. */
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
    const { store, clock } = this.#parts
    let next = Number.POSITIVE_INFINITY
    for (const { db } of await store.rows(statements.databasesWithTargets(store.dialect, {}))) {
      for (const { nextAt } of (await this.#waitingOf(db)).values()) {
        if (nextAt > clock.now()) next = Math.min(next, nextAt)
      }
    }
    return next
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

  /** One look at a time for each database; what is heard meanwhile makes another one. */
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
    const targets = await store.rows(statements.enabledTargets(store.dialect, { db }))
    this.#watch(db, targets.length > 0)
    if (changed) this.#restartChanged(db, targets)
    const [end, waiting] = [await events.end(db), await this.#waitingOf(db)]
    let next = Number.POSITIVE_INFINITY
    for (const target of targets) {
      if (this.#stopped || this.#workers.has(target.id)) continue
      const waits = waiting.get(target.id) ?? nothingWaits
      const isDue = waits.nextAt <= clock.now()
      if (!isDue) next = Math.min(next, waits.nextAt)
      if (isDue || (target.position < end && !isHalted(target, waits))) await this.#take(target)
    }
    if (targets.every(({ id }) => this.#workers.has(id))) this.#served.add(db)
    await this.#measure(db, targets, waiting, end)
    this.#lookLater(db, next - clock.now())
  }

  #watch(db: number, wanted: boolean): void {
    const stop = this.#watches.get(db)
    if (wanted && !stop && !this.#stopped) {
      this.#watches.set(
        db,
        this.#parts.events.watch(db, () => this.#hear(db)),
      )
    } else if (!wanted && stop) {
      stop()
      this.#watches.delete(db)
    }
  }

  /** Events come in rows; one look finds them all. */
  #hear(db: number): void {
    if (this.#heard.has(db) || this.#served.has(db)) return
    this.#heard.add(db)
    setTimeout(() => {
      this.#heard.delete(db)
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

  async #waitingOf(db: number): Promise<Map<string, Waiting>> {
    const { store } = this.#parts
    const found = new Map<string, Waiting>()
    for (const row of await store.rows(statements.queueSummary(store.dialect, { db }))) {
      const before = found.get(row.target) ?? nothingWaits
      found.set(row.target, {
        parked: before.parked + (row.kind === 'order' ? Number(row.rows) : 0),
        nextAt: Math.min(before.nextAt, Number(row.next_at)),
        oldest: Math.min(before.oldest, Number(row.position)),
      })
    }
    return found
  }

  async #take(target: TargetRow): Promise<void> {
    const { store, holder, commonNow, callers } = this.#parts
    const { db, id, owner } = target
    const secrets = this.#secretsOf(target)
    if (!secrets || !(await callers.find(db, owner))) return
    const now = commonNow()
    const taken = await store.write(async tx => {
      const taking = { db, id, holder, now, until: now + holdMs }
      if ((await tx.run(statements.takeTarget(store.dialect, taking))) === 0) return null
      // Another node may have gone on since the look.
      return (await tx.rows(byId(store.dialect, { db, id })))[0] ?? null
    })
    if (!taken) return
    const worker = new TargetWorker(this.#parts, taken, secrets)
    const ended = worker
      .run()
      .catch((error: Error) => this.#parts.log.error('delivering webhooks failed', { error, db, target: id }))
      .then(() => {
        this.#workers.delete(id)
        this.#served.delete(db)
        this.#lookLater(db, 0)
      })
    this.#workers.set(id, { target: taken, worker, ended })
  }

  #secretsOf({ id, secrets }: TargetRow): LiveSecret[] | null {
    const { box, clock, log } = this.#parts
    try {
      return openSecrets(box, secrets, clock.now())
    } catch (error) {
      if (!this.#sealed.has(id)) log.error('the secret of a webhook target cannot be read', { error: error as Error })
      this.#sealed.add(id)
      return null
    }
  }

  async #measure(db: number, targets: readonly TargetRow[], waiting: Map<string, Waiting>, end: number): Promise<void> {
    const firsts = targets.map(({ id, position }) => Math.min(position + 1, waiting.get(id)?.oldest ?? position + 1))
    const first = Math.min(...firsts, Number.POSITIVE_INFINITY)
    const [event] = first <= end ? await this.#parts.events.eventsAfter(db, first - 1, 1) : []
    if (event) this.#oldest.set(db, event.at)
    else this.#oldest.delete(db)
  }
}

/** A target that does nothing but fail is sent no new events until one that waits was delivered. */
function isHalted(target: TargetRow, { parked }: Waiting): boolean {
  if (settingsOf(target).order === 'strict') return parked > 0
  return parked >= mostParked || (target.failing_since !== null && parked >= failuresBeforeHalt)
}
