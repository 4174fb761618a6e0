// Receives publications of other nodes by LISTEN on its own connection, which is reopened whenever it is lost.
import { randomBytes } from 'node:crypto'
import { Client, type ClientConfig } from 'pg'
import type { Listeners } from '../../nodes/listeners.ts'
import type { Query } from '../../store.ts'
import type { Watchdog } from './watchdog.ts'

const channel = 'clientele'
const firstDelayMs = 100
const longestDelayMs = 5_000
/** The loss of a connection shows only when a statement is sent on it. */
const heartbeatMs = 5_000

export class Notifications {
  readonly #origin = randomBytes(9).toString('base64url')
  readonly #config: ClientConfig
  readonly #listeners: Listeners
  readonly #watchdog: Watchdog
  #client: Client | undefined
  #timer: NodeJS.Timeout | undefined
  #delayMs = firstDelayMs
  #started = false
  #stopped = false

  constructor(config: ClientConfig, listeners: Listeners, watchdog: Watchdog) {
    this.#config = config
    this.#watchdog = watchdog
    this.#listeners = listeners
  }

  announcement(topic: string, payload: string): Query {
    return { sql: 'SELECT pg_notify($1, $2)', params: [channel, `${this.#origin}\n${topic}\n${payload}`] }
  }

  start(): void {
    if (this.#started) return
    this.#started = true
    void this.#connect()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    await this.#client?.end().catch(() => {})
  }

  async #connect(): Promise<void> {
    const client = new Client(this.#config)
    this.#client = client
    client.on('error', () => {})
    client.on('notification', message => this.#hear(message.payload ?? ''))
    try {
      await client.connect()
      await client.query(`LISTEN ${channel}`)
      const heartbeat = setInterval(() => void client.query('SELECT 1').catch(() => {}), heartbeatMs).unref()
      client.once('end', () => {
        clearInterval(heartbeat)
        this.#again()
      })
      this.#watchdog.watch(client)
      this.#delayMs = firstDelayMs
      // Publications before this moment were missed.
      this.#listeners.tellMissed()
    } catch {
      void client.end().catch(() => {})
      this.#again()
    }
  }

  #again(): void {
    if (this.#stopped) return
    this.#timer = setTimeout(() => void this.#connect(), this.#delayMs).unref()
    this.#delayMs = Math.min(this.#delayMs * 2, longestDelayMs)
  }

  #hear(message: string): void {
    const [origin, topic = ''] = message.split('\n', 2)
    // Publications of this node were delivered when their transaction committed.
    if (origin === this.#origin) return
    const payload = message.slice((origin?.length ?? 0) + topic.length + 2)
    this.#listeners.deliver([{ topic, payload }])
  }
}
