// Collects what a node has done for a target since the last save, and saves it while the node still holds the target.
import { eventTypeOf, type LoggedEvent } from '../../events/event-log.ts'
import type { Dialect } from '../../storage/dialect.ts'
import type { Query, Store } from '../../storage/store.ts'
import { type DeliveryEntry, type DeliveryLog, deliveryEntry } from '../log/delivery-log.ts'
import type { TargetRow } from '../targets/target.ts'
import type { DeliveryAttempt } from './attempt.ts'
import type { DeliveryClock } from './delivery-clock.ts'
import { holdMs } from './lease.ts'
import type { QueueRow } from './queue-statements.ts'
import * as statements from './queue-statements.ts'

const hour = 3_600_000
const warnAfter = 24 * hour
const stopAfter = 120 * hour

/** Results are saved together, since each save is a transaction; those of all targets at the same moments, to share a commit. */
const saveEvery = { rows: 500, characters: 8 * 1024 ** 2, ms: 250 }

const momentOf = (ms: number): number => Math.floor(ms / saveEvery.ms)

/** Why the administrators get a mail about a target. */
export type Alert = 'warned' | 'failures' | 'gone'

/** An event that could not be delivered, with its next attempt; see ParkedRecords. */
export interface ParkedEvent extends Pick<QueueRow, 'entity' | 'record' | 'position' | 'attempts'> {
  /** Epoch milliseconds; `scheduledAt` is the attempt of the schedule, where an extra one was brought forward. */
  readonly nextAt: number
  readonly scheduledAt: number | null
}

/** A change of a row of the queue. */
type QueueChange = (dialect: Dialect) => Query

interface ProgressParts {
  readonly store: Store
  readonly newId: () => string
  readonly clock: DeliveryClock
  /** The name of this node. */
  readonly holder: string
  readonly deliveryLog: DeliveryLog
}

export class Progress {
  readonly #parts: ProgressParts
  readonly #target: TargetRow
  #deliveries: DeliveryEntry[] = []
  #queue = new Map<string, QueueChange>()
  /** The bytes of the deliveries. */
  #bytes = 0
  #savedAt: number
  #health: Pick<TargetRow, 'failing_since' | 'failed_at' | 'failures'>
  #failedRuns: number
  #warned: boolean
  /** Saves under way. */
  #saving = 0
  #hasFailed = false
  #isGone = false
  #isStopped = false

  constructor(parts: ProgressParts, target: TargetRow) {
    this.#parts = parts
    this.#target = target
    this.#savedAt = momentOf(parts.clock.elapsed())
    this.#health = target
    this.#failedRuns = target.failed_runs
    this.#warned = target.warned === 1
  }

  get isGone(): boolean {
    return this.#isGone
  }

  /** Failed attempts since the last delivery, and when the last of them was. */
  get health(): { readonly failures: number; readonly failedAt: number | null } {
    return { failures: this.#health.failures, failedAt: this.#health.failed_at }
  }

  get hasResults(): boolean {
    return this.#deliveries.length + this.#queue.size > 0
  }

  get isSaved(): boolean {
    return !this.hasResults && this.#saving === 0
  }

  /**
   * A save has failed, and its results are not in the store: saving a later position would lose the events that were to wait in
   * the queue. The events since the last save are delivered again.
   */
  get hasFailed(): boolean {
    return this.#hasFailed
  }

  get isDue(): boolean {
    const rows = this.#deliveries.length + this.#queue.size
    if (rows >= saveEvery.rows || this.#bytes >= saveEvery.characters) return true
    return this.hasResults && momentOf(this.#parts.clock.elapsed()) > this.#savedAt
  }

  /** The worker has come to the end of its work, so the errors of earlier runs are over. */
  recovered(): void {
    this.#failedRuns = 0
  }

  /** `body` is null when there was no request, since the event could not be rendered. */
  attempted(
    event: LoggedEvent,
    tries: number,
    attempt: DeliveryAttempt,
    nextAt: number | null,
    body: string | null,
  ): void {
    const { outcome, at } = attempt
    if (outcome === 'delivered') {
      this.#health = { failing_since: null, failed_at: null, failures: 0 }
      this.#warned = false
    } else if (body !== null) {
      const { failing_since: since, failures } = this.#health
      this.#health = { failing_since: since ?? at, failed_at: at, failures: failures + 1 }
    }
    if (outcome === 'gone') this.#isGone = true
    this.#log({ event: event.id, type: eventTypeOf(event), tries, attempt, nextAt, body })
  }

  /** The log has removed events before they could be sent. */
  missed(events: number, at: number): void {
    const response = `${events} events were removed from the log before they could be sent.`
    const attempt = { outcome: 'missed', status: null, response, at, ms: 0 } as const
    this.#log({ event: null, type: 'missed', tries: 0, attempt, nextAt: null, body: null })
  }

  #log(facts: Parameters<typeof deliveryEntry>[2]): void {
    const entry = deliveryEntry(this.#target, this.#parts.newId(), facts)
    this.#bytes += entry.bytes
    this.#deliveries.push(entry)
  }

  park(slot: string, { entity, record, position, attempts, nextAt, scheduledAt }: ParkedEvent): void {
    const times = { next_at: nextAt, scheduled_at: scheduledAt }
    this.#put({ kind: 'order', slot, position, entity, record, attempts, ...times })
  }

  /** An event by itself, independent of other events of its record. */
  queueEvent(kind: 'failed' | 'replay', { position, entity, record }: LoggedEvent, attempts: number, at: number): void {
    const slot = String(position)
    this.#put({ kind, slot, position, entity, record, attempts, next_at: at, scheduled_at: null })
  }

  /** The record has no parked event any more. */
  unpark(slot: string): void {
    const key = { ...this.#key, kind: 'order', slot }
    this.#queue.set(`order ${slot}`, dialect => statements.removeFromQueue(dialect, key))
  }

  replayed({ slot, next_at: nextAt }: QueueRow): void {
    const key = { ...this.#key, slot, nextAt }
    this.#queue.set(`replay ${slot}`, dialect => statements.removeReplay(dialect, key))
  }

  /** Replays of the record (of all records in strict order) that are behind one that failed wait for it. */
  delayReplays({ slot, entity, record, position: after }: QueueRow, nextAt: number, isStrict: boolean): void {
    const later = { ...this.#key, entity, record, after, nextAt, isStrict: isStrict ? 1 : 0 }
    this.#queue.set(`delay ${slot}`, dialect => statements.delayReplays(dialect, later))
  }

  #put(row: Omit<QueueRow, 'db' | 'target'>): void {
    const whole = { ...row, ...this.#key }
    this.#queue.set(`${row.kind} ${row.slot}`, dialect => statements.putInQueue(dialect, whole))
  }

  get #key(): { readonly db: number; readonly target: string } {
    return { db: this.#target.db, target: this.#target.id }
  }

  /** Null when the node does not hold the target any more: then nothing was saved. Gives the alerts for administrators. */
  async save(position: number, release: boolean): Promise<readonly Alert[] | null> {
    const { store, clock, holder, deliveryLog } = this.#parts
    const { db, id } = this.#target
    const { dialect } = store
    const alerts = this.#alerts(clock.now())
    const [stopped] = alerts.filter(alert => alert !== 'warned')
    if (alerts.includes('warned')) this.#warned = true
    if (stopped) this.#isStopped = true
    const queue = this.#queue
    this.#saving++
    const logged = deliveryLog.prepare(db, this.#deliveries)
    this.#deliveries = []
    this.#bytes = 0
    this.#queue = new Map()
    this.#savedAt = momentOf(clock.elapsed())
    const { failing_since, failed_at, failures } = this.#health
    const progress = {
      ...{ db, id, holder, position, failing_since, failed_at, failures },
      failed_runs: this.#failedRuns,
      until: clock.shared() + holdMs,
      warned: this.#warned ? 1 : 0,
    }
    const written = store.write(async tx => {
      if ((await tx.run(statements.saveProgress(dialect, progress))) === 0) return false
      for (const query of logged.queries) tx.defer(query)
      for (const change of queue.values()) await tx.run(change(dialect))
      if (stopped) await tx.run(statements.stopTarget(dialect, { db, id, stopped }))
      if (release) await tx.run(statements.releaseTarget(dialect, { db, id, holder }))
      return true
    })
    this.#hasFailed = true
    const held = await written.finally(() => this.#saving--)
    this.#hasFailed = false
    if (held) logged.written()
    return held ? alerts : null
  }

  #alerts(now: number): Alert[] {
    if (this.#isStopped) return []
    if (this.#isGone) return ['gone']
    const { failing_since: since } = this.#health
    if (since === null) return []
    const failing = now - since
    if (failing >= stopAfter) return ['failures']
    return failing >= warnAfter && !this.#warned ? ['warned'] : []
  }
}
