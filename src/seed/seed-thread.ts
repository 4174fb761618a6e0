// The program of a thread that makes and stores batches: one at a time, and it says what it made.
import { parentPort, workerData } from 'node:worker_threads'
import { systemClock } from '../base/clock.ts'
import type { Settings } from '../config/settings.ts'
import { openStore } from '../storage/open.ts'
import { type BatchSetting, runBatch } from './batch.ts'
import type { Batch } from './unit-shape.ts'

export interface ThreadData extends Omit<BatchSetting, 'parts'> {
  readonly settings: Settings
}

const { settings, ...setting } = workerData as ThreadData
const store = await openStore(settings.store, {
  clock: systemClock,
  poolSize: 2,
  statementTimeoutMs: settings.statementTimeout * 1000,
})
const parts = { store, clock: systemClock, settings }

parentPort?.on('message', async (batch: Batch | null) => {
  if (batch) parentPort?.postMessage(await runBatch({ ...setting, parts }, batch))
  else {
    await store.close()
    parentPort?.close()
  }
})
