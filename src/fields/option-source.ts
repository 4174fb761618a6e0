// Declares the sources of the options of a field.
import { fold } from '../base/text/fold.ts'

/**
 * A list of items in the store, a list that the entity file fixes, the records of an entity that the caller may read, or a
 * provider in `options/`.
 */
export type OptionSource =
  | ListSource
  | { readonly items: readonly FixedItem[] }
  | RecordSource
  | {
      readonly provider:
        | 'users'
        | 'principals'
        | 'currencies'
        | 'isoCurrencies'
        | 'salesProcesses'
        | 'salesStages'
        | 'salesTeams'
        | 'folderTargets'
        | 'customParents'
    }

/** The records of an entity; those whose field `within` has the value of the same member of Data, if that is sent. */
export interface RecordSource {
  readonly records: string
  readonly within?: string
}

/** A list in the store. The values of a free list are any texts; its items are suggestions. */
export interface ListSource {
  readonly list: string
  readonly free?: boolean
  readonly defaults?: readonly DefaultItem[]
}

/** An item of the list in a new database. */
export interface DefaultItem {
  readonly key: number
  /** The key in requests and answers, where it is a word and not the number. */
  readonly code?: string
  readonly name: string
  readonly extra?: Readonly<Record<string, unknown>>
}

export interface FixedItem {
  readonly key: string | number
  readonly name: string
}

const folded = new WeakMap<readonly FixedItem[], ReadonlyMap<string, FixedItem>>()

/** The items by their folded names. */
export function itemsByName(items: readonly FixedItem[]): ReadonlyMap<string, FixedItem> {
  let byName = folded.get(items)
  if (!byName) {
    byName = new Map(items.map(item => [fold(item.name), item]))
    folded.set(items, byName)
  }
  return byName
}

/** Converts between the number of an item, which records store, and its key in requests and answers. */
export interface ItemKeys {
  keyOf(item: number): string
  /** Accepts a word in any letter case; undefined for a text that is no key. */
  numberOf(key: string): number | undefined
}

const wholeNumber = (text: string): number | undefined => (/^\d{1,15}$/.test(text) ? Number(text) : undefined)

const numericKeys: ItemKeys = { keyOf: String, numberOf: wholeNumber }

/** The keys of a list in the store: numeric text, except for the default items that have a code. */
export function itemKeys(source: Pick<ListSource, 'defaults'>): ItemKeys {
  const coded = (source.defaults ?? []).flatMap(({ key, code }) => (code === undefined ? [] : [{ key, code }]))
  if (coded.length === 0) return numericKeys
  const codes = new Map(coded.map(({ key, code }) => [key, code]))
  const numbers = new Map(coded.map(({ key, code }) => [code.toLowerCase(), key]))
  return {
    keyOf: item => codes.get(item) ?? String(item),
    numberOf: key => numbers.get(key.toLowerCase()) ?? wholeNumber(key),
  }
}
