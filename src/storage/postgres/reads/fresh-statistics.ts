// Has PostgreSQL gather statistics of tables that got their first rows, before it plans a slow read over them.
import type { PoolClient } from 'pg'
import { quoteName } from '../../quote.ts'

/** How often to look for such tables. */
const everyMs = 200

/**
 * PostgreSQL does so itself after a minute. Until then it takes `db = $1` for a condition that one row meets, and joins all
 * rows of a tenant with all rows, once for each join.
 */
export class FreshStatistics {
  #lookAgainAt = 0

  async gather(client: PoolClient): Promise<void> {
    const now = performance.now()
    if (now < this.#lookAgainAt) return
    this.#lookAgainAt = now + everyMs
    try {
      const { rows } = await client.query<{ name: string }>(withoutStatistics)
      for (const { name } of rows) await client.query(`ANALYZE (SKIP_LOCKED) ${quoteName(name)}`)
    } catch {
      // A replica cannot be analyzed, and a connection that was lost fails the read itself.
    }
  }
}

/** A table that was never looked at has -1 rows. */
const withoutStatistics = `select relname as name from pg_class
  where relnamespace = current_schema()::regnamespace and relkind = 'r' and reltuples < 0 and pg_relation_size(oid) > 0`
