// Opens the store for a command and closes it when the command ends.
import { systemClock } from '../base/clock.ts'
import type { Settings } from '../config/settings.ts'
import { openStore } from '../storage/open.ts'
import type { Store } from '../storage/store.ts'

export async function withStore<T>(settings: Settings, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(settings.store, {
    clock: systemClock,
    poolSize: 2,
    statementTimeoutMs: settings.statementTimeout * 1000,
  })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}
