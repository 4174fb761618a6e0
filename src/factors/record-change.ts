// Writes changes of second factors into the history of the user.
import type { Caller } from '../accounts/caller.ts'
import { type Clock, seconds } from '../base/clock.ts'
import { identifierMaker } from '../base/text/identifier.ts'
import { insertHistory } from '../operations/record/record-history.ts'
import { RowStore } from '../operations/rows/row-store.ts'
import type { Store, Tx } from '../storage/store.ts'

/** Whose factor it is, and by which application it is changed. */
export type Owner = Pick<Caller, 'db' | 'uid'> & Partial<Pick<Caller, 'application'>>

export type Author = Pick<Caller, 'uid' | 'application'>

/** The history of the user says who changed what; it has no secret. */
export function recordChange(
  tx: Tx,
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  owner: Owner,
  by: Author,
  [before, after]: readonly [before: string | null, after: string | null],
): Promise<void> {
  const changes = JSON.stringify([{ Field: 'SecondFactor', Before: before, After: after }])
  const author = { caller: by, now: seconds(clock), id: identifierMaker(clock)() }
  const rows = new RowStore(tx, store.dialect, owner.db)
  return insertHistory(rows, author, { entity: 'User', record: owner.uid, operation: 'Update', changes })
}
