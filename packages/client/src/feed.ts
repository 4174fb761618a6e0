// Follows the change feed as an async iterator, and keeps its place after each event that was handled.
import type { Client } from './client.ts'
import { Refused } from './errors.ts'
import type { WebhookEvent } from './webhooks.ts'

export interface FollowOptions {
  /** Where to begin: a token of an earlier page, `now`, or null for the oldest event that is kept. */
  readonly after?: string | 'now' | null
  /** One entity alone. */
  readonly entity?: string
  /** Seconds that the server waits for an event before it answers with an empty page. */
  readonly wait?: number
  readonly signal?: AbortSignal
}

export interface Followed {
  readonly event: WebhookEvent
  /** Begins after this event; keep it once the event is handled. */
  readonly token: string
}

interface Page {
  readonly events: readonly (WebhookEvent & { readonly token?: string })[]
  readonly next: string
}

/** The token is from before a restore, or its events are no longer kept: read everything anew, then follow from `resume`. */
export class FeedGap extends Error {
  readonly resume: string | null
  constructor(message: string, resume: string | null) {
    super(message)
    this.name = 'FeedGap'
    this.resume = resume
  }
}

/** Yields events in order, for ever; a page at a time, so the token of all but the last event of a page is that of its page. */
export async function* follow<M>(
  client: Client<M>,
  { after = null, entity, wait = 30, signal }: FollowOptions = {},
): AsyncGenerator<Followed> {
  let token = after
  for (;;) {
    const query = new URLSearchParams({ wait: String(wait) })
    if (token !== null) query.set('after', token)
    if (entity !== undefined) query.set('entity', entity)
    const page: Page = await load(client, `/webhooks/v1/events?${query}`, wait, signal)
    const before = token
    for (const [i, event] of page.events.entries()) {
      const last = i === page.events.length - 1
      yield { event, token: event.token ?? (last ? page.next : (before ?? '')) }
    }
    token = page.next
  }
}

async function load<M>(client: Client<M>, path: string, wait: number, signal?: AbortSignal): Promise<Page> {
  try {
    const call = { method: 'GET' as const, path, deadlineMs: (wait + 60) * 1000, ...(signal ? { signal } : {}) }
    return await client.transport.call(call, async response => (await response.json()) as Page)
  } catch (error) {
    if (error instanceof Refused && error.status === 410) throw new FeedGap(error.message, null)
    throw error
  }
}
