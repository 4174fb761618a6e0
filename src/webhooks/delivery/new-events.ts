// Reads the new events of a target, and delivers those of one record in their order and those of others meanwhile.
import type { LoggedEvent } from '../../events/event-log.ts'
import type { DeliveryParts } from '../parts.ts'
import type { RenderedEvent } from '../rendering/event-bodies.ts'
import { recordKey } from '../rendering/past-records.ts'
import { settingsOf, type TargetRow } from '../targets/target.ts'
import type { EventSender } from './event-sender.ts'
import { allRecords, type ParkedRecords } from './parked-records.ts'
import type { Progress } from './progress.ts'
import type { TargetRendering } from './target-rendering.ts'

/** Events that are read and not settled yet; when half of them are settled, others are read. */
const window = 200
/** The window of a target whose events are rendered one at a time. */
const apartWindow = 20

interface NewEventsParts {
  readonly rendering: TargetRendering
  readonly sender: EventSender
  readonly parked: ParkedRecords
  readonly progress: Progress
  isEnding(): boolean
  /** Called when results are due to be saved. */
  saveDue(): void
}

export class NewEvents {
  readonly #parts: DeliveryParts & NewEventsParts
  readonly #db: number
  readonly #isStrict: boolean
  /** Positions that are read and not settled, in their order. */
  readonly #open = new Set<number>()
  readonly #lanes = new Map<string, RenderedEvent[]>()
  #read: number
  /** Lanes that are being sent. */
  running = 0
  /** All events were read. */
  isAtEnd = false

  constructor(parts: DeliveryParts & NewEventsParts, target: TargetRow) {
    this.#parts = parts
    this.#db = target.db
    this.#isStrict = settingsOf(target).order === 'strict'
    this.#read = target.position
  }

  /** The position up to which events were read, and the position up to which they are settled. */
  get readUpTo(): number {
    return this.#read
  }

  get settledUpTo(): number {
    const [first] = this.#open
    return first === undefined ? this.#read : first - 1
  }

  get open(): number {
    return this.#open.size
  }

  get wantsMore(): boolean {
    return !this.isAtEnd && this.#open.size <= this.#window / 2
  }

  get lanes(): readonly string[] {
    return [...this.#lanes.keys()]
  }

  /** Skips the events that the log has removed; gives their number. */
  skipRemoved(begin: number): number {
    const missed = Math.max(0, begin - this.#read)
    this.#read += missed
    return missed
  }

  get #window(): number {
    return this.#parts.rendering.isApart ? apartWindow : window
  }

  /** Reads on, and puts the events into the lanes of their records. False when the target has no owner now, or is lost. */
  async read(): Promise<boolean> {
    const { events: log, sender, rendering, parked } = this.#parts
    const limit = this.#window - this.#open.size
    this.isAtEnd = true
    const events = await log.eventsAfter(this.#db, this.#read, limit)
    if (events.length === 0) return true
    const rendered = await rendering.render(events.filter(event => sender.concerns(event)))
    if (rendered === null) return false
    if (events.length === limit) this.isAtEnd = false
    for (const one of rendered) {
      const slot = this.#slotOf(one.event)
      if (parked.append(slot, one.event.position) || (one.body === null && !one.failure)) continue
      this.#open.add(one.event.position)
      this.#lanes.getOrInsertComputed(slot, () => []).push(one)
    }
    this.#read = events.at(-1)?.position ?? this.#read
    return true
  }

  /** Sends the events of a lane, until one fails. False when a request was aborted. */
  run(slot: string): Promise<boolean> {
    this.running++
    return this.#run(slot).finally(() => this.running--)
  }

  async #run(slot: string): Promise<boolean> {
    const { sender, parked, progress, isEnding, saveDue } = this.#parts
    const lane = this.#lanes.get(slot) ?? []
    for (let next = lane[0]; next && !isEnding(); next = lane[0]) {
      const result = await sender.send(next, 1)
      if (!result) return false
      if (result.nextAt !== null) {
        const { position } = next.event
        // In strict order the events behind it are read again; until then none waits.
        const last = this.#isStrict ? position : (lane.at(-1)?.event.position ?? position)
        parked.park(slot, next.event, result.nextAt, last)
        this.#drop(slot, lane, position)
        return true
      }
      lane.shift()
      this.#open.delete(next.event.position)
      if (progress.isDue) saveDue()
    }
    if (lane.length === 0) this.#lanes.delete(slot)
    return true
  }

  /** The rest of the lane waits behind the event that failed. */
  #drop(slot: string, lane: readonly RenderedEvent[], position: number): void {
    this.#lanes.delete(slot)
    for (const { event } of lane) this.#open.delete(event.position)
    if (!this.#isStrict) return
    // Events that were read behind it are read again.
    this.#read = position
    this.#open.clear()
    this.isAtEnd = false
  }

  #slotOf({ entity, record }: LoggedEvent): string {
    return this.#isStrict ? allRecords : recordKey(entity, record)
  }
}
