// The strategy `range-or-order`: the statement counts a range to a limit, and then reads the index of the range or that of the order.
import { type SqlBool, sql } from 'kysely'
import { Problems } from '../../../base/errors.ts'
import { asSearched, operandOfPart } from '../../../fields/part-access.ts'
import type { ModelEntity } from '../../../model/model.ts'
import type { Condition } from '../../parse/condition.ts'
import { compileCondition } from '../compile-condition.ts'
import { dbPlaceholder } from '../placeholders.ts'
import { indexOfOrder, isSelective, leadingColumns } from '../selectivity.ts'
import { SqlScope } from '../sql-scope.ts'
import { oneSelect } from './one-select.ts'
import type { SelectPlan, SelectQuery } from './plan-select.ts'
import type { ReadFacts } from './read-facts.ts'
import { sortKeysFirst } from './sort-keys-first.ts'
import type { Strategy } from './strategy.ts'

/**
 * For an engine that cannot estimate the rows of a range (SQLite), when a Read has a range of one indexed column and the order of another.
 * A range of few rows is best read and sorted; for a range of many rows it is better to read the index of the order until a page is full.
 * A wrong guess takes seconds.
 */
export const rangeOrOrder: Strategy = {
  name: 'range-or-order',
  applies: read => rangeBesideOrder(read) !== null,
  isQuick: () => true,
  plan: (read, problems) => {
    const select = planHalf(read, problems)
    const range = rangeBesideOrder(read) as RangeBesideOrder
    return { ...select, query: chosenByCount(range, select, read) }
  },
}

/** Each of the two selects is planned by the strategies that come after this one. */
const planHalf = (read: ReadFacts, problems: Problems): SelectPlan =>
  (sortKeysFirst.applies(read) ? sortKeysFirst : oneSelect).plan(read, problems)

const ranges = new Set(['$GT', '$GE', '$LT', '$LE', '$RANGE'])

interface RangeBesideOrder {
  /** The conditions on the first column that has a range. */
  readonly condition: Condition
  readonly columns: ReadonlySet<string>
  readonly orderColumn: string
}

/** Null where the order has no index, where another condition finds the records, or where range and order are of one column. */
function rangeBesideOrder({ shape: { entity }, keys, conjuncts: all }: ReadFacts): RangeBesideOrder | null {
  const orderColumn = keys[0]?.operand.guard ? null : indexOfOrder(entity, keys)
  const conjuncts = all.map(one => ({ one, column: rangeColumn(one, entity) }))
  const columns = new Set(conjuncts.map(({ column }) => column).filter(column => column !== null))
  const [first] = columns
  if (orderColumn === null || first === undefined || columns.has(orderColumn)) return null
  if (conjuncts.some(({ one, column }) => column === null && isSelective(one, entity))) return null
  const of = conjuncts.filter(({ column }) => column === first).map(({ one }) => one)
  return { condition: { kind: 'all', of }, columns, orderColumn }
}

function rangeColumn(condition: Condition, entity: ModelEntity): string | null {
  if (condition.kind !== 'test' || condition.target.call) return null
  const { operator, sort, target } = condition
  if (!ranges.has(operator) && !(operator === '$LIKE' && sort === 'prefix')) return null
  const part = entity.field(target.name)?.part(entity.root)
  const searched = part && asSearched(part)
  if (!searched || searched.shape === 'list') return null
  const column = operandOfPart(searched)?.sources[0]?.column
  return column !== undefined && leadingColumns(entity).has(column) ? column : null
}

/** Sorting this many rows takes about as long as reading the index of a million rows until a page is full. */
const sortedAtMost = 8_000

/** Two selects, of which one returns rows: the first sorts a range of few rows, the second reads the index of the order. */
function chosenByCount(
  { condition, columns, orderColumn }: RangeBesideOrder,
  { plan, scope }: SelectPlan,
  read: ReadFacts,
): SelectQuery {
  const counted = new SqlScope(scope.statement, read.shape.entity.entity.table)
  // The condition is compiled a second time: its problems are reported, and its literals are converted, once.
  const once = { ...plan, conversions: plan.conversions.again(), problems: new Problems() }
  const within = compileCondition(condition, counted, once)
  const tenant = sql`${sql.ref(`${counted.root}.db`)} = ${dbPlaceholder}`
  const rows = sql`select 1 from ${counted.from()} where ${tenant} and ${within} limit ${sql.lit(sortedAtMost)}`
  // A join, not a comparison: SQLite would evaluate a compared subquery for each row, and so read all of them.
  const from = sql`(select count(*) as "n" from (${rows})) as "counted" cross join `
  const few = { from, where: sql<SqlBool>`"counted"."n" < ${sql.lit(sortedAtMost)}` }
  const many = { from, where: sql<SqlBool>`"counted"."n" >= ${sql.lit(sortedAtMost)}` }
  const without = (unindexed: ReadonlySet<string>) => planHalf({ ...read, unindexed }, new Problems()).query
  let selects: { readonly sorted: SelectQuery; readonly inOrder: SelectQuery } | undefined
  return (segment, nulls) => {
    selects ??= { sorted: without(new Set([orderColumn])), inOrder: without(columns) }
    const [sorted, inOrder] = [
      selects.sorted(segment, nulls, { gate: few }),
      selects.inOrder(segment, nulls, { gate: many }),
    ]
    return sql`select * from (${sorted}) union all select * from (${inOrder})`
  }
}
