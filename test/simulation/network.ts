// Simulates the network between clients and nodes: messages are late, lost, or arrive twice.
import type { Process, World } from './world.ts'

interface NetworkFaults {
  /** The share of requests, and of answers, that are lost. */
  readonly lost: number
  /** The share of requests that arrive twice. */
  readonly repeated: number
}

/** How long a client waits for an answer. */
const patienceMs = 10_000
const longestWayMs = 400

export class Network {
  readonly #world: World
  readonly #faults: NetworkFaults

  constructor(world: World, faults: NetworkFaults) {
    this.#world = world
    this.#faults = faults
  }

  /** Runs `handle` in the process of a node. Undefined when no answer has come. */
  ask<T>(node: Process, handle: () => Promise<T>): Promise<T | undefined> {
    const world = this.#world
    const client = world.current
    const { random } = world
    return new Promise((resolve, reject) => {
      world.timer(patienceMs, () => resolve(undefined), client)
      const answer = (settle: () => void) => {
        if (node.isAlive && !world.strikes(this.#faults.lost)) world.timer(random.next() * longestWayMs, settle, client)
      }
      const arrive = () =>
        handle().then(
          value => answer(() => resolve(value)),
          error => answer(() => reject(error)),
        )
      const copies = world.strikes(this.#faults.lost) ? 0 : world.strikes(this.#faults.repeated) ? 2 : 1
      for (let copy = 0; copy < copies; copy++) world.timer(random.next() * longestWayMs, () => void arrive(), node)
    })
  }
}
