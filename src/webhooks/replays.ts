// Sends the events of a target once more that somebody has asked for, in no order with other events.
import * as statements from './delivery-statements.ts'
import type { DeliveryParts } from './parts.ts'
import type { Progress } from './progress.ts'
import type { Sender } from './sender.ts'
import type { TargetRow } from './target.ts'

type QueueRow = statements.QueueRow

const page = 100

export class Replays {
  readonly #parts: DeliveryParts
  readonly #target: TargetRow
  readonly #sender: Sender
  readonly #progress: Progress
  /** False once the queue had none that was due. */
  mayHaveMore = true

  constructor(parts: DeliveryParts, target: TargetRow, sender: Sender, progress: Progress) {
    this.#parts = parts
    this.#target = target
    this.#sender = sender
    this.#progress = progress
  }

  nameOf({ slot }: QueueRow): string {
    return `replay ${slot}`
  }

  /** At most `limit` that are due, and not among the names of those that are under way. */
  async due(limit: number, underWay: ReadonlySet<string>): Promise<readonly QueueRow[]> {
    const { store, clock } = this.#parts
    const { db, id: target } = this.#target
    // Before the read, so that what is queued during the read is looked for again.
    this.mayHaveMore = false
    const rows = await store.rows(statements.queueOf(store.dialect, { db, target, kind: 'replay', limit: page }))
    const due = rows.filter(row => row.next_at <= clock.now())
    // One that is under way may have been queued once more.
    if (due.length > 0) this.mayHaveMore = true
    return due.filter(row => !underWay.has(this.nameOf(row))).slice(0, limit)
  }

  /** False when the request was given up. */
  async send(row: QueueRow): Promise<boolean> {
    const { position, attempts } = row
    const [event] = await this.#parts.events.eventsAfter(this.#target.db, position - 1, 1)
    const sent = event?.position === position ? await this.#sender.sendAgain(event, attempts + 1) : undefined
    if (sent === null) return false
    if (event && sent?.nextAt) this.#progress.queueEvent('replay', event, attempts + 1, sent.nextAt)
    else this.#progress.replayed(row)
    return true
  }
}
