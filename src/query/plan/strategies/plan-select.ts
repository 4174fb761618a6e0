// Plans the SELECT of a Read from parts that the strategies vary: how records are found, and when other rows are joined to them.
import { type RawBuilder, sql } from 'kysely'
import { type Problems, refuse } from '../../../base/errors.ts'
import { fixedLimits } from '../../../config/limits.ts'
import type { SearchForm } from '../../../storage/dialect.ts'
import { all, type SqlCondition } from '../../combine.ts'
import { beginPlan } from '../begin-plan.ts'
import type { Emit } from '../emit.ts'
import { Order, parseOrder } from '../order.ts'
import { type Binding, type Conversions, dbPlaceholder, limitPlaceholder } from '../placeholders.ts'
import { Selection } from '../selection.ts'
import { isFoundFirst, isSelective } from '../selectivity.ts'
import { type SqlScope, selectList } from '../sql-scope.ts'
import type { ReadFacts } from './read-facts.ts'

/** A condition that a select evaluates before it reads rows: a table of one row, and the condition on it. */
interface Gate {
  readonly from: RawBuilder<unknown>
  readonly where: SqlCondition
}

interface SelectDetails {
  readonly gate?: Gate
  readonly form?: SearchForm
}

/** The SELECT of a segment; `nulls` for one that continues after a record. */
export type SelectQuery = (
  segment: number,
  nulls: readonly boolean[] | null,
  details?: SelectDetails,
) => RawBuilder<unknown>

export interface SelectPlan {
  readonly plan: Names
  readonly conversions: Conversions
  readonly scope: SqlScope
  readonly order: Order
  readonly emit: Emit
  readonly selected: readonly unknown[]
  /** See RecordPlan. */
  readonly keyAt: number | undefined
  readonly query: SelectQuery
  /** See Finder. */
  readonly formOf: NonNullable<Finder['formOf']>
}

type PlanBase = ReturnType<typeof beginPlan>
type Names = PlanBase['plan']

/** How a select finds its records and sorts them. */
export interface Finder {
  /** Stands before the table in FROM. */
  lead(segment: number, nulls: readonly boolean[] | null): RawBuilder<unknown>
  /** Conditions beside `others`, which every select of the segment has. */
  conditions(
    segment: number,
    nulls: readonly boolean[] | null,
    select: { readonly others: readonly (SqlCondition | null)[]; readonly form: SearchForm },
  ): readonly SqlCondition[]
  /** The form of the select for the values of a run; 'any' without this function. */
  formOf?(binding: Binding): SearchForm
  /** The ORDER BY; empty where the rows arrive in order. */
  by(segment: number): RawBuilder<unknown>
}

interface SelectParts {
  /** By default records are found by the conditions and sorted in the order of the Read. */
  readonly finder?: (begun: PlanBase, order: Order) => Finder
  /** The keys of the records are found first; related rows are joined only to those that are returned. */
  readonly joinsLast?: boolean
}

export function planSelect(read: ReadFacts, problems: Problems, { finder, joinsLast }: SelectParts = {}): SelectPlan {
  const { shape, leading, unindexed } = read
  const begun = beginPlan(shape, problems, leading, unindexed)
  const { plan, scope, where } = begun
  const keys = problems.try(() => parseOrder(shape.order, 'OrderBy.Fields', plan)) ?? []
  const found = {
    foundFirst: isFoundFirst(shape.condition, { ...shape, order: keys }),
    selective: isSelective(shape.condition, shape.entity),
  }
  const order = new Order(keys, scope, found)
  const finding = finder?.(begun, order) ?? byConditions(order)
  const late = joinsLast ? scope.again() : null
  const remembered = late === null ? order : new Order(keys, late, found)
  const selection = new Selection(plan, late ?? scope)
  const emit =
    problems.try(() => selection.record(shape.entity, shape.fields ?? { Key: 1 }, 'Scope.Fields')) ?? (() => 'null')
  const selected = problems.try(() => checkedColumns(selection)) ?? []
  const keyAt = selection.columns.ownKey
  let unguarded: ReturnType<Selection['list']> | undefined
  const shown = (segment: number) => {
    const held = order.heldGuard(segment)
    if (held === null) return selected
    unguarded ??= selection.list(held)
    return unguarded
  }

  const query: SelectQuery = (segment, nulls, { gate, form = 'any' } = {}) => {
    const others = [gate?.where ?? null, ...where, order.condition(segment, nulls)]
    const conditions = all([...others, ...finding.conditions(segment, nulls, { others, form })])
    const kept = remembered.remembered(segment)
    const columns = selectList([...shown(segment), ...(keyAt === undefined ? kept : kept.slice(0, -1))])
    const by = finding.by(segment)
    // Built last, since all of the above may join further rows.
    const from = sql`${gate?.from ?? sql``}${finding.lead(segment, nulls)}${scope.from()}`
    const rows = sql`from ${from} where ${conditions}${by} limit ${limitPlaceholder}`
    if (late === null) return sql`select ${columns} ${rows}`
    const of = sql`${sql.ref(`${late.root}.db`)} = ${dbPlaceholder} and ${sql.ref(`${late.root}.id`)} = "found"."id"`
    const again = remembered.by(segment)
    return sql`select ${columns} from (select ${scope.own('id')} as "id" ${rows}) as "found" cross join ${late.from()} where ${of} order by ${again}`
  }
  return {
    plan,
    conversions: plan.conversions,
    scope,
    order,
    emit,
    selected,
    keyAt,
    query,
    formOf: finding.formOf ?? anyForm,
  }
}

const anyForm = (): SearchForm => 'any'

const byConditions = (order: Order): Finder => ({
  lead: () => sql``,
  conditions: (segment, nulls) => (nulls ? [order.after(segment, nulls)] : []),
  by: segment => sql` order by ${order.by(segment)}`,
})

function checkedColumns(selection: Selection) {
  const columns = selection.list()
  if (columns.length <= fixedLimits.selectedColumns) return columns
  return refuse(
    'LimitExceeded',
    'Scope.Fields',
    `Scope.Fields selects more than ${fixedLimits.selectedColumns} values.`,
  )
}
