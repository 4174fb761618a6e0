// Delivers the events of a target once more that a person has asked for: each once, and those of one record in their order.
import type { DeliveryParts } from '../parts.ts'
import { recordKey } from '../rendering/past-records.ts'
import { settingsOf, type TargetRow } from '../targets/target.ts'
import type { EventSender } from './event-sender.ts'
import { allRecords } from './parked-records.ts'
import type { Progress } from './progress.ts'
import * as statements from './queue-statements.ts'

type QueueRow = statements.QueueRow

/** Rows of the queue that are read together. */
const page = 500

export class Replays {
  readonly #parts: DeliveryParts
  readonly #target: TargetRow
  readonly #sender: EventSender
  readonly #progress: Progress
  /** The rows of the page that are not done, by record. */
  readonly #records = new Map<string, QueueRow[]>()
  /** False once the queue had none that was due. */
  mayHaveMore = true

  constructor(parts: DeliveryParts, target: TargetRow, sender: EventSender, progress: Progress) {
    this.#parts = parts
    this.#target = target
    this.#sender = sender
    this.#progress = progress
  }

  /** The next page is read when every row of the last one is done and saved, so that no row is read twice. */
  get wantsMore(): boolean {
    return this.mayHaveMore && this.#records.size === 0
  }

  /** The records that have something to send. */
  get records(): readonly string[] {
    return [...this.#records.keys()]
  }

  /** Reads the next page. The results of the last one must be saved. */
  async load(): Promise<void> {
    const { store, clock } = this.#parts
    const { db, id: target } = this.#target
    const isStrict = settingsOf(this.#target).order === 'strict'
    // Before the read, so that rows that are queued during the read are looked for again.
    this.mayHaveMore = false
    const due = { db, target, now: clock.now(), limit: page }
    const rows = await store.rows(statements.dueReplays(store.dialect, due))
    if (rows.length > 0) this.mayHaveMore = true
    for (const row of rows) {
      const slot = isStrict ? allRecords : recordKey(row.entity, row.record)
      this.#records.getOrInsertComputed(slot, () => []).push(row)
    }
  }

  /** Sends the events of a record, until one fails. False when the target is lost. */
  async run(slot: string, isEnding: () => boolean): Promise<boolean> {
    const rows = this.#records.get(slot) ?? []
    for (let row = rows[0]; row && !isEnding(); row = rows[0]) {
      const { position, attempts } = row
      const [event] = await this.#parts.events.eventsAfter(this.#target.db, position - 1, 1)
      const isKept = event?.position === position
      const result = isKept ? await this.#sender.sendAgain(event, attempts + 1) : undefined
      if (result === null) return false
      if (event && result?.nextAt) {
        this.#progress.queueEvent('replay', event, attempts + 1, result.nextAt)
        this.#progress.delayReplays(row, result.nextAt, slot === allRecords)
        break
      }
      this.#progress.replayed(row)
      rows.shift()
    }
    if (!isEnding()) this.#records.delete(slot)
    return true
  }
}
