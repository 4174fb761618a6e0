// Numbers the committed rows of one tenant at a time, since those of several tenants may be on several nodes.
import type { Numbered, Numbering } from '../../dialect.ts'
import { quoteName } from '../../quote.ts'
import type { Query } from '../../store.ts'
import { arrival, postgresNumbering } from '../sql/numbering.ts'

/** To look for rows whose writer has died before it told of them asks all nodes, so it is done less often. */
const lookMs = 2_000

/** The count of arrivals is a sequence of the coordinator; see postgresNumbering for why the order is right. */
export const citusNumbering: Numbering = {
  lock: postgresNumbering.lock,
  lookMs,
  waiting: (table, column, from) => ({
    sql: `select distinct db from ${quoteName(table)} where ${quoteName(column)} is null and ${arrival} >= $1`,
    params: [from],
    facts: { reads: true, allTenants: true },
  }),
  // Each subquery names the tenant, so that its node runs the whole statement.
  number: (table, column, most, from, db) => {
    const [rows, number] = [quoteName(table), quoteName(column)]
    const fresh = `select id, row_number() over (order by ${arrival}) as rank from ${rows}
      where db = $1 and ${number} is null and ${arrival} >= $2 order by ${arrival} limit ${most}`
    const last = `select coalesce(max(${number}), 0) as number from ${rows} where db = $1`
    const found = `e.db = $1 and e.id = fresh.id and e.${number} is null`
    const text = `update ${rows} e set ${number} = last.number + fresh.rank from (${fresh}) fresh, (${last}) last
      where ${found} returning e.db, 1 as rows, e.${arrival}`
    return { sql: text, params: [db, from] } as Query<Numbered>
  },
}
