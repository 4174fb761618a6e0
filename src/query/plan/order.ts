// The order of a Read: total, because the key breaks ties; records without a value come last in both directions.
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { refuse } from '../../base/errors.ts'
import { isObject, nameOf } from '../../base/json.ts'
import { fixedLimits } from '../../config/limits.ts'
import type { Operand } from '../../fields/part.ts'
import { asOrdered, operandOfPart } from '../../fields/part-access.ts'
import type { ValueType } from '../../fields/value-type.ts'
import type { Model, ModelEntity } from '../../model/model.ts'
import { cursorAt, resolve } from '../../model/resolve.ts'
import { all, any, type SqlCondition } from '../combine.ts'
import type { PageValue } from '../page-key.ts'
import { pagePlaceholder } from './placeholders.ts'
import type { SqlScope } from './sql-scope.ts'

export interface OrderKey {
  readonly name: string
  readonly operand: Operand
  readonly descending: boolean
  /** Every record has a value. */
  readonly always: boolean
  /** The record's own key, after which nothing is left to decide. */
  readonly isKey: boolean
}

interface OrderPlan {
  readonly model: Model
  readonly entity: ModelEntity
  requireDriver(driver: string, path: string, what: string): void
}

interface OrderEntry {
  readonly name: string
  readonly descending: boolean
  readonly path: string
}

/** `[{"CompanyName": "ASC"}]`; one object with several members is read in their order. */
export function orderEntries(fields: unknown, path: string): OrderEntry[] {
  if (fields === undefined || fields === null) return []
  const list = Array.isArray(fields) ? fields : [fields]
  const count = list.reduce((sum, element) => sum + (isObject(element) ? Object.keys(element).length : 1), 0)
  if (count > fixedLimits.orderKeys)
    refuse('LimitExceeded', path, `${path} names ${count} fields; at most ${fixedLimits.orderKeys} are allowed.`)
  return list.flatMap((element, i) => {
    const here = Array.isArray(fields) ? `${path}[${i}]` : path
    if (!isObject(element)) {
      const message = `${here} is an object such as {"CompanyName": "ASC"}, not ${nameOf(element)}.`
      return refuse('InvalidRequest', here, message)
    }
    return Object.entries(element).map(([name, direction]) => entryOf(name, direction, `${here}.${name}`))
  })
}

function entryOf(name: string, direction: unknown, path: string): OrderEntry {
  const way = typeof direction === 'string' ? direction.toUpperCase() : ''
  if (way !== 'ASC' && way !== 'DESC') refuse('InvalidRequest', path, `${path} is "ASC" or "DESC".`)
  return { name, descending: way === 'DESC', path }
}

/** What OrderBy names, else what the entity's records come in. */
export function parseOrder(fields: unknown, path: string, plan: OrderPlan): OrderKey[] {
  const entries = orderEntries(fields, path)
  const standard = (plan.entity.entity.defaultOrder ?? []).map(name => ({ name, descending: false, path }))
  return (entries.length > 0 ? entries : standard).map(entry => orderKey(entry, plan))
}

function orderKey({ name, descending, path }: OrderEntry, plan: OrderPlan): OrderKey {
  const found = resolve(plan.model, cursorAt(plan.entity), name, path)
  for (const driver of found.drivers) plan.requireDriver(driver, path, name)
  const { orderDriver, always = false } = found.field.field.traits
  if (orderDriver) plan.requireDriver(orderDriver, path, `an order by ${name}`)
  const operand = operandOfPart(asOrdered(found.part))
  if (found.lists.length > 0 || !operand) {
    return refuse('NotSelectable', path, `Records cannot be ordered by ${name}.`)
  }
  const own = found.owner.path === ''
  const isKey = own && found.field.column === 'id'
  return { name, operand, descending, always: isKey || (own && always), isKey }
}

interface Sorting {
  readonly x: Expression<unknown>
  readonly descending: boolean
}

export const orderBy = (list: readonly Sorting[]): RawBuilder<unknown> =>
  sql.join(list.map(({ x, descending }) => (descending ? sql`${x} desc` : sql`${x}`)))

interface Term extends Sorting {
  readonly nullable: boolean
  readonly type: PageValue['type']
}

/** The JSON type by which a page key keeps a value. */
export const pageType = (type: ValueType): PageValue['type'] => {
  if (type.exact) return 'exact'
  return type.list === 'real' || type.list === 'text' ? type.list : 'integer'
}

interface Found {
  readonly picked: boolean
  readonly selective: boolean
}

/**
 * Records with a value of the first key and records without one are read one after the other, each part in the order of
 * an index; `segments` says which parts there are.
 */
export class Order {
  readonly keys: readonly OrderKey[]
  readonly segments: readonly ('value' | 'empty')[]
  readonly #scope: SqlScope
  readonly #picked: boolean
  readonly #selective: boolean

  /**
   * `picked`: the condition finds few records by an index of its own. They are sorted then, all in one statement, and
   * the order must not be served by another index. `selective`: it has such an index, which finds those without a value too.
   */
  constructor(keys: readonly OrderKey[], scope: SqlScope, { picked, selective }: Found) {
    this.#picked = picked
    this.#selective = selective
    // What comes after the record's own key decides nothing.
    const last = keys.findIndex(key => key.isKey)
    this.keys = last < 0 ? keys : keys.slice(0, last + 1)
    this.#scope = scope
    const first = this.keys[0]
    this.segments = first === undefined || first.always || picked ? ['value'] : ['value', 'empty']
  }

  #id(segment: number): Expression<unknown> {
    const id = this.#scope.own('id')
    const isSorted = this.#selective && this.segments[segment] === 'empty'
    return isSorted ? this.#scope.statement.dialect.unindexed(id) : id
  }

  /** In the segment of those with a value the guard is a condition, so that the bare column can use its index. */
  #first(key: OrderKey): Expression<unknown> {
    if (this.#picked) return this.#scope.statement.dialect.unindexed(this.#scope.guardedValue(key.operand))
    return this.#scope.value(key.operand)
  }

  #within(segment: number): Term[] {
    const skipped = this.segments[segment] === 'empty' ? 1 : 0
    const keys = this.keys.slice(skipped).map((key, i) => ({
      x: i === 0 && skipped === 0 ? this.#first(key) : this.#scope.guardedValue(key.operand),
      descending: key.descending,
      nullable: (this.#picked || i > 0 || skipped > 0) && !key.always,
      type: pageType(key.operand.type),
    }))
    return this.keys.at(-1)?.isKey && (skipped === 0 || this.keys.length > 1)
      ? keys
      : [...keys, { x: this.#id(segment), descending: false, nullable: false, type: 'text' as const }]
  }

  /** Which records belong to the segment; null when all do. */
  condition(segment: number): SqlCondition | null {
    const first = this.keys[0]
    if (!first || this.segments.length === 1) return null
    const guard = this.#scope.guard(first.operand)
    const there = sql<SqlBool>`${this.#scope.value(first.operand)} is not null`
    const filled = guard === null ? there : sql<SqlBool>`(${guard} and ${there})`
    return this.segments[segment] === 'value' ? filled : sql<SqlBool>`(${filled}) is not true`
  }

  /** What ORDER BY names. */
  sorting(segment: number): Sorting[] {
    return this.#within(segment).flatMap(({ x, descending, nullable }) => [
      ...(nullable ? [{ x: sql`${x} is null`, descending: false }] : []),
      { x, descending },
    ])
  }

  by(segment: number): RawBuilder<unknown> {
    return orderBy(this.sorting(segment))
  }

  /** What a page key has to remember of a record: the columns to select. */
  remembered(segment: number): Expression<unknown>[] {
    return this.#within(segment).map(term =>
      term.type === 'exact' ? this.#scope.statement.dialect.asText(term.x) : term.x,
    )
  }

  /** What these values are like. */
  values(segment: number): PageValue[] {
    return this.#within(segment)
  }

  /** Records after the one remembered. `nulls` says which of the remembered values are null: it shapes the text. */
  after(segment: number, nulls: readonly boolean[]): SqlCondition {
    const terms = this.#within(segment)
    const value = (i: number) => sql`${pagePlaceholder(i, (terms[i] as Term).type === 'exact')}`
    if (terms.every(term => !term.descending && !term.nullable)) {
      const [here, seen] = [terms.map(term => term.x), terms.map((_, i) => value(i))]
      return sql<SqlBool>`(${sql.join(here)}) > (${sql.join(seen)})`
    }
    const alternatives: SqlCondition[] = []
    terms.forEach(({ x, descending, nullable }, i) => {
      if (nulls[i]) return
      const same = terms
        .slice(0, i)
        .map((term, j) => (nulls[j] ? sql<SqlBool>`${term.x} is null` : sql<SqlBool>`${term.x} = ${value(j)}`))
      const beyond = descending ? sql<SqlBool>`${x} < ${value(i)}` : sql<SqlBool>`${x} > ${value(i)}`
      const later = nullable ? sql<SqlBool>`(${beyond} or ${x} is null)` : beyond
      alternatives.push(all([...same, later]) as SqlCondition)
    })
    const first = terms[0]
    const lexicographic = any(alternatives)
    if (!first || first.nullable || nulls[0] || alternatives.length === 1) return lexicographic
    // Said once more as a bound of the first column, so that the index can begin there.
    const bound = first.descending ? sql<SqlBool>`${first.x} <= ${value(0)}` : sql<SqlBool>`${first.x} >= ${value(0)}`
    return all([bound, lexicographic]) as SqlCondition
  }
}
