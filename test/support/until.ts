// Waits for events in tests: one helper with a generous deadline, so that a busy machine fails no test.
import { setTimeout as sleep } from 'node:timers/promises'

/** Longer than anything takes on a busy machine: it ends a test that would hang, and measures nothing. */
const patienceMs = 120_000

export const pause = (ms: number): Promise<void> => sleep(ms)

/** Asks again and again until the answer is neither false nor null nor undefined, and gives it; fails after two minutes. */
export async function until<T>(ask: () => T | Promise<T>, what = 'It'): Promise<Exclude<T, false | null | undefined>> {
  const end = performance.now() + patienceMs
  for (;;) {
    const answer = await ask()
    if (answer !== false && answer !== null && answer !== undefined)
      return answer as Exclude<T, false | null | undefined>
    if (performance.now() > end) throw new Error(`${what} did not come within ${patienceMs} ms`)
    await pause(10)
  }
}

/** Asserts again and again until the assertion holds; after two minutes it fails as the last one did. */
export async function eventually(check: () => Promise<void>): Promise<void> {
  const end = performance.now() + patienceMs
  for (;;) {
    try {
      return await check()
    } catch (error) {
      if (performance.now() > end) throw error
      await pause(50)
    }
  }
}

/** Waits for a promise, which fails after two minutes: what never settles is a fault, not a test that hangs. */
export async function arrives<T>(promise: Promise<T>, what = 'It'): Promise<T> {
  const end = new AbortController()
  const late = sleep(patienceMs, undefined, { signal: end.signal }).then(() => {
    throw new Error(`${what} did not come within ${patienceMs} ms`)
  })
  late.catch(() => {})
  try {
    return await Promise.race([promise, late])
  } finally {
    end.abort()
  }
}
