// Connections that quick reads share: each sends its statement at once, behind those of others, and waits for nobody.
import { Client, type ClientConfig } from 'pg'
import { StoreUnavailable } from '../../base/errors.ts'
import type { Query, Row, Scalar } from '../store.ts'
import { isConnectionLoss, isStalePlan, translate, unavailable } from './failures.ts'
import { Statements } from './statements.ts'

/** While each line has this many statements under way, another one is opened. */
const crowd = 4
/** Several lines may have gone stale together; each try discards one. */
const attempts = 3

interface Line {
  readonly client: Client
  /** Statements under way. */
  busy: number
  /** The number of the last answer: a line that is held up by a slow statement falls behind the others. */
  heard: number
}

export class Lines {
  readonly #config: ClientConfig
  readonly #most: number
  readonly #statements = new Statements()
  #lines: Line[] = []
  #opening: Promise<Line> | null = null
  #answers = 0
  #closed = false

  constructor(config: ClientConfig, most: number) {
    this.#config = { ...config, pipeline: true }
    this.#most = most
  }

  rows<R = Row>(query: Query): Promise<R[]> {
    return this.#ask(client => this.#statements.rows<R>(client, query))
  }

  arrays(query: Query): Promise<Scalar[][]> {
    return this.#ask(client => this.#statements.arrays(client, query))
  }

  async close(): Promise<void> {
    this.#closed = true
    const lines = this.#lines
    this.#lines = []
    await this.#opening?.catch(() => {})
    await Promise.all(lines.map(({ client }) => client.end().catch(() => {})))
  }

  /** A read changes nothing, so one whose connection was lost is simply asked again on another. */
  async #ask<T>(step: (client: Client) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const line = this.#quietest() ?? (await this.#open())
      line.busy++
      try {
        const value = await step(line.client)
        line.heard = ++this.#answers
        return value
      } catch (error) {
        const lost = isConnectionLoss(error) || isStalePlan(error)
        if (lost) this.#drop(line)
        if (!lost || attempt === attempts) throw translate(error)
      } finally {
        line.busy--
      }
    }
  }

  #quietest(): Line | undefined {
    let best: Line | undefined
    for (const line of this.#lines) {
      if (!best || line.busy < best.busy || (line.busy === best.busy && line.heard > best.heard)) best = line
    }
    if (best && best.busy >= crowd && this.#lines.length < this.#most) void this.#open().catch(() => {})
    return best
  }

  #open(): Promise<Line> {
    if (this.#closed) return Promise.reject(new StoreUnavailable('The store is closed.'))
    this.#opening ??= this.#connect().finally(() => {
      this.#opening = null
    })
    return this.#opening
  }

  async #connect(): Promise<Line> {
    const client = new Client(this.#config)
    const line: Line = { client, busy: 0, heard: this.#answers }
    client.on('error', () => this.#drop(line))
    client.on('end', () => this.#drop(line))
    try {
      await client.connect()
    } catch (error) {
      throw unavailable(error instanceof AggregateError ? (error.errors[0] as Error) : (error as Error))
    }
    if (this.#closed) {
      await client.end()
      throw new StoreUnavailable('The store is closed.')
    }
    this.#lines.push(line)
    return line
  }

  /** What is under way on it is answered, or hears that the connection is gone. */
  #drop(line: Line): void {
    const at = this.#lines.indexOf(line)
    if (at < 0) return
    this.#lines.splice(at, 1)
    void line.client.end().catch(() => {})
  }
}
