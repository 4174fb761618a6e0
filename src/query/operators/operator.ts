// The one interface of every operator: how its literal is bound, how it compiles, and how it is judged in memory.
import type { Expression, RawBuilder, SqlBool } from 'kysely'
import type { BindContext, OperatorName, Period, ValueType } from '../../fields/value-type.ts'
import type { Dialect } from '../../storage/dialect.ts'
import type { Scalar, Value } from '../../storage/store.ts'

export interface Operator {
  readonly name: OperatorName
  /** One sentence for the reference. */
  readonly doc: string
  /** What of the literal the statement's text depends on; part of the shape. */
  sort?(literal: unknown): string
  /** The values to bind, in the order of `placeholders`; throws a Refusal for a literal that the type cannot take. */
  bind(literal: unknown, type: ValueType, path: string, context: BindContext): readonly Value[]
  /** True, false, or null for a record without a value. */
  compile(
    x: Expression<unknown>,
    type: ValueType,
    placeholder: (i: number) => Expression<unknown>,
    sort: string,
    dialect: Dialect,
  ): RawBuilder<SqlBool>
  /** The same on one value in memory, with what `bind` gave. */
  holds(value: Scalar, bound: readonly Value[], type: ValueType, sort: string): boolean
  /** True for the exact complement of another operator: it also holds for a record without a value. */
  readonly complementOf?: OperatorName
}

export const isPeriodic = (type: ValueType): boolean => type.name === 'date' || type.name === 'datetime'

/** A list of one is its one value. */
export const bindOne = (literal: unknown, type: ValueType, path: string, context: BindContext): readonly Value[] => {
  const bound = type.bind(Array.isArray(literal) && literal.length === 1 ? literal[0] : literal, path, context)
  return isPeriod(bound) ? [bound.start, bound.end] : [bound]
}

export const isPeriod = (bound: Scalar | Period): bound is Period =>
  typeof bound === 'object' && bound !== null && 'start' in bound && 'end' in bound

/** Order of the stored values: numbers by size, texts by their code points, which is the order of their UTF-8 bytes. */
export function compareValues(a: Scalar | Value, b: Scalar | Value): number {
  if (typeof a === 'string' && typeof b === 'string')
    return a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b))
  const [x, y] = [BigIntOrNumber(a), BigIntOrNumber(b)]
  return x < y ? -1 : x > y ? 1 : 0
}

const BigIntOrNumber = (value: unknown): number | bigint => (typeof value === 'bigint' ? value : Number(value))
