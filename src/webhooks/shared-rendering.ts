// Renders an event once for all targets that are sent the same of it at about the same time.
import type { Caller } from '../accounts/caller.ts'
import type { OperationParts } from '../envelope/run.ts'
import type { LoggedEvent } from '../events/event-log.ts'
import { type RenderedEvent, renderEvents } from './event-bodies.ts'
import type { TargetSettings } from './target.ts'

/** How long a rendering is used again. A target that is further behind has its events rendered with the rights of then. */
const sharedMs = 500

type Person = Omit<Caller, 'application' | 'chain' | 'scope'>

/** The events of one call of renderEvents; `rendered` is filled when `done` resolves. */
interface Batch {
  done: Promise<void>
  rendered: readonly RenderedEvent[]
}

/** Where the rendering of an event is. */
interface Place {
  readonly batch: Batch
  readonly index: number
}

export class SharedRendering {
  readonly #operations: OperationParts
  /** By person as cached, which another object replaces when rights change; then by what is sent, and by event. */
  readonly #places = new WeakMap<Person, Map<string, Map<string, Place>>>()

  constructor(operations: OperationParts) {
    this.#operations = operations
  }

  /** Gives the events in their order, rendered for the person; see renderEvents. */
  async render(
    events: readonly LoggedEvent[],
    person: Person,
    how: Pick<TargetSettings, 'payload' | 'filter'>,
  ): Promise<readonly RenderedEvent[]> {
    const places = this.#placesFor(person, JSON.stringify([how.payload, how.filter]))
    const missing = events.filter(({ id }) => !places.has(id))
    if (missing.length > 0) this.#start(missing, person, how, places)
    const found = events.map(({ id }) => places.get(id) as Place)
    for (const { done } of new Set(found.map(({ batch }) => batch))) await done
    return found.map(({ batch, index }) => batch.rendered[index] as RenderedEvent)
  }

  #placesFor(person: Person, how: string): Map<string, Place> {
    const ofPerson = this.#places.getOrInsertComputed(person, () => new Map())
    return ofPerson.getOrInsertComputed(how, () => new Map())
  }

  #start(
    events: readonly LoggedEvent[],
    person: Person,
    { payload, filter }: Pick<TargetSettings, 'payload' | 'filter'>,
    places: Map<string, Place>,
  ): void {
    const caller = ownerOf(person)
    const rendering = renderEvents(events, { caller, payload, filter }, this.#operations)
    const batch: Batch = { done: Promise.resolve(), rendered: [] }
    for (const [index, { id }] of events.entries()) places.set(id, { batch, index })
    const forget = () => {
      for (const { id } of events) if (places.get(id)?.batch === batch) places.delete(id)
    }
    batch.done = rendering.then(
      rendered => {
        batch.rendered = rendered
        setTimeout(forget, sharedMs).unref()
      },
      error => {
        forget()
        throw error
      },
    )
  }
}

/** The owner of a target as the caller for whom its events are rendered. */
export const ownerOf = (person: Person): Caller => ({ ...person, application: null, chain: null, scope: ['data'] })
