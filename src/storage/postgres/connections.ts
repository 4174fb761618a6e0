// A pool of connections and how a statement runs on one of them.
import type { Duplex } from 'node:stream'
import { Pool, type PoolClient, type PoolConfig, type QueryResult } from 'pg'
import { StoreUnavailable } from '../../base/errors.ts'
import type { Query, Row, Scalar } from '../store.ts'
import { translateViolation, unavailable } from './failures.ts'
import { StatementNames } from './statement-names.ts'
import { bind, typeParsers } from './values.ts'

export class Connections {
  readonly #pool: Pool
  readonly #names = new StatementNames()
  #closed = false

  constructor(config: PoolConfig) {
    this.#pool = new Pool({ ...config, types: typeParsers })
    // A connection that is lost while idle is replaced when next needed, and one lost between two statements is noticed
    // by the second; without listeners either would end the process.
    this.#pool.on('error', () => {})
    this.#pool.on('connect', client => client.on('error', () => {}))
  }

  async take(): Promise<PoolClient> {
    if (this.#closed) throw new StoreUnavailable('The store is closed.')
    try {
      return await this.#pool.connect()
    } catch (error) {
      throw unavailable(error instanceof AggregateError ? (error.errors[0] as Error) : (error as Error))
    }
  }

  async rows<R = Row>(client: PoolClient, query: Query): Promise<R[]> {
    return (await this.#query(client, query)).rows as R[]
  }

  async arrays(client: PoolClient, query: Query): Promise<Scalar[][]> {
    return (await this.#query(client, query, 'array')).rows as Scalar[][]
  }

  async run(client: PoolClient, query: Query): Promise<number> {
    return (await this.#query(client, query)).rowCount ?? 0
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    await this.#pool.end()
  }

  async #query(client: PoolClient, { sql, params }: Query, rowMode?: 'array'): Promise<QueryResult> {
    sendTogether(client)
    const name = this.#names.of(sql)
    const config = { text: sql, values: bind(params), ...(name === undefined ? {} : { name }) }
    try {
      return await client.query(rowMode ? ({ ...config, rowMode } as typeof config) : config)
    } catch (error) {
      throw translateViolation(error)
    }
  }
}

const gathering = new WeakSet<PoolClient>()

/**
 * Statements that are sent without waiting for each other's answers leave as one packet, when the turn that sends them is
 * over: writing to a socket costs more than most statements.
 */
export function sendTogether(client: PoolClient): void {
  if (gathering.has(client)) return
  gathering.add(client)
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection
  stream.cork()
  process.nextTick(() => {
    gathering.delete(client)
    stream.uncork()
  })
}
