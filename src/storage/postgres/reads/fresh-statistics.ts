// Lets PostgreSQL gather statistics of tables that got their first rows, before it plans a slow read over them.
import type { PoolClient } from 'pg'
import { quoteName } from '../../schema/quote.ts'
import type { PostgresEngine } from '../engine.ts'

/**
 * PostgreSQL does so itself after a minute. Until then it assumes that one row meets `db = $1`, and plans nested loops over all
 * rows of a tenant for each join.
 */
export class FreshStatistics {
  readonly #text: string | null
  readonly #everyMs: number
  #lookAgainAt = 0

  /** `group`: the node whose tables are looked at. */
  constructor({ textFor, everyMs }: PostgresEngine['freshStatistics'], group: number) {
    this.#text = textFor(group)
    this.#everyMs = everyMs
  }

  /** Not called for statements about all tenants: some of them poll for new rows while tables are still small. */
  async gather(client: PoolClient): Promise<void> {
    const now = performance.now()
    if (this.#text === null || now < this.#lookAgainAt) return
    this.#lookAgainAt = now + this.#everyMs
    try {
      const { rows } = await client.query<{ name?: string }>(this.#text)
      for (const { name } of rows)
        if (name !== undefined) await client.query(`ANALYZE (SKIP_LOCKED) ${quoteName(name)}`)
    } catch {
      // A replica cannot be analyzed; after a lost connection the read itself fails.
    }
  }
}
