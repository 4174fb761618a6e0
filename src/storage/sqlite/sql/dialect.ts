// Spells for SQLite what the engines spell differently.
import {
  DummyDriver,
  Kysely,
  type RawBuilder,
  type SqlBool,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely'
import type { Builder, Dialect, DynamicTables, Numbering } from '../../dialect.ts'
import { topics } from '../../nodes/topics.ts'
import { sqliteWordIndex } from '../words/word-index.ts'
import { stoppable } from './functions.ts'
import { sqliteSuccession } from './succession.ts'

const dynamicBuilder: Builder<DynamicTables> = new Kysely({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: db => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
})

/** One transaction writes at a time, so the order of INSERTs is the order of commits, and `inserter` numbers each row. */
const numberedByInsert: Numbering = {
  announces: topics.written,
  lookMs: Number.POSITIVE_INFINITY,
  async next(tx, { table, column }, db) {
    const highest = `select max("${column}") from "${table}" where db = ?`
    const [found] = await tx.read({ sql: highest, params: [db], facts: { reads: true } })
    return Number(found?.[0] ?? 0) + 1
  },
  lock: () => {},
  turnsOf: () => [],
  findTurns: async () => [],
  number: async () => [],
}

export const sqliteDialect: Dialect = {
  dynamicBuilder,
  inList: (expression, list) => sql<SqlBool>`${expression} in (select value from json_each(${list}))`,
  listTable: (list, _type, alias) =>
    sql<{ value: string | number; position: number }>`(select value, key as position from json_each(${list}))`.as(
      alias,
    ),
  zipTable: (lists, _type, alias) => {
    const columns = lists.map((_, i) => sql.ref(`v${i}`))
    // Materialized, so that SQLite builds the table once per statement and not once per row that is compared with it.
    const halves = lists.map((list, i) => {
      const values = columns.map((column, j) => sql`${i === j ? sql`value` : sql`null`} as ${column}`)
      return sql`select key as k, ${sql.join(values)} from json_each(${list})`
    })
    const values = columns.map(column => sql`max(${column}) as ${column}`)
    const rows = sql`select ${sql.join(values)} from (${sql.join(halves, sql` union all `)}) group by k`
    return sql`(with z as materialized (${rows}) select ${sql.join(columns)} from z) as ${sql.ref(alias)}`
  },
  lock: () => sql``,
  jsonArray(subquery, columns) {
    const parts = columns.map(name => sql.ref(`q.${name}`))
    const element = parts.length === 1 ? parts[0] : sql`json_array(${sql.join(parts)})`
    return sql<string>`(select json_group_array(${element}) from ${parenthesized(subquery)} as q)`
  },
  asText: expression => sql<string>`cast(${expression} as text)`,
  datePart: (part, instant, zone) =>
    part === 'year' ? sql<number>`year_in_zone(${instant}, ${zone})` : sql<number>`month_in_zone(${instant}, ${zone})`,
  storeTime: sql<number>`cast(unixepoch('subsec') * 1000 as integer)`,
  least: (a, b) => sql`min(${a}, ${b})`,
  greatest: (a, b) => sql`max(${a}, ${b})`,
  // The unary plus keeps SQLite from using the index of a column that is null in nearly all rows.
  notDeleted: deleted => sql<SqlBool>`+${deleted} is null`,
  notDeletedByKey: deleted => sql<SqlBool>`+${deleted} is null`,
  unindexed: value => sql`+${value}`,
  strategies: [
    'by-key',
    'phrase-in-key-order',
    'phrase-in-name-order',
    'range-or-order',
    'sort-keys-first',
    'one-select',
  ],
  existsPerRow: subquery => sql<SqlBool>`exists (${subquery})`,
  inResultOf: (value, subquery) => sql<SqlBool>`${value} in (${subquery})`,
  stoppable: (conditions, text) => [
    text ? sql<SqlBool>`(octet_length(${text}) < 4096 or in_time())` : stoppable,
    ...conditions,
  ],
  inserter(table, columns) {
    const values = Object.fromEntries(columns.map(c => [c.name, c.gapless ? nextNumber(table, c.name) : null]))
    const text = dynamicBuilder.insertInto(table).values(values).compile().sql
    return row => ({ sql: text, params: columns.map(c => (c.gapless ? row.db : row[c.name]) ?? c.default ?? null) })
  },
  numbering: numberedByInsert,
  succession: spec => sqliteSuccession(dynamicBuilder, spec),
  search: sqliteWordIndex,
}

/** The next number of a gapless column. Its parameter is the tenant. */
const nextNumber = (table: string, name: string): RawBuilder<number> => {
  const highest = sql`select max(${sql.ref(name)}) from ${sql.table(table)} where db = ${null}`
  return sql<number>`(select coalesce((${highest}), 0) + 1)`
}

/** Kysely adds parentheses to a select query itself, but not to raw SQL. */
function parenthesized(subquery: Parameters<Dialect['jsonArray']>[0]): RawBuilder<unknown> {
  return subquery.toOperationNode().kind === 'RawNode' ? sql`(${subquery})` : sql`${subquery}`
}
