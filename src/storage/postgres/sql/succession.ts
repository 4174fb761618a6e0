// Consumes rows and adds their successors on PostgreSQL, in one statement for all successions of a group.
import { type SqlBool, sql } from 'kysely'
import type { Builder, DynamicTables, Succession, SuccessionStatements } from '../../dialect.ts'
import { compileText } from '../../statement.ts'
import { RowList, rowNumber } from '../../statements/row-list.ts'
import type { Scalar } from '../../store.ts'
import type { ColumnType } from '../../table.ts'
import { rowsTable } from './rows-table.ts'

const consumedMember = 'consumed'

/** The rows come as one RowList, so that group commit can join the lists of several writers; see Merge in facts.ts. */
export function postgresSuccession(
  builder: Builder<DynamicTables>,
  { table, key, open, marks, inherited, own }: Succession,
): SuccessionStatements<Record<string, Scalar>> {
  const types = new Map(table.columns.map(c => [c.name, c.type]))
  const typeOf = (column: string): ColumnType => types.get(column) as ColumnType
  const members = {
    ...Object.fromEntries(own.map(column => [column, typeOf(column)])),
    [consumedMember]: typeOf(key),
    [rowNumber]: 'integer' as const,
  }
  const target = sql.ref(`${table.name}.${key}`)
  const wanted = sql.ref(`r.${consumedMember}`)
  // The array makes the planner use the index of the key, whatever join it chooses.
  const found = sql<SqlBool>`${target} = any(array(select ${wanted} from r)) and ${target} = ${wanted}`
  const query = builder
    .with('r', db => db.selectFrom(rowsTable(members)).selectAll('r'))
    .with('consumed', db => {
      const update = db
        .updateTable(table.name)
        .set(Object.fromEntries(Object.entries(marks).map(([column, of]) => [column, sql.ref(`r.${of}`)])))
        .from('r')
        .where(found)
      return open
        .reduce((query, column) => query.where(sql.ref(`${table.name}.${column}`), 'is', null), update)
        .returning(`r.${rowNumber}`)
        .returning(own.map(column => sql.ref(`r.${column}`).as(`own_${column}`)))
        .returning(inherited.map(column => `${table.name}.${column}`))
    })
    .with('succeeded', db =>
      db
        .insertInto(table.name)
        .columns([...own, ...inherited])
        .expression(eb => eb.selectFrom('consumed').select([...own.map(column => `own_${column}`), ...inherited])),
    )
    .selectFrom('consumed')
    .select(`consumed.${rowNumber}`)
  const { sql: text, facts } = compileText(query, { merge: 'rows' })
  return (consumed, successor) => {
    const row: Record<string, Scalar> = { [consumedMember]: consumed }
    for (const column of own) row[column] = successor[column] as Scalar
    return [{ sql: text, params: [RowList.of(row)], facts }]
  }
}
