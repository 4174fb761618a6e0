// Builds statements on tables that are named at run time, and caches the compiled text of each shape.
import { type Compilable, sql } from 'kysely'
import { WeightedMap } from '../../base/caches/weighted-map.ts'
import type { RecordRow } from '../../entities/entity.ts'
import { tables } from '../../model/tables.ts'
import type { Builder, Dialect, DynamicTables } from '../../storage/dialect.ts'
import { rowInserter } from '../../storage/schema/table-statements.ts'
import { type Args, type Bound, dynamicStatement } from '../../storage/statement.ts'
import type { Query, Row, Scalar, Value } from '../../storage/store.ts'
import type { Column } from '../../storage/table.ts'

/** A value for each column. A list means any of its elements; null means no value. */
export type RowFilter = Readonly<Record<string, Scalar | readonly string[] | readonly number[]>>

export interface SelectOptions {
  readonly lock?: 'share' | 'update'
  readonly order?: string
  readonly limit?: number
}

type AnyArgs = Record<string, Value>
type Build = (db: Builder<DynamicTables>, p: Args<AnyArgs>, dialect: Dialect) => Compilable

const declared = new Map(tables.map(table => [table.name, table]))

/** Every write inserts whole rows of many columns, so the inserter is found by the table alone, not by column names. */
const inserters = new Map(tables.map(table => [table.name, rowInserter(table)]))

const columnsOf = (table: string): readonly Column[] => declared.get(table)?.columns ?? []

/** Bounded, since any set of columns is a shape. The weight of a statement is the length of its key. */
const cache = new WeightedMap<Bound<AnyArgs>>(500_000)

/** The statement of a shape. The key must contain everything that the text depends on. */
export function cachedStatement(key: string, build: Build): Bound<AnyArgs> {
  let bound = cache.get(key)
  if (!bound) {
    bound = dynamicStatement(build)
    cache.set(key, bound, key.length)
  }
  return bound
}

/** The columns of a table as a select list: exact ones as text, since they may exceed a JS number. */
export const selection = (table: string, alias: string, dialect: Dialect) =>
  columnsOf(table).map(c => {
    const ref = sql.ref(`${alias}.${c.name}`)
    return c.type === 'exact' ? dialect.asText(ref).as(c.name) : ref.as(c.name)
  })

export function selectQuery(dialect: Dialect, table: string, where: RowFilter, options: SelectOptions): Query<Row> {
  const { lock, order, limit } = options
  const key = `select ${table} ${shapeOf(where)} ${lock ?? ''} ${order ?? ''} ${limit ?? ''}`
  const query = cachedStatement(key, (db, p, d) => {
    let select = db
      .selectFrom(`${table} as r`)
      .select(selection(table, 'r', d))
      .where(eb => eb.and(conditions(where, p, d)))
    if (order) select = select.orderBy(order)
    if (limit) select = select.limit(sql.lit(limit))
    return lock ? select.modifyEnd(d.lock(lock)) : select
  })
  return query(dialect, whereArgs(where))
}

export function existsQuery(dialect: Dialect, table: string, where: RowFilter): Query {
  const query = cachedStatement(`exists ${table} ${shapeOf(where)}`, (db, p, d) =>
    db
      .selectFrom(table)
      .select(sql`1`.as('there'))
      .where(eb => eb.and(conditions(where, p, d)))
      .limit(sql.lit(1)),
  )
  return query(dialect, whereArgs(where))
}

export function countQuery(dialect: Dialect, table: string, where: RowFilter): Query {
  const query = cachedStatement(`count ${table} ${shapeOf(where)}`, (db, p, d) =>
    db
      .selectFrom(table)
      .select(sql`count(*)`.as('found'))
      .where(eb => eb.and(conditions(where, p, d))),
  )
  return query(dialect, whereArgs(where))
}

/** The values of one column, in their order. */
export function valuesQuery(
  dialect: Dialect,
  table: string,
  column: string,
  where: RowFilter,
  { lock, limit }: Omit<SelectOptions, 'order'>,
): Query {
  const key = `values ${table} ${column} ${shapeOf(where)} ${lock ?? ''} ${limit ?? ''}`
  const query = cachedStatement(key, (db, p, d) => {
    const select = db
      .selectFrom(table)
      .select(column)
      .where(eb => eb.and(conditions(where, p, d)))
      .orderBy(column)
    const limited = limit ? select.limit(sql.lit(limit)) : select
    return lock ? limited.modifyEnd(d.lock(lock)) : limited
  })
  return query(dialect, whereArgs(where))
}

export function updateQuery(dialect: Dialect, table: string, set: RecordRow, where: RowFilter): Query {
  const names = Object.keys(set)
  const query = cachedStatement(`update ${table} ${names.join(',')} where ${shapeOf(where)}`, (db, p, d) =>
    db
      .updateTable(table)
      .set(Object.fromEntries(names.map(name => [name, p(setArg(name))])))
      .where(eb => eb.and(conditions(where, p, d))),
  )
  const values = Object.fromEntries(names.map(name => [setArg(name), set[name] ?? null]))
  return query(dialect, { ...values, ...whereArgs(where) })
}

export function deleteQuery(dialect: Dialect, table: string, where: RowFilter): Query {
  const query = cachedStatement(`delete ${table} ${shapeOf(where)}`, (db, p, d) =>
    db.deleteFrom(table).where(eb => eb.and(conditions(where, p, d))),
  )
  return query(dialect, whereArgs(where))
}

/** Writes all columns of a declared table; missing values get their default. */
export function insertQuery(dialect: Dialect, table: string, row: RecordRow): Query {
  const insert = inserters.get(table)
  if (insert) return insert(dialect, row)
  const names = Object.keys(row)
  const query = cachedStatement(`insert ${table} ${names.join(',')}`, (db, p) =>
    db.insertInto(table).values(Object.fromEntries(names.map(name => [name, p(name)]))),
  )
  return query(dialect, Object.fromEntries(names.map(name => [name, row[name] ?? null])))
}

/** The argument of a new value; that of a condition has the name of its column, so that the tenant is `db`. */
const setArg = (column: string): string => `set ${column}`

/** The part of a cache key that describes how each column is compared. */
const shapeOf = (where: RowFilter): string =>
  Object.entries(where)
    .map(([name, value]) => `${name}:${value === null ? 'null' : Array.isArray(value) ? 'list' : 'one'}`)
    .join(',')

function conditions(where: RowFilter, p: Args<AnyArgs>, dialect: Dialect) {
  return Object.entries(where).map(([name, value]) => {
    const ref = sql.ref(name)
    if (value === null) return sql<boolean>`${ref} is null`
    if (!Array.isArray(value)) return sql<boolean>`${ref} = ${p(name)}`
    return dialect.inList(ref, p(name), typeof value[0] === 'number' ? 'integer' : 'text')
  })
}

const whereArgs = (where: RowFilter): AnyArgs =>
  Object.fromEntries(Object.entries(where).flatMap(([name, v]) => (v === null ? [] : [[name, v]])))
