// Values of a compiled statement: what is bound when it runs, named by where it comes from.
import { sql } from 'kysely'
import type { BindContext } from '../../fields/value-type.ts'
import type { Scalar, Value } from '../../storage/store.ts'

/** What a run of a plan binds from. */
export interface Binding {
  readonly db: number
  readonly uid: string
  readonly principals: readonly string[]
  /** Epoch seconds. */
  readonly now: number
  /** What was deleted earlier than this is beyond restoring, and no longer in the bin. */
  readonly binSince: number
  readonly timeZone: string
  readonly corporateCurrency: string
  readonly limit: number
  /** For each conversion of the plan, the values that it gave. */
  readonly converted: readonly (readonly Value[])[]
  /** The values of the last record seen, when a page continues. */
  readonly page: readonly Scalar[]
}

/** Stands in a statement where a value will be bound; Kysely carries it through to the list of parameters. */
export class Slot {
  readonly read: (binding: Binding) => Value
  constructor(read: (binding: Binding) => Value) {
    this.read = read
  }
}

export const dbSlot = new Slot(b => b.db)
export const uidSlot = new Slot(b => b.uid)
export const principalsSlot = new Slot(b => b.principals)
export const nowSlot = new Slot(b => b.now)
export const corporateCurrencySlot = new Slot(b => b.corporateCurrency)
export const binSinceSlot = new Slot(b => b.binSince)
export const timeZoneSlot = new Slot(b => b.timeZone)
/** Stands in an expression: SQLite prepares a statement anew whenever a bare parameter of its LIMIT is bound. */
export const limitSlot = sql`(${new Slot(b => b.limit)} + 0)`
/** A value of the last record seen; exact ones travel as text. */
export const pageSlot = (i: number, exact: boolean): Slot =>
  new Slot(b => (exact ? BigInt(b.page[i] as string) : (b.page[i] as Scalar)))

/** Turns one literal of the request into values; throws a Refusal when it cannot. */
export interface Conversion {
  readonly literal: number
  readonly convert: (literal: unknown, context: BindContext, db: number) => readonly Value[]
}

/** Collects the conversions of a plan and hands out their slots. */
export class Conversions {
  readonly list: Conversion[] = []

  add(conversion: Conversion): (i: number) => Slot {
    const index = this.list.push(conversion) - 1
    return i => new Slot(b => (b.converted[index] as readonly Value[])[i] as Value)
  }
}

export const bindParameters = (parameters: readonly unknown[], binding: Binding): Value[] => {
  const values = new Array<Value>(parameters.length)
  for (let i = 0; i < parameters.length; i++) {
    const p = parameters[i]
    values[i] = p instanceof Slot ? p.read(binding) : (p as Value)
  }
  return values
}
