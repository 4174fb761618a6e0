// Checks the filter of a webhook target against the model, and judges events by it.
import { Problems, Refusal, refuse } from '../../base/errors.ts'
import { WorkBudget } from '../../base/scheduling/work-budget.ts'
import { elementOf, operandOfPart } from '../../fields/part-access.ts'
import type { BindContext, ValueType } from '../../fields/value-type.ts'
import type { Model, ModelEntity } from '../../model/model.ts'
import { cursorAt, resolve, splitPath } from '../../model/resolve.ts'
import { evaluate, recordWork } from '../../query/evaluate.ts'
import { jsonJudge } from '../../query/json-judge.ts'
import { RowCondition } from '../../query/memory/row-condition.ts'
import type { Condition, ConditionLimits, ParsedCondition } from '../../query/parse/condition.ts'
import { parseStoredCondition } from '../../query/parse/stored-condition.ts'
import { namesOf } from '../../query/plan/begin-plan.ts'
import { driverImplementations } from '../../query/plan/drivers.ts'

/** An event as a filter sees it: the record before and after the write, and the fields that the write has changed. */
interface JudgedEvent {
  readonly original: Readonly<Record<string, unknown>> | null
  readonly record: Readonly<Record<string, unknown>> | null
  readonly changed: ReadonlySet<string>
}

const before = /^original\//i
const allDrivers = new Set(Object.keys(driverImplementations))

const ownName = (name: string): string => name.replace(before, '')

/** Collects the problems of a filter on records of the entity: names, operators, values. */
export function checkFilter(
  filter: unknown,
  model: Model,
  entity: ModelEntity,
  { limits, bind, problems }: { limits: ConditionLimits; bind: BindContext; problems: Problems },
): void {
  const parsed = parseStoredCondition(filter, 'filter', limits, problems)
  const plan = namesOf({ model, entity, drivers: allDrivers }, problems)
  const named = (name: string, path: string) => problems.try(() => checkOwn(name, path, model, entity))
  // $CHANGED is no condition on a row: its field is checked, and the rest is planned as for rows in memory.
  new RowCondition(withOwnNames(parsed.root, named), plan)
  for (const { literal, convert } of plan.conversions.list) {
    problems.try(() => convert(parsed.literals[literal], bind, 0))
  }
}

/** A record behind a key may change without an event of this record, so a filter does not look at it. */
function checkOwn(name: string, path: string, model: Model, entity: ModelEntity): void {
  const { owner, part } = resolve(model, cursorAt(entity), name, path)
  if (owner === entity.root && part.shape !== 'record') return
  refuse(
    'OperatorNotAllowed',
    path,
    `${path}: a filter looks at fields of ${entity.name} itself, not of records behind keys.`,
  )
}

/** The path by which a record that is sent has a field: other spellings of it, such as `Udf/$TAG(x)`, are not in the record. */
function memberName(name: string, entity: ModelEntity): string {
  const own = ownName(name)
  const [first = '', ...rest] = splitPath(own)
  return [name.slice(0, name.length - own.length) + (entity.field(first)?.name ?? first), ...rest].join('/')
}

function renamed(condition: Condition, rename: (name: string) => string): Condition {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return { ...condition, of: condition.of.map(inner => renamed(inner, rename)) }
    case 'test':
    case 'empty':
      return { ...condition, target: { ...condition.target, name: rename(condition.target.name) } }
    case 'phrase':
      if (condition.field === null) return condition
      return { ...condition, field: { ...condition.field, name: rename(condition.field.name) } }
    case 'inbound':
      return { ...condition, name: rename(condition.name) }
    default:
      return condition
  }
}

/** The condition with `Original/X` as `X` and without $CHANGED; `named` is called with each field. */
function withOwnNames(condition: Condition, named: (name: string, path: string) => void): Condition {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return { ...condition, of: condition.of.map(inner => withOwnNames(inner, named)) }
    case 'test':
    case 'empty':
      named(ownName(condition.target.name), condition.path)
      return { ...condition, target: { ...condition.target, name: ownName(condition.target.name) } }
    case 'changed':
      named(condition.name, condition.path)
      return { kind: 'all', of: [] }
    default:
      return condition
  }
}

/** Throws `WorkExceeded` for an event that takes more steps than `recordWork`: such an event is not judged. */
export type Filter = (event: JudgedEvent) => boolean

/** A filter that the model no longer understands, since a field of it was removed, lets nothing through. */
export function filterOf(
  filter: unknown,
  model: Model,
  entity: ModelEntity,
  limits: ConditionLimits,
  bind: BindContext,
): Filter {
  const problems = new Problems()
  const parsed: ParsedCondition = parseStoredCondition(filter, 'filter', limits, problems)
  const root = renamed(parsed.root, name => memberName(name, entity))
  const typeOf = (path: string): ValueType | undefined => {
    const { part } = resolve(model, cursorAt(entity), ownName(path), path)
    return operandOfPart(elementOf(part))?.type
  }
  return ({ original, record, changed }) => {
    const judge = jsonJudge({
      literals: parsed.literals,
      context: bind,
      typeOf,
      changed: name => changed.has(entity.field(splitPath(name)[0] ?? '')?.name ?? name),
    })
    try {
      const sides = { ...(record ?? original), Original: original ?? {} }
      return problems.count === 0 && evaluate(root, sides, judge, new WorkBudget(recordWork))
    } catch (error) {
      if (error instanceof Refusal) return false
      throw error
    }
  }
}
