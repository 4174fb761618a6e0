// Renders the events of one target, and renders them one at a time after a process died while it held the target.
import type { LoggedEvent } from '../../events/event-log.ts'
import type { DeliveryParts } from '../parts.ts'
import { type RenderedEvent, renderEvents } from '../rendering/event-bodies.ts'
import { callerOf, ownerOf, type Person } from '../targets/owner.ts'
import { settingsOf, type TargetRow } from '../targets/target.ts'
import * as statements from './queue-statements.ts'

/** Events that are rendered one at a time after a death: those that the worker can have had in work. */
const mostApart = 250

const diedTwice = {
  message: 'The server stopped twice while it worked on this event alone, so the event was not sent.',
  isFinal: true,
} as const

export class TargetRendering {
  readonly #parts: DeliveryParts
  readonly #target: TargetRow
  readonly #how: ReturnType<typeof settingsOf>
  /** The event that was in work alone at the last death. */
  readonly #suspect: number | null
  /** It was at the death before, too. */
  readonly #isGuilty: boolean
  #apart: number

  constructor(parts: DeliveryParts, target: TargetRow) {
    this.#parts = parts
    this.#target = target
    this.#how = settingsOf(target)
    this.#apart = target.deaths > 0 ? mostApart : 0
    this.#suspect = target.deaths > 1 ? target.rendering : null
    this.#isGuilty = target.deaths > 2
  }

  get isApart(): boolean {
    return this.#apart > 0
  }

  /** Renders new events with the rights that the owner has now; null when the target has no owner now, or is lost. */
  async render(events: readonly LoggedEvent[]): Promise<readonly RenderedEvent[] | null> {
    const person = await ownerOf(this.#target, this.#parts)
    if (!person || this.isApart) return person && this.#inTurn(events, person)
    return this.#parts.sharedRendering.render(events, person, this.#target, this.#how)
  }

  /** Renders an event once more. */
  async renderAgain(event: LoggedEvent): Promise<RenderedEvent | null> {
    const person = await ownerOf(this.#target, this.#parts)
    const rendered = person && (this.isApart ? await this.#inTurn([event], person) : await this.#plain([event], person))
    return rendered?.[0] ?? null
  }

  #plain(events: readonly LoggedEvent[], person: Person): Promise<readonly RenderedEvent[]> {
    return renderEvents(events, { ...this.#how, caller: callerOf(person, this.#target) }, this.#parts.operations)
  }

  /** Targets take turns, so that the store names one event for each process: a death while it is rendered is its own. */
  #inTurn(events: readonly LoggedEvent[], person: Person): Promise<readonly RenderedEvent[] | null> {
    return this.#parts.sharedRendering.inTurn(() => this.#oneByOne(events, person))
  }

  async #oneByOne(events: readonly LoggedEvent[], person: Person): Promise<readonly RenderedEvent[] | null> {
    const rendered: RenderedEvent[] = []
    for (const event of events) {
      if (event.position === this.#suspect && this.#isGuilty) {
        rendered.push({ event, body: null, failure: diedTwice })
        continue
      }
      if (!(await this.#mark(event.position))) return null
      rendered.push(...(await this.#plain([event], person)))
      this.#apart--
    }
    return (await this.#mark(null)) ? rendered : null
  }

  /** Names the event in the store before it is rendered. False when the node has lost the target. */
  async #mark(rendering: number | null): Promise<boolean> {
    const { store, holder } = this.#parts
    const { db, id } = this.#target
    const deaths = this.#deathsWith(rendering)
    const mark = statements.markRendering(store.dialect, { db, id, holder, rendering, deaths })
    return (await store.write(tx => tx.run(mark))) > 0
  }

  /** The deaths that are kept while the event is rendered; the next one is added to them. Deaths during other work count as one. */
  #deathsWith(rendering: number | null): number {
    if (!this.isApart) return 0
    return rendering !== null && rendering === this.#suspect ? 2 : 1
  }
}
