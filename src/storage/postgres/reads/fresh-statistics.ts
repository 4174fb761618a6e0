// Has PostgreSQL gather statistics of tables that got their first rows, before it plans a slow read over them.
import type { PoolClient } from 'pg'
import { quoteName } from '../../quote.ts'
import type { PostgresEngine } from '../engine.ts'

/**
 * PostgreSQL does so itself after a minute. Until then it takes `db = $1` for a condition that one row meets, and joins all
 * rows of a tenant with all rows, once for each join.
 */
export class FreshStatistics {
  readonly #how: PostgresEngine['freshStatistics']
  #lookAgainAt = 0

  constructor(how: PostgresEngine['freshStatistics']) {
    this.#how = how
  }

  /** Not for a statement about all tenants: one looks for new rows of each again and again, before there are many. */
  async gather(client: PoolClient): Promise<void> {
    const now = performance.now()
    if (now < this.#lookAgainAt) return
    this.#lookAgainAt = now + this.#how.everyMs
    try {
      const { rows } = await client.query<{ name?: string }>(this.#how.text)
      for (const { name } of rows)
        if (name !== undefined) await client.query(`ANALYZE (SKIP_LOCKED) ${quoteName(name)}`)
    } catch {
      // A replica cannot be analyzed, and a connection that was lost fails the read itself.
    }
  }
}
