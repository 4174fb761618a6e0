// Checks the filter of a webhook target against the model, and judges events by it.
import { Problems, Refusal, refuse } from '../base/errors.ts'
import { inMemoryLimits } from '../config/limits.ts'
import { elementOf, operandOfPart } from '../fields/part-access.ts'
import type { BindContext, ValueType } from '../fields/value-type.ts'
import type { Model, ModelEntity } from '../model/model.ts'
import { cursorAt, resolve, splitPath } from '../model/resolve.ts'
import { evaluate } from '../query/evaluate.ts'
import { jsonJudge } from '../query/json-judge.ts'
import { RowCondition } from '../query/memory/row-condition.ts'
import type { Condition, ConditionLimits, ParsedCondition } from '../query/parse/condition.ts'
import { parseCondition } from '../query/parse/parse-condition.ts'
import { driverImplementations } from '../query/plan/drivers.ts'
import { namesOf } from '../query/plan/read-plan.ts'

/** An event as a filter sees it: the record before and after the write, and the fields that the write has changed. */
interface JudgedEvent {
  readonly original: Readonly<Record<string, unknown>> | null
  readonly record: Readonly<Record<string, unknown>> | null
  readonly changed: ReadonlySet<string>
}

const before = /^original\//i
const allDrivers = new Set(Object.keys(driverImplementations))

const ownName = (name: string): string => name.replace(before, '')

/** Collects what is wrong with a filter on records of the entity: names, operators, values. */
export function checkFilter(
  filter: unknown,
  model: Model,
  entity: ModelEntity,
  { limits, bind, problems }: { limits: ConditionLimits; bind: BindContext; problems: Problems },
): void {
  const parsed = parseCondition(filter, 'filter', inMemoryLimits(limits), problems)
  const plan = namesOf({ model, entity, drivers: allDrivers }, problems)
  const named = (name: string, path: string) => problems.try(() => checkOwn(name, path, model, entity))
  // $CHANGED is no question about a row: its field is looked for, and the rest is planned as for rows in memory.
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

/** The condition with `Original/X` as `X` and without $CHANGED; `named` hears of each field. */
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
  const parsed: ParsedCondition = parseCondition(filter, 'filter', inMemoryLimits(limits), problems)
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
      return problems.count === 0 && evaluate(parsed.root, { ...(record ?? original), Original: original ?? {} }, judge)
    } catch (error) {
      if (error instanceof Refusal) return false
      throw error
    }
  }
}
