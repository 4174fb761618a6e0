// Declares the scope of a report: the days, the owner and the territory that it is about.
import type { Days } from './period.ts'

/** What a report is about: all sales and all work of the days, or those of one person or one territory. */
export interface ReportScope {
  readonly days: Days
  /** The key of a user; empty for all. */
  readonly owner: string
  /** The key of a territory; empty for all. */
  readonly territory: string
  /** The items of the option list that the report names. */
  readonly options: readonly { readonly key: string; readonly name: string }[]
}
