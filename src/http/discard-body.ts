// Discards the rest of a body that was refused, within bounds, so that the client gets its answer and not a reset.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { declaredLength } from './bodies.ts'

/** A connection whose refused body is at most this long is kept; the rest of a longer one is not worth the wait. */
const keptBytes = 64 * 1024
/** The most that is read of a refused body before the connection is closed. */
const discardedBytes = 64 * 1024 ** 2
const discardMs = 5_000

/** Whether the client still sends a body that is not read. */
export const isUnread = (request: IncomingMessage): boolean =>
  !request.readableEnded && !request.destroyed && declaredLength(request) !== 0

/**
 * A connection that is closed while bytes arrive is reset, and the reset can overtake the answer. So the answer is
 * written first and ended only when the body has arrived, or a bound is reached.
 */
export function discardBody(request: IncomingMessage, response: ServerResponse): void {
  let bytes = 0
  const end = (): void => {
    clearTimeout(timer)
    request.off('data', count).off('end', end).off('close', end)
    response.end()
  }
  const giveUp = (): void => {
    end()
    request.socket.destroySoon()
  }
  const count = (chunk: Buffer): void => {
    bytes += chunk.length
    if (bytes > discardedBytes) giveUp()
  }
  const timer = setTimeout(giveUp, discardMs)
  request.unpipe()
  request
    .on('data', count)
    .on('end', end)
    .on('close', end)
    .on('error', () => {})
  request.resume()
}

/** Whether the connection of a refused body may serve another request after it. */
export function outlives(request: IncomingMessage): boolean {
  const length = declaredLength(request)
  return length !== null && length <= keptBytes
}
