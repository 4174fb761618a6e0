// Generates and stores batches in a worker thread, one per message, and replies with the counts.
import { parentPort, workerData } from 'node:worker_threads'
import { systemClock } from '../base/clock.ts'
import type { Settings } from '../config/settings.ts'
import { systemContext } from '../operations/system/system-context.ts'
import { openStore } from '../storage/open.ts'
import { optionsOf } from '../storage/options.ts'
import { type BatchSetting, runBatch } from './batch.ts'
import type { Batch } from './batch-plan.ts'

export interface ThreadData extends Omit<BatchSetting, 'context'> {
  readonly database: { readonly id: number; readonly name: string }
  readonly settings: Settings
}

const { settings, database, ...request } = workerData as ThreadData
const store = await openStore(settings.store, {
  clock: systemClock,
  poolSize: 2,
  ...optionsOf(settings),
})
const context = await systemContext({ store, clock: systemClock, settings }, database)

parentPort?.on('message', async (batch: Batch | null) => {
  if (batch) parentPort?.postMessage(await runBatch({ ...request, context }, batch))
  else {
    await store.close()
    parentPort?.close()
  }
})
