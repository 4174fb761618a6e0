// Connections that quick reads share: each sends its statement at once, behind those of others, and waits for nobody.
import { Client, type ClientConfig } from 'pg'
import { StoreUnavailable } from '../../base/errors.ts'
import type { Query, Row, Scalar } from '../store.ts'
import { isUnusable, unavailable } from './failures.ts'
import { repeatRead } from './repeat-read.ts'
import { Statements } from './statements.ts'

/** While each line has this many statements under way, another one is opened. */
const crowd = 4

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
  readonly #onTook: (ms: number) => void
  readonly #statements = new Statements()
  #lines: Line[] = []
  #opening: Promise<Line> | null = null
  #answers = 0
  #closed = false

  /** `config` asks for pipelines; `onTook` hears how long each read took. */
  constructor(config: ClientConfig, most: number, onTook: (ms: number) => void) {
    this.#config = config
    this.#most = most
    this.#onTook = onTook
  }

  rows<R = Row>(query: Query): Promise<R[]> {
    return this.#ask(client => this.#statements.rows<R>(client, query))
  }

  /** `took` hears how long it was, when it had its line to itself. */
  arrays(query: Query, took?: (ms: number) => void): Promise<Scalar[][]> {
    return this.#ask(client => this.#statements.arrays(client, query), took)
  }

  async close(): Promise<void> {
    this.#closed = true
    const lines = this.#lines
    this.#lines = []
    await this.#opening?.catch(() => {})
    await Promise.all(lines.map(({ client }) => client.end().catch(() => {})))
  }

  #ask<T>(step: (client: Client) => Promise<T>, took?: (ms: number) => void): Promise<T> {
    const started = performance.now()
    return repeatRead(async () => {
      const line = this.#quietest() ?? (await this.#open())
      const alone = line.busy++ === 0
      try {
        const value = await step(line.client)
        line.heard = ++this.#answers
        const ms = performance.now() - started
        this.#onTook(ms)
        if (alone) took?.(ms)
        return value
      } catch (error) {
        if (isUnusable(error)) this.#drop(line)
        throw error
      } finally {
        line.busy--
      }
    })
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
      throw unavailable(error)
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
