// Keeps the log of deliveries within its budget: a body once per event, and the oldest deliveries go first.
import { createHash } from 'node:crypto'
import { listDatabases } from '../../accounts/databases.ts'
import { BoundedMap } from '../../base/caches/bounded-map.ts'
import type { Clock } from '../../base/clock.ts'
import type { Log } from '../../base/log/log.ts'
import { encodeTime } from '../../base/text/identifier.ts'
import type { Settings } from '../../config/settings.ts'
import type { Query, Store } from '../../storage/store.ts'
import type { DeliveryAttempt } from '../delivery/attempt.ts'
import type { TargetRow } from '../targets/target.ts'
import { ofDatabase } from '../targets/target-statements.ts'
import * as statements from './log-statements.ts'

/** What a row takes of the budget beside its texts. */
const rowBytes = 300
/** The budget is checked when this part of it was written since the last check. */
const checkedPart = 16
/** A check that finds too much removes until this part of the budget is used. */
const keptPart = 0.9
/** Bodies of which this process knows that they are stored. */
const rememberedBodies = 5_000
/** How long a measurement of the free disk space holds. */
const diskMs = 1_000
const day = 86_400_000

/** A delivery and the body that was sent; null without a request. */
export interface DeliveryEntry {
  readonly row: Omit<statements.DeliveryRow, 'request' | 'bytes'>
  readonly body: string | null
  readonly bytes: number
}

interface DeliveryFacts {
  readonly event: string | null
  readonly type: string
  readonly tries: number
  readonly attempt: Pick<DeliveryAttempt, 'status' | 'response' | 'at' | 'ms'> & { readonly outcome: string }
  readonly nextAt: number | null
  readonly body: string | null
}

export function deliveryEntry(
  { db, id: target }: Pick<TargetRow, 'db' | 'id'>,
  id: string,
  { event, type, tries, attempt, nextAt, body }: DeliveryFacts,
): DeliveryEntry {
  const { outcome, status, at, ms, response } = attempt
  const row = { db, id, target, event, type, attempt: tries, outcome, status, at, ms, next_at: nextAt, response }
  return { row, body, bytes: rowBytes + response.length + (body?.length ?? 0) }
}

interface LogParts {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly settings: Pick<Settings, 'deliveryBytes' | 'deliveryDays' | 'uploadFreeDisk'>
}

export class DeliveryLog {
  readonly #parts: LogParts
  readonly #stored = new BoundedMap<true>(rememberedBodies)
  /** Bytes that were written for each database since its last check. */
  readonly #unchecked = new Map<number, number>()
  readonly #checking = new Map<number, Promise<void>>()
  #disk = { isFull: false, measured: Number.NEGATIVE_INFINITY }

  constructor(parts: LogParts) {
    this.#parts = parts
  }

  /** The statements that add deliveries of a database; `written` is called when they are committed. */
  prepare(db: number, entries: readonly DeliveryEntry[]): { readonly queries: readonly Query[]; written(): void } {
    const { dialect } = this.#parts.store
    const isFull = this.#isDiskFull()
    const bodies = new Map<string, Query>()
    const rows = entries.map(({ row, body }) => {
      const request = body === null || isFull ? null : bodyId(row.event ?? row.id, body)
      const response = isFull ? null : row.response
      if (body !== null && request !== null && !this.#stored.get(`${db} ${request}`)) {
        const stored = { db, id: request, body, bytes: Buffer.byteLength(body), last_delivery: row.id }
        bodies.set(request, statements.putBody(dialect, stored))
      }
      return statements.addDelivery(dialect, { ...row, request, response, bytes: rowBytes + (response?.length ?? 0) })
    })
    return {
      queries: [...rows, ...bodies.values()],
      written: () => {
        for (const id of bodies.keys()) this.#stored.set(`${db} ${id}`, true)
        this.#count(
          db,
          entries.reduce((sum, { bytes }) => sum + bytes, 0),
        )
      },
    }
  }

  /** Removes what is older than `delivery-days`, and what is left of targets that were deleted. */
  async removeOld(): Promise<void> {
    const { store, clock, settings } = this.#parts
    const before = encodeTime(Math.max(0, clock.now() - settings.deliveryDays * day))
    for (const { id: db } of await listDatabases(store)) {
      await this.#removeBefore(db, before)
      const live = new Set((await store.rows(ofDatabase(store.dialect, { db }))).map(({ id }) => id))
      const logged = await store.rows(statements.targetsWithDeliveries(store.dialect, { db }))
      for (const { target } of logged) if (!live.has(target)) await this.removeTarget(db, target)
      await this.#trim(db)
    }
  }

  /** Removes the deliveries of a target that was deleted. */
  async removeTarget(db: number, target: string): Promise<void> {
    const { dialect } = this.#parts.store
    await this.#repeat(statements.removeOfTarget(dialect, { db, target }))
    await this.#parts.store.write(tx => tx.run(statements.removeUnusedBodies(dialect, { db })))
    // What this process remembers as stored may be gone.
    this.#stored.deleteWhere(() => true)
  }

  /** While the disk has less space than `upload-free-disk`, bodies and answers are not kept. */
  #isDiskFull(): boolean {
    const { store, settings } = this.#parts
    const now = performance.now()
    if (now - this.#disk.measured > diskMs) {
      this.#disk = { ...this.#disk, measured: now }
      store.freeBytes().then(
        free => {
          this.#disk = { isFull: free !== null && free < settings.uploadFreeDisk, measured: now }
        },
        () => {},
      )
    }
    return this.#disk.isFull
  }

  #count(db: number, bytes: number): void {
    const unchecked = (this.#unchecked.get(db) ?? 0) + bytes
    this.#unchecked.set(db, unchecked)
    if (unchecked < this.#parts.settings.deliveryBytes / checkedPart || this.#checking.has(db)) return
    const checking = this.#trim(db)
      .catch((error: Error) => this.#parts.log.error('removing old deliveries failed', { error, db }))
      .finally(() => this.#checking.delete(db))
    this.#checking.set(db, checking)
  }

  async #trim(db: number): Promise<void> {
    const { store, settings } = this.#parts
    this.#unchecked.set(db, 0)
    let { bytes, count } = await this.#sizeOf(db)
    if (bytes <= settings.deliveryBytes) return
    const kept = settings.deliveryBytes * keptPart
    while (bytes > kept && count > 0) {
      const removed = Math.max(1, Math.ceil(count * (1 - kept / bytes)))
      const [next] = await store.rows(statements.nextOldest(store.dialect, { db, removed }))
      await this.#removeBefore(db, next?.id ?? encodeTime(this.#parts.clock.now()))
      ;({ bytes, count } = await this.#sizeOf(db))
    }
  }

  async #sizeOf(db: number): Promise<{ readonly bytes: number; readonly count: number }> {
    const { store } = this.#parts
    const [rows] = await store.rows(statements.deliverySize(store.dialect, { db }))
    const [bodies] = await store.rows(statements.bodyBytes(store.dialect, { db }))
    return { bytes: Number(rows?.bytes ?? 0) + Number(bodies?.bytes ?? 0), count: Number(rows?.count ?? 0) }
  }

  async #removeBefore(db: number, before: string): Promise<void> {
    const { dialect } = this.#parts.store
    await this.#repeat(statements.removeDeliveries(dialect, { db, before }))
    await this.#repeat(statements.removeBodies(dialect, { db, before }))
    this.#stored.deleteWhere(() => true)
  }

  /** Removes batch by batch, until nothing is left. */
  async #repeat(query: Query): Promise<void> {
    while ((await this.#parts.store.write(tx => tx.run(query))) > 0);
  }
}

/** An owner with other rights gets another body of the same event. */
const bodyId = (event: string, body: string): string =>
  `${event}.${createHash('sha256').update(body).digest('base64url').slice(0, 16)}`
