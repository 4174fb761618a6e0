// Delivers the events of one target, as long as this node holds the target and there is something to send.
import { setTimeout as pause, setImmediate } from 'node:timers/promises'
import type { LoggedEvent } from '../events/event-log.ts'
import { type RenderedEvent, recordKey } from './event-bodies.ts'
import { Lease, renewMs } from './lease.ts'
import { allRecords, eventsBehind, hasDue, loadParked, mostParked, type Parked } from './parked.ts'
import type { DeliveryParts } from './parts.ts'
import { Progress } from './progress.ts'
import { Replays } from './replays.ts'
import type { LiveSecret } from './secrets.ts'
import { Sender } from './sender.ts'
import { settingsOf, type TargetRow, type TargetSettings } from './target.ts'

/** Requests of one target at a time; each is of another record. */
const lanesAtOnce = 8
/** Events that are read and not settled yet; when half of them are settled, others are read. */
const window = 200
/** After so many failures in a row, and none between that succeeded, only events that wait are tried. */
export const failuresBeforeHalt = 20
/** A worker stays for so long after its last event: events often come in rows, and to take a target is a write. */
const lingerMs = 1_000

export class TargetWorker {
  readonly #parts: DeliveryParts
  readonly #target: TargetRow
  readonly #settings: TargetSettings
  readonly #sender: Sender
  readonly #replays: Replays
  readonly #lease: Lease
  readonly #progress: Progress
  readonly #abort = new AbortController()
  readonly #running = new Set<Promise<void>>()
  /** Positions that are read and not settled, in their order. */
  readonly #open = new Set<number>()
  readonly #lanes = new Map<string, RenderedEvent[]>()
  readonly #busy = new Set<string>()
  readonly #parked = new Map<string, Parked>()
  #read: number
  #atEnd = false
  #ending = false
  #isLost = false
  #failure: unknown
  #woken = Promise.withResolvers<void>()

  constructor(parts: DeliveryParts, target: TargetRow, secrets: readonly LiveSecret[]) {
    this.#parts = parts
    this.#target = target
    this.#settings = settingsOf(target)
    this.#progress = new Progress(parts, target, parts.holder)
    this.#sender = new Sender(parts, target, secrets, this.#progress, this.#abort.signal)
    this.#replays = new Replays(parts, target, this.#sender, this.#progress)
    this.#lease = new Lease(() => this.#lose())
    this.#read = target.position
  }

  /** Resolves when there is nothing left to do, the target is lost, or the worker was told to stop. */
  async run(): Promise<void> {
    this.#lease.extend()
    const stopWatching = this.#parts.events.watch(this.#target.db, () => this.#hear())
    const renewal = setInterval(() => this.#wake(), renewMs).unref()
    try {
      await this.#load()
      while (!this.#ending) await this.#turn()
      await Promise.all(this.#running)
      if (!this.#isLost) await this.#save(true)
    } finally {
      clearInterval(renewal)
      this.#lease.end()
      stopWatching()
      this.#ending = true
    }
    if (this.#failure) throw this.#failure
  }

  /** Begins no further requests. */
  stop(): void {
    this.#ending = true
    this.#wake()
  }

  /** Gives up the requests under way; the events are sent again later. */
  abort(): void {
    this.stop()
    this.#abort.abort()
  }

  /** Looks again for events to send once more. */
  lookAgain(): void {
    this.#replays.mayHaveMore = true
    this.#wake()
  }

  /** True when nothing is due and what was done is saved: the worker waits for further events, or for later tries. */
  get isIdle(): boolean {
    const isBusy = this.#ending || this.#running.size + this.#open.size > 0 || this.#replays.mayHaveMore
    const hasRead = this.#atEnd || this.#isHalted
    return !isBusy && hasRead && this.#progress.isSaved && !hasDue(this.#parked, this.#parts.clock.now())
  }

  #hear(): void {
    this.#atEnd = false
    this.#wake()
  }

  #wake(): void {
    this.#woken.resolve()
  }

  async #load(): Promise<void> {
    const { store, events, clock } = this.#parts
    const begin = await events.begin(this.#target.db)
    if (this.#read < begin) {
      this.#progress.missed(begin - this.#read, clock.now())
      this.#read = begin
    }
    for (const [slot, parked] of await loadParked(store, this.#target)) this.#parked.set(slot, parked)
    if (this.#progress.isFailing) this.#sender.failures = this.#parked.size
  }

  async #turn(): Promise<void> {
    this.#woken = Promise.withResolvers()
    if (this.#progress.isGone) this.stop()
    try {
      await this.#fill()
      this.#startLanes()
      this.#startParked()
      await this.#startReplays()
      if (this.#progress.isDue || this.#lease.isDue) await this.#save(false)
      // A long way through events of others must not keep the event loop from other work.
      if (!this.#atEnd && !this.#isHalted && this.#open.size <= window / 2) await setImmediate()
      else if (this.#running.size > 0) await this.#woken.promise
      else await this.#linger()
    } catch (error) {
      this.#fail(error)
    }
  }

  async #linger(): Promise<void> {
    if (this.#progress.hasResults) await this.#save(false)
    const quiet = await Promise.race([this.#woken.promise, pause(lingerMs, true, { ref: false })])
    if (quiet === true) this.#ending = true
  }

  get #isHalted(): boolean {
    if (this.#settings.order === 'strict') return this.#parked.size > 0
    return this.#sender.failures >= failuresBeforeHalt || this.#parked.size >= mostParked
  }

  #slotOf({ entity, record }: LoggedEvent): string {
    return this.#settings.order === 'strict' ? allRecords : recordKey(entity, record)
  }

  /** Reads on, and puts what is to be sent into the lanes of its records. */
  async #fill(): Promise<void> {
    if (this.#atEnd || this.#isHalted || this.#open.size > window / 2) return
    const limit = window - this.#open.size
    this.#atEnd = true
    const events = await this.#parts.events.eventsAfter(this.#target.db, this.#read, limit)
    if (events.length === 0) return
    const wanted = events.filter(event => this.#sender.concerns(event))
    const rendered = await this.#sender.render(wanted)
    if (rendered === null) return this.stop()
    if (events.length === limit) this.#atEnd = false
    for (const one of rendered) {
      const slot = this.#slotOf(one.event)
      const parked = this.#parked.get(slot)
      if (parked) parked.last = one.event.position
      else if (one.body !== null) {
        this.#open.add(one.event.position)
        const lane = this.#lanes.get(slot)
        if (lane) lane.push(one)
        else this.#lanes.set(slot, [one])
      }
    }
    this.#read = events.at(-1)?.position ?? this.#read
  }

  #startLanes(): void {
    for (const slot of this.#lanes.keys()) {
      if (this.#ending || this.#busy.size >= lanesAtOnce) return
      if (!this.#busy.has(slot)) this.#start(slot, () => this.#runLane(slot))
    }
  }

  #start(slot: string, work: () => Promise<void>): void {
    this.#busy.add(slot)
    const running = work()
      .catch(error => this.#fail(error))
      .finally(() => {
        this.#busy.delete(slot)
        this.#running.delete(running)
        this.#wake()
      })
    this.#running.add(running)
  }

  async #runLane(slot: string): Promise<void> {
    const lane = this.#lanes.get(slot) ?? []
    for (let next = lane[0]; next && !this.#ending; next = lane[0]) {
      const sent = await this.#sender.send(next, 1)
      if (!sent) return
      if (sent.nextAt !== null) {
        this.#park(slot, next.event, sent.nextAt, lane)
        return
      }
      lane.shift()
      this.#open.delete(next.event.position)
      if (this.#progress.isDue) this.#wake()
    }
    if (lane.length === 0) this.#lanes.delete(slot)
  }

  /** The event waits for its next try, and the rest of its lane behind it. */
  #park(slot: string, { entity, record, position }: LoggedEvent, nextAt: number, lane: readonly RenderedEvent[]): void {
    const last = lane.at(-1)?.event.position ?? position
    const parked = { entity, record, position, attempts: 1, nextAt, running: false, last }
    this.#parked.set(slot, parked)
    this.#lanes.delete(slot)
    for (const { event } of lane) this.#open.delete(event.position)
    if (slot === allRecords) {
      // What was read behind it is read again.
      this.#read = position
      this.#open.clear()
      this.#atEnd = false
    }
    this.#progress.park(slot, parked)
  }

  #startParked(): void {
    const now = this.#parts.clock.now()
    for (const [slot, parked] of this.#parked) {
      if (this.#ending || this.#busy.size >= lanesAtOnce) return
      if (parked.running || parked.nextAt > now) continue
      parked.running = true
      this.#start(slot, () => this.#runParked(slot, parked))
    }
  }

  /** Sends the events of a record from the one that failed on, until one fails again or none is left. */
  async #runParked(slot: string, parked: Parked): Promise<void> {
    while (!this.#ending) {
      const upTo = this.#read
      const [event] = await eventsBehind(this.#parts, this.#target.db, slot, parked, upTo)
      // Meanwhile another event of the record may have been put behind it.
      if (!event && parked.last > upTo) continue
      if (!event) {
        this.#parked.delete(slot)
        this.#progress.unpark(slot)
        return
      }
      const sent = await this.#sender.sendAgain(event, parked.attempts + 1)
      if (!sent) return this.stop()
      if (sent.nextAt !== null) {
        Object.assign(parked, { position: event.position, attempts: parked.attempts + 1, nextAt: sent.nextAt })
        this.#progress.park(slot, parked)
        break
      }
      Object.assign(parked, { position: event.position + 1, attempts: 0 })
      this.#progress.park(slot, parked)
    }
    parked.running = false
  }

  async #startReplays(): Promise<void> {
    const free = lanesAtOnce - this.#busy.size
    if (!this.#replays.mayHaveMore || this.#ending || free <= 0) return
    // The queue is to show which replays are done.
    await this.#save(false)
    for (const row of await this.#replays.due(free, this.#busy)) {
      this.#start(this.#replays.nameOf(row), async () => {
        if (!(await this.#replays.send(row))) this.stop()
      })
    }
  }

  /** Another node may have the target now. */
  #lose(): void {
    this.#isLost = true
    this.abort()
  }

  #fail(error: unknown): void {
    this.#failure ??= error
    this.abort()
  }

  async #save(release: boolean): Promise<void> {
    const started = performance.now()
    const [first] = this.#open
    const position = first === undefined ? this.#read : first - 1
    const alerts = await this.#progress.save(position, { release, now: this.#parts.clock.now() })
    if (alerts === null) return this.#lose()
    this.#lease.extend(started)
    for (const alert of alerts) {
      if (alert !== 'warned') this.stop()
      this.#parts.alert(this.#target, alert)
    }
  }
}
