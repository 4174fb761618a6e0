// Runs statements on a connection: prepared from the second time on, and sent in one packet per event-loop turn.
import type { Client, PoolClient } from 'pg'
import type { Query, Row, Scalar } from '../../store.ts'
import { translateViolation } from './failures.ts'
import { PreparedQuery, type RowsTaken } from './prepared-query.ts'
import { StatementNames } from './statement-names.ts'
import { type BoundValue, bind } from './values.ts'

type AnyClient = Client | PoolClient

const allRows: RowsTaken = {}

export class PreparedStatements {
  readonly #names: StatementNames
  /** The statement that sets the settings of a transaction behind a transaction pooler. */
  readonly local: Query | null

  constructor(local: Query | null = null) {
    this.#names = new StatementNames(local === null)
    this.local = local
  }

  /**
   * Sends a read outside a transaction. Behind a pooler the read gets a transaction for its settings; all four statements
   * are sent together. `send` must send synchronously.
   */
  async alone<T>(client: AnyClient, send: () => Promise<T>): Promise<T> {
    if (!this.local) return send()
    const begun = this.run(client, { sql: 'BEGIN READ ONLY', params: [] })
    const set = this.run(client, this.local)
    const sent = send()
    const ended = this.run(client, { sql: 'COMMIT', params: [] })
    const [answer, ...others] = await Promise.allSettled([sent, begun, set, ended])
    if (answer.status === 'rejected') throw answer.reason
    for (const other of others) if (other.status === 'rejected') throw other.reason
    return answer.value
  }

  rows<R = Row>(client: AnyClient, query: Query): Promise<R[]> {
    return this.#send(client, query, done => done.objects as R[])
  }

  arrays(client: AnyClient, { sql, params }: Query, taken?: RowsTaken): Promise<Scalar[][]> {
    return this.boundArrays(client, sql, bind(params), taken)
  }

  run(client: AnyClient, query: Query): Promise<number> {
    return this.#send(client, query, done => done.count)
  }

  boundArrays(
    client: AnyClient,
    sql: string,
    values: readonly BoundValue[],
    taken: RowsTaken = allRows,
  ): Promise<Scalar[][]> {
    return this.#sendBound(client, sql, values, taken, done => done.arrays)
  }

  /**
   * The types that the server infers for the parameters of a text; null when the connection does not keep it prepared.
   */
  async parameterTypes(client: AnyClient, sql: string): Promise<string[] | null> {
    const name = this.#names.known(sql)
    if (name === undefined) return null
    const [row] = await this.arrays(client, { sql: parameterTypes, params: [name] })
    return row ? String(row[0]).split(',') : null
  }

  #send<T>(client: AnyClient, { sql, params }: Query, give: (done: PreparedQuery) => T): Promise<T> {
    return this.#sendBound(client, sql, bind(params), allRows, give)
  }

  #sendBound<T>(
    client: AnyClient,
    sql: string,
    values: readonly BoundValue[],
    taken: RowsTaken,
    give: (done: PreparedQuery) => T,
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      const query = new PreparedQuery(this.#names, sql, values, taken, (error, done) => {
        if (error) reject(translateViolation(error))
        else resolve(give(done))
      })
      sendInOnePacket(client)
      client.query(query)
    })
  }
}

const parameterTypes = `select array_to_string(parameter_types::text[], ',') from pg_prepared_statements where name = $1`

const corked = new WeakSet<AnyClient>()

/**
 * Statements that do not wait for each other's answers are sent in one packet at the end of the event-loop turn, since a
 * socket write costs more than most statements.
 */
function sendInOnePacket(client: AnyClient): void {
  if (corked.has(client)) return
  corked.add(client)
  const { stream } = (client as Client).connection
  stream.cork()
  process.nextTick(() => {
    corked.delete(client)
    stream.uncork()
  })
}
