// Closes connections that have stopped answering: TCP reports a network that drops packets only after many minutes, and a server
// that hangs not at all.
import type { Socket } from 'node:net'
import { Client, type ClientConfig, type PoolClient } from 'pg'
import { ConnectionAbandoned } from './failures.ts'
import type { NodeGate } from './node-circuit.ts'

/** Members of pg beyond its declared types; its version is locked, and the contract tests would detect a change. */
interface WatchedClient {
  readonly processID: number | null
  readonly connection: { readonly stream: Socket }
  readonly _activeQuery: object | null
  readonly _sentQueryQueue: readonly object[]
  readonly _queryQueue: readonly object[]
}

interface Progress {
  bytes: number
  since: number
  /** The time limit of a statement on the connection, after which the server should have ended it. */
  limitMs: number
}

interface WatchdogOptions {
  readonly config: ClientConfig
  /** The time limit of statements on connections that state none of their own. */
  readonly statementTimeoutMs: number
  /** Connections lead to a pooler, whose process numbers are not those of the server. */
  readonly pooled?: boolean
  /** The nodes of a cluster that the statements on these connections need; null when the server needs no other. */
  readonly gate?: NodeGate | null
  /** The connections lead to the node itself: when it does not answer here, the gate asks the coordinator. */
  readonly atNode?: boolean
}

const tickMs = 500
/** A connection on which an answer is due and nothing has arrived for this long is examined. */
const stalledMs = 2_000
const probeMs = 3_000
/** How long after the time limit of a statement its answer may arrive. */
const marginMs = 5_000

export class Watchdog {
  readonly #config: ClientConfig
  readonly #limitMs: number
  readonly #gate: NodeGate | null
  readonly #watched = new Map<WatchedClient, Progress>()
  readonly #timer: NodeJS.Timeout
  readonly #pooled: boolean
  readonly #atNode: boolean
  #probing = false
  #unlimited = 0

  constructor({ config, statementTimeoutMs, pooled = false, gate = null, atNode = false }: WatchdogOptions) {
    this.#pooled = pooled
    this.#atNode = atNode
    this.#config = { ...config, connectionTimeoutMillis: probeMs, query_timeout: probeMs }
    this.#limitMs = statementTimeoutMs
    this.#gate = gate
    this.#timer = setInterval(() => this.#tick(), tickMs).unref()
  }

  /** Throws StoreUnavailable when a node that statements on these connections need does not answer. */
  admit(): void {
    this.#gate?.admit()
  }

  /** `limitMs`: the time limit of a statement on the connection. */
  watch(client: Client | PoolClient, limitMs = this.#limitMs): void {
    const watched = client as unknown as WatchedClient
    this.#watched.set(watched, { bytes: 0, since: performance.now(), limitMs })
    client.once('end', () => this.#watched.delete(watched))
  }

  /** Sets the time limit of the statements that follow on a connection. */
  limit(client: Client | PoolClient, limitMs = this.#limitMs): void {
    const progress = this.#watched.get(client as unknown as WatchedClient)
    if (progress) progress.limitMs = limitMs
  }

  /** Runs a migration, whose statements have no time limit. */
  async withoutLimit<T>(work: () => Promise<T>): Promise<T> {
    this.#unlimited++
    try {
      return await work()
    } finally {
      this.#unlimited--
    }
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #tick(): void {
    const suspects = this.#stalled()
    if (suspects.length === 0 || this.#probing) return
    this.#probing = true
    void this.#examine(suspects).finally(() => {
      this.#probing = false
    })
  }

  #stalled(): WatchedClient[] {
    const now = performance.now()
    const stalled: WatchedClient[] = []
    for (const [client, progress] of this.#watched) {
      const bytes = client.connection.stream.bytesRead
      if (!isDue(client) || bytes !== progress.bytes) {
        progress.bytes = bytes
        progress.since = now
      } else if (now - progress.since > stalledMs) stalled.push(client)
    }
    return stalled
  }

  /**
   * Asks the server, on a separate connection, what the backends of the suspects do. For an idle one, the question or the answer
   * was lost. A busy backend is left to the statement timeout, unless it has missed that or waits for a node that does not
   * answer. Its statement is not cancelled, since the cancellation would wait for the same node.
   */
  async #examine(suspects: readonly WatchedClient[]): Promise<void> {
    const asked = this.#unlimited > 0 ? null : this.#gate?.answers()
    const working = await this.#working(suspects)
    const answering = (working === null && !this.#atNode) || ((await asked) ?? true)
    const still = new Set(this.#stalled())
    for (const client of suspects.filter(suspect => still.has(suspect))) {
      const isLost = working === null ? answering : working.get(client.processID ?? 0) === 'lost'
      if (isLost) client.connection.stream.destroy(new Error('Connection terminated: it has stopped answering'))
      else if (!answering || this.#isOverLimit(client)) client.connection.stream.destroy(new ConnectionAbandoned())
    }
  }

  #isOverLimit(client: WatchedClient): boolean {
    const { since, limitMs } = this.#watched.get(client) as Progress
    return this.#unlimited === 0 && performance.now() - since > limitMs + marginMs
  }

  /** The state of each connection as the server reports it; connections through a pooler are missing. Null when no server is reached. */
  async #working(suspects: readonly WatchedClient[]): Promise<Map<number, 'working' | 'lost'> | null> {
    const client = new Client(this.#config)
    client.on('error', () => {})
    try {
      await client.connect()
      const { rows } = await client.query<{ pid: number; working: boolean }>(ofProcesses, [
        this.#pooled ? [] : suspects.map(({ processID }) => processID ?? 0),
      ])
      return new Map(rows.map(({ pid, working }) => [pid, working ? 'working' : 'lost']))
    } catch (error) {
      // A server that refuses the connection, for example since it has too many, is reachable.
      return /^[0-9A-Z]{5}$/.test(String((error as { code?: unknown }).code)) ? new Map() : null
    } finally {
      void client.end().catch(() => {})
    }
  }
}

const ofProcesses = `select pid, state = 'active' and wait_event is distinct from 'ClientWrite' as working
  from pg_stat_activity where pid = any($1) and state is not null`

const isDue = ({ _activeQuery, _sentQueryQueue, _queryQueue }: WatchedClient): boolean =>
  _activeQuery !== null || _sentQueryQueue.length > 0 || _queryQueue.length > 0
