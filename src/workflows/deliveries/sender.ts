// Sends the mails and calls of workflows from their outbox, each by one process at a time, and again until it has succeeded.
import { seconds } from '../../base/clock.ts'
import type { Log } from '../../base/log/log.ts'
import { fold } from '../../base/text/fold.ts'
import { encodeTime } from '../../base/text/identifier.ts'
import { callSecretOf } from '../../entities/rules/workflows/call-secret.ts'
import type { OperationParts } from '../../envelope/run.ts'
import { isMailAddress, isRefused, type Mailer } from '../../mail/mailer.ts'
import type { StoreClock } from '../../storage/nodes/store-clock.ts'
import type { RowsOf } from '../../storage/statement.ts'
import { type DeliveryAttempt, nextAttempt } from '../../webhooks/delivery/attempt.ts'
import { holdMs, renewMs } from '../../webhooks/delivery/lease.ts'
import type { MakeRequest, Transport } from '../../webhooks/delivery/transport.ts'
import { type MailParts, workflowMail } from './mail.ts'
import {
  dueDeliveries,
  extendHold,
  finishAttempt,
  hold,
  nextDue,
  removeOld,
  saltOf,
  suppressionOf,
} from './statements.ts'

export interface SenderParts extends MailParts {
  readonly operations: Pick<OperationParts, 'store' | 'clock'>
  readonly mailer: Pick<Mailer, 'send'>
  readonly transport: Pick<Transport, 'line'>
  readonly storeClock: Pick<StoreClock, 'commonMs'>
  readonly log: Pick<Log, 'warn'>
}

type DueDelivery = RowsOf<typeof dueDeliveries>

interface Result {
  readonly status: 'Waiting' | 'Sent' | 'Failed' | 'Suppressed'
  readonly nextAt: number | null
  readonly httpStatus: number | null
  readonly response: string | null
}

const ended = (status: Result['status'], response: string | null): Result => ({
  ...{ status, response, nextAt: null, httpStatus: null },
})

/** Attempts under way at once. */
const atOnce = 8
const longestResponse = 4_000
const day = 86_400

export class DeliverySender {
  readonly #parts: SenderParts
  readonly #end = new AbortController()
  readonly #request: MakeRequest
  /** When something is to be sent in databases where something waits; epoch seconds. */
  readonly #waiting = new Map<number, number>()

  constructor(parts: SenderParts) {
    this.#parts = parts
    this.#request = parts.transport.line(this.#end.signal)
  }

  /** Databases where a wait has ended. */
  get due(): readonly number[] {
    const now = seconds(this.#parts.operations.clock)
    return [...this.#waiting].flatMap(([db, at]) => (at <= now ? [db] : []))
  }

  close(): void {
    this.#end.abort()
  }

  /** Sends what is due. Safe to run twice, also by two processes at once. */
  async run(db: number): Promise<void> {
    const { store, clock } = this.#parts.operations
    while (!this.#end.signal.aborted) {
      const now = seconds(clock)
      const found = await store.rows(dueDeliveries(store.dialect, { db, now, shared: this.#shared }))
      if (found.length === 0) break
      for (let i = 0; i < found.length && !this.#end.signal.aborted; i += atOnce) {
        const held = await this.#hold(db, found.slice(i, i + atOnce), now)
        await Promise.all(held.map(row => this.#attempt(db, row)))
      }
    }
    const [next] = await store.rows(nextDue(store.dialect, { db }))
    const { next_attempt: at, held_until: until } = next ?? { next_attempt: null, held_until: 0 }
    if (at === null) this.#waiting.delete(db)
    // A row that is held is looked at again when its process may have died.
    else this.#waiting.set(db, Math.max(at, seconds(clock) + Math.max(0, until - this.#shared), seconds(clock) + 1))
  }

  /** Removes what was sent longer ago than so many days. */
  async removeOld(db: number, days: number): Promise<void> {
    const { store, clock } = this.#parts.operations
    const before = encodeTime(Math.max(0, clock.now() - days * day * 1000))
    while ((await store.write(tx => tx.run(removeOld(store.dialect, { db, before })))) > 0);
  }

  /** Epoch seconds by the clock that all nodes share. */
  get #shared(): number {
    return Math.floor(this.#parts.storeClock.commonMs(this.#parts.operations.clock.now()) / 1000)
  }

  get #until(): number {
    return this.#shared + Math.ceil(holdMs / 1000)
  }

  /** The deliveries that this process attempts, with the number of the attempt. */
  #hold(db: number, rows: readonly DueDelivery[], now: number): Promise<readonly HeldDelivery[]> {
    const { store } = this.#parts.operations
    const [shared, until] = [this.#shared, this.#until]
    return store.write(async tx => {
      const held: HeldDelivery[] = []
      for (const row of rows) {
        const attempts = row.attempts ?? 0
        if ((await tx.run(hold(store.dialect, { db, id: row.id, attempts, shared, until, now }))) === 1)
          held.push({ ...row, attempts: attempts + 1 })
      }
      return held
    })
  }

  async #attempt(db: number, row: HeldDelivery): Promise<void> {
    const { store } = this.#parts.operations
    const own = { db, id: row.id, attempts: row.attempts }
    const renewal = setInterval(() => {
      store.write(tx => tx.run(extendHold(store.dialect, { ...own, until: this.#until }))).catch(() => {})
    }, renewMs)
    try {
      const result = await (row.kind === 'Mail' ? this.#mail(db, row) : this.#call(db, row))
      // The request was aborted, since the process ends: another one makes it again.
      if (result) await store.write(tx => tx.run(finishAttempt(store.dialect, { ...own, ...result })))
    } finally {
      clearInterval(renewal)
    }
  }

  async #mail(db: number, row: HeldDelivery): Promise<Result> {
    const { operations, mailer, log } = this.#parts
    const { store } = operations
    const email = row.recipient ?? ''
    if (!isMailAddress(email)) return ended('Failed', 'The address is not one e-mail address.')
    const suppressed = await store.rows(suppressionOf(store.dialect, { db, email: fold(email) }))
    if (suppressed.length > 0) return ended('Suppressed', null)
    const { id, language, subject, body, created } = row
    const facts = { db, id, email, language, subject: subject ?? '', text: body ?? '', created: created ?? 0 }
    try {
      await mailer.send(workflowMail(this.#parts, facts))
      return ended('Sent', null)
    } catch (error) {
      log.warn('the mail of a workflow was not sent', { db, error: error as Error })
      const response = (error as Error).message.slice(0, longestResponse)
      if (isRefused(error)) return ended('Failed', response)
      return this.#again(row, { ...noAnswer, response })
    }
  }

  async #call(db: number, row: HeldDelivery): Promise<Result | null> {
    const { operations, commonKey } = this.#parts
    const { store, clock } = operations
    const action = row.workflow_action_key ?? ''
    const [found] = await store.rows(saltOf(store.dialect, { db, id: action }))
    if (!found?.secret_salt || found.deleted !== null) return ended('Failed', 'The action was deleted.')
    const key = commonKey()
    if (key === null) return ended('Failed', 'This node has no setting secret-key to sign the call with.')
    const secret = callSecretOf(key, { db, action, salt: found.secret_salt })
    const addressee = { url: row.recipient ?? '', secrets: [secret] }
    const attempt = await this.#request(addressee, row.id, row.body ?? '', clock.now())
    if (!attempt) return null
    const { outcome, status, response } = attempt
    const said = response.slice(0, longestResponse)
    if (outcome === 'delivered' || outcome === 'gone')
      return { ...ended(outcome === 'gone' ? 'Failed' : 'Sent', said), httpStatus: status }
    return this.#again(row, { ...attempt, response: said })
  }

  #again({ attempts }: HeldDelivery, attempt: DeliveryAttempt): Result {
    const next = nextAttempt(attempts, attempt, this.#parts.operations.clock.now())
    const nextAt = next === null ? null : Math.ceil(next / 1000)
    const { status: httpStatus, response } = attempt
    return { status: nextAt === null ? 'Failed' : 'Waiting', nextAt, httpStatus, response }
  }
}

type HeldDelivery = Omit<DueDelivery, 'attempts'> & { readonly attempts: number }

/** A failure of the mail server, in the terms of a call. */
const noAnswer: DeliveryAttempt = { outcome: 'failed', status: null, response: '', at: 0, ms: 0, retryAfterMs: 0 }
