// Waits for events in tests: one helper with a generous deadline, so that a busy machine fails no test.
import { setTimeout as sleep } from 'node:timers/promises'

export const pause = (ms: number): Promise<void> => sleep(ms)

/** Asks again and again until the answer is neither false nor null nor undefined, and gives it; fails after 30 seconds. */
export async function until<T>(
  ask: () => T | Promise<T>,
  what = 'It',
  ms = 30_000,
): Promise<Exclude<T, false | null | undefined>> {
  const end = performance.now() + ms
  for (;;) {
    const answer = await ask()
    if (answer !== false && answer !== null && answer !== undefined)
      return answer as Exclude<T, false | null | undefined>
    if (performance.now() > end) throw new Error(`${what} did not come within ${ms} ms`)
    await pause(10)
  }
}

/** Prepares and does work until it once takes less than `ms`, at most ten times: other programs can only slow it down. */
export async function onceWithin<T>(
  ms: number,
  what: string,
  work: (prepared: T) => Promise<unknown>,
  prepare: () => Promise<T>,
): Promise<void> {
  const times: number[] = []
  while (times.length < 10 && !times.some(time => time < ms)) {
    const prepared = await prepare()
    const started = performance.now()
    await work(prepared)
    times.push(performance.now() - started)
  }
  if (!times.some(time => time < ms)) throw new Error(`${what} took ${times.join(', ')} ms, not less than ${ms}`)
}
