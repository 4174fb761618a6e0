// Rows of one database by simple conditions, inside a transaction: each shape of statement is compiled once.
import { sql } from 'kysely'
import type { RecordRow } from '../../entities/entity.ts'
import { tables } from '../../model/tables.ts'
import type { Dialect, Inserter } from '../../storage/dialect.ts'
import { type Bound, statement } from '../../storage/statement.ts'
import type { Query, Reader, Scalar, Tx, Value } from '../../storage/store.ts'
import type { Column } from '../../storage/table.ts'

/** A list means any of its elements; null means no value. */
export type Where = Readonly<Record<string, Scalar | readonly string[] | readonly number[]>>

export interface SelectOptions {
  readonly lock?: 'share' | 'update'
  readonly order?: string
  readonly limit?: number
}

const declared = new Map(tables.map(table => [table.name, table]))
const exactColumns = new Map(
  tables.map(t => [t.name, new Set(t.columns.filter(c => c.type === 'exact').map(c => c.name))]),
)

export const columnsOf = (table: string): readonly Column[] => declared.get(table)?.columns ?? []

/** The columns of a table as a select list: exact ones as text, since they may exceed what a number holds. */
export const selection = (table: string, alias: string, dialect: Dialect) =>
  columnsOf(table).map(c => {
    const ref = sql.ref(`${alias}.${c.name}`)
    return c.type === 'exact' ? dialect.asText(ref).as(c.name) : ref.as(c.name)
  })

/** Exact columns come as text and become bigints here, so that a rule never sees a rounded amount. */
export function withExact(table: string, row: RecordRow): RecordRow {
  for (const name of exactColumns.get(table) ?? []) {
    const value = row[name]
    if (typeof value === 'string' || typeof value === 'number') row[name] = BigInt(value)
  }
  return row
}

const shapes = new Map<string, Bound<Record<string, Value>>>()
const shapesLimit = 5000

/** Compiled statements by shape. Updates of any set of columns could make endlessly many, so the map starts anew. */
export function shaped(key: string, build: Parameters<typeof statement<Record<string, Value>>>[0]) {
  let bound = shapes.get(key)
  if (!bound) {
    if (shapes.size >= shapesLimit) shapes.clear()
    bound = statement(build)
    shapes.set(key, bound)
  }
  return bound
}

const kindOf = (value: Where[string]): string => (value === null ? 'null' : Array.isArray(value) ? 'list' : 'one')
const whereKey = (where: Where): string =>
  Object.entries(where)
    .map(([name, value]) => `${name}:${kindOf(value)}`)
    .join(',')

type Builder = Parameters<Parameters<typeof statement>[0]>[0]
type Hole = (name: string) => never

/** The condition's values become holes named after their columns. */
function conditions(where: Where, hole: Hole, dialect: Dialect) {
  return Object.entries(where).map(([name, value]) => {
    const ref = sql.ref(name)
    if (value === null) return sql<boolean>`${ref} is null`
    if (Array.isArray(value)) {
      return dialect.inList(ref, hole(`w_${name}`), typeof value[0] === 'number' ? 'integer' : 'text')
    }
    return sql<boolean>`${ref} = ${hole(`w_${name}`)}`
  })
}

const bound = (prefix: string, values: Where): Record<string, Value> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [[`${prefix}_${name}`, value]])),
  )

export class RowStore {
  readonly tx: Tx
  readonly dialect: Dialect
  readonly db: number

  constructor(tx: Tx, dialect: Dialect, db: number) {
    this.tx = tx
    this.dialect = dialect
    this.db = db
  }

  async select(table: string, where: Where, options: SelectOptions = {}): Promise<RecordRow[]> {
    return selectRows(this.tx, this.dialect, table, { db: this.db, ...where }, options)
  }

  async one(table: string, where: Where, options: SelectOptions = {}): Promise<RecordRow | null> {
    const [row] = await this.select(table, where, { ...options, limit: 1 })
    return row ?? null
  }

  async exists(table: string, where: Where): Promise<boolean> {
    const all: Where = { db: this.db, ...where }
    const query = shaped(`exists ${table} ${whereKey(all)}`, (db, hole, dialect) =>
      db
        .selectFrom(table)
        .select(sql`1`.as('there'))
        .where(eb => eb.and(conditions(all, hole as Hole, dialect)))
        .limit(sql.lit(1)),
    )
    return (await this.tx.arrays(query(this.dialect, bound('w', all)))).length > 0
  }

  /** The values of one column. */
  async values(
    table: string,
    column: string,
    where: Where,
    { lock, limit }: Omit<SelectOptions, 'order'> = {},
  ): Promise<string[]> {
    const all: Where = { db: this.db, ...where }
    const query = shaped(`values ${table} ${column} ${whereKey(all)} ${lock ?? ''} ${limit ?? ''}`, (db, hole, d) => {
      const select = db
        .selectFrom(table)
        .select(column)
        .where(eb => eb.and(conditions(all, hole as Hole, d)))
        .orderBy(column)
      const limited = limit ? select.limit(sql.lit(limit)) : select
      return lock ? limited.modifyEnd(d.lock(lock)) : limited
    })
    const found = await this.tx.arrays(query(this.dialect, bound('w', all)))
    return found.flatMap(([value]) => (value === null || value === undefined ? [] : [value as string]))
  }

  /** All columns of a declared table are written, those that the row lacks with their default. */
  async insert(table: string, row: RecordRow): Promise<void> {
    this.tx.add(insertQuery(this.dialect, table, { ...row, db: this.db }))
  }

  update(table: string, set: RecordRow, where: Where): Promise<number> {
    const all: Where = { db: this.db, ...where }
    const names = Object.keys(set)
    const query = shaped(`update ${table} ${names.join(',')} where ${whereKey(all)}`, (db: Builder, hole, dialect) =>
      db
        .updateTable(table)
        .set(Object.fromEntries(names.map(name => [name, hole(`s_${name}`)])))
        .where(eb => eb.and(conditions(all, hole as Hole, dialect))),
    )
    const values = Object.fromEntries(names.map(name => [`s_${name}`, set[name] ?? null]))
    return this.tx.run(query(this.dialect, { ...values, ...bound('w', all) }))
  }

  remove(table: string, where: Where): Promise<number> {
    const all: Where = { db: this.db, ...where }
    const query = shaped(`delete ${table} ${whereKey(all)}`, (db, hole, dialect) =>
      db.deleteFrom(table).where(eb => eb.and(conditions(all, hole as Hole, dialect))),
    )
    return this.tx.run(query(this.dialect, bound('w', all)))
  }

  /** The next number of a counter. Its row stays locked, so whoever asks for the same one waits. */
  async next(counter: string, first = 1): Promise<number> {
    const [row] = await this.tx.rows<{ value: number }>(
      nextNumber(this.dialect, { db: this.db, name: counter, value: first }),
    )
    return row?.value ?? first
  }

  words(table: string, id: string, words: readonly string[]): Promise<void> {
    return this.dialect.search.replace(this.tx, table, this.db, id, words)
  }
}

const nextNumber = statement<{ db: number; name: string; value: number }>((db, p) =>
  db
    .insertInto('counter')
    .values({ db: p('db'), name: p('name'), value: p('value') })
    .onConflict(c => c.columns(['db', 'name']).doUpdateSet({ value: sql`counter.value + 1` }))
    .returning('value'),
)

export function insertQuery(dialect: Dialect, table: string, row: RecordRow): Query {
  const columns = columnsOf(table)
  if (columns.length === 0) return insertOf(dialect, table, row)
  return inserterOf(dialect, table, columns)(row)
}

const inserters = new WeakMap<Dialect, Map<string, Inserter>>()

/** Every write inserts whole rows of many columns, so how is found without going through their names. */
function inserterOf(dialect: Dialect, table: string, columns: readonly Column[]): Inserter {
  let known = inserters.get(dialect)
  if (!known) {
    known = new Map()
    inserters.set(dialect, known)
  }
  let inserter = known.get(table)
  if (!inserter) {
    inserter = dialect.inserter(table, columns)
    known.set(table, inserter)
  }
  return inserter
}

function insertOf(dialect: Dialect, table: string, row: RecordRow): Query {
  const names = Object.keys(row)
  const query = shaped(`insert ${table} ${names.join(',')}`, (db, hole) =>
    db.insertInto(table).values(Object.fromEntries(names.map(name => [name, hole(name)]))),
  )
  return query(dialect, Object.fromEntries(names.map(name => [name, row[name] ?? null])))
}

/** Rows of a table with all their columns; `where` names the database. */
export async function selectRows(
  reader: Reader,
  dialect: Dialect,
  table: string,
  where: Where,
  { lock, order, limit }: SelectOptions = {},
): Promise<RecordRow[]> {
  const key = `select ${table} ${whereKey(where)} ${lock ?? ''} ${order ?? ''} ${limit ?? ''}`
  const query = shaped(key, (db: Builder, hole, d) => {
    let select = db
      .selectFrom(`${table} as r`)
      .select(selection(table, 'r', d))
      .where(eb => eb.and(conditions(where, hole as Hole, d)))
    if (order) select = select.orderBy(order)
    if (limit) select = select.limit(sql.lit(limit))
    return lock ? select.modifyEnd(d.lock(lock)) : select
  })
  const rows = await reader.rows<RecordRow>(query(dialect, bound('w', where)))
  return rows.map(row => withExact(table, row))
}
