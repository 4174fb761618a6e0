// Numbers the committed rows of one tenant at a time, since those of several tenants may be on several nodes.
import type { NumberedRows, Numbering } from '../../dialect.ts'
import { quoteName } from '../../schema/quote.ts'
import { arrival, numberingLock, postgresNumbering } from '../sql/numbering.ts'

/** The interval at which rows are found whose writer died before its notification. It is long, since all nodes are asked. */
const lookMs = 2_000

/** The first part of the key of the lock of a tenant, chosen once. */
const tenantLock = 0x4e756d62

/** Arrivals are counted by a sequence of the coordinator. postgresNumbering explains why the order is right. */
export const citusNumbering: Numbering = {
  ...postgresNumbering,
  lookMs,
  turnsOf: db => [db],
  async findTurns(reader, { table, column, from }) {
    const sql = `select distinct db from ${quoteName(table)} where ${quoteName(column)} is null and ${arrival} >= $1`
    const tenants = await reader.rows<{ db: number }>({ sql, params: [from], facts: { reads: true, allTenants: true } })
    return tenants.map(({ db }) => db)
  },
  // Each subquery names the tenant, so that the tenant's node runs the whole statement.
  async number(tx, { table, column, from }, most, db) {
    // The lock of a tenant lets one transaction number its rows. The lock of all, which `lock` takes alone, is shared: a transaction
    // whose node hangs keeps its locks, and the rows of other tenants are numbered all the same.
    tx.defer({ sql: 'SELECT pg_advisory_xact_lock_shared($1)', params: [numberingLock] })
    tx.defer({ sql: 'SELECT pg_advisory_xact_lock($1, hashint8($2))', params: [tenantLock, db] })
    const [rows, number] = [quoteName(table), quoteName(column)]
    const fresh = `select id, row_number() over (order by ${arrival}) as rank from ${rows}
      where db = $1 and ${number} is null and ${arrival} >= $2 order by ${arrival} limit ${most}`
    const last = `select coalesce(max(${number}), 0) as number from ${rows} where db = $1`
    const found = `e.db = $1 and e.id = fresh.id and e.${number} is null`
    const text = `update ${rows} e set ${number} = last.number + fresh.rank from (${fresh}) fresh, (${last}) last
      where ${found} returning e.db, 1 as rows, e.${arrival}`
    return tx.rows<NumberedRows>({ sql: text, params: [db, from], facts: { tenant: 0 } })
  },
}
