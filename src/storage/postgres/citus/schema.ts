// Places tables on the nodes of Citus: those of tenants are distributed together, a few global ones are copied to each node.
import { quoteLiteral, quoteName } from '../../schema/quote.ts'
import type { SchemaPort } from '../../store.ts'
import { postgresSchema, withoutTimeLimit } from '../sql/schema.ts'

/** Any table that is distributed: all are divided in the same way, so that the rows of a tenant are on one node. */
export const distributedTable = `(select logicalrelid::regclass::text from pg_dist_partition where partmethod = 'h' order by 1 limit 1)`

export const citusSchema: Omit<SchemaPort, 'exclusively'> = {
  ...postgresSchema,
  place(table) {
    const name = quoteLiteral(quoteName(table.name))
    if (table.scope === 'database')
      return [
        `SELECT create_distributed_table(${name}, 'db', colocate_with => coalesce(${distributedTable}, 'default'))`,
      ]
    return table.besideTenants ? [`SELECT create_reference_table(${name})`] : []
  },
  placed: async reader => {
    const sql = 'SELECT c.relname FROM pg_dist_partition p JOIN pg_class c ON c.oid = p.logicalrelid'
    return new Set((await reader.read({ sql, params: [] })).map(([name]) => String(name)))
  },
  // ANALYZE without a name looks at the tables of the coordinator, which are empty.
  afterBulk: tables => [
    withoutTimeLimit,
    ...tables
      .flatMap(({ name, search }) => [name, ...(search ? postgresSchema.searchTables(name) : [])])
      .map(name => `ANALYZE ${quoteName(name)}`),
  ],
}
