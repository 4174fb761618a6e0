// Compiles statements once and binds other values to them each time.
import type { Compilable, DeleteResult, InsertResult, UpdateResult } from 'kysely'
import type { Builder, Dialect, DynamicTables } from './dialect.ts'
import { type Facts, factsOf } from './statements/facts.ts'
import { bindParameters, Placeholder } from './statements/placeholder.ts'
import type { Query, Row, Value } from './store.ts'

/** The tenant of a statement is its argument `db`. */
const tenantArgument = 'db'

export type Bound<A, R = Row> = (dialect: Dialect, args: A) => Query<R>

/** The row type of a statement. */
export type RowsOf<S> = S extends (...args: never[]) => Query<infer R> ? R : never

/** Returns the parameter for a named argument. To Kysely the parameter has the type of its value. */
export type Args<A> = <N extends keyof A & string>(name: N) => A[N]

type Build<T, A, R> = (db: Builder<T>, p: Args<A>, dialect: Dialect) => Compilable<R>

/** The row type of a compiled statement. One that only changes rows returns none. */
type RowFrom<R> = R extends InsertResult | UpdateResult | DeleteResult ? Row : R

/**
 * Returns the function with which a file declares statements on the tables `T`; names that `T` lacks do not compile.
 *
 *     const statement = statementsOn<TablesOf<typeof tables>>()
 *     const codeByDigest = statement((db, p: Args<{ digest: string }>) =>
 *       db.selectFrom('oauth_code').selectAll().where('digest', '=', p('digest')))
 *
 * A statement is compiled once for each dialect. Calling it binds the arguments; its rows have the selected columns.
 * `stated` has the facts that the syntax tree does not show.
 */
export const statementsOn =
  <T>() =>
  <A extends Record<string, Value> = Record<never, never>, R = Row>(
    build: Build<T, A, R>,
    stated: Omit<Facts, 'tenant'> = {},
  ): Bound<A, RowFrom<R>> => {
    const compiled = new Map<Dialect, CompiledText>()
    return (dialect, args) => {
      let text = compiled.get(dialect)
      if (!text) {
        const query = build(dialect.dynamicBuilder, name => named<A>(name) as never, dialect)
        text = compileText(query, stated)
        compiled.set(dialect, text)
      }
      return { sql: text.sql, params: bindParameters(text.parameters, args), facts: text.facts }
    }
  }

/** For statements on tables that are derived from entity files at run time: TypeScript does not know their columns. */
export const dynamicStatement: <A extends Record<string, Value>>(
  build: Build<DynamicTables, A, unknown>,
  stated?: Omit<Facts, 'tenant'>,
) => Bound<A> = statementsOn<DynamicTables>()

const named = <A extends Record<string, Value>>(name: keyof A & string) =>
  new Placeholder<A>(
    args => {
      const value = args[name]
      if (value === undefined) throw new Error(`The statement has no value for ${name}`)
      return value
    },
    { tenant: name === tenantArgument },
  )

/** Compiles a query that is built anew each time. */
export function compile<R>(query: Compilable<R>): Query<RowFrom<R>> {
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
