// Answers the change feed: a page, a page that is waited for, or a stream of Server-Sent Events.
import type { Caller } from '../../accounts/caller.ts'
import { errorsOf } from '../../base/errors.ts'
import { jsonAnswer, type WebAnswer } from '../../base/web.ts'
import { requireScope } from '../../oauth/scope.ts'
import type { BearerTokens } from '../../oauth/tokens/bearer-tokens.ts'
import { eventStream } from '../../webhooks/feed/event-stream.ts'
import type { Feed, Page } from '../../webhooks/feed/feed.ts'
import { questionOf } from '../../webhooks/feed/question.ts'
import { EventsGone, encodePosition } from '../../webhooks/feed/token.ts'
import type { Handler } from '../route.ts'

export const feedHandler =
  (feed: Feed, tokens: BearerTokens): Handler =>
  async request => {
    const caller = request.caller as Caller
    requireScope(caller, 'read')
    const question = questionOf(request)
    try {
      const place = await feed.start(caller, question)
      if (!question.stream && question.waitSeconds === 0) return pageAnswer(await feed.read(caller, place, question))
      const judge = () => request.judge(true)
      const follower = feed.follow(caller, { judge, changes: tokens.changes }, request.gone())
      if (question.stream) return eventStream(feed, follower, place, question)
      try {
        return pageAnswer(await feed.wait(follower, place, question, question.waitSeconds * 1000))
      } finally {
        follower.leave()
      }
    } catch (error) {
      if (error instanceof EventsGone) return goneAnswer(error)
      throw error
    }
  }

/** The bodies are JSON already. */
const pageAnswer = ({ events, next }: Page): WebAnswer =>
  jsonAnswer(`{"events":[${events.map(({ body }) => body).join(',')}],"next":${JSON.stringify(encodePosition(next))}}`)

/** A failure in the form of the envelope, with the token to go on with. */
function goneAnswer({ message, resume }: EventsGone): WebAnswer {
  const Errors = errorsOf([{ error: 'EventsGone', path: 'after', message }])
  return jsonAnswer(JSON.stringify({ Code: -1, Msg: [message], Errors, resume }), 410)
}
