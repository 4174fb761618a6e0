// Declares the interface of an operator: bind a literal, compile to SQL, evaluate in memory.
import type { Expression, RawBuilder, SqlBool } from 'kysely'
import type { WorkBudget } from '../../base/scheduling/work-budget.ts'
import type { BindContext, OperatorName, Period, ValueType } from '../../fields/value-type.ts'
import type { Dialect } from '../../storage/dialect.ts'
import type { Scalar, Value } from '../../storage/store.ts'

export interface Operator {
  readonly name: OperatorName
  /** One sentence for the reference. */
  readonly doc: string
  /** The property of the literal that the SQL text depends on; part of the shape. */
  sort?(literal: unknown): string
  /** The values to bind, in the order of `placeholders`; throws a Refusal when the type does not allow the literal. */
  bind(literal: unknown, type: ValueType, path: string, context: BindContext): readonly Value[]
  /** SQL that is true, false, or null for a record without a value. */
  compile(
    x: Expression<unknown>,
    type: ValueType,
    placeholder: (i: number) => Expression<unknown>,
    sort: string,
    dialect: Dialect,
  ): RawBuilder<SqlBool>
  /**
   * Evaluates the operator on one value in memory, with the values of `bind`. It pays for the characters and elements that
   * it looks at.
   */
  holds(value: Scalar, bound: readonly Value[], type: ValueType, sort: string, budget: WorkBudget): boolean
  /** Set for the exact complement of another operator, which also matches records without a value. */
  readonly complementOf?: OperatorName
}

/** Pays for reading a value once. */
export const payFor = (value: Scalar, budget: WorkBudget): void =>
  budget.spend(typeof value === 'string' ? value.length : 1)

export const isPeriodic = (type: ValueType): boolean => type.name === 'date' || type.name === 'datetime'

/** A list of one counts as its value. */
export const bindOne = (literal: unknown, type: ValueType, path: string, context: BindContext): readonly Value[] => {
  const bound = type.bind(Array.isArray(literal) && literal.length === 1 ? literal[0] : literal, path, context)
  return isPeriod(bound) ? [bound.start, bound.end] : [bound]
}

export const isPeriod = (bound: Scalar | Period): bound is Period =>
  typeof bound === 'object' && bound !== null && 'start' in bound && 'end' in bound

/** The order of stored values: numbers by size, texts by code points, which is the order of their UTF-8 bytes. */
export function compareValues(a: Scalar | Value, b: Scalar | Value): number {
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b)
  const [x, y] = [BigIntOrNumber(a), BigIntOrNumber(b)]
  return x < y ? -1 : x > y ? 1 : 0
}

function compareTexts(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const [x, y] = [a.charCodeAt(i), b.charCodeAt(i)]
    if (x !== y) return codePointOrder(x) - codePointOrder(y)
  }
  return a.length - b.length
}

/** In UTF-16 the halves of surrogate pairs are below U+E000, although their characters come after U+FFFF. */
const codePointOrder = (unit: number): number => (unit >= 0xd800 && unit < 0xe000 ? unit + 0x2800 : unit)

const BigIntOrNumber = (value: unknown): number | bigint => (typeof value === 'bigint' ? value : Number(value))
