// Declares where the options of a field come from.

/**
 * A list of items in the store, a list that the entity file fixes, the records of an entity that the caller may read, or a
 * provider in `options/`.
 */
export type OptionSource =
  | { readonly list: string; readonly free?: boolean; readonly defaults?: readonly DefaultItem[] }
  | { readonly items: readonly FixedItem[] }
  | { readonly records: string }
  | {
      readonly provider:
        | 'users'
        | 'principals'
        | 'currencies'
        | 'isoCurrencies'
        | 'salesProcesses'
        | 'salesStages'
        | 'salesTeams'
    }

/** An item that the list of a new database begins with. */
export interface DefaultItem {
  readonly key: number
  readonly name: string
  readonly extra?: Readonly<Record<string, unknown>>
}

export interface FixedItem {
  readonly key: string | number
  readonly name: string
}
