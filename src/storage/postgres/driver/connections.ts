// Pools connections for transactions and for long reads; each connection serves one user at a time.
import { Client, type ClientConfig, Pool, type PoolClient, type PoolConfig } from 'pg'
import { StoreUnavailable } from '../../../base/errors.ts'
import type { Query } from '../../store.ts'
import { isUnusable, unavailable } from './failures.ts'
import { PreparedStatements } from './prepared-statements.ts'
import type { Watchdog } from './watchdog.ts'

/** How long a connection may take to open. TCP resends a lost packet after one second and after three. */
export const openTimeoutMs = 4_000

class ClientWithOpenTimeout extends Client {
  constructor(config?: ClientConfig) {
    super({ ...config, connectionTimeoutMillis: openTimeoutMs })
  }
}

export class Connections extends PreparedStatements {
  readonly #pool: Pool
  readonly #watchdog: Watchdog
  #closed = false

  /** `config.connectionTimeoutMillis` is how long to wait for a turn; opening a connection has its own limit. */
  constructor(config: PoolConfig, watchdog: Watchdog, local: Query | null = null) {
    super(local)
    this.#watchdog = watchdog
    this.#pool = new Pool({ ...config, Client: ClientWithOpenTimeout })
    // A connection lost while idle is replaced when next needed, and a loss between two statements fails the second
    // one; without listeners either event would end the process.
    this.#pool.on('error', () => {})
    this.#pool.on('connect', client => {
      client.on('error', () => {})
      watchdog.watch(client)
    })
  }

  /** `limitMs`: the time limit of the statements that will be sent; that of the store by default. */
  async take(limitMs?: number): Promise<PoolClient> {
    if (this.#closed) throw new StoreUnavailable('The store is closed.')
    this.#watchdog.admit()
    try {
      const client = await this.#pool.connect()
      this.#watchdog.limit(client, limitMs)
      return client
    } catch (error) {
      throw unavailable(error)
    }
  }

  async use<T>(step: (client: PoolClient) => Promise<T>, limitMs?: number): Promise<T> {
    const client = await this.take(limitMs)
    let lost = false
    try {
      return await step(client)
    } catch (error) {
      lost = isUnusable(error)
      throw error
    } finally {
      client.release(lost)
    }
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    await this.#pool.end()
  }
}
