// Checks a store quickly after an unclean stop; a large one is checked while requests are answered.
import type { Log } from '../../base/log/log.ts'
import type { Store } from '../store.ts'

/** Most stores are checked within this time. A larger store is served before its check ends. */
const patienceMs = 2_000

/** Resolves when the check is done, or after two seconds. The check logs its result. */
export async function checkAfterCrash(store: Store, log: Log): Promise<void> {
  if (!store.integrity.stoppedUncleanly) return
  log.warn('the last server on this store did not stop in good order; the store is being checked')
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>(resolve => {
    timer = setTimeout(resolve, patienceMs)
  })
  await Promise.race([examine(store, log), late])
  clearTimeout(timer)
}

async function examine(store: Store, log: Log): Promise<void> {
  const started = performance.now()
  try {
    const { defects } = await store.integrity.examine('quick', [])
    const ms = Math.round(performance.now() - started)
    if (defects.length === 0) log.info('the store is sound', { ms })
    else log.error('the store is damaged; it is read but not written', { defects: defects.join('; '), ms })
  } catch (error) {
    log.warn('the store could not be checked', { error: error instanceof Error ? error : new Error(String(error)) })
  }
}
