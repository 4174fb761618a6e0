// Pools connections for transactions and for long reads; each connection serves one user at a time.
import { Pool, type PoolClient, type PoolConfig } from 'pg'
import { StoreUnavailable } from '../../../base/errors.ts'
import { unavailable } from './failures.ts'
import { PreparedStatements } from './prepared-statements.ts'

export class Connections extends PreparedStatements {
  readonly #pool: Pool
  #closed = false

  constructor(config: PoolConfig) {
    super()
    this.#pool = new Pool(config)
    // A connection lost while idle is replaced when next needed, and a loss between two statements fails the second
    // one; without listeners either event would end the process.
    this.#pool.on('error', () => {})
    this.#pool.on('connect', client => client.on('error', () => {}))
  }

  async take(): Promise<PoolClient> {
    if (this.#closed) throw new StoreUnavailable('The store is closed.')
    try {
      return await this.#pool.connect()
    } catch (error) {
      throw unavailable(error)
    }
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    await this.#pool.end()
  }
}
