// A range of one indexed column, asked for in the order of another: which of the two indexes is read.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { Problems } from '../../base/errors.ts'
import { asSearched, operandOfPart } from '../../fields/part-access.ts'
import type { ModelEntity } from '../../model/model.ts'
import type { SqlCondition } from '../combine.ts'
import { type Condition, conjunctsOf } from '../parse/condition.ts'
import { compileCondition } from './compile-condition.ts'
import type { ConditionPlan } from './conditions/condition-plan.ts'
import type { OrderKey } from './order.ts'
import { type Conversions, dbPlaceholder } from './placeholders.ts'
import { isSelective, leadingColumns } from './selectivity.ts'
import { SqlScope } from './sql-scope.ts'

const ranges = new Set(['$GT', '$GE', '$LT', '$LE', '$RANGE'])

/** What a select looks at before it looks at rows: a table of one row, and the condition on it. */
interface Gate {
  readonly from: RawBuilder<unknown>
  readonly where: SqlCondition
}

/** The SELECT of a segment; `nulls` for one that continues after a record. */
export type SelectQuery = (segment: number, nulls: readonly boolean[] | null, gate?: Gate) => RawBuilder<unknown>

interface RangeBesideOrder {
  readonly entity: ModelEntity
  /** The conditions on the first column that has a range. */
  readonly condition: Condition
  /** All columns that have a range. */
  readonly columns: ReadonlySet<string>
  readonly orderColumn: string
}

/** Null where the order has no index, where another condition finds the records, or where range and order are of one column. */
export function rangeBesideOrder(
  condition: Condition,
  entity: ModelEntity,
  order: readonly OrderKey[],
): RangeBesideOrder | null {
  const orderColumn = order[0]?.operand.guard ? null : indexOfOrder(entity, order)
  const conjuncts = conjunctsOf(condition).map(one => ({ one, column: rangeColumn(one, entity) }))
  const columns = new Set(conjuncts.map(({ column }) => column).filter(column => column !== null))
  const [first] = columns
  if (orderColumn === null || first === undefined || columns.has(orderColumn)) return null
  if (conjuncts.some(({ one, column }) => column === null && isSelective(one, entity))) return null
  const of = conjuncts.filter(({ column }) => column === first).map(({ one }) => one)
  return { entity, condition: { kind: 'all', of }, columns, orderColumn }
}

/** The column of the record whose index has the order. */
export function indexOfOrder(entity: ModelEntity, [first]: readonly OrderKey[]): string | null {
  if (!first) return 'id'
  const [source] = first.operand.sources
  if (source?.join.path !== '') return null
  return leadingColumns(entity).has(source.column) ? source.column : null
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

/** So many rows are sorted about as soon as the order of a million is walked until a page of them is met. */
const sortedAtMost = 8_000

/**
 * Two selects, of which one gives rows: the range is read and sorted when it has few rows, and the order is walked when it has many.
 * `without` makes the select that uses no index of the columns.
 */
export function rangeOrOrder(
  { entity, condition, columns, orderColumn }: RangeBesideOrder,
  { plan, scope }: { readonly plan: ConditionPlan & { readonly conversions: Conversions }; readonly scope: SqlScope },
  without: (columns: ReadonlySet<string>) => SelectQuery,
): SelectQuery {
  const counted = new SqlScope(scope.statement, entity.entity.table)
  // What is wrong with the condition was told when it was compiled the first time.
  const once = { ...plan, conversions: plan.conversions.again(), problems: new Problems() }
  const within = compileCondition(condition, counted, once)
  const tenant = sql`${sql.ref(`${counted.root}.db`)} = ${dbPlaceholder}`
  const rows = sql`select 1 from ${counted.from()} where ${tenant} and ${within} limit ${sql.lit(sortedAtMost)}`
  // Joined, not compared with: SQLite would compare a subquery again for each row, and so look at all of them.
  const from = sql`(select count(*) as "n" from (${rows})) as "counted" cross join `
  const few = { from, where: sql<SqlBool>`"counted"."n" < ${sql.lit(sortedAtMost)}` }
  const many = { from, where: sql<SqlBool>`"counted"."n" >= ${sql.lit(sortedAtMost)}` }
  let selects: { readonly sorted: SelectQuery; readonly walked: SelectQuery } | undefined
  return (segment, nulls) => {
    selects ??= { sorted: without(new Set([orderColumn])), walked: without(columns) }
    const [sorted, walked] = [selects.sorted(segment, nulls, few), selects.walked(segment, nulls, many)]
    return sql`select * from (${sorted}) union all select * from (${walked})`
  }
}
