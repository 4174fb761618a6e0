// Declares how values are compared: the operators of a type, and the conversion of literals to bound values.
import type { Scalar } from '../storage/store.ts'
import type { OptionSource } from './option-source.ts'

/** From `start` up to but not including `end`: a second, a day, this month. Dates and date-times compare as periods. */
export interface Period {
  readonly start: string | number
  readonly end: string | number
}

/** An interval in epoch seconds, the result of functions such as $TODAY(). */
export class Moment {
  readonly start: number
  readonly end: number
  constructor(start: number, end: number) {
    this.start = start
    this.end = end
  }
}

/** The value of $CURRENTUSER() in a criterion. */
export class CurrentUser {}

export interface BindContext {
  /** Epoch seconds. */
  readonly now: number
  readonly timeZone: string
  readonly uid: string
  /** The stored spelling of a Uid, found in any letter case; the same text when no user has it. */
  findUid(uid: string): string
  /** The identifier of the record that a record was merged into; the same identifier for any other. */
  survivorOf(id: string): string
  /** The value of a function call such as `$TODAY()`; null when the text is not a function call. */
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
  /** The type of the elements of the list that `$IN` binds. */
  readonly list: 'text' | 'integer' | 'real'
  /** Converts a literal to the bound value, or a period for dates and date-times; throws a Refusal with the path. */
  bind(literal: unknown, path: string, context: BindContext): Scalar | Period
  /** Whether $SUM and $AVG apply, besides $COUNT. */
  readonly sums: boolean
  /** Stored as a scaled integer beyond the exact range of a JS number; lists of such values are bound as text. */
  readonly exact?: boolean
  /** The options whose keys or names are compared. */
  readonly options?: { readonly source: OptionSource; readonly by: 'key' | 'name' }
}

const equality: readonly OperatorName[] = ['$EQ', '$NE', '$IN', '$NIN']
const ordering: readonly OperatorName[] = ['$GT', '$GE', '$LT', '$LE', '$RANGE', '$NRANGE']

export const equalityOperators = equality
export const orderedOperators: readonly OperatorName[] = [...equality, ...ordering]
export const textOperators: readonly OperatorName[] = [...equality, ...ordering, '$LIKE', '$NLIKE']
