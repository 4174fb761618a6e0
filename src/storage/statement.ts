// Statements that are compiled once and run with other values each time.
import { type AliasedRawBuilder, type Compilable, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Builder, Dialect, RowMembers, Tables } from './dialect.ts'
import { type Facts, factsOf } from './facts.ts'
import { bindParameters, Placeholder } from './placeholder.ts'
import { RowList, rowNumber } from './row-list.ts'
import type { Query, Scalar, Value } from './store.ts'

/** Facts of a statement with the values `A`; the tenant is stated by the name of its value. */
export type StatedFacts<A> = Omit<Facts, 'tenant'> & { readonly tenant?: keyof A & string }

export type Bound<A> = (dialect: Dialect, args: A) => Query

/**
 * `statement((db, p, dialect) => db.selectFrom('app').selectAll().where('client_id', '=', p('clientId')))`:
 * compiled once for each dialect; calling it binds the named values. `stated` has the facts that
 * the syntax tree does not show.
 */
export function statement<A extends Record<string, Value>>(
  build: (db: Builder, p: (name: keyof A & string) => never, dialect: Dialect) => Compilable,
  stated: StatedFacts<A> = {},
): Bound<A> {
  const { tenant, ...facts } = stated
  const compiled = new Map<Dialect, CompiledText>()
  return (dialect, args) => {
    let text = compiled.get(dialect)
    if (!text) {
      text = compileText(
        build(dialect.builder, name => named<A>(name, name === tenant) as never, dialect),
        facts,
      )
      compiled.set(dialect, text)
    }
    return { sql: text.sql, params: bindParameters(text.parameters, args), facts: text.facts }
  }
}

/** Where the values of a statement about one row come from: from parameters, or from a list of rows. */
export interface RowSource<A> {
  value(name: keyof A & string): never
  /** A key is the row's. */
  is(key: string, name: keyof A & string): RawBuilder<SqlBool>
  /** The list of rows, which then stands in FROM. */
  readonly table?: 'r'
  /** Which row of the list it is, to be returned where the count matters. */
  readonly number: never
}

/**
 * The same for a statement about one row, of which PostgreSQL does many at once: `row.value('id')` instead of `p('id')`,
 * and `row.is('thing.id', 'id')` for the key by which its row is found.
 */
export function rowStatement<A extends Record<string, Scalar>>(
  members: RowMembers,
  build: (db: Builder, row: RowSource<A>) => Compilable,
): Bound<A> {
  const number = sql.ref(`r.${rowNumber}`) as never
  const single = statement<A>((db, value) =>
    build(db, { value, is: (key, name) => sql<SqlBool>`${sql.ref(key)} = ${value(name)}`, number }),
  )
  const many = statement<{ rows: RowList }>((db, p, { rowsTable }) => {
    const rows = rowsTable?.(p('rows'), { ...members, [rowNumber]: 'integer' }) as AliasedRawBuilder<Tables, 'r'>
    const value = (name: string) => sql.ref(`r.${name}`) as never
    // The array is what an index is asked for, however the planner would join the two tables.
    const is = (key: string, name: string) =>
      sql<SqlBool>`${sql.ref(key)} = any(array(select ${value(name)} from r)) and ${sql.ref(key)} = ${value(name)}`
    const withRows = db.with('r', () => db.selectFrom(rows).selectAll('r'))
    return build(withRows as Builder, { value, is, table: 'r', number })
  })
  return (dialect, args) => (dialect.rowsTable ? many(dialect, { rows: RowList.of(args) }) : single(dialect, args))
}

/** A parameter that takes the value of this name. */
const named = <A extends Record<string, Value>>(name: keyof A & string, tenant: boolean) =>
  new Placeholder<A>(
    args => {
      const value = args[name]
      if (value === undefined) throw new Error(`The statement has no value for ${name}`)
      return value
    },
    { tenant },
  )

/** Compiles a query that is built anew each time. */
export function compile(query: Compilable): Query {
  const { sql, parameters, facts } = compileText(query)
  return { sql, params: parameters as Value[], facts }
}

/** A compiled statement whose values are not yet bound. */
export interface CompiledText {
  readonly sql: string
  readonly parameters: readonly unknown[]
  readonly facts: Facts
}

/** `stated`: facts that the syntax tree does not show. */
export function compileText(query: Compilable, stated?: Facts): CompiledText {
  const compiled = query.compile()
  return { sql: compiled.sql, parameters: compiled.parameters, facts: factsOf(compiled, stated) }
}
