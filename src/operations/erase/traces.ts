// Declares where a person leaves traces outside the records: each room that keeps some removes them.
import type { RecordKey } from '../../fields/record-key.ts'
import type { Store } from '../../storage/store.ts'

/** The texts of a person by which rows that name no key are found: all folded, telephone numbers as their last nine digits. */
export interface PersonTexts {
  /** First and last name. */
  readonly names: readonly (readonly [first: string, last: string])[]
  readonly emails: readonly string[]
  readonly phones: readonly string[]
}

export interface TraceKeeper {
  /** Removes what only the texts of the person find. Runs before the records are removed. */
  removeTexts?(store: Store, db: number, texts: PersonTexts): Promise<void>
  /** Removes what refers to the records. Runs when they are gone, again a minute later, and a last time. */
  removeKeys(store: Store, db: number, keys: readonly RecordKey[]): Promise<void>
}
