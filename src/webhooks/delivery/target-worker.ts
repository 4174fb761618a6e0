// Delivers the events of one target, as long as this node holds the target's lease and there is something to send.
import { setTimeout as pause, setImmediate } from 'node:timers/promises'
import type { DeliveryParts } from '../parts.ts'
import type { LiveSecret } from '../targets/secrets.ts'
import { settingsOf, type TargetRow } from '../targets/target.ts'
import { EventSender } from './event-sender.ts'
import { isDown, newEventsFrom } from './halting.ts'
import { LanePool } from './lane-pool.ts'
import { Lease, renewMs } from './lease.ts'
import { NewEvents } from './new-events.ts'
import { ParkedRecords } from './parked-records.ts'
import { Progress } from './progress.ts'
import { Replays } from './replays.ts'
import { TargetRendering } from './target-rendering.ts'

/** A worker stays for so long after its last event: events often come in series, and taking a target is a write. */
const lingerMs = 1_000

export class TargetWorker {
  readonly #parts: DeliveryParts
  readonly #target: TargetRow
  readonly #leasedFrom: number
  readonly #progress: Progress
  readonly #newEvents: NewEvents
  readonly #parked: ParkedRecords
  readonly #replays: Replays
  readonly #lease: Lease
  readonly #pool = new LanePool(
    () => this.#wake(),
    error => this.#fail(error),
  )
  readonly #abort = new AbortController()
  /** The times of parked records may have changed in the store. */
  #reloadsParked = false
  #isEnding = false
  #isLost = false
  #failure: unknown
  #woken = Promise.withResolvers<void>()

  /** `leasedFrom` is when the node began to write the lease, by `elapsed` of the clock. */
  constructor(parts: DeliveryParts, target: TargetRow, secrets: readonly LiveSecret[], leasedFrom: number) {
    this.#parts = parts
    this.#target = target
    this.#leasedFrom = leasedFrom
    const progress = new Progress(parts, target)
    const rendering = new TargetRendering(parts, target)
    const delivered = () => this.#delivered()
    const maySend = () => this.#maySend()
    const sending = { ...parts, progress, rendering, signal: this.#abort.signal, delivered, maySend }
    const sender = new EventSender(sending, target, secrets)
    const isEnding = () => this.#isEnding
    const readUpTo = () => this.#newEvents.readUpTo
    const parked = new ParkedRecords(parts, target, sender, progress, { readUpTo, isEnding })
    const saveDue = () => this.#wake()
    this.#newEvents = new NewEvents({ ...parts, rendering, sender, parked, progress, isEnding, saveDue }, target)
    this.#replays = new Replays(parts, target, sender, progress)
    this.#lease = new Lease(parts.clock, () => this.#lose())
    this.#progress = progress
    this.#parked = parked
  }

  /** Resolves when there is nothing left to do, the lease is lost, or the worker was stopped. */
  async run(): Promise<void> {
    this.#lease.extend(this.#leasedFrom)
    const stopWatching = this.#parts.events.watch(this.#target.db, () => this.#lookForEvents())
    const renewal = setInterval(() => this.#wake(), renewMs).unref()
    try {
      await this.#load()
      while (!this.#isEnding) await this.#turn()
      await this.#pool.idle()
      if (!this.#isLost && !this.#progress.hasFailed) await this.#save(this.#failure === undefined)
    } finally {
      clearInterval(renewal)
      this.#lease.end()
      stopWatching()
      this.#isEnding = true
    }
    if (this.#failure) throw this.#failure
  }

  /** Begins no further requests. */
  stop(): void {
    this.#isEnding = true
    this.#wake()
  }

  /** Aborts the requests under way; their events are sent again later. */
  abort(): void {
    this.stop()
    this.#abort.abort()
  }

  /** Reads the queue again. */
  lookAgain(): void {
    this.#replays.mayHaveMore = true
    this.#reloadsParked = true
    this.#wake()
  }

  /** True when nothing is due and all results are saved: the worker waits for further events, or for later attempts. */
  get isIdle(): boolean {
    const isBusy = this.#isEnding || this.#pool.size > 0 || this.#replays.mayHaveMore
    const { isAtEnd, open } = this.#newEvents
    const hasSent = (isAtEnd && open === 0) || !this.#maySendNew
    return !isBusy && hasSent && this.#progress.isSaved && !this.#parked.hasDue(this.#parts.clock.now())
  }

  #lookForEvents(): void {
    this.#newEvents.isAtEnd = false
    this.#wake()
  }

  #wake(): void {
    this.#woken.resolve()
  }

  #delivered(): void {
    if (this.#parked.size > 0 && this.#parked.bringForward(this.#parts.clock.now())) this.#wake()
  }

  /** The timer of the lease may be late: the process was suspended, or its event loop was blocked. */
  #maySend(): boolean {
    if (!this.#isLost && this.#lease.hasEnded) this.#lose()
    return !this.#isLost
  }

  get #maySendNew(): boolean {
    const { order } = settingsOf(this.#target)
    const health = { order, parked: this.#parked.size, ...this.#progress.health }
    return newEventsFrom(health) <= this.#parts.clock.now()
  }

  get #wantsNew(): boolean {
    return this.#newEvents.wantsMore && this.#maySendNew
  }

  async #load(): Promise<void> {
    const { events, clock } = this.#parts
    const missed = this.#newEvents.skipRemoved(await events.begin(this.#target.db))
    if (missed > 0) this.#progress.missed(missed, clock.now())
    await this.#parked.load()
  }

  async #turn(): Promise<void> {
    this.#woken = Promise.withResolvers()
    if (this.#progress.isGone) this.stop()
    try {
      if (this.#reloadsParked) {
        this.#reloadsParked = false
        await this.#parked.load()
      }
      if (this.#wantsNew && !(await this.#newEvents.read())) return this.stop()
      await this.#loadReplays()
      this.#startLanes()
      if (this.#progress.isDue || this.#lease.isDue) await this.#save(false)
      // Reading through many events of other targets must not keep the event loop from other work.
      if (this.#wantsNew) await setImmediate()
      else if (this.#pool.size > 0) await this.#woken.promise
      else await this.#linger()
    } catch (error) {
      this.#fail(error)
    }
  }

  /** The results of the last page are saved first, so that the queue shows which replays are done. */
  async #loadReplays(): Promise<void> {
    if (!this.#replays.wantsMore || this.#isEnding) return
    if (this.#progress.hasResults) await this.#save(false)
    await this.#replays.load()
  }

  #startLanes(): void {
    const start = (name: string, work: () => Promise<boolean>) => {
      if (this.#isEnding || this.#pool.free <= 0 || this.#pool.has(name)) return
      this.#pool.start(name, async () => {
        if (!(await work())) this.stop()
      })
    }
    for (const slot of this.#newEvents.lanes) {
      // While the receiver is down, one new event at a time shows whether it is back.
      const isHeld = isDown(this.#progress.health) && (this.#newEvents.running > 0 || !this.#maySendNew)
      if (!isHeld) start(slot, () => this.#newEvents.run(slot))
    }
    for (const slot of this.#parked.due(this.#parts.clock.now())) start(slot, () => this.#parked.retry(slot))
    for (const slot of this.#replays.records) {
      start(`replay ${slot}`, () => this.#replays.run(slot, () => this.#isEnding))
    }
  }

  async #linger(): Promise<void> {
    this.#progress.recovered()
    if (this.#progress.hasResults) await this.#save(false)
    if (this.#replays.mayHaveMore || this.#reloadsParked) return
    const isQuiet = await Promise.race([this.#woken.promise, pause(lingerMs, true, { ref: false })])
    if (isQuiet === true) this.#isEnding = true
  }

  /** Another node may hold the target now. */
  #lose(): void {
    this.#isLost = true
    this.abort()
  }

  #fail(error: unknown): void {
    this.#failure ??= error
    this.abort()
  }

  async #save(release: boolean): Promise<void> {
    const started = this.#parts.clock.elapsed()
    const alerts = await this.#progress.save(this.#newEvents.settledUpTo, release)
    if (alerts === null) return this.#lose()
    this.#lease.extend(started)
    for (const alert of alerts) {
      if (alert !== 'warned') this.stop()
      this.#parts.alert(this.#target, alert)
    }
  }
}
