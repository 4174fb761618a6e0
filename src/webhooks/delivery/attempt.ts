// Makes one attempt to deliver an event to a target, and computes when the next attempt is due.
import { type Outbound, OutboundFailure } from '../../outbound/outbound.ts'
import { signatureHeaders } from '../targets/secrets.ts'

const [second, minute, hour] = [1000, 60_000, 3_600_000]

/** The waits before each further attempt; after the last the event is given up. Together some 75 hours. */
const waits = [
  5 * second,
  30 * second,
  2 * minute,
  10 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
]
/** Each wait is up to a fifth shorter or longer, so that events that failed together are not tried again together. */
const jitter = 0.2
const longestRetryAfter = 24 * hour
/** How much of an answer is kept for the log. */
const answerBytes = 16 * 1024

export interface DeliveryAttempt {
  readonly outcome: 'delivered' | 'failed' | 'refused' | 'gone'
  /** The HTTP status; null without an answer. */
  readonly status: number | null
  /** The beginning of the answer's body, or the failure. */
  readonly response: string
  readonly at: number
  readonly ms: number
  /** The wait that the receiver asks for by Retry-After; 0 without one. */
  readonly retryAfterMs: number
}

export interface Addressee {
  readonly url: string
  /** Newest first. */
  readonly secrets: readonly string[]
}

/** Null when `signal` has aborted the request: then it counts as never made. */
export async function attemptDelivery(
  { url, secrets }: Addressee,
  id: string,
  body: string,
  /** `at` is now, epoch milliseconds by the clock of the service. */
  { outbound, at }: { outbound: Outbound; at: number },
  signal?: AbortSignal,
): Promise<DeliveryAttempt | null> {
  const started = performance.now()
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Clientele-Webhooks',
    ...signatureHeaders(secrets, id, Math.floor(at / 1000), body),
  }
  const took = () => Math.round(performance.now() - started)
  try {
    const request = { url, method: 'POST', headers, body, maxBytes: answerBytes, longer: 'cut' } as const
    const answer = await outbound.send({ ...request, ...(signal ? { signal } : {}) })
    const { status } = answer
    return {
      outcome: status >= 200 && status < 300 ? 'delivered' : status === 410 ? 'gone' : 'failed',
      status,
      response: answer.body.toString('utf8').replaceAll('\u0000', ''),
      at,
      ms: took(),
      retryAfterMs: retryAfterOf(answer.headers['retry-after'], at),
    }
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error
    if (signal?.aborted) return null
    const outcome = error.reason === 'refused' ? 'refused' : 'failed'
    return { outcome, status: null, response: error.message, at, ms: took(), retryAfterMs: 0 }
  }
}

/** Seconds or a date, at most a day. */
function retryAfterOf(header: string | undefined, now: number): number {
  if (header === undefined) return 0
  const wait = /^\d{1,9}$/.test(header.trim()) ? Number(header) * second : Date.parse(header) - now
  return Number.isFinite(wait) ? Math.min(Math.max(wait, 0), longestRetryAfter) : 0
}

/**
 * The time of the next attempt after so many failed ones, the last of which ended at `now`; null when the event is given up.
 * `scheduledAt` is the next attempt of the schedule, where the failed attempt was extra. All times are of one clock: the measured `ms`
 * of the attempt are not added to it.
 */
export function nextAttempt(
  tries: number,
  { retryAfterMs }: DeliveryAttempt,
  now: number,
  scheduledAt: number | null = null,
): number | null {
  const earliest = now + retryAfterMs
  if (scheduledAt !== null) return Math.max(scheduledAt, earliest)
  const wait = waits[tries - 1]
  if (wait === undefined) return null
  const spread = wait * (1 - jitter + 2 * jitter * Math.random())
  return Math.round(Math.max(now + spread, earliest))
}
