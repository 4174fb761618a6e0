// Statements that are compiled once and run with other values each time.
import type { Compilable } from 'kysely'
import type { Builder, Dialect } from './dialect.ts'
import type { Query, Value } from './store.ts'

/** Stands in a query where a value will be bound. Kysely carries it through to the list of parameters. */
export class Hole<N extends string = string> {
  readonly hole: N
  constructor(name: N) {
    this.hole = name
  }
}

export type Bound<A> = (dialect: Dialect, args: A) => Query

/**
 * `statement((db, p, dialect) => db.selectFrom('app').selectAll().where('client_id', '=', p('clientId')))`:
 * compiled once for each dialect; calling it binds the named values.
 */
export function statement<A extends Record<string, Value>>(
  build: (db: Builder, p: (name: keyof A & string) => never, dialect: Dialect) => Compilable,
): Bound<A> {
  const compiled = new Map<Dialect, { sql: string; parameters: readonly unknown[] }>()
  return (dialect, args) => {
    let text = compiled.get(dialect)
    if (!text) {
      text = build(dialect.builder, name => new Hole(name) as never, dialect).compile()
      compiled.set(dialect, text)
    }
    return { sql: text.sql, params: fill(text.parameters, args) }
  }
}

/** Puts values into the holes of a compiled parameter list. */
export function fill(parameters: readonly unknown[], args: Record<string, Value>): Value[] {
  return parameters.map(p => {
    if (!(p instanceof Hole)) return p as Value
    const value = args[p.hole]
    if (value === undefined) throw new Error(`The statement has no value for ${p.hole}`)
    return value
  })
}

/** Compiles a query that is built anew each time. */
export function compile(query: Compilable): Query {
  const { sql, parameters } = query.compile()
  return { sql, params: parameters as Value[] }
}
