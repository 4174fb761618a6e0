// Keeps how far the triggers of a database have come. It begins with the event that made the first trigger.
import { seconds } from '../base/clock.ts'
import { dayOf } from '../entities/rules/occurrences.ts'
import { selectRows } from '../operations/rows/row-store.ts'
import { beginProgress, forgetProgress, positionOf, progressOf } from './statements.ts'
import type { Trigger, TriggerParts } from './triggers.ts'

interface Progress {
  readonly position: number
  readonly day: number
}

async function storedProgress({ operations: { store } }: TriggerParts, db: number): Promise<Progress | null> {
  return (await store.rows(progressOf(store.dialect, { db })))[0] ?? null
}

/** The stored progress, which is begun when there is none. */
export async function progressIn(
  parts: TriggerParts,
  { db, zone, triggers }: { readonly db: number; readonly zone: string; readonly triggers: readonly Trigger[] },
): Promise<Progress> {
  const stored = await storedProgress(parts, db)
  if (stored) return stored
  const { store, clock } = parts.operations
  const position = await beginningOf(parts, db, triggers)
  const begun = { position, day: dayOf(seconds(clock), zone) }
  await store.write(tx => tx.run(beginProgress(store.dialect, { db, ...begun })))
  return (await storedProgress(parts, db)) ?? begun
}

/** The position of the event that made the oldest trigger; the beginning of the log when it is not kept any more. */
async function beginningOf(parts: TriggerParts, db: number, triggers: readonly Trigger[]): Promise<number> {
  const { store } = parts.operations
  const made = await selectRows(
    store,
    store.dialect,
    'history',
    { db, parent_id: triggers.map(({ action }) => action), operation: 'Create' },
    { order: 'id', limit: 1 },
  )
  const [event] = made[0] ? await store.rows(positionOf(store.dialect, { db, id: String(made[0].id) })) : []
  return event?.position ?? (await parts.events.begin(db))
}

/** Once a database has no trigger, it begins anew with the next one. */
export async function forget({ operations: { store } }: TriggerParts, db: number): Promise<void> {
  const [stored] = await store.rows(progressOf(store.dialect, { db }))
  if (stored) await store.write(tx => tx.run(forgetProgress(store.dialect, { db, position: stored.position })))
}
