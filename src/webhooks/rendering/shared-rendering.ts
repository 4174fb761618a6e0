// Renders an event once for all targets that get the same body at about the same time. One for a process.
import type { OperationParts } from '../../envelope/run.ts'
import type { LoggedEvent } from '../../events/event-log.ts'
import { callerOf, type Person } from '../targets/owner.ts'
import type { TargetRow, TargetSettings } from '../targets/target.ts'
import { type RenderedEvent, renderEvents } from './event-bodies.ts'

/** How long a rendering is reused. A target that is further behind renders its events with the rights of that moment. */
const sharedMs = 500

/** The events of one call of renderEvents; `rendered` is filled when `done` resolves. */
interface Batch {
  done: Promise<void>
  rendered: readonly RenderedEvent[]
}

/** The rendering of one event. */
interface SharedEvent {
  readonly batch: Batch
  readonly index: number
}

export class SharedRendering {
  readonly #operations: OperationParts
  /** By person as cached, which another object reshared when rights change; then by what is sent, and by event. */
  readonly #shared = new WeakMap<Person, Map<string, Map<string, SharedEvent>>>()

  #turn: Promise<unknown> = Promise.resolve()

  constructor(operations: OperationParts) {
    this.#operations = operations
  }

  /** Lets targets that render one event at a time take turns; see target-rendering.ts. */
  inTurn<T>(render: () => Promise<T>): Promise<T> {
    const rendering = this.#turn.then(render)
    this.#turn = rendering.catch(() => {})
    return rendering
  }

  /** Gives the events in their order, rendered for the person; see renderEvents. */
  async render(
    events: readonly LoggedEvent[],
    person: Person,
    target: Pick<TargetRow, 'scope'>,
    how: Pick<TargetSettings, 'payload' | 'filter'>,
  ): Promise<readonly RenderedEvent[]> {
    const shared = this.#sharedFor(person, JSON.stringify([target.scope, how.payload, how.filter]))
    const missing = events.filter(({ id }) => !shared.has(id))
    if (missing.length > 0) this.#start(missing, { ...how, caller: callerOf(person, target) }, shared)
    const found = events.map(({ id }) => shared.get(id) as SharedEvent)
    for (const { done } of new Set(found.map(({ batch }) => batch))) await done
    return found.map(({ batch, index }) => batch.rendered[index] as RenderedEvent)
  }

  #sharedFor(person: Person, how: string): Map<string, SharedEvent> {
    const ofPerson = this.#shared.getOrInsertComputed(person, () => new Map())
    return ofPerson.getOrInsertComputed(how, () => new Map())
  }

  #start(
    events: readonly LoggedEvent[],
    how: Parameters<typeof renderEvents>[1],
    shared: Map<string, SharedEvent>,
  ): void {
    const rendering = renderEvents(events, how, this.#operations)
    const batch: Batch = { done: Promise.resolve(), rendered: [] }
    for (const [index, { id }] of events.entries()) shared.set(id, { batch, index })
    const forget = () => {
      for (const { id } of events) if (shared.get(id)?.batch === batch) shared.delete(id)
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
