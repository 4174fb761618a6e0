// Sends the change feed as Server-Sent Events, for as long as the client stays.
import { Readable } from 'node:stream'
import type { WebAnswer } from '../../base/web.ts'
import type { Feed, Page } from './feed.ts'
import type { Follower } from './followers.ts'
import type { Question } from './question.ts'
import { encodePosition, type FeedPosition } from './token.ts'

/** An empty comment is sent this often, so that proxies keep the connection open. */
const stillHereMs = 15_000

const headers = Object.freeze({
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // nginx would hold the lines back until its buffer is full.
  'x-accel-buffering': 'no',
})

export function eventStream(feed: Feed, follower: Follower, place: FeedPosition, question: Question): WebAnswer {
  const body = Readable.from(lines(feed, follower, place, question), { objectMode: false, highWaterMark: 64 * 1024 })
  body.once('close', follower.leave)
  return { status: 200, headers, body }
}

/**
 * The id of an event is its token, with which a client that reconnects goes on. A client that reconnects gets
 * the reason why the stream ended (the token was revoked, the store was restored, the server stops).
 */
async function* lines(feed: Feed, follower: Follower, start: FeedPosition, question: Question): AsyncGenerator<string> {
  // Sent at once, so that the client knows that it is connected.
  yield 'retry: 2000\n\n'
  for (let place = start; !follower.ended.aborted; ) {
    const page = await feed.wait(follower, place, question, stillHereMs).catch(() => null)
    if (page === null) return
    yield linesOf(page, place)
    place = page.next
  }
}

function linesOf({ events, next }: Page, place: FeedPosition): string {
  const lines = events.map(({ body, token }) => `id: ${token}\ndata: ${body}\n\n`)
  const token = encodePosition(next)
  // Events that the client may not see: an id alone advances the position of a reconnection and is no event.
  if (next.position > place.position && events.at(-1)?.token !== token) lines.push(`id: ${token}\n\n`)
  return lines.length === 0 ? ':\n\n' : lines.join('')
}
