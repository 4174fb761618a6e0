// Spells for PostgreSQL what the engines spell differently.
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Builder, Dialect, DynamicTables } from '../../dialect.ts'
import { compileText } from '../../statement.ts'
import { RowList } from '../../statements/row-list.ts'
import { PieceCompiler } from './compiler.ts'
import { postgresNumbering } from './numbering.ts'
import { rowsTable } from './rows-table.ts'
import { postgresSuccession } from './succession.ts'
import { postgresWordIndex } from './word-index.ts'

const dynamicBuilder: Builder<DynamicTables> = new Kysely({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: db => new PostgresIntrospector(db),
    createQueryCompiler: () => new PieceCompiler(),
  },
})

const arrayTypes = { text: sql.raw('text[]'), integer: sql.raw('bigint[]'), real: sql.raw('double precision[]') }
const locks = { share: sql`for share`, update: sql`for update` }

export const postgresDialect: Dialect = {
  dynamicBuilder,
  inList: (expression, list, type) => sql<SqlBool>`${expression} = any(${list}::${arrayTypes[type]})`,
  listTable: (list, type, alias) =>
    sql<{
      value: string | number
      position: number
    }>`(select u.value, u.ordinality - 1 as position from unnest(${list}::${arrayTypes[type]}) with ordinality as u(value, ordinality))`.as(
      alias,
    ),
  zipTable: (lists, type, alias) => {
    const arrays = lists.map(list => sql`${list}::${arrayTypes[type]}`)
    const columns = lists.map((_, i) => sql.ref(`v${i}`))
    return sql`unnest(${sql.join(arrays)}) as ${sql.ref(alias)}(${sql.join(columns)})`
  },
  lock: mode => locks[mode],
  // Built as text, since JSON arrays of PostgreSQL contain blanks and those of SQLite do not.
  jsonArray(subquery, columns) {
    const parts = columns.map(name => sql`coalesce(to_json(${sql.ref(`q.${name}`)})::text, 'null')`)
    const element = parts.length === 1 ? parts[0] : sql`'[' || ${sql.join(parts, sql` || ',' || `)} || ']'`
    return sql<string>`(select coalesce('[' || string_agg(${element}, ',') || ']', '[]') from ${parenthesized(subquery)} as q)`
  },
  asText: expression => sql<string>`cast(${expression} as text)`,
  datePart: (part, instant, zone) =>
    sql<number>`cast(extract(${sql.raw(part)} from to_timestamp(${instant}) at time zone ${zone}) as integer)`,
  storeTime: sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as int8)`,
  least: (a, b) => sql`least(${a}, ${b})`,
  greatest: (a, b) => sql`greatest(${a}, ${b})`,
  // The planner knows from its statistics that nearly all rows meet the condition.
  notDeleted: deleted => sql<SqlBool>`${deleted} is null`,
  // A generic plan does not know the key and may prefer the index on `deleted`, which this nested test rules out. The planner
  // still knows from its statistics that nearly all rows meet the test. For any other expression it would expect few rows,
  // and read all of them for each row that they are joined to.
  notDeletedByKey: deleted => sql<SqlBool>`(${deleted} is null) is not false`,
  unindexed: value => value,
  strategies: ['by-key', 'phrase-in-key-order', 'phrase-in-name-order', 'one-select'],
  // OFFSET 0 keeps the planner from turning the subquery into a join.
  existsPerRow: subquery => sql<SqlBool>`exists (${subquery} offset 0)`,
  inResultOf: (value, subquery) => sql<SqlBool>`${value} = any(array(${subquery}))`,
  // The server cancels a statement that takes too long.
  stoppable: conditions => conditions,
  inserter(table, columns) {
    const names = columns.filter(c => !c.gapless).map(c => c.name)
    const rows = rowsTable(Object.fromEntries(columns.map(c => [c.name, c.type])))
    const insert = dynamicBuilder
      .insertInto(table)
      .columns(names)
      .expression(eb => eb.selectFrom(rows).select(names.map(name => `r.${name}`)))
    const { sql: text, facts } = compileText(insert, { merge: 'insert' })
    const defaults = Object.fromEntries(
      columns.map(c => [c.name, c.default]).filter(([, value]) => value !== undefined),
    )
    return row => ({ sql: text, params: [RowList.withDefaults(row, defaults)], facts })
  },
  numbering: postgresNumbering,
  succession: spec => postgresSuccession(dynamicBuilder, spec),
  search: postgresWordIndex,
}

/** Kysely puts a select query in parentheses itself; raw text comes as it is. */
function parenthesized(subquery: Parameters<Dialect['jsonArray']>[0]): RawBuilder<unknown> {
  return subquery.toOperationNode().kind === 'RawNode' ? sql`(${subquery})` : sql`${subquery}`
}
