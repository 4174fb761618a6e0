// Simulates the receiver of webhooks, and checks which node sends what, when and in which order.
import { type Outbound, OutboundFailure } from '../../src/outbound/outbound.ts'
import type { Process, World } from './world.ts'

export interface ExpectedEvent {
  readonly id: string
  readonly record: string
  readonly version: number
}

interface ReceiverOptions {
  /** The network and the nodes have no faults: no event may come twice. */
  readonly isQuiet: boolean
  /** Events of all records come in one order. */
  readonly isStrict: boolean
}

const answerMs = 15_000
const longestWayMs = 300

type Outcome = 'accepted' | 'refused' | 'lost request' | 'lost answer' | 'late answer'

export class Receiver {
  readonly #world: World
  readonly #options: ReceiverOptions
  /** In the order of positions, which begin at 1. */
  readonly #events: ExpectedEvent[] = []
  readonly #accepted = new Set<string>()
  /** The events that had to be accepted before another one arrived, and were not. */
  readonly #overtaken: { readonly event: string; readonly by: string }[] = []
  readonly #process: Process
  #holder = ''
  isDown = false

  constructor(world: World, options: ReceiverOptions) {
    this.#world = world
    this.#options = options
    this.#process = world.process('receiver')
  }

  /** The node that holds the target, by the committed state of the store. */
  leased(holder: string): void {
    if (holder !== this.#holder) this.#world.note(`the target is leased to ${holder}`)
    this.#holder = holder
  }

  expect(event: ExpectedEvent): void {
    this.#events.push(event)
  }

  eventAt(position: number): string {
    return this.#events[position - 1]?.id ?? ''
  }

  missing(given: readonly string[]): string[] {
    return this.#events.map(({ id }) => id).filter(id => !this.#accepted.has(id) && !given.includes(id))
  }

  hasAll(given: readonly string[]): boolean {
    return this.missing(given).length === 0
  }

  checkOrder(given: readonly string[]): void {
    const wrong = this.#overtaken.find(({ event }) => !given.includes(event))
    if (wrong) this.#world.violate(`${wrong.by} arrived before ${wrong.event} of the same record was accepted`)
  }

  /** The requests of one node. */
  outboundOf(node: Process): Outbound {
    return {
      complaint: () => null,
      close: () => {},
      send: ({ headers, signal }) => this.#send(node, String(headers['webhook-id']), signal as AbortSignal),
    }
  }

  #send(node: Process, id: string, signal: AbortSignal): ReturnType<Outbound['send']> {
    const world = this.#world
    const { random } = world
    if (node.isAlive && this.#holder !== node.name) {
      this.#world.violate(`${node.name} sends ${id} while ${this.#holder} holds the target`)
    }
    const outcome = this.#outcome()
    world.note(`sends ${id}`)
    return new Promise((resolve, reject) => {
      const fail = (reason: 'timeout' | 'unreachable') => reject(new OutboundFailure(reason, reason))
      signal.addEventListener('abort', () => fail('unreachable'))
      world.timer(answerMs, () => fail('timeout'), node)
      if (outcome === 'lost request') return
      const arrive = () => {
        // A connection that was closed before the request has arrived delivers nothing.
        if (signal.aborted || (!node.isAlive && random.chance(0.5))) return
        const isAccepted = outcome !== 'refused'
        this.#arrived(id, isAccepted)
        if (outcome === 'lost answer') return
        const answer = { status: isAccepted ? 200 : 500, headers: {}, body: Buffer.from('answer'), isCut: false }
        const wayMs = random.next() * (outcome === 'late answer' ? answerMs - 1_000 : longestWayMs)
        world.timer(wayMs, () => resolve(answer), node)
      }
      world.timer(random.next() * longestWayMs, arrive, this.#process)
    })
  }

  #outcome(): Outcome {
    const world = this.#world
    if (this.isDown || world.strikes(0.08)) return 'refused'
    if (this.#options.isQuiet || !world.strikes(0.1)) return 'accepted'
    return world.random.pick(['lost request', 'lost answer', 'late answer'])
  }

  #arrived(id: string, isAccepted: boolean): void {
    const { isQuiet, isStrict } = this.#options
    this.#world.note(`${id} arrives, ${isAccepted ? 'accepted' : 'refused'}`)
    const event = this.#events.find(one => one.id === id)
    for (const before of this.#events) {
      if (before === event) break
      if ((isStrict || before.record === event?.record) && !this.#accepted.has(before.id)) {
        this.#overtaken.push({ event: before.id, by: id })
      }
    }
    if (isQuiet && this.#accepted.has(id)) this.#world.violate(`${id} was accepted, and sent again without a fault`)
    if (isAccepted) this.#accepted.add(id)
  }
}
