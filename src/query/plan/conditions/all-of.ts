// Compiles $ALL: no requested value is missing from the list.
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Operand } from '../../../fields/part.ts'
import type { ListStep } from '../../../model/resolve.ts'
import { all, type SqlCondition } from '../../combine.ts'
import { isPeriodic } from '../../operators/operator.ts'
import { SqlScope } from '../sql-scope.ts'
import { belonging, someElement } from './elements.ts'

/** For a list within a list, one of the inner lists must have all values. */
export function compileAllOf(
  lists: readonly ListStep[],
  operand: Operand,
  scope: SqlScope,
  placeholder: (i: number) => Expression<unknown>,
): SqlCondition {
  const last = lists.at(-1) as ListStep
  return someElement(lists.slice(0, -1), scope, owner => hasAll(last, operand, owner, placeholder))
}

function hasAll(
  step: ListStep,
  operand: Operand,
  scope: SqlScope,
  placeholder: (i: number) => Expression<unknown>,
): SqlCondition {
  const { dialect } = scope.statement
  const { type } = operand
  const inner = new SqlScope(scope.statement, step.list.table)
  const own = belonging(step, scope, inner)
  const x = inner.value(operand)
  const asked = isPeriodic(type)
    ? dialect.zipTable([placeholder(0), placeholder(1)], type.list, 'w')
    : sql`${dialect.listTable(placeholder(0), type.list, 'w')}`
  const same = isPeriodic(type)
    ? sql<SqlBool>`${x} >= w.v0 and ${x} < w.v1`
    : sql<SqlBool>`${type.exact ? dialect.asText(x) : x} = w.value`
  const has = sql`select 1 from ${inner.from()} where ${all([...own, inner.guard(operand), same])}`
  return sql<SqlBool>`not exists (select 1 from ${asked} where not exists (${has}))`
}
