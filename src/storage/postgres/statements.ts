// How a statement runs on a connection: prepared from its second time on, and sent with those that leave in the same turn.
import type { Client, PoolClient } from 'pg'
import type { Query, Row, Scalar } from '../store.ts'
import { translateViolation } from './failures.ts'
import { PreparedQuery } from './prepared-query.ts'
import { StatementNames } from './statement-names.ts'
import { bind } from './values.ts'

type AnyClient = Client | PoolClient

export class Statements {
  readonly #names = new StatementNames()

  rows<R = Row>(client: AnyClient, query: Query): Promise<R[]> {
    return this.#send(client, query, done => done.objects as R[])
  }

  arrays(client: AnyClient, query: Query): Promise<Scalar[][]> {
    return this.#send(client, query, done => done.arrays)
  }

  run(client: AnyClient, query: Query): Promise<number> {
    return this.#send(client, query, done => done.count)
  }

  #send<T>(client: AnyClient, { sql, params }: Query, give: (done: PreparedQuery) => T): Promise<T> {
    return new Promise((resolve, reject) => {
      const query = new PreparedQuery(this.#names.of(sql), sql, bind(params), (error, done) => {
        if (error) reject(translateViolation(error))
        else resolve(give(done))
      })
      sendTogether(client)
      client.query(query)
    })
  }
}

const gathering = new WeakSet<AnyClient>()

/**
 * Statements that are sent without waiting for each other's answers leave as one packet, when the turn that sends them is
 * over: writing to a socket costs more than most statements.
 */
function sendTogether(client: AnyClient): void {
  if (gathering.has(client)) return
  gathering.add(client)
  const { stream } = (client as Client).connection
  stream.cork()
  process.nextTick(() => {
    gathering.delete(client)
    stream.uncork()
  })
}
