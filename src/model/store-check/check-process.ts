// Runs the deep checks of a store in a process of its own, at a lower priority than the server.
import { constants, setPriority } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { systemClock } from '../../base/clock.ts'
import type { Settings } from '../../config/settings.ts'
import { openStore } from '../../storage/open.ts'
import { optionsOf } from '../../storage/options.ts'
import type { Store } from '../../storage/store.ts'
import type { Table } from '../../storage/table.ts'
import { type CheckFinding, deepChecks } from './deep-checks.ts'

export interface CheckOrder {
  readonly settings: Settings
  readonly tables: readonly Table[]
}

/** Between two checks, so that requests that have waited for the disk go first. */
const pauseMs = 1_000

// Requests come before the check, which has a day.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

let store: Store | undefined

process.once('message', async ({ settings, tables }: CheckOrder) => {
  const options = { clock: systemClock, poolSize: 2, ...optionsOf(settings) }
  const findings: CheckFinding[] = []
  for (const [name, { run, failed }] of Object.entries(deepChecks)) {
    if (findings.length > 0) await setTimeout(pauseMs)
    try {
      store = await openStore(settings.store, options)
      try {
        for (const finding of await run(store, tables)) findings.push({ check: name, ...finding })
      } finally {
        await store.close()
      }
    } catch (error) {
      findings.push({ check: name, ...failed(error) })
    }
  }
  process.send?.(findings, () => process.exit(0))
})
// The server disconnects when it stops. The close ends the process that reads the pages.
process.on('disconnect', async () => {
  await store?.close().catch(() => {})
  process.exit(0)
})
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {})
