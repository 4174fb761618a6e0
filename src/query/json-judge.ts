// Evaluates conditions on JSON records, as a client sends them or a Read returns them: for mandatory rules and for the tests.
import { refuse } from '../base/errors.ts'
import { type WorkBudget, WorkExceeded } from '../base/scheduling/work-budget.ts'
import { fold, foldsWithin, wordsOf } from '../base/text/fold.ts'
import { isObject, member } from '../base/text/json.ts'
import { nearness } from '../base/text/near-word.ts'
import { flagType, numberType, textType } from '../fields/types.ts'
import type { BindContext, ValueType } from '../fields/value-type.ts'
import { splitPath } from '../model/resolve.ts'
import { wordKinds } from '../model/search-words.ts'
import type { Scalar } from '../storage/store.ts'
import type { Comparison, ConditionOf, Judge } from './evaluate.ts'
import { yearPeriods } from './functions/calendar.ts'
import { datePartValue } from './functions/date-part.ts'
import { parseNear } from './functions/near.ts'
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
  /** The type by which a path compares; by default the JSON type of the value decides. */
  typeOf?(path: string): ValueType | undefined
  /** Whether the write under evaluation has changed the field of a path, for $CHANGED. */
  changed?(path: string): boolean
  /** The texts that $PHRASE searches. */
  phrase?(record: JsonRecord): readonly string[]
}

export const jsonJudge = (facts: JsonFacts): Judge<JsonRecord> => ({
  comparison: (test, record, budget) => comparisonOf(test, record, facts, budget),
  hasValue: ({ target }, record, budget) => valuesAt(record, target.name, budget).length > 0,
  holds: (condition, record, budget) => {
    switch (condition.kind) {
      case 'phrase':
        return hasWords(condition, record, facts, budget)
      case 'inbound':
        return isInside(condition, record, facts, budget)
      case 'changed':
        if (facts.changed) return facts.changed(condition.name) !== condition.negated
        break
    }
    return refuse('OperatorNotAllowed', condition.path, `${condition.path} cannot be judged here.`)
  },
})

/** The values at a path: none when the path leads nowhere, several when it goes through lists. */
export function valuesAt(record: unknown, path: string, budget: WorkBudget): unknown[] {
  const whole = isObject(record) ? member(record, path) : undefined
  if (whole !== undefined) return listOf(whole, budget)
  let found: unknown[] = [record]
  for (const step of splitPath(path))
    found = found.flatMap(value => (isObject(value) ? listOf(member(value, step), budget) : []))
  return found
}

function listOf(value: unknown, budget: WorkBudget): unknown[] {
  budget.spend(1)
  if (value === undefined || value === null || value === '') return []
  return Array.isArray(value) ? value.flatMap(element => listOf(element, budget)) : [value]
}

function comparisonOf(
  { target, operator: name, literal: { index, path: where }, path }: ConditionOf<'test'>,
  record: JsonRecord,
  { literals, context, typeOf }: JsonFacts,
  budget: WorkBudget,
): Comparison {
  const literal = literals[index]
  const found = valuesAt(record, target.name, budget)
  const own = typeOf?.(target.name) ?? typeOfJson(found[0] ?? (Array.isArray(literal) ? literal[0] : literal))
  const type = target.call === 'MONTH' ? numberType : own
  const values = found.map(value => storedValue(value, own, target, context, budget))
  const wanted = target.call === 'YEAR' ? yearPeriods(literal, where, context.timeZone) : literal
  budget.spend(lengthOf(literal))
  return { type, values, bound: (operators.get(name) as Operator).bind(wanted, type, path, context) }
}

/** Characters and elements of a literal, which binding reads. */
const lengthOf = (literal: unknown): number => {
  if (typeof literal === 'string') return literal.length
  return Array.isArray(literal) ? literal.reduce<number>((sum, element) => sum + 1 + lengthOf(element), 0) : 1
}

/** The folded texts of the record that a budget is for: a record with many conditions on one text folds it once. */
const foldedTexts = new WeakMap<WorkBudget, Map<string, string>>()

function foldOnce(text: string, budget: WorkBudget): string {
  let folded = foldedTexts.get(budget)
  if (!folded) {
    folded = new Map()
    foldedTexts.set(budget, folded)
  }
  const known = folded.get(text)
  if (known !== undefined) return known
  budget.spend(foldSteps * text.length)
  if (!foldsWithin(text)) throw new WorkExceeded(budget.limit)
  const made = fold(text)
  folded.set(text, made)
  return made
}

/** Folding a character takes about as long as so many steps of a comparison. */
const foldSteps = 4

const typeOfJson = (value: unknown): ValueType => {
  if (typeof value === 'number') return numberType
  return typeof value === 'boolean' ? flagType : textType
}

/** The value in its stored form: folded text, epoch seconds, scaled units. */
export function storedValue(
  value: unknown,
  type: ValueType,
  target: Target,
  context: BindContext,
  budget: WorkBudget,
): Scalar {
  const bare = isObject(value) ? (member(value, 'Key') ?? member(value, 'Value') ?? value) : value
  if (type === textType) return foldOnce(String(bare), budget)
  const bound = type.bind(bare, target.name, { ...context, timeZone: 'UTC' })
  const scalar = isPeriod(bound) ? bound.start : bound
  if (target.call !== 'MONTH' || !isPeriodic(type)) return scalar
  return datePartValue(scalar, { part: 'month', of: type.name as 'date' | 'datetime' }, context.timeZone)
}

function hasWords(
  { literal, namesOnly, near, field }: ConditionOf<'phrase'>,
  record: JsonRecord,
  facts: JsonFacts,
  budget: WorkBudget,
): boolean {
  const texts = field ? valuesAt(record, field.name, budget).map(String) : (facts.phrase?.(record) ?? [])
  for (const text of texts) budget.spend(foldSteps * text.length)
  if (near) return hasNearWords(String(facts.literals[literal.index]), literal.path, texts.flatMap(wordsOf), budget)
  const words = texts.flatMap(wordsOf).map(word => wordKinds.text + word)
  const prefixes = phrasePrefixes(String(facts.literals[literal.index]), 'text', namesOnly)
  budget.spend(words.length * prefixes.length)
  return prefixes.every(prefix => words.some(word => word.startsWith(prefix)))
}

function hasNearWords(text: string, path: string, words: readonly string[], budget: WorkBudget): boolean {
  return parseNear(text, 'text', path).words.every(asked => {
    budget.spend(words.length * (2 * asked.errors + 1) * asked.text.length)
    const letters = [...asked.text]
    return words.some(word => nearness(letters, word, asked.errors, asked.beginning) !== null)
  })
}

function isInside(
  { name, literal, negated }: ConditionOf<'inbound'>,
  record: JsonRecord,
  facts: JsonFacts,
  budget: WorkBudget,
): boolean {
  const [point] = valuesAt(record, name, budget)
  const [x, y] = isObject(point) ? [member(point, 'Longitude'), member(point, 'Latitude')] : []
  const written = facts.literals[literal.index] as WrittenRing
  budget.spend(written.points.length)
  const ring = parseRing(written)
  return (typeof x === 'number' && typeof y === 'number' && insideRing(x, y, ring)) !== negated
}
