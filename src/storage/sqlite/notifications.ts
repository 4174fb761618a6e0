// Publishes between processes that share a SQLite file, by rows of a table that they read when the file has changed.
import { randomBytes } from 'node:crypto'
import type { Listeners } from '../nodes/listeners.ts'
import type { Scalar } from '../store.ts'
import type { Publication } from '../transaction.ts'
import type { Connection } from './connection.ts'

const pollMs = 300
/** How many rows are kept for other processes. Listeners of a process that has missed more are notified of the loss. */
const keptRows = 10_000
const trimEvery = 1_000

export class Notifications {
  readonly #origin = randomBytes(9).toString('base64url')
  readonly #reader: Connection
  readonly #writer: Connection
  readonly #listeners: Listeners
  #timer: NodeJS.Timeout | undefined
  #version: Scalar = null
  #seen: number | undefined

  constructor(reader: Connection, writer: Connection, listeners: Listeners) {
    this.#reader = reader
    this.#writer = writer
    this.#listeners = listeners
  }

  /** Runs at the end of the publishing transaction. */
  readonly announce = ({ topic, payload }: Publication): void => {
    const sql = 'INSERT INTO bulletin (origin, topic, payload) VALUES (?, ?, ?) RETURNING seq'
    const seq = this.#writer.arrays({ sql, params: [this.#origin, topic, payload] })[0]?.[0] as number
    if (seq % trimEvery === 0) {
      this.#writer.run({ sql: 'DELETE FROM bulletin WHERE seq <= ?', params: [seq - keptRows] })
    }
  }

  start(): void {
    if (this.#timer) return
    this.#seen = this.#newest()
    this.#timer = setInterval(() => this.#poll(), pollMs).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #poll(): void {
    if (this.#listeners.empty) {
      this.stop()
      return
    }
    try {
      // data_version changes when another connection has committed, and is far cheaper to read than the table.
      const version = this.#reader.arrays({ sql: 'PRAGMA data_version', params: [] })[0]?.[0] ?? null
      if (version === this.#version) return
      this.#read()
      this.#version = version
    } catch {
      // The store is in trouble or not migrated yet: the next poll tries again, and users of the store get the error.
    }
  }

  #read(): void {
    this.#seen ??= this.#newest() === undefined ? undefined : 0
    if (this.#seen === undefined) return
    const sql = 'SELECT seq, origin, topic, payload FROM bulletin WHERE seq > ? ORDER BY seq'
    const rows = this.#reader.arrays({ sql, params: [this.#seen] })
    const first = rows[0]?.[0] as number | undefined
    if (first !== undefined && this.#seen > 0 && first > this.#seen + 1) this.#listeners.tellMissed()
    for (const [seq, origin, topic, payload] of rows) {
      this.#seen = seq as number
      if (origin !== this.#origin) this.#listeners.deliver([{ topic: topic as string, payload: payload as string }])
    }
  }

  /** The number of the last row; undefined before the table exists. */
  #newest(): number | undefined {
    const exists = `SELECT 1 FROM sqlite_master WHERE name = 'bulletin'`
    if (this.#reader.arrays({ sql: exists, params: [] }).length === 0) return undefined
    return this.#reader.arrays({ sql: 'SELECT coalesce(max(seq), 0) FROM bulletin', params: [] })[0]?.[0] as number
  }
}
