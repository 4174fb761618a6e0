// The rows that one select can see: its root, and what is joined to it as sources ask for it.
import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Join, Operand, Source } from '../../fields/part.ts'
import type { Dialect } from '../../storage/dialect.ts'
import { type Access, all } from '../access.ts'
import { nowSlot, timeZoneSlot } from './slot.ts'

/** What all scopes of a statement share. */
export interface Statement {
  readonly dialect: Dialect
  readonly access: Access
  nextAlias(): string
}

export function newStatement(dialect: Dialect, access: Access): Statement {
  let count = 0
  return { dialect, access, nextAlias: () => `t${count++}` }
}

export class SqlScope {
  readonly statement: Statement
  readonly root: string
  readonly #table: string
  readonly #aliases = new Map<string, string>()
  readonly #joins: RawBuilder<unknown>[] = []

  constructor(statement: Statement, table: string) {
    this.statement = statement
    this.#table = table
    this.root = statement.nextAlias()
    this.#aliases.set('', this.root)
  }

  /** The alias of a joined row; the join is made the first time that it is asked for. */
  alias(join: Join): string {
    const known = this.#aliases.get(join.path)
    if (known !== undefined) return known
    const from = this.alias(join.from as Join)
    const alias = this.statement.nextAlias()
    this.#aliases.set(join.path, alias)
    const on = join.on.map(({ column, equals }) =>
      'from' in equals
        ? sql`${sql.ref(`${alias}.${column}`)} = ${sql.ref(`${from}.${equals.from}`)}`
        : sql`${sql.ref(`${alias}.${column}`)} = ${sql.lit(equals.constant)}`,
    )
    if (join.entity !== undefined) {
      on.push(sql`${sql.ref(`${alias}.deleted`)} is null`)
      const readable = this.statement.access.mayRead(join.entity, alias)
      if (readable) on.push(readable)
    }
    this.#joins.push(sql`left join ${sql.table(join.table)} as ${sql.id(alias)} on ${sql.join(on, sql` and `)}`)
    return alias
  }

  column(source: Source): Expression<unknown> {
    const alias = this.alias(source.join)
    if (source.writable) {
      const writable = all([this.statement.access.mayWrite(source.join.entity as string, alias)])
      return writable === null ? sql.lit(1) : sql`case when ${writable} then 1 else 0 end`
    }
    return sql.ref(`${alias}.${source.column}`)
  }

  /** A column as it is selected: exact numbers as text. */
  selected(source: Source): Expression<unknown> {
    return source.exact ? this.statement.dialect.asText(this.column(source)) : this.column(source)
  }

  /** What an operand compares, without its guard. */
  value(operand: Operand): Expression<unknown> {
    const columns = operand.sources.map(source => this.column(source))
    if (operand.datePart) return this.#datePart(columns[0] as Expression<unknown>, operand.datePart)
    return operand.sql ? operand.sql(columns, sql`${nowSlot}`) : (columns[0] as Expression<unknown>)
  }

  #datePart(value: Expression<unknown>, { part, of }: NonNullable<Operand['datePart']>): Expression<unknown> {
    if (of === 'datetime') return this.statement.dialect.datePart(part, value, timeZoneSlot)
    // A date is text: YYYY-MM-DD.
    return part === 'year' ? sql`cast(substr(${value}, 1, 4) as integer)` : sql`cast(substr(${value}, 6, 2) as integer)`
  }

  /** The condition under which a guarded operand has a value at all; null when it is not guarded. */
  guard(operand: Operand): RawBuilder<unknown> | null {
    if (!operand.guard || this.statement.access.sees(operand.guard.join.entity as string)) return null
    const { join, link } = operand.guard
    return sql`(${this.column(link)} is null or ${sql.ref(`${this.alias(join)}.id`)} is not null)`
  }

  /** The operand's value, null where its guard forbids it. */
  guardedValue(operand: Operand): Expression<unknown> {
    const guard = this.guard(operand)
    return guard === null ? this.value(operand) : sql`case when ${guard} then ${this.value(operand)} end`
  }

  /** `table as t0 left join ...`; to be called when everything was asked for. */
  from(): RawBuilder<unknown> {
    const joins = this.#joins.length === 0 ? sql`` : sql` ${sql.join(this.#joins, sql` `)}`
    return sql`${sql.table(this.#table)} as ${sql.id(this.root)}${joins}`
  }
}
