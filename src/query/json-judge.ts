// Judges records that are JSON, as a client sends them or a Read returns them: mandatory rules, and the oracle of the tests.
import { refuse } from '../base/errors.ts'
import { fold, wordsOf } from '../base/fold.ts'
import { isObject, member } from '../base/json.ts'
import { flagType, numberType, textType } from '../fields/types.ts'
import type { BindContext, ValueType } from '../fields/value-type.ts'
import { splitPath } from '../model/resolve.ts'
import { wordKinds } from '../model/search-words.ts'
import type { Scalar } from '../storage/store.ts'
import type { Comparison, ConditionOf, Judge } from './evaluate.ts'
import { yearPeriods } from './functions/calendar.ts'
import { datePartValue } from './functions/date-part.ts'
import { phrasePrefixes } from './functions/phrase.ts'
import { insideRing, parseRing, type WrittenRing } from './functions/polygon.ts'
import { operators } from './operators/index.ts'
import { isPeriod, isPeriodic, type Operator } from './operators/operator.ts'
import type { Target } from './parse/condition.ts'

type JsonRecord = Readonly<Record<string, unknown>>

interface JsonFacts {
  /** The literals of the condition, as the parser collected them. */
  readonly literals: readonly unknown[]
  readonly context: BindContext
  /** Gives the type by which a path compares; where it gives none, the JSON type of the value decides. */
  typeOf?(path: string): ValueType | undefined
  /** Says whether the write that is judged has changed the field of a path, for $CHANGED. */
  changed?(path: string): boolean
  /** Gives the texts that $PHRASE searches. */
  phrase?(record: JsonRecord): readonly string[]
}

export const jsonJudge = (facts: JsonFacts): Judge<JsonRecord> => ({
  comparison: (test, record) => comparisonOf(test, record, facts),
  hasValue: ({ target }, record) => valuesAt(record, target.name).length > 0,
  holds: (condition, record) => {
    switch (condition.kind) {
      case 'phrase':
        return hasWords(condition, record, facts)
      case 'inbound':
        return isInside(condition, record, facts)
      case 'changed':
        if (facts.changed) return facts.changed(condition.name) !== condition.negated
        break
    }
    return refuse('OperatorNotAllowed', condition.path, `${condition.path} cannot be judged here.`)
  },
})

/** The values at a path: none when there is nothing there, several when the path goes through lists. */
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

function comparisonOf(
  { target, operator: name, literal: { index, path: where }, path }: ConditionOf<'test'>,
  record: JsonRecord,
  { literals, context, typeOf }: JsonFacts,
): Comparison {
  const literal = literals[index]
  const found = valuesAt(record, target.name)
  const own = typeOf?.(target.name) ?? typeOfJson(found[0] ?? (Array.isArray(literal) ? literal[0] : literal))
  const type = target.call === 'MONTH' ? numberType : own
  const values = found.map(value => storedValue(value, own, target, context))
  const wanted = target.call === 'YEAR' ? yearPeriods(literal, where, context.timeZone) : literal
  return { type, values, bound: (operators.get(name) as Operator).bind(wanted, type, path, context) }
}

const typeOfJson = (value: unknown): ValueType => {
  if (typeof value === 'number') return numberType
  return typeof value === 'boolean' ? flagType : textType
}

/** The value as a store keeps it: folded text, epoch seconds, scaled units. */
export function storedValue(value: unknown, type: ValueType, target: Target, context: BindContext): Scalar {
  const bare = isObject(value) ? (member(value, 'Key') ?? member(value, 'Value') ?? value) : value
  if (type === textType) return fold(String(bare))
  const bound = type.bind(bare, target.name, { ...context, timeZone: 'UTC' })
  const scalar = isPeriod(bound) ? bound.start : bound
  if (target.call !== 'MONTH' || !isPeriodic(type)) return scalar
  return datePartValue(scalar, { part: 'month', of: type.name as 'date' | 'datetime' }, context.timeZone)
}

function hasWords({ literal, namesOnly }: ConditionOf<'phrase'>, record: JsonRecord, facts: JsonFacts): boolean {
  const words = (facts.phrase?.(record) ?? []).flatMap(wordsOf).map(word => wordKinds.text + word)
  const prefixes = phrasePrefixes(String(facts.literals[literal.index]), 'text', namesOnly)
  return prefixes.every(prefix => words.some(word => word.startsWith(prefix)))
}

function isInside({ name, literal, negated }: ConditionOf<'inbound'>, record: JsonRecord, facts: JsonFacts): boolean {
  const [point] = valuesAt(record, name)
  const [x, y] = isObject(point) ? [member(point, 'Longitude'), member(point, 'Latitude')] : []
  const ring = parseRing(facts.literals[literal.index] as WrittenRing)
  return (typeof x === 'number' && typeof y === 'number' && insideRing(x, y, ring)) !== negated
}
