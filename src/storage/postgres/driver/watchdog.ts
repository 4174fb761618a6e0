// Closes connections that have stopped answering: TCP reports a network that drops packets only after many minutes.
import type { Socket } from 'node:net'
import { Client, type ClientConfig, type PoolClient } from 'pg'

/** Members of pg beyond its declared types; its version is locked, and the contract tests would detect a change. */
interface Watched {
  readonly processID: number | null
  readonly connection: { readonly stream: Socket }
  readonly _activeQuery: object | null
  readonly _sentQueryQueue: readonly object[]
  readonly _queryQueue: readonly object[]
}

interface Progress {
  bytes: number
  since: number
}

const tickMs = 500
/** A connection on which nothing arrives for this long, although an answer is due, is looked into. */
const stalledMs = 2_000
const probeMs = 3_000
/** What the server may take beyond the statement timeout before an answer arrives. */
const marginMs = 5_000

export class Watchdog {
  readonly #config: ClientConfig
  readonly #limitMs: number
  readonly #watched = new Map<Watched, Progress>()
  readonly #timer: NodeJS.Timeout
  readonly #pooled: boolean
  #probing = false
  #unlimited = 0

  /** `pooled`: connections lead to a pooler, whose process numbers are not those of the server. */
  constructor(config: ClientConfig, statementTimeoutMs: number, pooled = false) {
    this.#pooled = pooled
    this.#config = { ...config, connectionTimeoutMillis: probeMs, query_timeout: probeMs }
    this.#limitMs = statementTimeoutMs + marginMs
    this.#timer = setInterval(() => this.#tick(), tickMs).unref()
  }

  /** Watches a connection until its end. */
  watch(client: Client | PoolClient): void {
    const watched = client as unknown as Watched
    this.#watched.set(watched, { bytes: 0, since: performance.now() })
    client.once('end', () => this.#watched.delete(watched))
  }

  /** While `work` runs, statements have no time limit: those of a migration. */
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

  /** The connections that owe an answer and on which nothing has arrived for a while. */
  #stalled(): Watched[] {
    const now = performance.now()
    const stalled: Watched[] = []
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
   * Asks the server, on a connection of its own, what its ends of the suspects are doing. One that is at work is left to
   * the statement timeout; for one that has nothing to do, question or answer were lost.
   */
  async #examine(suspects: readonly Watched[]): Promise<void> {
    const working = await this.#working(suspects)
    const still = new Set(this.#stalled())
    for (const client of suspects.filter(suspect => still.has(suspect))) {
      const state = working === null ? 'lost' : (working.get(client.processID ?? 0) ?? 'unknown')
      if (state === 'lost' || (state === 'unknown' && this.#isOverLimit(client))) {
        client.connection.stream.destroy(new Error('Connection terminated: it has stopped answering'))
      }
    }
  }

  #isOverLimit(client: Watched): boolean {
    const since = this.#watched.get(client)?.since ?? Number.POSITIVE_INFINITY
    return this.#unlimited === 0 && performance.now() - since > this.#limitMs
  }

  /** What the server knows of each connection; a connection through a pooler is unknown. Null: no server is reached. */
  async #working(suspects: readonly Watched[]): Promise<Map<number, 'working' | 'lost'> | null> {
    const client = new Client(this.#config)
    client.on('error', () => {})
    try {
      await client.connect()
      const { rows } = await client.query<{ pid: number; working: boolean }>(ofProcesses, [
        this.#pooled ? [] : suspects.map(({ processID }) => processID ?? 0),
      ])
      return new Map(rows.map(({ pid, working }) => [pid, working ? 'working' : 'lost']))
    } catch (error) {
      // A server that refuses, as for too many connections, is there.
      return /^[0-9A-Z]{5}$/.test(String((error as { code?: unknown }).code)) ? new Map() : null
    } finally {
      void client.end().catch(() => {})
    }
  }
}

const ofProcesses = `select pid, state = 'active' and wait_event is distinct from 'ClientWrite' as working
  from pg_stat_activity where pid = any($1) and state is not null`

const isDue = ({ _activeQuery, _sentQueryQueue, _queryQueue }: Watched): boolean =>
  _activeQuery !== null || _sentQueryQueue.length > 0 || _queryQueue.length > 0
