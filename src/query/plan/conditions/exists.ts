// Compiles `"Key": {"$EXISTS(LeadObject)": "OpportunityKey"}`: records to which a record of another entity points.
import { type SqlBool, sql } from 'kysely'
import { refuse } from '../../../base/errors.ts'
import { operandOfPart } from '../../../fields/part-access.ts'
import { all, type SqlCondition } from '../../combine.ts'
import type { Condition } from '../../parse/condition.ts'
import type { SqlScope } from '../sql-scope.ts'
import type { ConditionPlan } from './condition-plan.ts'
import { findPart } from './find-part.ts'

/** Resolves the other entity, and its column that refers to the entity of the Read. */
export function findLink(condition: Extract<Condition, { kind: 'exists' }>, plan: ConditionPlan) {
  const { target, object, column: link, path } = condition
  const found = findPart(target, path, plan)
  const { functionDriver } = plan.entity.entity
  if (functionDriver) plan.requireDriver(functionDriver, path, '$EXISTS')
  const other = plan.model.find(object.replace(/Object$/i, ''))
  if (found.field.name !== 'Key' || found.owner.path !== '' || !other) {
    const form = '"Key": {"$EXISTS(LeadObject)": "OpportunityKey"}'
    return refuse('UnknownOperator', path, `${path} takes the form ${form}.`)
  }
  const field = other.field(link)
  const source = field && operandOfPart(field.part(other.root))?.sources[0]
  if (!source || field?.field.schema.attributes?.RefersTo !== plan.entity.name) {
    return refuse('UnknownField', path, `${link} of ${other.name} does not lead to ${plan.entity.name}.`)
  }
  return { other, source }
}

export function compileExists(
  condition: Extract<Condition, { kind: 'exists' }>,
  scope: SqlScope,
  plan: ConditionPlan,
): SqlCondition {
  const { other, source } = findLink(condition, plan)
  const { access, dialect, nextAlias, ofTenant } = scope.statement
  const alias = nextAlias()
  const conditions = dialect.stoppable([
    ofTenant(alias, scope.root),
    sql<SqlBool>`${sql.ref(`${alias}.${source.column}`)} = ${sql.ref(`${scope.root}.id`)}`,
    access.there(alias, scope.root),
    access.mayRead(other.name, alias),
  ])
  return sql<SqlBool>`exists (select 1 from ${sql.table(other.entity.table)} as ${sql.id(alias)} where ${all(conditions)})`
}
