// Lets quick reads share a few connections: each statement is sent at once, behind those of others (pipelining).
import { Client, type ClientConfig } from 'pg'
import { StoreUnavailable } from '../../../base/errors.ts'
import { isUnusable, unavailable } from '../driver/failures.ts'
import type { Watchdog } from '../driver/watchdog.ts'
import { repeatRead } from './repeat-read.ts'

/** When every connection has this many statements under way, another connection is opened. */
const crowd = 4
/** A tenant with so many statements under way leaves the first connection to others, whose reads wait behind none of them. */
const lightStatements = 4

interface SharedConnection {
  readonly client: Client
  /** Statements under way. */
  busy: number
  /** The number of the last answer: a connection that a slow statement holds up falls behind the others. */
  lastAnswer: number
}

export class SharedConnections {
  readonly #config: ClientConfig
  readonly #most: number
  readonly #watchdog: Watchdog
  readonly #underWay = new Map<string, number>()
  #connections: SharedConnection[] = []
  #opening: Promise<SharedConnection> | null = null
  #answers = 0
  #closed = false

  /** `config` asks for pipelines; `most` connections are opened. */
  constructor(config: ClientConfig, most: number, watchdog: Watchdog) {
    this.#config = config
    this.#most = most
    this.#watchdog = watchdog
  }

  /** No statement is under way. */
  get idle(): boolean {
    return this.#connections.every(connection => connection.busy === 0)
  }

  /** `took` hears how long the step was, and whether it had its connection to itself. `tenant` is empty for the service. */
  use<T>(step: (client: Client) => Promise<T>, took: (ms: number, alone: boolean) => void, tenant: string): Promise<T> {
    const started = performance.now()
    return repeatRead(async () => {
      const connection = this.#leastBusy(this.#isLight(tenant)) ?? (await this.#open())
      const alone = connection.busy++ === 0
      this.#count(tenant, 1)
      try {
        const value = await step(connection.client)
        connection.lastAnswer = ++this.#answers
        took(performance.now() - started, alone)
        return value
      } catch (error) {
        if (isUnusable(error)) this.#drop(connection)
        throw error
      } finally {
        connection.busy--
        this.#count(tenant, -1)
      }
    })
  }

  async close(): Promise<void> {
    this.#closed = true
    const connections = this.#connections
    this.#connections = []
    await this.#opening?.catch(() => {})
    await Promise.all(connections.map(({ client }) => client.end().catch(() => {})))
  }

  #isLight(tenant: string): boolean {
    return tenant === '' || (this.#underWay.get(tenant) ?? 0) < lightStatements
  }

  #count(tenant: string, change: 1 | -1): void {
    const count = (this.#underWay.get(tenant) ?? 0) + change
    if (count === 0) this.#underWay.delete(tenant)
    else this.#underWay.set(tenant, count)
  }

  #leastBusy(light: boolean): SharedConnection | undefined {
    let best: SharedConnection | undefined
    for (const one of this.#connections) {
      if (!light && one === this.#connections[0] && this.#most > 1) continue
      if (!best || one.busy < best.busy || (one.busy === best.busy && one.lastAnswer > best.lastAnswer)) best = one
    }
    if (best && best.busy >= crowd && this.#connections.length < this.#most) void this.#open().catch(() => {})
    return best
  }

  #open(): Promise<SharedConnection> {
    if (this.#closed) return Promise.reject(new StoreUnavailable('The store is closed.'))
    this.#opening ??= this.#connect().finally(() => {
      this.#opening = null
    })
    return this.#opening
  }

  async #connect(): Promise<SharedConnection> {
    const client = new Client(this.#config)
    const connection: SharedConnection = { client, busy: 0, lastAnswer: this.#answers }
    client.on('error', () => this.#drop(connection))
    client.on('end', () => this.#drop(connection))
    try {
      await client.connect()
    } catch (error) {
      throw unavailable(error)
    }
    this.#watchdog.watch(client)
    if (this.#closed) {
      await client.end()
      throw new StoreUnavailable('The store is closed.')
    }
    this.#connections.push(connection)
    return connection
  }

  /** Statements under way on the connection are answered, or fail because the connection is gone. */
  #drop(connection: SharedConnection): void {
    const at = this.#connections.indexOf(connection)
    if (at < 0) return
    this.#connections.splice(at, 1)
    void connection.client.end().catch(() => {})
  }
}
