// Keeps what a node has done for a target since the last save, and saves it while the node still holds the target.
import { eventTypeOf, type LoggedEvent } from '../events/event-log.ts'
import type { Dialect } from '../storage/dialect.ts'
import type { Query, Store } from '../storage/store.ts'
import type { Attempt } from './attempt.ts'
import type { DeliveryRow, QueueRow } from './delivery-statements.ts'
import * as statements from './delivery-statements.ts'
import { holdMs } from './lease.ts'
import type { TargetRow } from './target.ts'

const hour = 3_600_000
const warnAfter = 24 * hour
const stopAfter = 120 * hour

/** Results are saved together, since each save is a transaction; those of all targets at the same moments, to share a commit. */
const saveEvery = { rows: 500, characters: 8 * 1024 ** 2, ms: 250 }

const momentOf = (ms: number): number => Math.floor(ms / saveEvery.ms)

/** An event that waits, and when it is tried next. */
type Waiting = Pick<QueueRow, 'entity' | 'record' | 'position' | 'attempts'> & { readonly nextAt: number }

/** Why the administrators are told about a target. */
export type Alert = 'warned' | 'failures' | 'gone'

/** A row of the queue that is done with. */
interface Removed {
  remove(dialect: Dialect): Query
}

interface ProgressParts {
  readonly store: Store
  readonly newId: () => string
  /** Epoch milliseconds by a clock that all nodes have in common. */
  commonNow(): number
}

export class Progress {
  readonly #parts: ProgressParts
  readonly #target: TargetRow
  readonly #holder: string
  #deliveries: DeliveryRow[] = []
  #queue = new Map<string, QueueRow | Removed>()
  /** The characters of the requests and answers among the deliveries. */
  #characters = 0
  #savedAt = momentOf(performance.now())
  #failingSince: number | null
  #warned: boolean
  /** Saves under way. */
  #saving = 0
  #isGone = false
  #isStopped = false

  constructor(parts: ProgressParts, target: TargetRow, holder: string) {
    this.#parts = parts
    this.#target = target
    this.#holder = holder
    this.#failingSince = target.failing_since
    this.#warned = target.warned === 1
  }

  get isGone(): boolean {
    return this.#isGone
  }

  get isFailing(): boolean {
    return this.#failingSince !== null
  }

  get hasResults(): boolean {
    return this.#deliveries.length + this.#queue.size > 0
  }

  get isSaved(): boolean {
    return !this.hasResults && this.#saving === 0
  }

  get isDue(): boolean {
    const rows = this.#deliveries.length + this.#queue.size
    if (rows >= saveEvery.rows || this.#characters >= saveEvery.characters) return true
    return this.hasResults && momentOf(performance.now()) > this.#savedAt
  }

  attempted(event: LoggedEvent, tries: number, attempt: Attempt, nextAt: number | null, body: string): void {
    if (attempt.outcome === 'delivered') {
      this.#failingSince = null
      this.#warned = false
    } else this.#failingSince ??= attempt.at
    if (attempt.outcome === 'gone') this.#isGone = true
    this.#characters += body.length + attempt.response.length
    this.#deliveries.push(
      deliveryRow(this.#target, this.#parts.newId(), {
        event: event.id,
        type: eventTypeOf(event),
        tries,
        attempt,
        nextAt,
        body,
      }),
    )
  }

  /** The log has removed events before they could be sent. */
  missed(events: number, at: number): void {
    const response = `${events} events were removed from the log before they could be sent.`
    const attempt = { outcome: 'missed', status: null, response, at, ms: 0 } as const
    const facts = { event: null, type: 'missed', tries: 0, attempt, nextAt: null, body: null }
    this.#deliveries.push(deliveryRow(this.#target, this.#parts.newId(), facts))
  }

  /** A record whose events wait for their next try. */
  park(slot: string, { nextAt, entity, record, position, attempts }: Waiting): void {
    this.queue({ kind: 'order', slot, position, entity, record, attempts, next_at: nextAt })
  }

  queue(row: Omit<QueueRow, 'db' | 'target'>): void {
    const { db, id: target } = this.#target
    this.#queue.set(`${row.kind} ${row.slot}`, { ...row, db, target })
  }

  /** An event by itself, whatever other events its record has. */
  queueEvent(kind: 'failed' | 'replay', { position, entity, record }: LoggedEvent, attempts: number, at: number): void {
    this.queue({ kind, slot: String(position), position, entity, record, attempts, next_at: at })
  }

  /** No event of the record waits any more. */
  unpark(slot: string): void {
    const key = { db: this.#target.db, target: this.#target.id, kind: 'order', slot }
    this.#queue.set(`order ${slot}`, { remove: dialect => statements.removeFromQueue(dialect, key) })
  }

  replayed({ slot, next_at: nextAt }: QueueRow): void {
    const key = { db: this.#target.db, target: this.#target.id, slot, nextAt }
    this.#queue.set(`replay ${slot}`, { remove: dialect => statements.removeReplay(dialect, key) })
  }

  /** Null when the node does not hold the target any more: then nothing was saved. Gives what the administrators are to hear. */
  async save(position: number, options: { release: boolean; now: number }): Promise<readonly Alert[] | null> {
    const { store, commonNow } = this.#parts
    const { db, id } = this.#target
    const { dialect } = store
    const alerts = this.#alerts(options.now)
    const [stopped] = alerts.filter(alert => alert !== 'warned')
    if (alerts.includes('warned')) this.#warned = true
    if (stopped) this.#isStopped = true
    const deliveries = this.#deliveries
    const queue = this.#queue
    this.#deliveries = []
    this.#characters = 0
    this.#queue = new Map()
    this.#savedAt = momentOf(performance.now())
    this.#saving++
    const written = store.write(async tx => {
      const progress = {
        db,
        id,
        holder: this.#holder,
        until: options.release ? 0 : commonNow() + holdMs,
        position,
        failing_since: this.#failingSince,
        warned: this.#warned ? 1 : 0,
      }
      if ((await tx.run(statements.saveProgress(dialect, progress))) === 0) return false
      for (const row of deliveries) tx.defer(statements.addDelivery(dialect, row))
      for (const row of queue.values()) {
        await tx.run('remove' in row ? row.remove(dialect) : statements.putInQueue(dialect, row))
      }
      if (stopped) await tx.run(statements.stopTarget(dialect, { db, id, stopped }))
      return true
    })
    const held = await written.finally(() => this.#saving--)
    return held ? alerts : null
  }

  #alerts(now: number): Alert[] {
    if (this.#isStopped) return []
    if (this.#isGone) return ['gone']
    if (this.#failingSince === null) return []
    const failing = now - this.#failingSince
    if (failing >= stopAfter) return ['failures']
    return failing >= warnAfter && !this.#warned ? ['warned'] : []
  }
}

interface DeliveryFacts {
  readonly event: string | null
  readonly type: string
  readonly tries: number
  readonly attempt: Pick<Attempt, 'status' | 'response' | 'at' | 'ms'> & { readonly outcome: string }
  readonly nextAt: number | null
  readonly body: string | null
}

export const deliveryRow = (
  { db, id: target }: Pick<TargetRow, 'db' | 'id'>,
  id: string,
  { event, type, tries, attempt, nextAt, body }: DeliveryFacts,
): DeliveryRow => ({
  db,
  id,
  target,
  event,
  type,
  attempt: tries,
  outcome: attempt.outcome,
  status: attempt.status,
  at: attempt.at,
  ms: attempt.ms,
  next_at: nextAt,
  request: body,
  response: attempt.response,
})
