// Compiles the condition tree to SQL: resolves names, checks operators against their fields, leaves values to placeholders.
import { refuse } from '../../base/errors.ts'
import { RowAccess } from '../access.ts'
import { all, any, type SqlCondition, truth } from '../combine.ts'
import type { Condition } from '../parse/condition.ts'
import type { ConditionPlan } from './conditions/condition-plan.ts'
import { compileEmpty } from './conditions/empty.ts'
import { compileExists } from './conditions/exists.ts'
import { compileInbound } from './conditions/inbound.ts'
import { compilePhrase } from './conditions/phrase.ts'
import { compileRelated } from './conditions/related.ts'
import { compileTest } from './conditions/test.ts'
import { dbPlaceholder, principalsPlaceholder, uidPlaceholder } from './placeholders.ts'
import type { SqlScope } from './sql-scope.ts'

/** Problems are added to the plan. A condition with a problem compiles to one that every record meets. */
export function compileCondition(condition: Condition, scope: SqlScope, plan: ConditionPlan): SqlCondition {
  switch (condition.kind) {
    case 'all':
      return all(condition.of.map(inner => compileCondition(inner, scope, plan))) ?? truth
    case 'any':
      return condition.of.length === 0 ? truth : any(condition.of.map(inner => compileCondition(inner, scope, plan)))
    default:
      return plan.problems.try(() => compileLeaf(condition, scope, plan)) ?? truth
  }
}

function compileLeaf(
  condition: Exclude<Condition, { kind: 'all' | 'any' }>,
  scope: SqlScope,
  plan: ConditionPlan,
): SqlCondition {
  switch (condition.kind) {
    case 'test':
      return compileTest(condition, scope, plan)
    case 'empty':
      return compileEmpty(condition, scope, plan)
    case 'phrase':
      return compilePhrase(condition, scope, plan)
    case 'related':
      return compileRelated(condition, scope, plan)
    case 'exists':
      return compileExists(condition, scope, plan)
    case 'inbound':
      return compileInbound(condition, scope, plan)
    case 'allows':
      return compileAllows(condition, scope, plan)
    case 'changed':
      return refuse('OperatorNotAllowed', condition.path, `${condition.path} is for filters of webhooks alone.`)
    case 'tree':
      return refuse('OperatorNotAllowed', condition.path, `${condition.path}: $TREE is for the Key of Schema alone.`)
  }
}

/** `SecAccess: {"$ALLOWS": "$CURRENTUSER()"}`: records that the access rules let the caller read, administrator or not. */
function compileAllows(
  { target, path }: Extract<Condition, { kind: 'allows' }>,
  scope: SqlScope,
  { model, entity }: ConditionPlan,
): SqlCondition {
  if (target.name.toLowerCase() !== 'secaccess') {
    refuse('OperatorNotAllowed', path, `${path}: $ALLOWS is for SecAccess alone.`)
  }
  const caller = { admin: false, db: dbPlaceholder, uid: uidPlaceholder, principals: principalsPlaceholder }
  return new RowAccess(model, scope.statement.dialect, caller).mayRead(entity.name, scope.root) ?? truth
}
