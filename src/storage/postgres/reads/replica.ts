// Runs slow reads on a streaming replica while the replica is known to lag less than its bound.
import { Client, type PoolConfig } from 'pg'
import { Connections } from '../driver/connections.ts'
import { Watchdog } from '../driver/watchdog.ts'

/** A position in the write-ahead log of the primary, and the moment at which the primary reported it. */
interface Sample {
  readonly at: number
  readonly position: bigint
}

interface ReplicaOptions {
  readonly config: PoolConfig
  readonly statementTimeoutMs: number
  /** A replica that lags more is not read. */
  readonly boundMs: number
  /** The end of the write-ahead log of the primary. */
  readonly primaryPosition: () => Promise<bigint>
}

const longestPauseMs = 1_000
const shortestPauseMs = 50
const probeMs = 3_000

/**
 * A replica that has replayed the log up to the primary's position at some moment has everything that was committed before
 * that moment, whatever the clocks of the machines say and whether or not anything was written since. A replica that was
 * promoted replays no more, and is not read.
 */
export class Replica {
  readonly connections: Connections
  readonly #options: ReplicaOptions
  readonly #watchdog: Watchdog
  #probe: Client | null = null
  #samples: Sample[] = []
  /** The replica has everything that was committed before this moment. */
  #freshAt = Number.NEGATIVE_INFINITY
  #timer: NodeJS.Timeout | undefined
  #closed = false

  constructor(options: ReplicaOptions) {
    const { config, statementTimeoutMs, boundMs } = options
    this.#options = options
    this.#watchdog = new Watchdog({ config, statementTimeoutMs })
    this.connections = new Connections(config, this.#watchdog)
    const pauseMs = Math.min(longestPauseMs, Math.max(shortestPauseMs, boundMs / 4))
    const look = async (): Promise<void> => {
      await this.#look().catch(() => this.#lose())
      if (!this.#closed) this.#timer = setTimeout(() => void look(), pauseMs).unref()
    }
    void look()
  }

  /** The age of the newest commit that is certain to be on the replica; infinite when the replica cannot be read. */
  get lagMs(): number {
    return performance.now() - this.#freshAt
  }

  get usable(): boolean {
    return this.lagMs <= this.#options.boundMs
  }

  /** Called when a read on the replica has failed: it is not read again until it answers. */
  doubt(): void {
    this.#freshAt = Number.NEGATIVE_INFINITY
    this.#samples = []
  }

  async cancel(processId: number): Promise<void> {
    await this.#probe?.query('SELECT pg_cancel_backend($1)', [processId])
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    this.#watchdog.stop()
    this.#lose()
    await this.connections.close()
  }

  async #look(): Promise<void> {
    const at = performance.now()
    this.#samples.push({ at, position: await this.#options.primaryPosition() })
    const { rows } = await (await this.#connected()).query<{ position: string | null }>(replayed)
    const position = rows[0]?.position
    if (position === null || position === undefined) return this.doubt()
    const reached = this.#samples.filter(sample => sample.position <= BigInt(position))
    for (const sample of reached) this.#freshAt = Math.max(this.#freshAt, sample.at)
    const oldest = performance.now() - 2 * this.#options.boundMs
    this.#samples = this.#samples.filter(sample => !reached.includes(sample) && sample.at > oldest)
  }

  async #connected(): Promise<Client> {
    if (this.#probe) return this.#probe
    const probe = new Client({
      ...this.#options.config,
      pipeline: false,
      connectionTimeoutMillis: probeMs,
      query_timeout: probeMs,
    })
    probe.on('error', () => this.#lose())
    await probe.connect()
    this.#probe = probe
    return probe
  }

  #lose(): void {
    this.doubt()
    const probe = this.#probe
    this.#probe = null
    void probe?.end().catch(() => {})
  }
}

/** Null on a server that replays nothing. */
const replayed = `SELECT CASE WHEN pg_is_in_recovery() THEN (pg_last_wal_replay_lsn() - '0/0')::text END AS position`

export const primaryPosition = `SELECT (pg_current_wal_lsn() - '0/0')::text`
