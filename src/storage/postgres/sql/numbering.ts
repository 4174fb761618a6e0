// Numbers committed rows on PostgreSQL without a gap, in an order that agrees with every order a client can observe.
import type { NumberedRows, Numbering } from '../../dialect.ts'
import { topics } from '../../nodes/topics.ts'
import { quoteName } from '../../schema/quote.ts'
import type { Table } from '../../table.ts'

/** The key of the advisory lock of the transaction that numbers, chosen once. */
export const numberingLock = 0x4e756d626572
/** Counts rows as they are inserted: a row that waits for another commit gets the higher count. */
export const arrival = 'arrival'

/** The DDL of a table with a gapless column, beside the table itself: its count of arrivals and the list of new rows. */
export function numberingParts({ name, columns }: Table): string[] {
  const gapless = columns.find(column => column.gapless)
  if (!gapless) return []
  return [
    `ALTER TABLE ${quoteName(name)} ADD COLUMN ${arrival} bigint GENERATED ALWAYS AS IDENTITY`,
    `CREATE INDEX ${quoteName(`${name}_new`)} ON ${quoteName(name)} (${arrival}) WHERE ${quoteName(gapless.name)} IS NULL`,
  ]
}

/**
 * A transaction sees only committed rows, and the lock lets one transaction number at a time, so a reader that sees a number
 * sees all lower ones. Rows that are numbered together are in the order of their arrival. When one write follows another,
 * because its client has read the first answer or because it waited for the lock of the same record, its row is inserted
 * after the commit of the first: it arrives later, and a reader that sees it also sees the first.
 */
export const postgresNumbering: Numbering = {
  announces: topics.events,
  lookMs: 400,
  next: async () => null,
  lock: tx => void tx.defer({ sql: 'SELECT pg_advisory_xact_lock($1)', params: [numberingLock] }),
  turnsOf: () => [null],
  findTurns: async () => [null],
  async number(tx, { table, column, from }, most) {
    this.lock(tx)
    const [rows, number] = [quoteName(table), quoteName(column)]
    const fresh = `select db, ${arrival} from ${rows} where ${number} is null and ${arrival} >= $1 order by ${arrival} limit ${most}`
    const ranked = `select db, ${arrival}, row_number() over (partition by db order by ${arrival}) as rank from fresh`
    const tenants = `select d.db, coalesce((select max(t.${number}) from ${rows} t where t.db = d.db), 0) as last from (select distinct db from fresh) d`
    // The conditions on arrival and number select the index of new rows, and skip the part of it that is numbered.
    const found = `e.${arrival} = ranked.${arrival} and e.${arrival} >= $1 and e.${number} is null`
    const update = `update ${rows} e set ${number} = tenants.last + ranked.rank from ranked join tenants using (db) where ${found} returning e.db, e.${arrival}`
    const text = `with fresh as materialized (${fresh}), ranked as (${ranked}), tenants as materialized (${tenants}), numbered as (${update}) select db, count(*) as rows, max(${arrival}) as arrival from numbered group by db`
    return tx.rows<NumberedRows>({ sql: text, params: [from] })
  },
}
