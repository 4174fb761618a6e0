// Names the values that a run of a read plan binds to its compiled statement.
import { sql } from 'kysely'
import type { BindContext } from '../../fields/value-type.ts'
import { Placeholder } from '../../storage/statements/placeholder.ts'
import type { Scalar, Value } from '../../storage/store.ts'
import type { NearQuery, NearTier } from '../functions/near.ts'

/** The facts of one run of a plan, from which its placeholders read their values. */
export interface Binding {
  readonly db: number
  readonly uid: string
  readonly principals: readonly string[]
  /** Epoch seconds. */
  readonly now: number
  /** Records deleted before this moment cannot be restored and are no longer in the bin. */
  readonly binSince: number
  readonly timeZone: string
  readonly corporateCurrency: string
  readonly limit: number
  readonly converted: readonly (readonly Value[])[]
  /** The values of the last record of the previous page. */
  readonly page: readonly Scalar[]
}

export const dbPlaceholder = new Placeholder<Binding>(b => b.db, { tenant: true })
export const uidPlaceholder = new Placeholder<Binding>(b => b.uid)
export const principalsPlaceholder = new Placeholder<Binding>(b => b.principals)
export const nowPlaceholder = new Placeholder<Binding>(b => b.now)
export const corporateCurrencyPlaceholder = new Placeholder<Binding>(b => b.corporateCurrency)
export const binSincePlaceholder = new Placeholder<Binding>(b => b.binSince)
export const timeZonePlaceholder = new Placeholder<Binding>(b => b.timeZone)
/** An expression, since SQLite prepares a statement again whenever a bare parameter of LIMIT is bound. */
export const limitPlaceholder = sql`(${new Placeholder<Binding>(b => b.limit)} + 0)`
/** A value of the last record of the previous page; exact values arrive as text. */
export const pagePlaceholder = (i: number, exact: boolean): Placeholder<Binding> =>
  new Placeholder<Binding>(b => (exact ? BigInt(b.page[i] as string) : (b.page[i] as Scalar)))

/** Converts one literal of the request to values; throws a Refusal when it cannot. */
export interface Conversion {
  readonly literal: number
  readonly convert: (literal: unknown, context: BindContext, db: number) => readonly Value[]
  /** A $NEAR: its values follow from the words that the index has, which are read first. */
  readonly near?: NearConversion
}

export interface NearConversion {
  readonly table: string
  readonly query: (literal: unknown) => NearQuery
  readonly bind: (db: number, tier: NearTier) => readonly Value[]
}

/** Collects the conversions of a plan and creates their placeholders. */
export class Conversions {
  readonly list: Conversion[] = []

  add(conversion: Conversion): (i: number) => Placeholder<Binding> {
    return this.#values(this.list.push(conversion) - 1)
  }

  /** For a condition that occurs in the statement twice: its literals are converted, and refused, once. */
  again(): Pick<Conversions, 'add' | 'list'> {
    return { list: this.list, add: ({ literal }) => this.#values(this.list.findIndex(one => one.literal === literal)) }
  }

  #values(index: number): (i: number) => Placeholder<Binding> {
    return i => new Placeholder<Binding>(b => (b.converted[index] as readonly Value[])[i] as Value)
  }
}
