// Sends quick reads of tenants to their node itself, where they are planned once, and by the coordinator when that is not possible.
import type { ClientConfig } from 'pg'
import { StoreUnavailable } from '../../../base/errors.ts'
import { defaultStatementTimeoutMs, type StoreOptions } from '../../options.ts'
import type { Query, QuickReadOptions, Row, Scalar } from '../../store.ts'
import { isReplicasFault, isStatementsFault, isUnplaced } from '../driver/failures.ts'
import type { NodeGate } from '../driver/node-circuit.ts'
import { Watchdog } from '../driver/watchdog.ts'
import type { NodeAddress, NodeGroups } from '../engine.ts'
import type { QuickReads } from '../reads/read-batcher.ts'

interface NodeReadsOptions {
  readonly groups: NodeGroups
  readonly gate: NodeGate | null
  readonly coordinator: QuickReads
  readonly options: StoreOptions
  readonly open: (config: ClientConfig, watchdog: Watchdog) => QuickReads
}

/** The pause before the node is tried again doubles up to the longest. */
const firstPauseMs = 1_000
const longestPauseMs = 60_000

/** The reads on connections to the node at an address. */
interface Node {
  readonly address: NodeAddress
  readonly reads: QuickReads
  readonly watchdog: Watchdog
}

export class NodeReads implements QuickReads {
  readonly #options: NodeReadsOptions
  #node: Node | null = null
  #tryAt = 0
  #pauseMs = firstPauseMs
  #trying: Promise<void> | null = null
  /** Whether the last attempt has reached the node. */
  #reached = true
  #closed = false

  constructor(options: NodeReadsOptions) {
    this.#options = options
  }

  rows<R = Row>(query: Query): Promise<R[]> {
    return this.#send(query, (reads, sent) => reads.rows<R>(sent))
  }

  read(query: Query, options?: QuickReadOptions): Promise<Scalar[][]> {
    return this.#send(query, (reads, sent) => reads.read(sent, options))
  }

  async close(): Promise<void> {
    this.#closed = true
    await Promise.all([this.#drop(), this.#options.coordinator.close()])
  }

  async #send<T>(query: Query, step: (reads: QuickReads, query: Query) => Promise<T>): Promise<T> {
    const { groups, coordinator } = this.#options
    const own = query.facts?.reads ? groups.atNode(query) : null
    const node = own && this.#at(own.address)
    if (!own || !node) return step(coordinator, query)
    try {
      return await step(node, own.query)
    } catch (error) {
      if (!isReplicasFault(error)) throw error
      if (isUnplaced(error)) groups.refused(query, false)
      else if (isStatementsFault(error)) groups.refused(query, true)
      else if (error instanceof StoreUnavailable) this.#lose(node)
      return step(coordinator, query)
    }
  }

  /** The reads on the node at an address, which is tried in the background. */
  #at(address: NodeAddress): QuickReads | null {
    const node = this.#node
    if (node && node.address.host === address.host && node.address.port === address.port) return node.reads
    if (!this.#trying && !this.#closed && performance.now() > this.#tryAt) {
      this.#trying = this.#try(address).finally(() => {
        this.#trying = null
      })
    }
    return null
  }

  async #try(address: NodeAddress): Promise<void> {
    const { groups, gate, open, options } = this.#options
    const config = await groups.reach(address).catch(() => null)
    if (this.#closed) return
    if (config) {
      void this.#drop()
      const { statementTimeoutMs = defaultStatementTimeoutMs } = options
      const watchdog = new Watchdog({ config, statementTimeoutMs, gate, atNode: true })
      this.#node = { address, reads: open(config, watchdog), watchdog }
      this.#pauseMs = firstPauseMs
    } else this.#pause()
    const reached = config !== null
    if (reached === this.#reached) return
    this.#reached = reached
    const name = `the node ${address.host}:${address.port}`
    if (!reached)
      options.onNotice?.(`Reads go through the coordinator, since this server cannot connect to ${name} itself.`)
  }

  #lose(reads: QuickReads): void {
    if (this.#node?.reads !== reads) return
    void this.#drop()
    this.#pause()
  }

  async #drop(): Promise<void> {
    const node = this.#node
    this.#node = null
    // Until its connections are closed the watchdog gives up statements that are not answered.
    await node?.reads.close()
    node?.watchdog.stop()
  }

  #pause(): void {
    this.#tryAt = performance.now() + this.#pauseMs
    this.#pauseMs = Math.min(longestPauseMs, 2 * this.#pauseMs)
  }
}
