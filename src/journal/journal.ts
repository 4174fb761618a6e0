// Records the last requests of each database: collects them in memory and writes them in batches, after their answers.
import type { Caller } from '../accounts/caller.ts'
import { BoundedMap } from '../base/caches/bounded-map.ts'
import { type Clock, seconds } from '../base/clock.ts'
import type { Log } from '../base/log/log.ts'
import { maskBody } from '../base/secrets/masking.ts'
import { joined, type Text } from '../base/text/long-text.ts'
import { jsonType } from '../base/web.ts'
import type { RecordRow } from '../entities/entity.ts'
import { keptBody } from '../entities/request-log.ts'
import { collectedAfter, lastErasure } from '../operations/erase/last-erasure.ts'
import { RowStore, writtenOnce } from '../operations/rows/row-store.ts'
import type { Store, Tx } from '../storage/store.ts'
import { Captures } from './captures.ts'
import { Ring } from './ring.ts'
import { trimRing } from './trim.ts'

/** A request that was answered. */
export interface FinishedRequest {
  readonly caller: Caller
  readonly id: string
  readonly method: string
  readonly route: string
  readonly operation: string
  /** Its bodies are never kept, not even masked. */
  readonly secret: boolean
  readonly entity: string
  readonly status: number
  readonly ms: number
  readonly codes: readonly number[]
  readonly body: string
  /** The text of the answer; empty for a stream. */
  readonly answer: Text
}

interface JournalParts {
  readonly store: Store
  readonly clock: Clock
  readonly log: Pick<Log, 'warn'>
  readonly newId: () => string
  /** The requests that are kept of each database; none when it is 0. */
  readonly kept: number
}

interface HeldRequest {
  readonly db: number
  readonly row: RecordRow
}

const holdMs = 1000
/** What waits to be written while the store is slow; more is not recorded. */
const mostHeld = 5_000
const ringsKnown = 10_000

/** Readers that follow the log would fill it with their own Reads, and each page of the console with its session and its waits for events. */
const isFollowing = ({ operation, entity, codes, caller }: FinishedRequest): boolean =>
  codes.length === 0 &&
  ((operation === 'Read' && entity === 'RequestLog') ||
    operation === 'console-session' ||
    (operation === 'webhook-events' && caller.session !== undefined))

export class Journal {
  readonly #parts: JournalParts
  readonly #captures: Captures
  readonly #rings = new BoundedMap<Ring>(ringsKnown)
  #held: HeldRequest[] = []
  #timer: NodeJS.Timeout | null = null
  #writing: Promise<void> = Promise.resolve()

  constructor(parts: JournalParts) {
    this.#parts = parts
    this.#captures = new Captures(parts.store, parts.clock)
  }

  add(request: FinishedRequest): void {
    const { kept } = this.#parts
    if (kept === 0 || isFollowing(request)) return
    const { db } = request.caller
    const ring = this.#ringOf(db)
    const skipped = this.#held.length < mostHeld ? ring.admit(request.codes.length > 0 || request.status >= 400) : null
    if (skipped === null) {
      ring.skip()
      return
    }
    this.#held.push({ db, row: this.#rowOf(request, skipped, ring) })
    this.#timer ??= setTimeout(() => void this.flush(), holdMs).unref()
  }

  /** Writes the collected requests. Those that the store refuses are lost: no request depends on them. */
  flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    const held = this.#held
    this.#held = []
    if (held.length > 0) this.#writing = this.#writing.then(() => this.#write(held))
    return this.#writing
  }

  async close(): Promise<void> {
    await this.flush()
    this.#captures.close()
  }

  #ringOf(db: number): Ring {
    const known = this.#rings.get(String(db))
    if (known) return known
    const ring = new Ring()
    this.#rings.set(String(db), ring)
    return ring
  }

  async #write(held: readonly HeldRequest[]): Promise<void> {
    const { store, kept, log } = this.#parts
    for (const [db, group] of Map.groupBy(held, one => one.db)) {
      try {
        await store.write(async tx => {
          const rows = new RowStore(tx, store.dialect, db)
          const after = await this.#collectedAfter(tx, db, group)
          for (const { row } of group) await rows.insert('request_log', masked(row, after))
        })
        if (this.#ringOf(db).isDue(group.length, kept)) await trimRing(store, db, kept)
      } catch (error) {
        log.warn('requests could not be recorded', { error: error as Error })
      }
    }
  }

  /** The moment before which a request must not have begun if its bodies are written: it may name a person who is erased. */
  async #collectedAfter(tx: Tx, db: number, group: readonly HeldRequest[]): Promise<number> {
    if (group.every(({ row }) => row.body === null && row.answer === null)) return 0
    const { store, clock } = this.#parts
    const [erased] = await tx.rows(lastErasure(store.dialect, { db }))
    return collectedAfter(erased?.at, seconds(clock))
  }

  #rowOf(request: FinishedRequest, skipped: number, ring: Ring): RecordRow {
    const { clock, newId } = this.#parts
    const { caller, id, method, route, operation, entity, status, ms, codes, body, answer } = request
    const { application, uid } = caller
    const isKept = !request.secret && this.#captures.isOn(caller.db) && ring.keepsBody(body.length + answer.length)
    const textOf = (text: Text) => (isKept && text.length > 0 && text.length <= keptBody ? joined(text) : null)
    return {
      id: newId(),
      ...writtenOnce({ uid, application, display: operation, now: seconds(clock) }),
      method,
      route,
      operation,
      entity: entity === '' ? null : entity,
      status,
      error_code: codes[0] ?? null,
      codes: codes.length === 0 ? null : JSON.stringify([...new Set(codes)]),
      milliseconds: Math.round(ms * 100) / 100,
      request_id: id,
      body_size: body.length,
      answer_size: answer.length,
      body: textOf(body),
      answer: textOf(answer),
      skipped,
    }
  }
}

/**
 * Secrets are masked when the row is written, since masking takes too long for the turn that answers the request. A request that did
 * not begin after the moment `after` loses its bodies.
 */
function masked(row: RecordRow, after: number): RecordRow {
  if (Number(row.created) - Number(row.milliseconds) / 1000 <= after) return { ...row, body: null, answer: null }
  const mask = (text: unknown) =>
    typeof text === 'string' ? (maskBody(text, jsonType)?.replaceAll('\0', '').toWellFormed() ?? null) : null
  return row.body === null && row.answer === null ? row : { ...row, body: mask(row.body), answer: mask(row.answer) }
}
