// Follows the change feed as an async iterator over pages, each with the token behind its events.
import type { Client } from './client.ts'
import { Refused } from './errors.ts'
import type { WebhookEvent } from './webhooks.ts'

export interface FollowOptions {
  /** Where to begin: the token of a page that was handled, `now`, or null for the oldest event that is kept. */
  readonly after?: string | null
  /** These entities alone. */
  readonly entities?: readonly string[]
  /** How much of the record each event has; what changed, unless said. */
  readonly payload?: 'thin' | 'changes' | 'full'
  /** Events of a page at most; with 1 the place can be kept after each event. */
  readonly limit?: number
  /** Seconds that the server waits for an event; 30 unless said. */
  readonly wait?: number
  /** Ends the iteration at once. */
  readonly signal?: AbortSignal
}

interface Page {
  readonly events: readonly WebhookEvent[]
  /** Keep it once the events are handled: `after` of the next run. */
  readonly next: string
}

/**
 * The events after the token are gone: too old, or a backup was restored. Read again what you keep a copy of, then follow
 * from `resume`.
 */
export class FeedGap extends Error {
  readonly resume: string
  constructor(message: string, resume: string) {
    super(message)
    this.name = 'FeedGap'
    this.resume = resume
  }
}

/** Yields pages of events in order, for ever; a page without events is passed over. */
export async function* follow<M>(client: Client<M>, options: FollowOptions = {}): AsyncGenerator<Page> {
  const { entities = [], payload, limit, wait = 30, signal } = options
  let after = options.after ?? null
  for (;;) {
    const query = new URLSearchParams(entities.map(entity => ['entity', entity]))
    query.set('wait', String(wait))
    if (payload !== undefined) query.set('payload', payload)
    if (limit !== undefined) query.set('limit', String(limit))
    if (after !== null) query.set('after', after)
    const page = await load(client, query, wait, signal)
    after = page.next
    if (page.events.length > 0) yield page
  }
}

/** The token of the end of the feed. Take it before you read the records that you keep a copy of, and follow from it. */
export async function endOfFeed<M>(client: Client<M>, signal?: AbortSignal): Promise<string> {
  return (await load(client, new URLSearchParams({ after: 'now' }), 0, signal)).next
}

async function load<M>(client: Client<M>, query: URLSearchParams, wait: number, signal?: AbortSignal): Promise<Page> {
  const deadlineMs = (wait + 30) * 1000
  const call = { method: 'GET' as const, path: `/webhooks/v1/events?${query}`, deadlineMs, signal }
  try {
    return await client.transport.call(call, async response => (await response.json()) as Page)
  } catch (error) {
    if (!(error instanceof Refused && error.status === 410)) throw error
    throw new FeedGap(error.message, String((error.body as { resume?: unknown } | null)?.resume ?? ''))
  }
}
