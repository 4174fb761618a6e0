// Sends quick reads: a single read at once, concurrent reads of one text and tenant as one statement.
import type { Client } from 'pg'
import { StoreUnavailable } from '../../../base/errors.ts'
import { FairQueue } from '../../../base/scheduling/fair-queue.ts'
import { quickReadBytes } from '../../pacing/overrun.ts'
import type { Query, QuickReadOptions, Row, Scalar } from '../../store.ts'
import { PreparedStatements } from '../driver/prepared-statements.ts'
import { bind } from '../driver/values.ts'
import { type BatchableRead, BatchPolicy } from './batch-policy.ts'
import type { BoundQuery } from './batched-sql.ts'
import { SharedConnections, type SharedConnectionsOptions } from './shared-connections.ts'

interface Read extends BatchableRead {
  readonly options: QuickReadOptions | undefined
  readonly resolve: (rows: Scalar[][]) => void
  readonly reject: (error: unknown) => void
}

interface ReadBatcherOptions extends SharedConnectionsOptions {
  /** Receives the time of each read. */
  readonly onTook: (ms: number) => void
  /** See PreparedStatements. */
  readonly local: Query | null
}

/** How many statements of one tenant each connection may carry at a time, and how many more of other tenants. */
const depth = 16
const reservedDepth = 4
/** How long a read may wait for its turn. */
const waitMs = 10_000

const quickRows = { quickBytes: quickReadBytes }

export interface QuickReads {
  rows<R = Row>(query: Query): Promise<R[]>
  /** `options.took` receives the time of the read if it was alone on its connection. */
  read(query: Query, options?: QuickReadOptions): Promise<Scalar[][]>
  close(): Promise<void>
}

export class ReadBatcher implements QuickReads {
  readonly #connections: SharedConnections
  /** Shares the statements under way among tenants and users. */
  readonly #turns: FairQueue
  readonly #statements: PreparedStatements
  readonly #policy = new BatchPolicy()
  /** The reads under way, by text. */
  readonly #underWay = new Map<string, number>()
  /** Texts whose parameter types are being requested. */
  readonly #learning = new Set<string>()
  readonly #onTook: (ms: number) => void
  /** Reads that are sent at the end of this turn of the event loop. */
  #waiting: Read[] = []

  constructor(options: ReadBatcherOptions) {
    const { most, onTook, local } = options
    this.#statements = new PreparedStatements(local)
    this.#connections = new SharedConnections(options)
    this.#turns = new FairQueue({ slots: most * depth, reserved: most * reservedDepth, name: 'queries' })
    this.#onTook = onTook
  }

  rows<R = Row>(query: Query): Promise<R[]> {
    return this.#connections.use(
      client => this.#statements.alone(client, () => this.#statements.rows<R>(client, query)),
      this.#onTook,
      '',
    )
  }

  read({ sql, params, facts }: Query, options?: QuickReadOptions): Promise<Scalar[][]> {
    return new Promise((resolve, reject) => {
      const read = { sql, values: bind(params), facts, options, resolve, reject }
      if (this.#waiting.length === 0 && this.#connections.idle) void this.#sendOne(read)
      else if (this.#waiting.push(read) === 1) setImmediate(() => this.#sendWaiting())
    })
  }

  close(): Promise<void> {
    return this.#connections.close()
  }

  #sendWaiting(): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const [sql, reads] of Map.groupBy(waiting, read => read.sql)) {
      for (const batch of this.#policy.batches(sql, reads)) {
        const { query } = batch
        if (query) void this.#sendBatch(batch.reads, query)
        else for (const read of batch.reads) void this.#sendOne(read, reads.length > 1)
      }
    }
  }

  /** True when the read was answered. `concurrent`: other reads of its text were sent at the same time. */
  async #sendOne(read: Read, concurrent = false): Promise<boolean> {
    const { sql, values, options, resolve, reject } = read
    const step = async (client: Client): Promise<Scalar[][]> => {
      const send = () => this.#statements.boundArrays(client, sql, values, options && quickRows)
      const rows = await this.#statements.alone(client, send)
      if (concurrent && this.#policy.wants(read)) void this.#learn(client, read)
      return rows
    }
    try {
      resolve(await this.#inTurn(step, [read]))
      return true
    } catch (error) {
      reject(error)
      return false
    }
  }

  async #sendBatch(reads: readonly Read[], { sql, values }: BoundQuery): Promise<void> {
    const answers: Scalar[][][] = reads.map(() => [])
    try {
      const step = (client: Client) => this.#statements.boundArrays(client, sql, values, quickRows)
      const rows = await this.#inTurn(step, reads)
      for (const row of rows) answers[(row.pop() as number) - 1]?.push(row)
    } catch (error) {
      return this.#sendApart(reads, error)
    }
    for (let i = 0; i < reads.length; i++) reads[i]?.resolve(answers[i] as Scalar[][])
  }

  /** Sends the statement of `reads`, which are of one tenant. */
  async #inTurn<T>(step: (client: Client) => Promise<T>, reads: readonly Read[]): Promise<T> {
    const { sql, facts, values, options } = reads[0] as Read
    const tenant = facts?.tenant === undefined ? '' : String(values[facts.tenant])
    const turn = { share: { tenant, user: options?.user ?? '' }, waitMs, gone: options?.gone }
    const release = this.#turns.takeNow(tenant) ?? (await this.#turns.take(turn))
    const before = this.#count(sql, reads.length)
    try {
      return await this.#connections.use(step, (ms, alone) => this.#recordTime(reads, ms, alone, before), tenant)
    } finally {
      this.#count(sql, -reads.length)
      release()
    }
  }

  #count(sql: string, change: number): number {
    const count = (this.#underWay.get(sql) ?? 0) + change
    if (count === 0) this.#underWay.delete(sql)
    else this.#underWay.set(sql, count)
    return count
  }

  /** Sends each read of a failed batch by itself, so that one that fails does not fail the others. */
  async #sendApart(reads: readonly Read[], error: unknown): Promise<void> {
    if (error instanceof StoreUnavailable) {
      for (const { reject } of reads) reject(error)
      return
    }
    const answered = await Promise.all(reads.map(read => this.#sendOne(read)))
    if (answered.every(Boolean)) this.#policy.failed((reads[0] as Read).sql)
  }

  /** `before`: how many reads of the same text were under way when these were sent, including these. */
  #recordTime(reads: readonly Read[], ms: number, alone: boolean, before: number): void {
    const { sql } = reads[0] as Read
    this.#policy.took(sql, reads.length, ms)
    for (let i = 0; i < reads.length; i++) this.#onTook(ms)
    if (!alone) return
    // Concurrent reads of one text share the processors and this event loop, so each read counts with its part of the time.
    // Counted with the whole time, a quick read would look slow under load and move to the slow reads, where it takes half as
    // much work again.
    const part = ms / Math.max(before, this.#underWay.get(sql) ?? 1)
    // A slow statement counts once, however many reads it answers.
    for (const took of new Set(reads.map(read => read.options?.took))) took?.(part)
  }

  /** Requests the parameter types on a connection that has the text prepared. */
  async #learn(client: Client, read: Read): Promise<void> {
    const { sql } = read
    if (this.#learning.has(sql)) return
    this.#learning.add(sql)
    try {
      const types = await this.#statements.parameterTypes(client, sql)
      if (types) this.#policy.learn(read, types)
    } catch {
      // The connection was lost: its reads report that, and the next concurrent read repeats the request.
    } finally {
      this.#learning.delete(sql)
    }
  }
}
