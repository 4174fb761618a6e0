// Replaces text literals of a parsed condition where another text changes only the value.
import { fixedLimits } from '../../config/limits.ts'
import { operators } from '../operators/index.ts'
import type { Condition, ParsedCondition } from './condition.ts'
import { isNothing } from './parse-condition.ts'

/** Finds the literals that can be replaced, by their texts. The SQL does not depend on their values. */
export function replaceableLiterals({ root, literals }: ParsedCondition): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  collect(root, literals, found)
  return found
}

function collect(condition: Condition, literals: readonly unknown[], found: Map<string, number>): void {
  if (condition.kind === 'all' || condition.kind === 'any') {
    for (const inner of condition.of) collect(inner, literals, found)
    return
  }
  if (condition.kind !== 'test' || operators.get(condition.operator)?.sort) return
  const { index } = condition.literal
  const text = literals[index]
  if (typeof text === 'string') found.set(text, index)
}

/** Null when the parser would treat one of the texts differently, as no value or as too long. */
export function replaceLiterals(
  condition: ParsedCondition,
  places: readonly number[],
  texts: readonly string[],
): ParsedCondition | null {
  const literals = [...condition.literals]
  for (let i = 0; i < places.length; i++) {
    const text = texts[i] as string
    if (isNothing(text) || text.length > fixedLimits.conditionText) return null
    literals[places[i] as number] = text
  }
  return { ...condition, literals }
}
