// Delivers events to one target, newly or again, and notes the result of each attempt.
import type { LoggedEvent } from '../../events/event-log.ts'
import type { DeliveryParts } from '../parts.ts'
import type { RenderedEvent } from '../rendering/event-bodies.ts'
import type { LiveSecret } from '../targets/secrets.ts'
import { settingsOf, type TargetRow, type TargetSettings } from '../targets/target.ts'
import { type DeliveryAttempt, nextAttempt } from './attempt.ts'
import type { Progress } from './progress.ts'
import type { TargetRendering } from './target-rendering.ts'
import type { MakeRequest } from './transport.ts'

/** The result of an attempt, and when the event is tried again; null when it is not. */
interface DeliveryResult {
  readonly isDelivered: boolean
  readonly nextAt: number | null
}

interface SenderParts {
  readonly progress: Progress
  readonly rendering: TargetRendering
  /** Ends the requests under way. */
  readonly signal: AbortSignal
  /** Called after each delivery. */
  delivered(): void
  /** False when the node has lost the target. */
  maySend(): boolean
}

export class EventSender {
  readonly #parts: DeliveryParts & SenderParts
  readonly #settings: TargetSettings
  readonly #secrets: readonly LiveSecret[]
  readonly #request: MakeRequest

  constructor(parts: DeliveryParts & SenderParts, target: TargetRow, secrets: readonly LiveSecret[]) {
    this.#parts = parts
    this.#settings = settingsOf(target)
    this.#secrets = secrets
    this.#request = parts.transport.line(parts.signal)
  }

  concerns({ entity, operation }: LoggedEvent): boolean {
    const { entities, operations } = this.#settings
    return (entities?.includes(entity) ?? true) && (operations?.includes(operation) ?? true)
  }

  /** Renders and sends an event once more. `scheduledAt` is the next attempt of the schedule, where this one is extra. */
  async sendAgain(
    event: LoggedEvent,
    tries: number,
    scheduledAt: number | null = null,
  ): Promise<DeliveryResult | null> {
    if (!this.concerns(event)) return { isDelivered: true, nextAt: null }
    const rendered = await this.#parts.rendering.renderAgain(event)
    return rendered && this.send(rendered, tries, scheduledAt)
  }

  /** Null when the request was aborted: the node stops, or has lost the target. */
  async send(
    { event, body, failure }: RenderedEvent,
    tries: number,
    scheduledAt: number | null = null,
  ): Promise<DeliveryResult | null> {
    if (body === null && !failure) return { isDelivered: true, nextAt: null }
    const { progress, clock } = this.#parts
    const attempt = failure ? this.#unrendered(event, failure) : await this.#attempt(event, String(body))
    if (!attempt) return null
    const isDelivered = attempt.outcome === 'delivered'
    const nextAt = isDelivered || failure?.isFinal ? null : nextAttempt(tries, attempt, clock.now(), scheduledAt)
    progress.attempted(event, tries, attempt, nextAt, body)
    if (!isDelivered && nextAt === null) progress.queueEvent('failed', event, tries, attempt.at)
    if (isDelivered) this.#parts.delivered()
    return { isDelivered, nextAt }
  }

  async #attempt(event: LoggedEvent, body: string): Promise<DeliveryAttempt | null> {
    if (!this.#parts.maySend()) return null
    const now = this.#parts.clock.now()
    const secrets = this.#secrets.filter(({ until }) => until === null || until > now)
    const addressee = { url: this.#settings.url, secrets: secrets.map(({ secret }) => secret) }
    const attempt = await this.#request(addressee, event.id, body, now)
    if (attempt) this.#parts.counted(attempt.outcome)
    return attempt
  }

  /** There was no request. */
  #unrendered(event: LoggedEvent, { message, cause }: NonNullable<RenderedEvent['failure']>): DeliveryAttempt {
    const facts = { event: event.id, ...(cause ? { error: cause } : {}) }
    this.#parts.log.error('an event could not be rendered for a webhook', facts)
    return { outcome: 'failed', status: null, response: message, at: this.#parts.clock.now(), ms: 0, retryAfterMs: 0 }
  }
}
