// Connections that quick reads share: each sends its statement at once, behind those of others, and waits for nobody.
import { Client, type ClientConfig } from 'pg'
import { StoreUnavailable } from '../../../base/errors.ts'
import { isUnusable, unavailable } from '../driver/failures.ts'
import { repeatRead } from './repeat-read.ts'

/** While each line has this many statements under way, another one is opened. */
const crowd = 4

interface Line {
  readonly client: Client
  /** Statements under way. */
  busy: number
  /** The number of the last answer: a line that is held up by a slow statement falls behind the others. */
  heard: number
}

export class SharedConnections {
  readonly #config: ClientConfig
  readonly #most: number
  #lines: Line[] = []
  #opening: Promise<Line> | null = null
  #answers = 0
  #closed = false

  /** `config` asks for pipelines. */
  constructor(config: ClientConfig, most: number) {
    this.#config = config
    this.#most = most
  }

  /** Nothing is under way. */
  get idle(): boolean {
    return this.#lines.every(line => line.busy === 0)
  }

  /** `took` hears how long it was, and whether it had its line to itself. */
  ask<T>(step: (client: Client) => Promise<T>, took: (ms: number, alone: boolean) => void): Promise<T> {
    const started = performance.now()
    return repeatRead(async () => {
      const line = this.#quietest() ?? (await this.#open())
      const alone = line.busy++ === 0
      try {
        const value = await step(line.client)
        line.heard = ++this.#answers
        took(performance.now() - started, alone)
        return value
      } catch (error) {
        if (isUnusable(error)) this.#drop(line)
        throw error
      } finally {
        line.busy--
      }
    })
  }

  async close(): Promise<void> {
    this.#closed = true
    const lines = this.#lines
    this.#lines = []
    await this.#opening?.catch(() => {})
    await Promise.all(lines.map(({ client }) => client.end().catch(() => {})))
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
