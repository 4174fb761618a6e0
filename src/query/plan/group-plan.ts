// Plans a Read that aggregates: one row for each group, or one row for all records.
import { sql } from 'kysely'
import type { Problems } from '../../base/errors.ts'
import { isObject } from '../../base/text/json.ts'
import type { CompiledText } from '../../storage/statement.ts'
import { all } from '../combine.ts'
import { parseAggregate } from './aggregate.ts'
import { beginPlan, compileSelect, type ReadShape } from './begin-plan.ts'
import type { Emit } from './emit.ts'
import { parseGroups } from './group-by.ts'
import { GroupSelection } from './group-selection.ts'
import { type Conversion, limitPlaceholder } from './placeholders.ts'
import { isIncluded } from './selection.ts'
import { isIndexed } from './selectivity.ts'
import { selectList } from './sql-scope.ts'

interface GroupShape extends ReadShape {
  readonly groups: unknown
}

export interface GroupPlan {
  readonly conversions: readonly Conversion[]
  readonly emit: Emit
  readonly text: CompiledText
  readonly quick: boolean
}

/** A selected name is an aggregate, so the Read aggregates even without GroupBy. */
export const selectsAggregate = (fields: unknown): boolean =>
  isObject(fields) &&
  Object.keys(fields).some(
    name => name.startsWith('$') && isIncluded(fields[name]) !== false && parseAggregate(name) !== null,
  )

export function planGroups(shape: GroupShape, problems: Problems): GroupPlan {
  const { plan, scope, where } = beginPlan(shape, problems)
  const groups = problems.try(() => parseGroups(shape.groups, scope, plan)) ?? []
  const selection = new GroupSelection(plan, scope, groups)
  const emit = problems.try(() => selection.row(shape.fields, 'Scope.Fields')) ?? (() => 'null')
  const order = problems.try(() => selection.order(shape.order, 'OrderBy.Fields')) ?? []
  const countsTo = problems.try(() => selection.countsTo()) ?? null
  const failed = problems.count > 0
  const { condition } = shape
  const looksAtAll = countsTo === null && condition.kind === 'all' && condition.of.length === 0
  const quick = isIndexed(condition, shape.entity, []) && !looksAtAll
  return {
    conversions: plan.conversions.list,
    emit,
    text: failed ? { sql: '', parameters: [], facts: {} } : compile(),
    quick,
  }

  function compile(): CompiledText {
    // By position: to PostgreSQL, two copies of an expression with a bound value are different expressions.
    const grouped = groups.length === 0 ? sql`` : sql` group by ${sql.join(groups.map((_, i) => sql.lit(i + 1)))}`
    // Built before FROM, since the select list may join further rows.
    const selected = selectList(selection.list())
    const rows = sql`from ${scope.from()} where ${all(where)}`
    const source = countsTo === null ? rows : sql`from (select 1 ${rows} limit ${sql.lit(countsTo)}) as r`
    const inner = sql`select ${selected} ${source}${grouped}`
    const ordered = order.length === 0 ? sql`` : sql` order by ${sql.join(order)}`
    return compileSelect(sql`select * from (${inner}) as q${ordered} limit ${limitPlaceholder}`, shape.dialect, quick)
  }
}
