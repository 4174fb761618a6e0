// Another text in the place of a literal, where that changes nothing but the value: no need to parse the condition again.
import { fixedLimits } from '../../config/limits.ts'
import { operators } from '../operators/index.ts'
import type { Condition, ParsedCondition } from './condition.ts'
import { isNothing } from './parse-condition.ts'

/** The literals that can be exchanged, by their texts. The shape of the others' statements depends on their values. */
export function exchangeable({ root, literals }: ParsedCondition): ReadonlyMap<string, number> {
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

/** Null for a text that would be parsed otherwise. */
export function exchange(
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
