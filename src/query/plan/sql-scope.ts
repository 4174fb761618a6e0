// Manages the rows that one select can see: its root, and the rows that are joined as sources need them.
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { refuse } from '../../base/errors.ts'
import { fixedLimits } from '../../config/limits.ts'
import type { Guard, Join, Operand, Source } from '../../fields/part.ts'
import type { Dialect } from '../../storage/dialect.ts'
import type { RowAccess } from '../access.ts'
import { all, any, type SqlCondition } from '../combine.ts'
import { corporateCurrencyPlaceholder, dbPlaceholder, nowPlaceholder, timeZonePlaceholder } from './placeholders.ts'

interface Statement {
  readonly dialect: Dialect
  readonly access: RowAccess
  nextAlias(): string
  /**
   * The row `alias` belongs to the tenant, like the row `from` that it is joined to. Each row is compared with the tenant itself:
   * an engine that keeps tenants on several nodes must see from each subquery on which node its rows are.
   */
  ofTenant(alias: string, from: string): SqlCondition
}

/** `common`: the statement also reads rows that belong to no tenant; no row of a tenant is joined to those. */
export function newStatement(dialect: Dialect, access: RowAccess, common: boolean): Statement {
  let count = 0
  const db = (alias: string) => sql.ref(`${alias}.db`)
  return {
    dialect,
    access,
    nextAlias: () => `t${count++}`,
    ofTenant: (alias, from) => {
      const own = sql<SqlBool>`${db(alias)} = ${dbPlaceholder}`
      return common ? sql<SqlBool>`${own} and ${db(from)} = ${db(alias)}` : own
    },
  }
}

/**
 * Expressions as a select list with the names c0, c1 and so on. No column of a table has such a name: where an exact number is
 * selected as text and ordered by, the name in ORDER BY must not mean the text (Citus drops the table's alias).
 */
export const selectList = (expressions: readonly Expression<unknown>[]): RawBuilder<unknown> =>
  sql.join(expressions.map((expression, i) => sql`${expression} as ${sql.id(`c${i}`)}`))

const isSameGuard = ({ join, link }: Guard, other: Guard | null): boolean =>
  other !== null && other.join.path === join.path && other.link.column === link.column

const boundFacts = { now: sql`${nowPlaceholder}`, corporateCurrency: sql`${corporateCurrencyPlaceholder}` }

export class SqlScope {
  readonly statement: Statement
  readonly root: string
  readonly #table: string
  readonly #unindexed: ReadonlySet<string>
  readonly #beside: ReadonlyMap<string, string>
  readonly #aliases = new Map<string, string>()
  readonly #joins: RawBuilder<unknown>[] = []
  #lead: RawBuilder<unknown> = sql``
  #ledBy: unknown = null

  /** `unindexed`: columns of the root whose indexes must not be used; `beside`: the scope of another select of the same record. */
  constructor(
    statement: Statement,
    table: string,
    unindexed: ReadonlySet<string> = new Set(),
    beside: ReadonlyMap<string, string> = new Map(),
  ) {
    this.statement = statement
    this.#table = table
    this.#unindexed = unindexed
    this.#beside = beside
    this.root = statement.nextAlias()
    this.#aliases.set('', this.root)
  }

  /** The scope of a select that reads the records which this one finds. */
  again(): SqlScope {
    return new SqlScope(this.statement, this.#table, new Set(), this.#aliases)
  }

  /** The alias of a joined row; the first call adds the join. */
  alias(join: Join): string {
    const known = this.#aliases.get(join.path)
    if (known !== undefined) return known
    const from = this.alias(join.from as Join)
    if (new Set([...this.#aliases.keys(), ...this.#beside.keys()]).size > fixedLimits.joins) {
      refuse('LimitExceeded', '', `The request reaches for more than ${fixedLimits.joins} other rows from each record.`)
    }
    const alias = this.statement.nextAlias()
    this.#aliases.set(join.path, alias)
    const table = sql`${sql.table(join.table)} as ${sql.id(alias)}`
    this.#joins.push(sql`left join ${table} on ${this.#on(join, alias, from)}`)
    return alias
  }

  /** The condition of a join, including that the viewer may see the row. */
  #on(join: Join, alias: string, from: string): SqlCondition {
    const { access } = this.statement
    const on = join.on.map(({ column, equals }) => {
      if (column === 'db') return this.statement.ofTenant(alias, from)
      return 'from' in equals
        ? sql<SqlBool>`${sql.ref(`${alias}.${column}`)} = ${sql.ref(`${from}.${equals.from}`)}`
        : sql<SqlBool>`${sql.ref(`${alias}.${column}`)} = ${sql.lit(equals.constant)}`
    })
    if (join.entity === undefined) return all(on) as SqlCondition
    const child = join.from?.entity === undefined ? null : from
    return all([...on, access.there(alias, child), access.mayRead(join.entity, alias)]) as SqlCondition
  }

  column(source: Source): Expression<unknown> {
    const alias = this.alias(source.join)
    if (source.writable) {
      const writable = this.statement.access.mayChange(source.join.entity as string, alias)
      return writable === null ? sql.lit(1) : sql`case when ${writable} then 1 else 0 end`
    }
    return alias === this.root ? this.own(source.column) : sql.ref(`${alias}.${source.column}`)
  }

  own(name: string): Expression<unknown> {
    const column = sql.ref(`${this.root}.${name}`)
    return this.#unindexed.has(name) ? this.statement.dialect.unindexed(column) : column
  }

  /** A column as it is selected: exact numbers as text. `held`: a guard that all records of the select meet. */
  selected(source: Source, held: Guard | null = null): Expression<unknown> {
    const column =
      source.join.lookUp && !this.#aliases.has(source.join.path) ? this.#lookedUp(source) : this.column(source)
    const shown = source.exact ? this.statement.dialect.asText(column) : column
    const guard = source.guard && !isSameGuard(source.guard, held) ? this.#allows(source.guard) : null
    return guard === null ? shown : sql`case when ${guard} then ${shown} end`
  }

  #lookedUp({ join, column }: Source): Expression<unknown> {
    const alias = this.statement.nextAlias()
    const on = this.#on(join, alias, this.alias(join.from as Join))
    return sql`(select ${sql.ref(`${alias}.${column}`)} from ${sql.table(join.table)} as ${sql.id(alias)} where ${on})`
  }

  /** What an operand compares, without its guard. */
  value(operand: Operand): Expression<unknown> {
    const columns = operand.sources.map(source => this.column(source))
    if (operand.datePart) return this.#datePart(columns[0] as Expression<unknown>, operand.datePart)
    return operand.sql ? operand.sql(columns, boundFacts) : (columns[0] as Expression<unknown>)
  }

  #datePart(value: Expression<unknown>, { part, of }: NonNullable<Operand['datePart']>): Expression<unknown> {
    if (of === 'datetime') return this.statement.dialect.datePart(part, value, timeZonePlaceholder)
    // A date is text: YYYY-MM-DD.
    return part === 'year' ? sql`cast(substr(${value}, 1, 4) as integer)` : sql`cast(substr(${value}, 6, 2) as integer)`
  }

  /** The condition under which a guarded operand has a value at all; null when it is not guarded. */
  guard(operand: Operand): SqlCondition | null {
    return operand.guard ? this.#allows(operand.guard) : null
  }

  /** The row is looked up where the flag does not say that everyone may read it: most rows need no look-up, which a join would make. */
  #allows({ join, link, open }: Guard): SqlCondition | null {
    const { access, dialect, nextAlias } = this.statement
    if (access.sees(join.entity as string)) return null
    const alias = nextAlias()
    const on = this.#on(join, alias, this.alias(join.from as Join))
    const readable = dialect.existsPerRow(sql`select 1 from ${sql.table(join.table)} as ${sql.id(alias)} where ${on}`)
    const isEmpty = sql<SqlBool>`${this.column(link)} is null`
    // A record of the bin may have lost the live row that the flag is about.
    return any(access.inBin ? [isEmpty, readable] : [isEmpty, sql<SqlBool>`${this.column(open)} = 1`, readable])
  }

  /** The operand's value; null where its guard forbids it. */
  guardedValue(operand: Operand): Expression<unknown> {
    return this.guarded(operand, this.value(operand))
  }

  /** A value that may be seen only where the operand's value may. */
  guarded(operand: Operand, value: Expression<unknown>): Expression<unknown> {
    const guard = this.guard(operand)
    return guard === null ? value : sql`case when ${guard} then ${value} end`
  }

  /** Puts the search for `prefixes` before the root in FROM. */
  leadBy(lead: RawBuilder<unknown>, prefixes: unknown): void {
    this.#lead = lead
    this.#ledBy = prefixes
  }

  get ledBy(): unknown {
    return this.#ledBy
  }

  /** `table as t0 left join ...`; called last, when all joins are known. */
  from(): RawBuilder<unknown> {
    const joins = this.#joins.length === 0 ? sql`` : sql` ${sql.join(this.#joins, sql` `)}`
    return sql`${this.#lead}${sql.table(this.#table)} as ${sql.id(this.root)}${joins}`
  }
}
