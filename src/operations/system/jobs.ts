// Runs the hourly jobs: purges the recycle bin, and applies exchange rates whose date has come.
import { listDatabases } from '../../accounts/databases.ts'
import { type Clock, seconds } from '../../base/clock.ts'
import type { Job } from '../../base/scheduling/jobs.ts'
import type { Limits } from '../../config/limits.ts'
import { recompute } from '../../entities/rules/currency-rate-rules.ts'
import type { Store } from '../../storage/store.ts'
import { purgeAll } from '../bin/purge.ts'
import { ruleStore } from '../record/rule-context.ts'
import { RowStore } from '../rows/row-store.ts'

const hour = 3600

interface HousekeepingParts {
  readonly store: Store
  readonly clock: Clock
  readonly limits: Limits
  readonly newId: () => string
}

/** A rate with a future date takes effect on that date. */
async function applyRates({ store, clock, newId }: Omit<HousekeepingParts, 'limits'>): Promise<void> {
  const now = seconds(clock)
  for (const { id } of await listDatabases(store)) {
    await store.write(async tx => {
      const rows = new RowStore(tx, store.dialect, id)
      const codes = new Set(await rows.values('currency_rate', 'currency_code', { deleted: null }))
      for (const code of codes) await recompute({ ...ruleStore(rows, newId), now }, code)
    })
  }
}

export const housekeepingJobs = (parts: HousekeepingParts): readonly Job[] => [
  {
    name: 'emptying recycle bins',
    everySeconds: hour,
    run: () => purgeAll(parts.store, parts.limits, seconds(parts.clock)),
  },
  { name: 'applying currency rates', everySeconds: hour, run: () => applyRates(parts) },
]
