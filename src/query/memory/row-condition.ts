// Plans a condition on rows in memory: names are resolved and operators checked once, before any row is read.
import { refuse } from '../../base/errors.ts'
import { nextTurnIfLong } from '../../base/scheduling/loop-turn.ts'
import type { MaybePromise } from '../../base/scheduling/maybe-promise.ts'
import { WorkBudget } from '../../base/scheduling/work-budget.ts'
import type { Source } from '../../fields/part.ts'
import { operandOfPart, presenceOf } from '../../fields/part-access.ts'
import type { ValueType } from '../../fields/value-type.ts'
import type { Value } from '../../storage/store.ts'
import { evaluate, type Judge, recordWork } from '../evaluate.ts'
import { isBelow, treePrefix } from '../functions/tree.ts'
import type { Condition } from '../parse/condition.ts'
import type { ConditionPlan } from '../plan/conditions/condition-plan.ts'
import { findLink } from '../plan/conditions/exists.ts'
import { findPart, operandOf, throughLists } from '../plan/conditions/find-part.ts'
import { findArea } from '../plan/conditions/inbound.ts'
import { checkPhrase } from '../plan/conditions/phrase.ts'
import { findRelatedKey } from '../plan/conditions/related.ts'
import { resolveTest } from '../plan/conditions/resolve-test.ts'
import { type RowSource, valuesOf } from './row-source.ts'

/** What a condition compares: columns of the row, and the conversion of the literal to bound values. */
interface Leaf {
  readonly sources: readonly Source[]
  readonly type: ValueType | null
  readonly conversion: number
}

type LeafCondition = Exclude<Condition, { kind: 'all' | 'any' }>

export class RowCondition {
  readonly #root: Condition
  readonly #leaves = new Map<Condition, Leaf>()
  readonly #plan: ConditionPlan

  /** Problems are added to the plan. */
  constructor(root: Condition, plan: ConditionPlan) {
    this.#root = root
    this.#plan = plan
    this.#visit(root)
  }

  #visit(condition: Condition): void {
    if ('of' in condition) {
      for (const inner of condition.of) this.#visit(inner)
      return
    }
    const leaf = this.#plan.problems.try(() => this.#leaf(condition))
    if (leaf) this.#leaves.set(condition, leaf)
  }

  #leaf(condition: LeafCondition): Leaf {
    const { conversions, entity, model } = this.#plan
    switch (condition.kind) {
      case 'test': {
        const { operand, conversion } = resolveTest(condition, this.#plan)
        return { sources: operand.sources, type: operand.type, conversion: conversions.list.push(conversion) - 1 }
      }
      case 'empty': {
        const { target, path } = condition
        const { part } = throughLists(findPart(target, path, this.#plan))
        const sources = operandOfPart(part)?.sources ?? presenceOf(part)
        if (sources) return { sources, type: null, conversion: -1 }
        return refuse('OperatorNotAllowed', path, `${target.name} cannot be compared with null.`)
      }
      case 'tree': {
        const { target, literal, path } = condition
        const found = findPart(target, path, this.#plan)
        if (found.field.name !== 'Key') {
          refuse('OperatorNotAllowed', path, `${path}: $TREE is for the Key of Schema alone.`)
        }
        const { sources } = operandOf(throughLists(found).part, path, target.name)
        const convert = (value: unknown) => [treePrefix(value, model, path)]
        return { sources, type: null, conversion: conversions.list.push({ literal: literal.index, convert }) - 1 }
      }
      case 'phrase':
        checkPhrase(condition, this.#plan)
        break
      case 'related':
        findRelatedKey(condition, this.#plan)
        break
      case 'exists':
        findLink(condition, this.#plan)
        break
      case 'inbound':
        findArea(condition, this.#plan)
        break
    }
    return refuse('OperatorNotAllowed', condition.path, `${condition.path} cannot be used in a Read of ${entity.name}.`)
  }

  /** Returns the rows for which the condition holds. `converted` has the values of each conversion of the plan. */
  filter(source: RowSource, converted: readonly (readonly Value[])[]): MaybePromise<readonly unknown[]> {
    const judge = this.#judge(source, converted)
    return filterInTurns(source.rows, row => evaluate(this.#root, row, judge, new WorkBudget(recordWork)))
  }

  #judge(source: RowSource, converted: readonly (readonly Value[])[]): Judge<unknown> {
    const leafOf = (condition: Condition) => this.#leaves.get(condition) as Leaf
    const values = ({ sources }: Leaf, row: unknown) => sources.flatMap(one => valuesOf(source, row, one))
    return {
      comparison: (test, row) => {
        const leaf = leafOf(test)
        return {
          type: leaf.type as ValueType,
          values: values(leaf, row),
          bound: converted[leaf.conversion] as readonly Value[],
        }
      },
      hasValue: (condition, row) => values(leafOf(condition), row).length > 0,
      holds: (condition, row) => {
        const leaf = leafOf(condition)
        const [prefix] = converted[leaf.conversion] as readonly [string]
        return values(leaf, row).some(key => isBelow(key as string, prefix))
      },
    }
  }
}

/** Filters in one turn of the event loop when it is short, else in several. */
function filterInTurns(rows: readonly unknown[], holds: (row: unknown) => boolean): MaybePromise<readonly unknown[]> {
  const found: unknown[] = []
  const goOn = (from: number): MaybePromise<readonly unknown[]> => {
    for (let i = from; i < rows.length; i++) {
      const turn = nextTurnIfLong()
      if (turn) return turn.then(() => goOn(i))
      if (holds(rows[i])) found.push(rows[i])
    }
    return found
  }
  return goOn(0)
}
