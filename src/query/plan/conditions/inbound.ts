// Compiles $INBOUND: finds the records whose location lies in a polygon by the cells that cover the polygon.
import { type SqlBool, sql } from 'kysely'
import { refuse } from '../../../base/errors.ts'
import { areaOf } from '../../../fields/part-access.ts'
import { all, type SqlCondition } from '../../combine.ts'
import { bindRing, compileRing, parseRing, type WrittenRing } from '../../functions/polygon.ts'
import type { Condition } from '../../parse/condition.ts'
import { dbPlaceholder } from '../placeholders.ts'
import type { SqlScope } from '../sql-scope.ts'
import type { ConditionPlan } from './condition-plan.ts'
import { someElement } from './elements.ts'
import { findPart, throughLists } from './find-part.ts'

export function findArea({ name, path }: Extract<Condition, { kind: 'inbound' }>, plan: ConditionPlan) {
  const { part, lists } = throughLists(findPart({ name, call: null }, path, plan))
  const area = areaOf(part)
  if (area) return { area, lists }
  return refuse('OperatorNotAllowed', path, `$INBOUND takes a location such as Address/Location, and ${name} is none.`)
}

export function compileInbound(
  condition: Extract<Condition, { kind: 'inbound' }>,
  scope: SqlScope,
  plan: ConditionPlan,
): SqlCondition {
  const { literal, negated } = condition
  const { area, lists } = findArea(condition, plan)
  const placeholders = plan.conversions.add({
    literal: literal.index,
    convert: value => bindRing(parseRing(value as WrittenRing)),
  })
  const placeholder = (i: number) => sql`${placeholders(i)}`
  const inside = someElement(lists, scope, inner => {
    const { dialect, nextAlias } = inner.statement
    const [alias, near] = [inner.alias(area.cell.join), nextAlias()]
    const table = sql`${sql.table(area.cell.join.table)} as ${sql.id(near)}`
    const within = sql`${sql.ref(`${near}.db`)} = ${dbPlaceholder} and ${sql.ref(`${near}.${area.cell.column}`)} between c.v0 and c.v1`
    const ranges = dialect.zipTable([placeholder(0), placeholder(1)], 'integer', 'c')
    const cells = sql`select ${sql.ref(`${near}.id`)} from ${ranges} cross join ${table} where ${within}`
    // The index of cells finds the rows, range by range.
    const columns = { longitude: inner.column(area.longitude), latitude: inner.column(area.latitude) }
    return all([dialect.inResultOf(sql.ref(`${alias}.id`), cells), compileRing(columns, placeholder, dialect)])
  })
  return negated ? sql<SqlBool>`(${inside}) is not true` : inside
}
