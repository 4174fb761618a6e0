// Lets quick reads share a few connections: each statement is sent at once, behind those of others (pipelining).
import { Client, type ClientConfig } from 'pg'
import { StoreUnavailable } from '../../../base/errors.ts'
import { isUnusable, unavailable } from '../driver/failures.ts'
import type { Watchdog } from '../driver/watchdog.ts'
import { repeatRead } from './repeat-read.ts'

/** Another connection is opened when each has this many statements under way. */
const crowd = 4
/** A tenant with this many statements under way no longer uses the first connection, so that reads of other tenants need not wait. */
const lightStatements = 4

export interface SharedConnectionsOptions {
  /** The configuration asks for pipelines. */
  readonly config: ClientConfig
  /** The most connections that are opened. */
  readonly most: number
  /** The time limit of a statement. */
  readonly limitMs: number
  readonly watchdog: Watchdog
}

interface SharedConnection {
  readonly client: Client
  busy: number
  /** The sequence number of the last answer: a connection that a slow statement blocks falls behind the others. */
  lastAnswer: number
}

export class SharedConnections {
  readonly #options: SharedConnectionsOptions
  readonly #underWay = new Map<string, number>()
  #connections: SharedConnection[] = []
  #opening: Promise<SharedConnection> | null = null
  #answers = 0
  #closed = false

  constructor(options: SharedConnectionsOptions) {
    this.#options = options
  }

  get idle(): boolean {
    return this.#connections.every(connection => connection.busy === 0)
  }

  /** `took` receives the time of the step, and whether it was alone on its connection. `tenant` is empty for the service. */
  use<T>(step: (client: Client) => Promise<T>, took: (ms: number, alone: boolean) => void, tenant: string): Promise<T> {
    const started = performance.now()
    return repeatRead(async () => {
      this.#options.watchdog.admit()
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
    const { most } = this.#options
    let best: SharedConnection | undefined
    for (const one of this.#connections) {
      if (!light && one === this.#connections[0] && most > 1) continue
      if (!best || one.busy < best.busy || (one.busy === best.busy && one.lastAnswer > best.lastAnswer)) best = one
    }
    if (best && best.busy >= crowd && this.#connections.length < most) void this.#open().catch(() => {})
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
    const { config, limitMs, watchdog } = this.#options
    const client = new Client(config)
    const connection: SharedConnection = { client, busy: 0, lastAnswer: this.#answers }
    client.on('error', () => this.#drop(connection))
    client.on('end', () => this.#drop(connection))
    try {
      await client.connect()
    } catch (error) {
      throw unavailable(error)
    }
    watchdog.watch(client, limitMs)
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
