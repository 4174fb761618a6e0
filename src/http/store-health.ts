// Checks whether the store can be read and written, and reports changes to the log and the metrics.
import { StoreUnavailable } from '../base/errors.ts'
import type { Log } from '../base/log/log.ts'
import type { Job } from '../base/scheduling/jobs.ts'
import { probeWrite } from '../storage/health/probe-write.ts'
import type { Store } from '../storage/store.ts'
import type { Metrics } from './metrics.ts'

/** Null when healthy, else the reason, without secrets. */
export interface Health {
  readonly read: string | null
  readonly write: string | null
}

interface StoreHealth {
  /** Whether the store can be read now, and whether it could be written a second ago at most. */
  check(): Promise<Health>
  readonly job: Job
}

interface Attempt {
  readonly reason: string | null
  readonly error?: unknown
}

/** A probe is answered even when the store does not respond. */
const patienceMs = 2_000
const freshMs = 1_000
const watchSeconds = 10

export function createStoreHealth(store: Store, log: Log, metrics: Pick<Metrics, 'storeHealth'>): StoreHealth {
  let last: Health = { read: null, write: null }
  let running: Promise<Health> | null = null
  let written: Attempt = { reason: null }
  let writtenAt = Number.NEGATIVE_INFINITY
  const probe = async (): Promise<Attempt> => {
    if (performance.now() - writtenAt < freshMs) return written
    written = await attempt(() => probeWrite(store))
    writtenAt = performance.now()
    return written
  }
  const examine = async (): Promise<Health> => {
    const [read, write] = await Promise.all([attempt(() => store.ping()), probe()])
    const now = { read: read.reason, write: read.reason ?? write.reason }
    announce(last, now, read.error ?? write.error, log)
    metrics.storeHealth(now.read === null, now.write === null)
    last = now
    return now
  }
  const check = (): Promise<Health> => {
    running ??= examine().finally(() => {
      running = null
    })
    return running
  }
  return { check, job: { name: 'the check of the store', everySeconds: watchSeconds, run: check } }
}

function announce(before: Health, now: Health, error: unknown, log: Log): void {
  const failure = error instanceof Error ? { error } : {}
  if (now.read !== null && before.read === null) log.error('the store cannot be reached', failure)
  else if (now.write !== null && before.write === null) log.error('the store cannot be written', failure)
  else if (now.write === null && before.write !== null) log.info('the store can be read and written again')
}

async function attempt(step: () => Promise<void>): Promise<Attempt> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    const text = 'The store does not answer.'
    timer = setTimeout(() => reject(new StoreUnavailable(text, { reason: text })), patienceMs)
  })
  try {
    await Promise.race([step(), late])
    return { reason: null }
  } catch (error) {
    return { reason: error instanceof StoreUnavailable ? error.reason : 'The store reports an error.', error }
  } finally {
    clearTimeout(timer)
  }
}
