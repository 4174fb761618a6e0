// How values are compared: which operators they take, and how a literal of a criterion becomes a bound value.
import type { Scalar } from '../storage/store.ts'

/** From `start` up to but not including `end`: a second, a day, this month. Dates and date-times compare as periods. */
export interface Period {
  readonly start: string | number
  readonly end: string | number
}

/** A stretch of time in epoch seconds, as functions such as $TODAY() give it. */
export class Moment {
  readonly start: number
  readonly end: number
  constructor(start: number, end: number) {
    this.start = start
    this.end = end
  }
}

/** What $CURRENTUSER() stands for in a criterion. */
export class CurrentUser {}

export interface BindContext {
  /** Epoch seconds. */
  readonly now: number
  readonly timeZone: string
  readonly uid: string
  /** What a text such as `$TODAY()` stands for; null when it is not a function. */
  call(text: string, path: string): Moment | CurrentUser | null
}

export type OperatorName =
  | '$EQ'
  | '$NE'
  | '$GT'
  | '$GE'
  | '$LT'
  | '$LE'
  | '$IN'
  | '$NIN'
  | '$LIKE'
  | '$NLIKE'
  | '$RANGE'
  | '$NRANGE'
  | '$ALL'
  | '$PHRASE'

export interface ValueType {
  readonly name: 'text' | 'key' | 'integer' | 'number' | 'money' | 'date' | 'datetime' | 'flag'
  readonly operators: readonly OperatorName[]
  /** The type of the list that an `$IN` binds. */
  readonly list: 'text' | 'integer' | 'real'
  /** Turns a literal into what is bound; throws a Refusal that names the path. Periods for dates and date-times. */
  bind(literal: unknown, path: string, context: BindContext): Scalar | Period
  /** Aggregates that it takes besides $COUNT. */
  readonly sums: boolean
  /** Stored as a scaled integer that may exceed what a JS number holds: lists of such values travel as text. */
  readonly exact?: boolean
}

const equality: readonly OperatorName[] = ['$EQ', '$NE', '$IN', '$NIN']
const ordering: readonly OperatorName[] = ['$GT', '$GE', '$LT', '$LE', '$RANGE', '$NRANGE']

export const equalityOperators = equality
export const orderedOperators: readonly OperatorName[] = [...equality, ...ordering]
export const textOperators: readonly OperatorName[] = [...equality, ...ordering, '$LIKE', '$NLIKE']
