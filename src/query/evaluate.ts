// The condition tree over records in memory, by the same operators: mandatory rules, and the tests' oracle.
import { refuse } from '../base/errors.ts'
import { fold, wordsOf } from '../base/fold.ts'
import { isObject, member } from '../base/json.ts'
import { flagType, numberType, textType } from '../fields/types.ts'
import type { BindContext, ValueType } from '../fields/value-type.ts'
import { splitPath } from '../model/resolve.ts'
import { wordKinds } from '../model/search-words.ts'
import type { Scalar } from '../storage/store.ts'
import { yearPeriods } from './functions/calendar.ts'
import { datePartValue } from './functions/date-part.ts'
import { phrasePrefixes } from './functions/phrase.ts'
import { insideRing, parseRing, type WrittenRing } from './functions/polygon.ts'
import { operators } from './operators/index.ts'
import { isPeriod, isPeriodic, type Operator } from './operators/operator.ts'
import type { Condition, ParsedCondition, Target } from './parse/condition.ts'

export interface Judge {
  readonly context: BindContext
  /** How a path compares; by the JSON type of its value when this does not say. */
  typeOf?(path: string): ValueType | undefined
  /** The texts that $PHRASE searches. */
  phrase?(record: Record<string, unknown>): readonly string[]
}

/** Whether the condition holds for a record given as the JSON that a Read returns. */
export function evaluate(parsed: ParsedCondition, record: Record<string, unknown>, judge: Judge): boolean {
  return holds(parsed.root, parsed.literals, record, judge)
}

function holds(
  condition: Condition,
  literals: readonly unknown[],
  record: Record<string, unknown>,
  judge: Judge,
): boolean {
  switch (condition.kind) {
    case 'all':
      return condition.of.every(inner => holds(inner, literals, record, judge))
    case 'any':
      return condition.of.length === 0 || condition.of.some(inner => holds(inner, literals, record, judge))
    case 'empty':
      return (valuesAt(record, condition.target.name).length === 0) !== condition.negated
    case 'test':
      return test(condition, literals[condition.literal.index], record, judge)
    case 'phrase': {
      const words = (judge.phrase?.(record) ?? []).flatMap(wordsOf).map(word => wordKinds.text + word)
      const prefixes = phrasePrefixes(String(literals[condition.literal.index]), 'text', condition.namesOnly)
      return prefixes.every(prefix => words.some(word => word.startsWith(prefix)))
    }
    case 'tree': {
      const path = String(literals[condition.literal.index]).replace(/\/$/, '').toLowerCase()
      return valuesAt(record, condition.target.name).some(key => `${String(key).toLowerCase()}/`.startsWith(`${path}/`))
    }
    case 'inbound': {
      const [point] = valuesAt(record, condition.name)
      const [x, y] = isObject(point) ? [member(point, 'Longitude'), member(point, 'Latitude')] : []
      const ring = parseRing(literals[condition.literal.index] as WrittenRing)
      return (typeof x === 'number' && typeof y === 'number' && insideRing(x, y, ring)) !== condition.negated
    }
    default:
      return refuse('OperatorNotAllowed', condition.path, `${condition.path} cannot be judged here.`)
  }
}

/** The values at a path: none when there is nothing there, several when it goes through lists. */
export function valuesAt(record: unknown, path: string): unknown[] {
  const whole = isObject(record) ? member(record, path) : undefined
  if (whole !== undefined) return listOf(whole)
  let found: unknown[] = [record]
  for (const step of splitPath(path))
    found = found.flatMap(value => (isObject(value) ? listOf(member(value, step)) : []))
  return found
}

const listOf = (value: unknown): unknown[] => {
  if (value === undefined || value === null || value === '') return []
  return Array.isArray(value) ? value.flatMap(listOf) : [value]
}

function test(
  condition: Extract<Condition, { kind: 'test' }>,
  literal: unknown,
  record: Record<string, unknown>,
  judge: Judge,
): boolean {
  const operator = operators.get(condition.operator) as Operator
  const values = valuesAt(record, condition.target.name)
  const type = judge.typeOf?.(condition.target.name) ?? typeOfJson(values[0] ?? firstOf(literal))
  const compared = condition.target.call === 'MONTH' ? numberType : type
  const stored = values.map(value => storedValue(value, type, condition.target, judge.context))
  const wanted =
    condition.target.call === 'YEAR' ? yearPeriods(literal, condition.literal.path, judge.context.timeZone) : literal
  if (operator.name === '$ALL') {
    return listOf(literal).every(one =>
      stored.some(value =>
        operator.holds(value, operator.bind([one], compared, condition.path, judge.context), compared, ''),
      ),
    )
  }
  const bound = operator.bind(wanted, compared, condition.path, judge.context)
  const found = stored.some(value => operator.holds(value, bound, compared, condition.sort))
  const orEmpty = condition.orEmpty && stored.length === 0
  return (found || orEmpty) !== (operator.complementOf !== undefined)
}

const firstOf = (literal: unknown): unknown => (Array.isArray(literal) ? literal[0] : literal)

const typeOfJson = (value: unknown): ValueType => {
  if (typeof value === 'number') return numberType
  return typeof value === 'boolean' ? flagType : textType
}

/** As the store would hold it: folded text, epoch seconds, scaled units. */
export function storedValue(value: unknown, type: ValueType, target: Target, context: BindContext): Scalar {
  const bare = isObject(value) ? (member(value, 'Key') ?? member(value, 'Value') ?? value) : value
  if (type === textType) return fold(String(bare))
  const bound = type.bind(bare, target.name, { ...context, timeZone: 'UTC' })
  const scalar = isPeriod(bound) ? bound.start : bound
  if (target.call !== 'MONTH' || !isPeriodic(type)) return scalar
  return datePartValue(scalar, { part: 'month', of: type.name as 'date' | 'datetime' }, context.timeZone)
}
