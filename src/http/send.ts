// Sends the answer of an exchange: text in one piece, a stream as it comes, a failure in the face of its route.
import { Buffer } from 'node:buffer'
import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { errorRegistry } from '../base/error-codes.ts'
import type { Log } from '../base/log/log.ts'
import { joined, pieceLength, piecesOf, type Text } from '../base/text/long-text.ts'
import { isText, type WebAnswer } from '../base/web.ts'
import { discardBody, isUnread, outlives } from './discard-body.ts'
import type { Exchange } from './exchange.ts'
import { showFailure } from './faces/index.ts'
import { failureOf } from './failure.ts'
import type { RouteHeaders } from './headers.ts'
import { TooManyRequests } from './rate-limits.ts'

/** The operating system buffers an answer of up to this many bytes, whether or not the client reads it. */
const keptBytes = 64 * 1024

type OnSent = (exchange: Exchange) => void
type OnFailure = (exchange: Exchange, error: unknown) => void

/** Calls `done` after the answer, or `fail` while another answer is still possible. */
export function send(exchange: Exchange, answer: WebAnswer, done: OnSent, fail: OnFailure): void {
  const { body } = answer
  try {
    if (isText(body)) {
      exchange.answer = body
      sendText(exchange, answer, body)
    } else sendStream(exchange, answer, body, done, fail)
  } catch (error) {
    // Node refuses a header: another answer is possible until one was sent.
    if (exchange.response.headersSent) exchange.response.destroy()
    else fail(exchange, error)
    return
  }
  if (isText(body)) done(exchange)
}

const bytesOf = (text: Text): number =>
  typeof text === 'string'
    ? Buffer.byteLength(text)
    : text.pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0)

function sendText(exchange: Exchange, { status, headers }: WebAnswer, text: Text): void {
  const { incoming, response, id } = exchange
  const length = bytesOf(text)
  const list = headersOf(exchange).listWith(headers)
  for (const text of exchange.rateHeaders) list.push(text)
  list.push('x-request-id', id)
  if (status !== 204 && status !== 304 && !('content-length' in headers)) list.push('content-length', String(length))
  // Text with one byte per character needs no conversion.
  const encoding = length === text.length ? 'latin1' : 'utf8'
  if (exchange.bodyTaken || !isUnread(incoming)) {
    response.writeHead(status, list)
    // A longer text is sent in pieces as the client takes them, so that only one piece of it is copied at a time.
    if (typeof text === 'string' && text.length <= pieceLength) response.end(text, encoding)
    else sendPieces(response, piecesOf(text), encoding)
    if (length > keptBytes) limitSending(response, exchange.served.answerMs)
    return
  }
  if (!outlives(incoming)) response.shouldKeepAlive = false
  response.writeHead(status, list)
  response.write(joined(text), encoding)
  discardBody(incoming, response)
}

function sendPieces(response: ServerResponse, texts: readonly string[], encoding: 'latin1' | 'utf8'): void {
  const pieces = cut(texts)
  const goOn = (): void => {
    while (!response.destroyed) {
      const { done, value } = pieces.next()
      if (done) {
        response.end()
        return
      }
      if (!response.write(value, encoding)) {
        response.once('drain', goOn)
        return
      }
    }
  }
  goOn()
}

function* cut(texts: readonly string[]): Generator<string, undefined> {
  for (const text of texts) {
    for (let from = 0; from < text.length; ) {
      const to = pieceEnd(text, from)
      yield text.slice(from, to)
      from = to
    }
  }
}

/** The two halves of one character stay in one piece. */
function pieceEnd(text: string, from: number): number {
  const end = from + pieceLength
  if (end >= text.length) return text.length
  const last = text.charCodeAt(end - 1)
  return last >= 0xd800 && last < 0xdc00 ? end - 1 : end
}

/** An answer that the client does not read in time is dropped, since it occupies memory until then. */
function limitSending(response: ServerResponse, ms: number): void {
  if (response.writableFinished) return
  const timer = setTimeout(() => response.destroy(), ms).unref()
  response.once('close', () => clearTimeout(timer))
}

/** A stream of which the client has taken nothing for so long is cut: what it holds is occupied until then. */
function limitStalls(response: ServerResponse, body: Readable, ms: number): void {
  let timer: NodeJS.Timeout | undefined
  const goesOn = () => clearTimeout(timer)
  // The stream pauses while the client has not taken what was written.
  body.on('pause', () => {
    clearTimeout(timer)
    timer = setTimeout(() => response.destroy(), ms).unref()
  })
  response.on('drain', goesOn)
  response.once('close', goesOn)
}

/** Headers leave with the first bytes, so that a stream which fails before them is answered as a failure. */
function sendStream(
  exchange: Exchange,
  { status, headers }: WebAnswer,
  body: Readable,
  done: OnSent,
  fail: OnFailure,
): void {
  const { response, id } = exchange
  response.statusCode = status
  // The client has gone while the handler was at work.
  if (response.destroyed) {
    body.destroy()
    done(exchange)
    return
  }
  response.setHeader('x-request-id', id)
  for (const [name, value] of Object.entries(headersOf(exchange).with(headers))) response.setHeader(name, value)
  const { rateHeaders } = exchange
  for (let i = 0; i < rateHeaders.length; i += 2)
    response.setHeader(rateHeaders[i] as string, rateHeaders[i + 1] as string)
  const closed = () => {
    body.destroy()
    done(exchange)
  }
  response.once('close', closed)
  limitStalls(response, body, exchange.served.answerMs)
  body.once('error', error => {
    if (response.headersSent) {
      response.destroy()
      return
    }
    response.off('close', closed)
    for (const name of response.getHeaderNames()) response.removeHeader(name)
    fail(exchange, error)
  })
  body.pipe(response)
}

const headersOf = ({ served, incoming }: Exchange): RouteHeaders =>
  incoming.headers.origin === undefined ? served.headers : served.corsHeaders

/** The answer to a failure, in the face of the route; a fault of ours is logged with its details. */
export function failureAnswer(exchange: Exchange, error: unknown, log: Log): WebAnswer {
  const { route } = exchange.served
  const failure = failureOf(error, exchange.id)
  exchange.outcome = failure.outcome
  exchange.codes = failure.problems.map(({ error: name }) => errorRegistry[name].code)
  if (error instanceof TooManyRequests) exchange.rateHeaders = error.headers
  if (failure.fault) log.error('request failed', { id: exchange.id, route: route.path, error: error as Error })
  // The rest of a body that came too slowly is not worth the wait.
  if (failure.status === 408) {
    exchange.bodyTaken = true
    exchange.response.shouldKeepAlive = false
  }
  return showFailure(route.face, failure)
}
