// Counts and logs the turns of the event loop that held up every other request.
import type { Log } from '../base/log/log.ts'
import type { Metrics } from './metrics.ts'

/** A timer that comes so late waited for a turn of at least that length. It is counted. */
const stallMs = 50
const everyMs = 20
/** Stalls are logged together, so that a slow machine does not fill the log. */
const logEveryMs = 10_000

/**
 * A turn of `warnMs` is logged, since people notice it: a machine with other work has shorter ones all the time. Those of the first
 * `startMs`, in which code is compiled and a demo made, are only counted.
 */
const logged = { warnMs: 500, startMs: 10_000 }

/** Watches until the returned function is called. */
export function watchLoop(
  metrics: Pick<Metrics, 'loopStall'>,
  log: Pick<Log, 'warn'>,
  { warnMs, startMs } = logged,
): () => void {
  const begun = performance.now()
  let expected = begun + everyMs
  let stalls = 0
  let longest = 0
  let last = Number.NEGATIVE_INFINITY
  const timer = setInterval(() => {
    const now = performance.now()
    const late = now - expected
    expected = now + everyMs
    if (late > stallMs) {
      metrics.loopStall()
      if (late >= warnMs && now - begun >= startMs) {
        stalls++
        longest = Math.max(longest, late)
      }
    }
    if (stalls === 0 || now - last < logEveryMs) return
    log.warn('The event loop stalled', { stalls, longestMs: Math.round(longest) })
    last = now
    stalls = 0
    longest = 0
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
