// Sends events to one target, newly or again, and notes what became of each request.
import type { LoggedEvent } from '../events/event-log.ts'
import { nextTry } from './attempt.ts'
import type { SendOnce } from './courier.ts'
import { type RenderedEvent, renderEvents } from './event-bodies.ts'
import type { DeliveryParts } from './parts.ts'
import type { Progress } from './progress.ts'
import type { LiveSecret } from './secrets.ts'
import { ownerOf } from './shared-rendering.ts'
import { settingsOf, type TargetRow, type TargetSettings } from './target.ts'

/** What became of a request: when the event is to be tried again, null when it is not. */
interface Sent {
  readonly isGood: boolean
  readonly nextAt: number | null
  readonly at: number
}

export class Sender {
  readonly #parts: DeliveryParts
  readonly #target: TargetRow
  readonly #settings: TargetSettings
  readonly #secrets: readonly LiveSecret[]
  readonly #progress: Progress
  readonly #sendOnce: SendOnce
  /** Requests that have failed since the last one that was good. */
  failures = 0

  constructor(
    parts: DeliveryParts,
    target: TargetRow,
    secrets: readonly LiveSecret[],
    progress: Progress,
    signal: AbortSignal,
  ) {
    this.#parts = parts
    this.#target = target
    this.#settings = settingsOf(target)
    this.#secrets = secrets
    this.#progress = progress
    this.#sendOnce = parts.courier.line(signal)
  }

  concerns({ entity, operation }: LoggedEvent): boolean {
    const { entities, operations } = this.#settings
    return (entities?.includes(entity) ?? true) && (operations?.includes(operation) ?? true)
  }

  /**
   * Renders events with the rights that the owner has now; null when the owner is disabled: what a disabled user may not
   * read is not sent, and the target waits for the user to come back.
   */
  async render(events: readonly LoggedEvent[]): Promise<readonly RenderedEvent[] | null> {
    const { callers, sharedRendering } = this.#parts
    const person = await callers.find(this.#target.db, this.#target.owner)
    return person && sharedRendering.render(events, person, this.#settings)
  }

  /** Renders and sends an event that was to be sent before. An event that has had all its tries is given up. */
  async sendAgain(event: LoggedEvent, tries: number): Promise<Sent | null> {
    const { callers, operations } = this.#parts
    const person = await callers.find(this.#target.db, this.#target.owner)
    if (!person) return null
    const wanted = this.concerns(event) ? [event] : []
    const [rendered] = await renderEvents(wanted, { ...this.#settings, caller: ownerOf(person) }, operations)
    if (!rendered?.body) return { isGood: true, nextAt: null, at: 0 }
    const sent = await this.send(rendered, tries)
    if (sent && !sent.isGood && sent.nextAt === null) this.#progress.queueEvent('failed', event, tries, sent.at)
    return sent
  }

  /** Null when the request was given up: the node stops, or has lost the target. */
  async send({ event, body }: RenderedEvent, tries: number): Promise<Sent | null> {
    const now = this.#parts.clock.now()
    const secrets = this.#secrets.filter(({ until }) => until === null || until > now)
    const addressee = { url: this.#settings.url, secrets: secrets.map(({ secret }) => secret) }
    const attempt = await this.#sendOnce(addressee, event.id, body as string, now)
    if (!attempt) return null
    const isGood = attempt.outcome === 'delivered'
    const nextAt = isGood ? null : nextTry(tries, attempt)
    this.failures = isGood ? 0 : this.failures + 1
    this.#progress.attempted(event, tries, attempt, nextAt, body as string)
    this.#parts.counted(attempt.outcome)
    return { isGood, nextAt, at: attempt.at }
  }
}
