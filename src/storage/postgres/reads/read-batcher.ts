// Quick reads: alone they are sent at once; of those that are asked for in one turn, the ones of one text are one statement.
import type { Client, ClientConfig } from 'pg'
import { StoreUnavailable } from '../../../base/errors.ts'
import type { Query, Row, Scalar } from '../../store.ts'
import { PreparedStatements } from '../driver/prepared-statements.ts'
import { bind } from '../driver/values.ts'
import { BatchPolicy } from './batch-policy.ts'
import type { BoundQuery } from './batched-sql.ts'
import { SharedConnections } from './shared-connections.ts'

interface Read extends BoundQuery {
  readonly took: ((ms: number) => void) | undefined
  readonly resolve: (rows: Scalar[][]) => void
  readonly reject: (error: unknown) => void
}

export class ReadBatcher {
  readonly #lines: SharedConnections
  readonly #statements = new PreparedStatements()
  readonly #gathering = new BatchPolicy()
  readonly #learning = new Set<string>()
  readonly #onTook: (ms: number) => void
  /** What leaves when the turn is over. */
  #waiting: Read[] = []

  /** `config` asks for pipelines; `onTook` hears how long each read took. */
  constructor(config: ClientConfig, most: number, onTook: (ms: number) => void) {
    this.#lines = new SharedConnections(config, most)
    this.#onTook = onTook
  }

  rows<R = Row>(query: Query): Promise<R[]> {
    return this.#lines.ask(client => this.#statements.rows<R>(client, query), this.#onTook)
  }

  /** `took` hears how long it was, when it had its line to itself. */
  arrays({ sql, params }: Query, took?: (ms: number) => void): Promise<Scalar[][]> {
    return new Promise((resolve, reject) => {
      const read = { sql, values: bind(params), took, resolve, reject }
      if (this.#waiting.length === 0 && this.#lines.idle) void this.#alone(read)
      else if (this.#waiting.push(read) === 1) setImmediate(() => this.#leave())
    })
  }

  close(): Promise<void> {
    return this.#lines.close()
  }

  #leave(): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const [sql, reads] of Map.groupBy(waiting, read => read.sql)) {
      for (const group of this.#gathering.groups(sql, reads)) {
        const { query } = group
        if (query && this.#statements.keeps(query.sql)) void this.#together(group.reads, query)
        else for (const read of group.reads) void this.#alone(read, reads.length > 1)
      }
    }
  }

  /** True when it was answered. `common`: others of its text were there at the same time. */
  async #alone(read: Read, common = false): Promise<boolean> {
    const { sql, values, resolve, reject } = read
    const step = async (client: Client): Promise<Scalar[][]> => {
      const rows = await this.#statements.boundArrays(client, sql, values)
      if (common && this.#gathering.wants(sql)) void this.#learn(client, sql)
      return rows
    }
    try {
      resolve(await this.#lines.ask(step, (ms, alone) => this.#heard([read], ms, alone)))
      return true
    } catch (error) {
      reject(error)
      return false
    }
  }

  async #together(reads: readonly Read[], { sql, values }: BoundQuery): Promise<void> {
    const answers: Scalar[][][] = reads.map(() => [])
    try {
      const step = (client: Client) => this.#statements.boundArrays(client, sql, values)
      const rows = await this.#lines.ask(step, (ms, alone) => this.#heard(reads, ms, alone))
      for (const row of rows) answers[(row.pop() as number) - 1]?.push(row)
    } catch (error) {
      return this.#apart(reads, error)
    }
    for (let i = 0; i < reads.length; i++) reads[i]?.resolve(answers[i] as Scalar[][])
  }

  /** What is wrong with one of them is no matter of the others: each is asked for by itself. */
  async #apart(reads: readonly Read[], error: unknown): Promise<void> {
    if (error instanceof StoreUnavailable) {
      for (const { reject } of reads) reject(error)
      return
    }
    const answered = await Promise.all(reads.map(read => this.#alone(read)))
    if (answered.every(Boolean)) this.#gathering.failed((reads[0] as Read).sql)
  }

  #heard(reads: readonly Read[], ms: number, alone: boolean): void {
    this.#gathering.took((reads[0] as Read).sql, reads.length, ms)
    for (let i = 0; i < reads.length; i++) this.#onTook(ms)
    // One slow statement is one, however many wait for it.
    if (alone) for (const took of new Set(reads.map(read => read.took))) took?.(ms)
  }

  /** Asks a connection that has the text prepared. */
  async #learn(client: Client, sql: string): Promise<void> {
    if (this.#learning.has(sql)) return
    this.#learning.add(sql)
    try {
      const types = await this.#statements.parameterTypes(client, sql)
      if (types) this.#gathering.learn(sql, types)
    } catch {
      // The connection was lost, which those who read will notice; the next one will tell.
    } finally {
      this.#learning.delete(sql)
    }
  }
}
