// Reads the change feed of a database: pages of events with the rights of the reader, at once or when there are some.
import type { Caller } from '../../accounts/caller.ts'
import { Refusal } from '../../base/errors.ts'
import type { Log } from '../../base/log/log.ts'
import type { OperationParts } from '../../envelope/run.ts'
import type { EventLog } from '../../events/event-log.ts'
import { type RenderedEvent, renderEvents } from '../rendering/event-bodies.ts'
import { type Bearer, type Follower, Followers } from './followers.ts'
import type { Question } from './question.ts'
import { encodePosition, type FeedPosition, positionAfter } from './token.ts'

export interface Page {
  /** The events that the reader may see, as JSON, each with its token. */
  readonly events: readonly { readonly body: string; readonly token: string }[]
  /** Where the next page begins: behind the events, and behind those that the reader may not see. */
  readonly next: FeedPosition
  /** There was no more to read. */
  readonly atEnd: boolean
}

/** A page ends when it has this many characters, so that neither side holds much more in memory. */
const pageLength = 4 * 1024 ** 2
/** Events that one request looks at while the reader may see none of them. */
const mostUnseen = 5_000
/** How many events are looked at together once it is clear that few of them can be seen. */
const unseenBatch = 200

export class Feed {
  readonly #log: EventLog
  readonly #operations: OperationParts
  readonly #serverLog: Pick<Log, 'error'>
  readonly #followers = new Followers()

  constructor(log: EventLog, operations: OperationParts, serverLog: Pick<Log, 'error'>) {
    this.#log = log
    this.#operations = operations
    this.#serverLog = serverLog
  }

  /** Ends all waits, since the server stops. */
  close(): void {
    this.#followers.close()
  }

  /** Where the question begins; throws EventsGone when the events after its token are not there any more. */
  start({ db }: Caller, question: Question): Promise<FeedPosition> {
    return positionAfter(this.#log, db, question.after)
  }

  /** The end of the log: everything that is written from now on comes after it. */
  end({ db }: Pick<Caller, 'db'>): Promise<FeedPosition> {
    return positionAfter(this.#log, db, 'now')
  }

  /** Counts a client among those that wait. */
  follow(caller: Caller, bearer: Bearer, gone: AbortSignal): Follower {
    return this.#followers.add(caller, bearer, gone)
  }

  /** A page as it is now. */
  async read(caller: Caller, place: FeedPosition, question: Question): Promise<Page> {
    const { db, timeline } = place
    if (timeline !== this.#log.timeline) await positionAfter(this.#log, db, encodePosition(place))
    let { position } = place
    for (let looked = 0, size = question.limit; ; size = Math.max(size, unseenBatch)) {
      const found = await this.#log.eventsAfter(db, position, size)
      const wanted = found.filter(({ entity }) => question.entities?.has(entity) ?? true)
      const how = { caller, payload: question.payload, filter: null }
      const rendered = await renderEvents(wanted, how, this.#operations)
      for (const one of rendered) this.#report(one)
      const seen = rendered.filter(hasBody)
      const shown = withinPage(seen, question.limit)
      looked += found.length
      const whole = shown.length === seen.length
      position = (whole ? found.at(-1) : shown.at(-1)?.event)?.position ?? position
      const atEnd = whole && found.length < size
      if (shown.length > 0 || atEnd || looked >= mostUnseen) {
        const events = shown.map(({ event, body }) => ({
          body,
          token: encodePosition({ ...place, position: event.position }),
        }))
        return { events, next: { ...place, position }, atEnd }
      }
    }
  }

  /** An event that cannot be rendered is left out, so that the reader gets those after it. */
  #report({ event, failure }: RenderedEvent): void {
    const { cause: error } = failure ?? {}
    if (error) this.#serverLog.error('an event could not be rendered for the feed', { event: event.id, error })
  }

  /** A page with at least one event, or without any when the time is over or the follower's wait has ended. */
  async wait(follower: Follower, place: FeedPosition, question: Question, ms: number): Promise<Page> {
    const ended = AbortSignal.any([follower.ended, AbortSignal.timeout(ms)])
    let page = await this.read(await follower.caller(), place, question)
    while (page.events.length === 0 && page.atEnd && !ended.aborted) {
      const { db, position } = page.next
      if ((await this.#log.waitForEvents(db, position, 1, ended)).length === 0) break
      page = await this.read(await follower.caller(), page.next, question)
    }
    if (follower.ended.reason instanceof Refusal) throw follower.ended.reason
    return page
  }
}

const hasBody = (event: RenderedEvent): event is RenderedEvent & { readonly body: string } => event.body !== null

/** The first events that fit into a page; at least one. */
function withinPage<E extends { readonly body: string }>(events: readonly E[], limit: number): readonly E[] {
  let length = 0
  const end = events.findIndex(({ body }, i) => {
    length += body.length
    return i >= limit || (i > 0 && length > pageLength)
  })
  return end < 0 ? events : events.slice(0, end)
}
