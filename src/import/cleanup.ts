// Removes imports whose time is over, in small batches.
import { type Clock, seconds } from '../base/clock.ts'
import type { Job } from '../base/scheduling/jobs.ts'
import type { Store } from '../storage/store.ts'
import { removeIdentities, removeRowsUpTo } from './stored/rows.ts'
import { expiredImports, removeChunks, removeImport } from './stored/statements.ts'

const atOnce = 1_000

/** Removes the rows of an import before the import itself, so that no statement removes a million rows. */
export async function removeWhole(
  store: Store,
  { db, id, rows }: { db: number; id: string; rows: number },
): Promise<void> {
  const { dialect } = store
  const place = { db, import: id }
  while ((await store.write(tx => tx.run(removeIdentities(dialect, place)))) > 0);
  for (let to = atOnce; to < rows + atOnce; to += atOnce) {
    await store.write(async tx => {
      await tx.run(removeRowsUpTo(dialect, { ...place, to }))
      await tx.run(removeChunks(dialect, { ...place, to }))
    })
  }
  await store.write(tx => tx.run(removeImport(dialect, { db, id })))
}

async function cleanUp(store: Store, clock: Clock): Promise<void> {
  for (;;) {
    const expired = await store.rows(expiredImports(store.dialect, { now: seconds(clock) }))
    for (const one of expired) await removeWhole(store, one)
    if (expired.length === 0) return
  }
}

export const cleanUpJob = (store: Store, clock: Clock): Job => ({
  name: 'removing old imports',
  everySeconds: 3600,
  run: () => cleanUp(store, clock),
})
