// Compiles `{Body, OrRelated: true}`: an address-book entry and the contacts related to it.
import { type SqlBool, sql } from 'kysely'
import { refuse } from '../../../base/errors.ts'
import type { Operand } from '../../../fields/part.ts'
import { all, type SqlCondition } from '../../combine.ts'
import type { Condition } from '../../parse/condition.ts'
import { dbPlaceholder } from '../placeholders.ts'
import type { SqlScope } from '../sql-scope.ts'
import type { ConditionPlan } from './condition-plan.ts'
import { findPart, operandOf } from './find-part.ts'

/** Resolves the key that the condition names, which must be that of an AbEntry. */
export function findRelatedKey(
  { target, path }: Extract<Condition, { kind: 'related' }>,
  plan: ConditionPlan,
): Operand {
  const found = findPart(target, path, plan)
  if (plan.entity.name !== 'AbEntry' || found.field.name !== 'Key' || found.owner.path !== '') {
    refuse('OperatorNotAllowed', path, 'OrRelated is for the Key of an AbEntry.')
  }
  return operandOf(found.part, path, 'Key')
}

/** The contacts of a Company or Individual; the parent and siblings of a Contact. A hidden entry has no related entries. */
export function compileRelated(
  condition: Extract<Condition, { kind: 'related' }>,
  scope: SqlScope,
  plan: ConditionPlan,
): SqlCondition {
  const { literal } = condition
  const { type } = findRelatedKey(condition, plan)
  const placeholder = plan.conversions.add({
    literal: literal.index,
    convert: (value, context) => [type.bind(value, literal.path, context) as string],
  })
  const { statement } = scope
  const [asked, other] = [statement.nextAlias(), statement.nextAlias()]
  const column = (alias: string, name: string) => sql.ref(`${alias}.${name}`)
  const visible = all([
    sql<SqlBool>`${column(asked, 'db')} = ${dbPlaceholder}`,
    sql<SqlBool>`${column(asked, 'id')} = ${placeholder(0)}`,
    statement.access.there(asked, scope.root),
    statement.access.mayRead('AbEntry', asked),
  ])
  const table = sql.table('ab_entry')
  const head = sql`select coalesce(${column(asked, 'parent_key')}, ${column(asked, 'id')}) from ${table} as ${sql.id(asked)} where ${visible}`
  const ofHead = all(
    statement.dialect.stoppable([
      sql<SqlBool>`${column(other, 'db')} = ${dbPlaceholder}`,
      sql<SqlBool>`${column(other, 'parent_key')} in (${head})`,
    ]),
  )
  const contacts = sql`select ${column(other, 'id')} from ${table} as ${sql.id(other)} where ${ofHead}`
  return sql<SqlBool>`${column(scope.root, 'id')} in (${head} union all ${contacts})`
}
