// Plans the order of a Read: total, because the key breaks ties; records without a value come last in both directions.
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { refuse } from '../../base/errors.ts'
import { isObject, nameOf } from '../../base/text/json.ts'
import { fixedLimits } from '../../config/limits.ts'
import type { Guard, Operand } from '../../fields/part.ts'
import { asOrdered, operandOfPart } from '../../fields/part-access.ts'
import type { ValueType } from '../../fields/value-type.ts'
import type { Model, ModelEntity } from '../../model/model.ts'
import { cursorAt, resolve } from '../../model/resolve.ts'
import type { SortKey } from '../../storage/dialect.ts'
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
  /** The record's own key, which is unique, so that later keys have no effect. */
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

/** The keys of OrderBy, or else the default order of the entity. */
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

export const orderBy = (list: readonly SortKey[]): RawBuilder<unknown> =>
  sql.join(list.map(({ x, descending }) => (descending ? sql`${x} desc` : sql`${x}`)))

interface Term extends SortKey {
  readonly nullable: boolean
  readonly type: PageValue['type']
}

/** The JSON type of a value in a page key. */
export const pageType = (type: ValueType): PageValue['type'] => {
  if (type.exact) return 'exact'
  return type.list === 'real' || type.list === 'text' ? type.list : 'integer'
}

interface SortFacts {
  readonly foundFirst: boolean
  readonly selective: boolean
}

/**
 * Records with a value of the first key and records without one are separate segments, read one after the other, each in the
 * order of an index.
 */
export class Order {
  readonly keys: readonly OrderKey[]
  readonly segments: readonly ('value' | 'empty')[]
  readonly #scope: SqlScope
  readonly #foundFirst: boolean
  readonly #selective: boolean

  /**
   * `foundFirst`: the condition finds few records by an index of its own. One statement then sorts all of them, and the order
   * must not use another index. `selective`: the condition has such an index, which also finds records without a value.
   */
  constructor(keys: readonly OrderKey[], scope: SqlScope, { foundFirst, selective }: SortFacts) {
    this.#foundFirst = foundFirst
    this.#selective = selective
    // Keys after the record's own key have no effect.
    const last = keys.findIndex(key => key.isKey)
    this.keys = last < 0 ? keys : keys.slice(0, last + 1)
    this.#scope = scope
    const first = this.keys[0]
    this.segments = first === undefined || first.always || foundFirst ? ['value'] : ['value', 'empty']
  }

  #id(segment: number): Expression<unknown> {
    const id = this.#scope.own('id')
    const isSorted = this.#selective && this.segments[segment] === 'empty'
    return isSorted ? this.#scope.statement.dialect.unindexed(id) : id
  }

  /** In the segment of records with a value the guard is a condition, so that the bare column can use its index. */
  #first(key: OrderKey): Expression<unknown> {
    if (this.#foundFirst) return this.#scope.statement.dialect.unindexed(this.#scope.guardedValue(key.operand))
    return this.#scope.value(key.operand)
  }

  #within(segment: number): Term[] {
    const skipped = this.segments[segment] === 'empty' ? 1 : 0
    const keys = this.keys.slice(skipped).map((key, i) => ({
      x: i === 0 && skipped === 0 ? this.#first(key) : this.#scope.guardedValue(key.operand),
      descending: key.descending,
      nullable: (this.#foundFirst || i > 0 || skipped > 0) && !key.always,
      type: pageType(key.operand.type),
    }))
    return this.keys.at(-1)?.isKey && (skipped === 0 || this.keys.length > 1)
      ? keys
      : [...keys, { x: this.#id(segment), descending: false, nullable: false, type: 'text' as const }]
  }

  /** Which records belong to the segment; null when all do. `nulls`: of those after a record, which `after` selects. */
  condition(segment: number, nulls: readonly boolean[] | null): SqlCondition | null {
    const first = this.keys[0]
    if (!first || this.segments.length === 1) return null
    const guard = this.#scope.guard(first.operand)
    // No value is beyond that of a record, so only records with a value are.
    if (this.segments[segment] === 'value' && nulls?.[0] === false) return guard
    const there = sql<SqlBool>`${this.#scope.value(first.operand)} is not null`
    const filled = guard === null ? there : sql<SqlBool>`(${guard} and ${there})`
    return this.segments[segment] === 'value' ? filled : sql<SqlBool>`(${filled}) is not true`
  }

  sorting(segment: number): SortKey[] {
    return this.#within(segment).flatMap(({ x, descending, nullable }) => [
      ...(nullable ? [{ x: sql`${x} is null`, descending: false }] : []),
      { x, descending },
    ])
  }

  by(segment: number): RawBuilder<unknown> {
    return orderBy(this.sorting(segment))
  }

  /** The guard that all records of the segment meet. */
  heldGuard(segment: number): Guard | null {
    return this.segments.length > 1 && this.segments[segment] === 'value' ? (this.keys[0]?.operand.guard ?? null) : null
  }

  /** The columns whose values a page key stores. The last one is the record's own key. */
  remembered(segment: number): Expression<unknown>[] {
    return this.#within(segment).map(term =>
      term.type === 'exact' ? this.#scope.statement.dialect.asText(term.x) : term.x,
    )
  }

  /** The types of the values that a page key stores. */
  values(segment: number): PageValue[] {
    return this.#within(segment)
  }

  /** The records after the position of a page key. `nulls` says which of its values are null, on which the SQL text depends. */
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
    // Repeated as a bound of the first column, so that the index scan can start there.
    const bound = first.descending ? sql<SqlBool>`${first.x} <= ${value(0)}` : sql<SqlBool>`${first.x} >= ${value(0)}`
    return all([bound, lexicographic]) as SqlCondition
  }
}
