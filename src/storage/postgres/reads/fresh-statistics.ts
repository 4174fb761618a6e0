// Lets PostgreSQL gather statistics of tables that got their first rows, before it plans a slow read over them.
import type { PoolClient } from 'pg'
import { quoteName } from '../../schema/quote.ts'
import type { Connections } from '../driver/connections.ts'
import type { PostgresEngine } from '../engine.ts'

/**
 * PostgreSQL does so itself after a minute. Until then it assumes that one row meets `db = $1`, and plans nested loops over all
 * rows of a tenant for each join.
 */
export class FreshStatistics {
  readonly #text: string | null
  readonly #everyMs: number
  readonly #besideMs: number
  /** When the last look ended; infinite during a look. */
  #lookedAt = Number.NEGATIVE_INFINITY

  /** `group`: the node whose tables are looked at. */
  constructor({ textFor, everyMs, besideMs }: PostgresEngine['freshStatistics'], group: number) {
    this.#text = textFor(group)
    this.#everyMs = everyMs
    this.#besideMs = besideMs
  }

  /**
   * Looks on the connection of the read before it, or on another one of `connections` beside it. Not called for statements about
   * all tenants: some of them poll for new rows while tables are still small.
   */
  async gather(client: PoolClient, connections: Connections): Promise<void> {
    const passed = performance.now() - this.#lookedAt
    if (this.#text === null || passed < this.#everyMs) return
    this.#lookedAt = Number.POSITIVE_INFINITY
    const text = this.#text
    if (passed > this.#besideMs) await this.#look(look(client, text))
    else void this.#look(connections.use(other => look(other, text)))
  }

  async #look(done: Promise<void>): Promise<void> {
    // A replica cannot be analyzed; after a lost connection the read itself fails.
    await done.catch(() => {})
    this.#lookedAt = performance.now()
  }
}

async function look(client: PoolClient, text: string): Promise<void> {
  const { rows } = await client.query<{ name?: string }>(text)
  for (const { name } of rows) if (name !== undefined) await client.query(`ANALYZE (SKIP_LOCKED) ${quoteName(name)}`)
}
