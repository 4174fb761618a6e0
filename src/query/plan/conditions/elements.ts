// Compiles conditions on the elements of lists as subqueries over side tables.
import { type SqlBool, sql } from 'kysely'
import type { ListStep } from '../../../model/resolve.ts'
import { all, type SqlCondition, truth } from '../../combine.ts'
import { dbPlaceholder } from '../placeholders.ts'
import { SqlScope } from '../sql-scope.ts'

/** Selects the rows of a list that belong to its owner; `inner` is a scope inside that of the owner. */
export function belonging({ list, owner }: ListStep, scope: SqlScope, inner: SqlScope): readonly SqlCondition[] {
  const alias = scope.alias(owner)
  return scope.statement.dialect.stoppable([
    scope.statement.ofTenant(inner.root, alias),
    sql<SqlBool>`${sql.ref(`${inner.root}.${list.owner}`)} = ${sql.ref(`${alias}.id`)}`,
    ...constants({ list }, inner),
  ])
}

const constants = ({ list }: Pick<ListStep, 'list'>, inner: SqlScope): SqlCondition[] =>
  (list.where ?? []).map(
    ({ column, equals }) => sql<SqlBool>`${sql.ref(`${inner.root}.${column}`)} = ${sql.lit(equals)}`,
  )

/**
 * True when an element of the last list passes `test`, or the record itself when there is no list. With `picks`, few elements
 * pass: the subquery finds their owners first, which then find the records.
 */
export function someElement(
  lists: readonly ListStep[],
  scope: SqlScope,
  test: (inner: SqlScope) => SqlCondition | null,
  picks = false,
): SqlCondition {
  const [step, ...rest] = lists
  if (!step) return test(scope) ?? truth
  const inner = new SqlScope(scope.statement, step.list.table)
  const tested = rest.length > 0 ? someElement(rest, inner, test, picks) : test(inner)
  if (!picks) {
    const own = belonging(step, scope, inner)
    return sql<SqlBool>`exists (select 1 from ${inner.from()} where ${all([...own, tested])})`
  }
  const column = (name: string) => sql.ref(`${inner.root}.${name}`)
  const own = [sql<SqlBool>`${column('db')} = ${dbPlaceholder}`, ...constants(step, inner), tested]
  const where = all(scope.statement.dialect.stoppable(own))
  const owners = sql`select ${column(step.list.owner)} from ${inner.from()} where ${where}`
  return sql<SqlBool>`${sql.ref(`${scope.alias(step.owner)}.id`)} in (${owners})`
}
