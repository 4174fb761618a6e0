// Repeats a request with exponential backoff and full jitter until it is answered or its deadline is over.
import { TryLater } from './errors.ts'

export interface RetryOptions {
  /** Milliseconds for the request with all its repeats; that of the connection unless said. */
  readonly deadlineMs?: number
  /** Ends the request, and the pause before a repeat, at once. */
  readonly signal?: AbortSignal | undefined
}

/** What one try says when it did not succeed, and may be repeated. */
export class Again {
  readonly error: TryLater
  constructor(error: TryLater) {
    this.error = error
  }
}

const firstPauseMs = 200
const longestPauseMs = 10_000

/**
 * `attempt` returns its result, or Again. `pauses` bound the number of repeats, and each lasts at least as long as the server asks;
 * without them the wait that the server asks for wins over the backoff. A wait longer than the time left ends the tries at once.
 */
export async function withRetries<T>(
  attempt: (signal: AbortSignal) => Promise<T | Again>,
  { deadlineMs = 30_000, signal }: RetryOptions,
  pauses: readonly number[] | null = null,
): Promise<T> {
  const end = Date.now() + deadlineMs
  for (let tries = 0; ; tries++) {
    signal?.throwIfAborted()
    const result = await within(end - Date.now(), attempt, signal)
    if (!(result instanceof Again)) return result
    const { error } = result
    const backoff = Math.random() * Math.min(longestPauseMs, firstPauseMs * 2 ** tries)
    const pause = pauses ? planned(pauses[tries], error) : (error.retryAfterMs ?? backoff)
    if (pause === undefined || Date.now() + pause >= end) throw error
    await sleep(pause, signal)
  }
}

const planned = (pause: number | undefined, { retryAfterMs }: TryLater): number | undefined =>
  pause === undefined ? undefined : Math.max(pause, retryAfterMs ?? 0)

/** The signal of the attempt ends with the time that is left; an answer whose body is read later keeps the caller's alone. */
async function within<T>(ms: number, attempt: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
  const limit = new AbortController()
  const late = new TryLater('The server did not answer in time.', null, null)
  const timer = setTimeout(() => limit.abort(late), Math.max(1, ms))
  try {
    return await attempt(signal ? AbortSignal.any([signal, limit.signal]) : limit.signal)
  } finally {
    clearTimeout(timer)
  }
}

/** Waits for a promise that others wait for too, until the signal ends this wait alone. */
export function waitFor<T>(promise: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (!signal) return promise
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}

/** The milliseconds of a Retry-After header, in seconds or as a date. */
export function retryAfter(headers: Headers): number | null {
  const text = headers.get('retry-after')
  if (text === null) return null
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : null
}
