// Keeps the records of a target whose events wait because the first of them could not be delivered, and tries them again.
import type { LoggedEvent } from '../../events/event-log.ts'
import type { DeliveryParts } from '../parts.ts'
import type { TargetRow } from '../targets/target.ts'
import type { EventSender } from './event-sender.ts'
import { mostParked } from './halting.ts'
import type { ParkedEvent, Progress } from './progress.ts'
import * as statements from './queue-statements.ts'

/** A record whose first event could not be delivered; later events of the record wait behind it. */
interface ParkedRecord extends ParkedEvent {
  isRunning: boolean
  /** The position of the last event that waits behind it. */
  last: number
}

/** In strict order all events wait behind one another, as if they were of one record. */
export const allRecords = '*'

/** What the worker tells about its own progress. */
interface WorkerView {
  /** The position up to which new events were read. */
  readUpTo(): number
  isEnding(): boolean
}

export class ParkedRecords {
  readonly #parts: DeliveryParts
  readonly #target: TargetRow
  readonly #sender: EventSender
  readonly #progress: Progress
  readonly #worker: WorkerView
  readonly #records = new Map<string, ParkedRecord>()
  /** Some record may have an extra attempt brought forward. */
  #mayBringForward = false
  #isLoaded = false

  constructor(parts: DeliveryParts, target: TargetRow, sender: EventSender, progress: Progress, worker: WorkerView) {
    this.#parts = parts
    this.#target = target
    this.#sender = sender
    this.#progress = progress
    this.#worker = worker
  }

  get size(): number {
    return this.#records.size
  }

  /** Whether some record is being tried, or is due. */
  hasDue(now: number): boolean {
    return this.#records.values().some(({ isRunning, nextAt }) => isRunning || nextAt <= now)
  }

  /** The records that are due. */
  due(now: number): readonly string[] {
    return [...this.#records].flatMap(([slot, { isRunning, nextAt }]) => (isRunning || nextAt > now ? [] : [slot]))
  }

  /** Reads the queue: at the start, and after a person or a test has changed the time of attempts. */
  async load(): Promise<void> {
    const { store } = this.#parts
    const { db, id: target, position: last } = this.#target
    const rows = await store.rows(statements.parkedOf(store.dialect, { db, target, limit: mostParked }))
    for (const { slot, entity, record, position, attempts, next_at: nextAt, scheduled_at: scheduledAt } of rows) {
      const known = this.#records.get(slot)
      if (!known) {
        if (this.#isLoaded) continue
        this.#records.set(slot, { entity, record, position, attempts, nextAt, scheduledAt, isRunning: false, last })
      } else if (!known.isRunning && known.position === position && nextAt < known.nextAt) {
        Object.assign(known, { attempts, nextAt, scheduledAt })
      }
    }
    this.#isLoaded = true
    this.#mayBringForward = true
  }

  /** True when the record is parked: the event then waits behind it. */
  append(slot: string, position: number): boolean {
    const parked = this.#records.get(slot)
    if (parked) parked.last = position
    return parked !== undefined
  }

  /** Parks the record of an event whose first attempt failed. */
  park(slot: string, { entity, record, position }: LoggedEvent, nextAt: number, last: number): void {
    const parked = { entity, record, position, attempts: 1, nextAt, scheduledAt: null, isRunning: false, last }
    this.#records.set(slot, parked)
    this.#mayBringForward = true
    this.#progress.park(slot, parked)
  }

  /**
   * The receiver has taken an event, so all records get one extra attempt now. If that fails, the schedule goes on as it was.
   * True when some record has become due.
   */
  bringForward(now: number): boolean {
    if (!this.#mayBringForward) return false
    this.#mayBringForward = false
    const waiting = [...this.#records.values()].filter(
      ({ isRunning, nextAt, scheduledAt }) => !isRunning && scheduledAt === null && nextAt > now,
    )
    for (const parked of waiting) Object.assign(parked, { nextAt: now, scheduledAt: parked.nextAt })
    return waiting.length > 0
  }

  /** Sends the events of a record from the failed one on, until one fails again or none is left. False: the target is lost. */
  async retry(slot: string): Promise<boolean> {
    const parked = this.#records.get(slot)
    if (!parked) return true
    parked.isRunning = true
    try {
      return await this.#retry(slot, parked)
    } finally {
      parked.isRunning = false
    }
  }

  async #retry(slot: string, parked: ParkedRecord): Promise<boolean> {
    while (!this.#worker.isEnding()) {
      const upTo = this.#worker.readUpTo()
      const event = await this.#next(slot, parked, upTo)
      // Another event of the record may have been put behind it meanwhile.
      if (!event && parked.last > upTo) continue
      if (!event) {
        this.#records.delete(slot)
        this.#progress.unpark(slot)
        return true
      }
      const { attempts, nextAt: from } = parked
      const extra = parked.scheduledAt !== null && parked.scheduledAt > from ? parked.scheduledAt : null
      const result = await this.#sender.sendAgain(event, attempts + 1, extra)
      if (!result) return false
      const { position } = event
      const { nextAt } = result
      if (nextAt !== null) {
        // An extra attempt is not counted, and there is no other one before the scheduled attempt.
        const after = extra === null ? { attempts: attempts + 1, scheduledAt: null } : { scheduledAt: nextAt }
        Object.assign(parked, { position, nextAt, ...after })
        this.#mayBringForward = true
      } else Object.assign(parked, { position: position + 1, attempts: 0, scheduledAt: null })
      this.#progress.park(slot, parked)
      if (nextAt !== null) return true
    }
    return true
  }

  /** The first event that waits, from the failed one up to a position. */
  async #next(slot: string, parked: ParkedRecord, upTo: number): Promise<LoggedEvent | undefined> {
    const { store, events } = this.#parts
    const { db } = this.#target
    const { entity, record, position: from } = parked
    if (slot === allRecords) {
      const [event] = await events.eventsAfter(db, from - 1, 1)
      return event && event.position <= upTo ? event : undefined
    }
    const range = { db, entity, record, from, to: upTo }
    const [row] = await store.rows(statements.eventsOfRecord(store.dialect, range))
    return row
  }
}
