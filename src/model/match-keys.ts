// Declares the index of match keys, by which duplicates are found, and rebuilds it from the rows of records.
import { type SqlBool, sql } from 'kysely'
import type { RecordRow } from '../entities/entity.ts'
import type { MatchKeys } from '../entities/rules/match-keys.ts'
import type { Dialect } from '../storage/dialect.ts'
import { insertMany } from '../storage/schema/insert-many.ts'
import { type Args, dynamicStatement } from '../storage/statement.ts'
import type { Tx } from '../storage/store.ts'
import { required, table, tenant } from '../storage/table.ts'

/** A row for each match key of a live record. The key has all columns of a search, so that a search reads nothing else. */
export const matchKeyTable = table({
  name: 'match_key',
  scope: 'database',
  columns: [
    tenant,
    required('kind', 'text'),
    required('value', 'text'),
    required('type', 'text'),
    required('owner', 'text'),
    required('name', 'text'),
  ],
  primaryKey: ['db', 'kind', 'value', 'type', 'owner'],
  indexes: [{ name: 'owner', columns: ['db', 'owner'] }],
})

/** The rows of a record in the index, without the tenant. */
export const matchRows = (id: string, { type, name, keys }: MatchKeys): RecordRow[] =>
  keys.map(({ kind, value }) => ({ kind, value, type, owner: id, name }))

type Range = { db: number; after: string; upTo: string; locked: readonly string[] }

/** Spares rows that were added after the others were locked: their writer has indexed them. */
const removeRange = (entityTable: string) =>
  dynamicStatement((db, p: Args<Range>, dialect) => {
    const owner = sql.ref('match_key.owner')
    const isGone = sql`not exists (select 1 from ${sql.table(entityTable)} r where r.db = ${p('db')} and r.id = ${owner})`
    return db
      .deleteFrom('match_key')
      .where(sql<SqlBool>`match_key.db = ${p('db')} and ${owner} > ${p('after')} and ${owner} <= ${p('upTo')}`)
      .where(sql<SqlBool>`(${dialect.inList(owner, p('locked'), 'text')} or ${isGone})`)
  })

interface LockedRange {
  readonly after: string
  readonly upTo: string
  readonly rows: readonly RecordRow[]
}

/** Returns the function that replaces what the index has of a range of records, whose rows the transaction has locked. */
export function matchKeyRebuilder(entityTable: string, matchKeys: (row: RecordRow) => MatchKeys) {
  const remove = removeRange(entityTable)
  return async (tx: Tx, dialect: Dialect, db: number, { after, upTo, rows }: LockedRange): Promise<void> => {
    await tx.run(remove(dialect, { db, after, upTo, locked: rows.map(row => row.id as string) }))
    const live = rows.filter(({ deleted }) => deleted === null)
    const all = live.flatMap(row => matchRows(row.id as string, matchKeys(row))).map(row => ({ ...row, db }))
    await insertMany(tx, dialect, matchKeyTable, all)
  }
}
