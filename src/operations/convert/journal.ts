// Declares what a conversion notes in the row of the lead, so that Restore can undo it: identifiers and dates, no names.
import type { Scalar } from '../../storage/store.ts'
import type { Followers } from './following-records.ts'

export interface ConversionJournal {
  /** The record that notes, documents and tasks followed to. */
  readonly entry: string
  /** The records that were made, with the records that belong to them, by entity. */
  readonly made: Readonly<Record<string, readonly string[]>>
  /** The Version of each record that was made. */
  readonly versions: readonly { readonly entity: string; readonly id: string; readonly version: number }[]
  readonly followers: Followers
  /** Columns of the lead before the conversion. */
  readonly before: Readonly<Record<string, Scalar>>
}

/** The columns of a lead that a conversion writes. */
export const convertedColumns = ['archived_date', 'ab_entry_key', 'opportunity_key'] as const
