// Refuses statements for a node of a cluster that does not answer, until a probe reaches the node again.
import { StoreUnavailable } from '../../../base/errors.ts'

/** Admits statements to the connections of a lane, and finds out whether the nodes behind them answer. */
export interface NodeGate {
  /** Throws StoreUnavailable while the node does not answer. */
  admit(): void
  /** Probes the node, unless it is known not to answer. */
  answers(): Promise<boolean>
}

/** The outcome of a probe; null when it cannot be told, since the coordinator does not answer either. */
type Probe = () => Promise<boolean | null>

const reason = 'A node of the store does not answer.'
/** The pause between two probes of a node that does not answer. */
const retryMs = 500
/** How long an answer of the node counts: a long statement is looked at twice a second. */
const freshMs = 1_500

/**
 * A statement for a node that hangs is neither answered nor cancelled: the coordinator waits for the node to take the
 * cancellation, and so does the connection to the coordinator. Each such statement would use up a connection of the coordinator
 * until the node goes on. So none is sent while the circuit is open.
 */
export class NodeCircuit implements NodeGate {
  readonly #probe: Probe
  #probing: Promise<boolean> | null = null
  #timer: NodeJS.Timeout | undefined
  #open = false
  #answeredAt = Number.NEGATIVE_INFINITY
  #stopped = false

  constructor(probe: Probe) {
    this.#probe = probe
  }

  admit(): void {
    if (this.#open) throw new StoreUnavailable(reason, { reason })
  }

  async answers(): Promise<boolean> {
    if (this.#open) return false
    if (performance.now() - this.#answeredAt < freshMs) return true
    this.#probing ??= this.#try()
    return this.#probing
  }

  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
  }

  async #try(): Promise<boolean> {
    try {
      const answered = (await this.#probe()) ?? !this.#open
      this.#open = !answered
      if (answered) this.#answeredAt = performance.now()
      if (this.#open && !this.#stopped) this.#timer = setTimeout(() => void this.#try(), retryMs).unref()
      return answered
    } finally {
      this.#probing = null
    }
  }
}
