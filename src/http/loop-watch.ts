// Counts and logs the turns of the event loop that held up every other request.
import type { Log } from '../base/log.ts'
import type { Metrics } from './metrics.ts'

/** A timer that comes so late waited for a turn of at least that length. */
const stallMs = 50
const everyMs = 20
/** Stalls are logged together, so that a slow machine does not fill the log. */
const logEveryMs = 10_000

/** Watches until the returned function is called. */
export function watchLoop(metrics: Pick<Metrics, 'loopStall'>, log: Pick<Log, 'warn'>): () => void {
  let expected = performance.now() + everyMs
  let stalls = 0
  let longest = 0
  let logged = Number.NEGATIVE_INFINITY
  const timer = setInterval(() => {
    const now = performance.now()
    const late = now - expected
    expected = now + everyMs
    if (late > stallMs) {
      metrics.loopStall()
      stalls++
      longest = Math.max(longest, late)
    }
    if (stalls === 0 || now - logged < logEveryMs) return
    log.warn('The event loop stalled', { stalls, longestMs: Math.round(longest) })
    logged = now
    stalls = 0
    longest = 0
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
