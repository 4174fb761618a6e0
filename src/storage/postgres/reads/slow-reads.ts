// Runs slow reads in fair turns, each on a connection of its own, on the replica where the read may lag.
import type { PoolClient, PoolConfig } from 'pg'
import { FairQueue } from '../../../base/scheduling/fair-queue.ts'
import type { StoreOptions } from '../../options.ts'
import { contestedMs, endedBy, turnOf } from '../../pacing/slow-turn.ts'
import type { Query, SlowReadOptions } from '../../store.ts'
import { Connections } from '../driver/connections.ts'
import { isReplicasFault, translate } from '../driver/failures.ts'
import type { RowsTaken } from '../driver/prepared-query.ts'
import { type SessionSettings, sessionByValues } from '../driver/session-settings.ts'
import type { Watchdog } from '../driver/watchdog.ts'
import type { PostgresEngine } from '../engine.ts'
import { FreshStatistics } from './fresh-statistics.ts'
import type { QuickReads } from './read-batcher.ts'
import { repeatRead } from './repeat-read.ts'
import { primaryPosition, Replica } from './replica.ts'
import { type Cancel, unlessGone } from './unless-gone.ts'
import { setting, withSettings } from './with-settings.ts'

export type SlowStep<T> = (connections: Connections, client: PoolClient, taken: RowsTaken) => Promise<T>

interface SlowReadsOptions {
  readonly engine: PostgresEngine
  /** The node whose tenants are read. */
  readonly group: number
  readonly config: PoolConfig
  /** Reads of each kind of plan that run at a time, and further ones for other tenants. */
  readonly slots: number
  readonly reserved: number
  readonly sessions: { readonly byValues: SessionSettings; readonly generic: SessionSettings }
  readonly timeoutMs: number
  readonly pooled: boolean
  readonly replica: StoreOptions['replica']
  readonly watchdog: Watchdog
  /** Cancels statements, and asks the primary for its position. */
  readonly quickReads: QuickReads
}

/** The connections of reads that are planned in one way, and the turns on them. */
interface Lane {
  readonly connections: Connections
  readonly turns: FairQueue
}

export class SlowReads {
  readonly #options: SlowReadsOptions
  readonly #byValues: Lane
  /** A read that was short until the machine got busy would make it busier if it were planned each time. */
  readonly #generic: Lane
  readonly #replica: Replica | null
  readonly #statistics: FreshStatistics

  constructor(options: SlowReadsOptions) {
    const { config, slots, reserved, sessions, watchdog } = options
    this.#options = options
    const slow = { ...config, max: slots + reserved }
    const lane = (session: SessionSettings): Lane => ({
      connections: new Connections({ ...slow, ...session.config }, watchdog, session.local),
      turns: new FairQueue({ slots, reserved, contestedMs, name: 'long queries' }),
    })
    this.#byValues = lane(sessions.byValues)
    this.#generic = lane(sessions.generic)
    this.#replica = options.replica ? this.#openReplica(options.replica, slow) : null
    this.#statistics = new FreshStatistics(options.engine.freshStatistics, options.group)
  }

  #openReplica({ url, boundMs }: NonNullable<StoreOptions['replica']>, slow: PoolConfig): Replica {
    const { timeoutMs, quickReads } = this.#options
    return new Replica({
      config: { ...slow, ...sessionByValues(timeoutMs, false).config, connectionString: url },
      statementTimeoutMs: timeoutMs,
      boundMs,
      primaryPosition: async () =>
        BigInt((await quickReads.read({ sql: primaryPosition, params: [] }))[0]?.[0] as string),
    })
  }

  /** A read is not repeated once its receiver has got rows. */
  async run<T>(query: Query, options: SlowReadOptions, step: SlowStep<T>): Promise<T> {
    const { timeoutMs = this.#options.timeoutMs, each } = options
    const generic = query.facts?.genericPlan === true
    const { connections, turns } = generic ? this.#generic : this.#byValues
    let passed = false
    const taken: RowsTaken = each
      ? {
          each: rows => {
            passed = true
            each(rows)
          },
        }
      : {}
    const runOn = (on: Connections, client: PoolClient, cancel: Cancel, gone: () => AbortSignal) =>
      unlessGone(client, gone, cancel, () =>
        withSettings(on, client, this.#settingsOf(query, timeoutMs), () => step(on, client, taken)),
      )
    const onPrimary = async (client: PoolClient, gone: () => AbortSignal): Promise<T> => {
      if (!query.facts?.allTenants) await this.#statistics.gather(client, connections)
      return runOn(connections, client, this.#cancel, gone)
    }
    return turns.run(turnOf(query, options, timeoutMs), async yields => {
      const gone = endedBy(options.gone, yields)
      const replica = options.mayLag && !generic ? this.#replica : null
      if (replica?.usable) {
        try {
          return await replica.connections.use(
            client => runOn(replica.connections, client, id => replica.cancel(id), gone),
            timeoutMs,
          )
        } catch (error) {
          if (!isReplicasFault(error) || passed) throw translate(error)
          replica.doubt()
        }
      }
      return repeatRead(
        () => connections.use(client => onPrimary(client, gone), timeoutMs),
        () => !passed,
      )
    })
  }

  async close(): Promise<void> {
    await this.#replica?.close()
    await Promise.all([this.#byValues, this.#generic].map(({ connections }) => connections.close()))
  }

  #settingsOf({ facts }: Query, timeoutMs: number): Query[] {
    return [
      ...(timeoutMs === this.#options.timeoutMs ? [] : [setting('statement_timeout', timeoutMs)]),
      ...(facts?.allTenants ? this.#options.engine.allTenants : []),
    ]
  }

  /** Behind a pooler the process number is not that of the backend: there the time limit ends the statement. */
  readonly #cancel: Cancel = async processId => {
    const { pooled, quickReads } = this.#options
    if (!pooled) await quickReads.rows({ sql: 'SELECT pg_cancel_backend($1)', params: [processId] })
  }
}
