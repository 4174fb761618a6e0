// Parses a condition that is stored and judged in memory again and again: a rule of a field, the filter of a webhook target.
import type { Problems } from '../../base/errors.ts'
import { fixedLimits, inMemoryLimits } from '../../config/limits.ts'
import type { ConditionLimits, ParsedCondition } from './condition.ts'
import { parseCondition } from './parse-condition.ts'

/** Each judgement reads the whole condition, so it is short, unlike one that is sent for a single Read. */
export function parseStoredCondition(
  condition: unknown,
  path: string,
  limits: ConditionLimits,
  problems: Problems,
): ParsedCondition {
  const length = JSON.stringify(condition ?? null).length
  const most = fixedLimits.storedCondition
  if (length <= most) return parseCondition(condition, path, inMemoryLimits(limits), problems)
  problems.add('LimitExceeded', path, `${path} is ${length} characters of JSON; at most ${most} are allowed.`)
  return parseCondition(null, path, limits, problems)
}
