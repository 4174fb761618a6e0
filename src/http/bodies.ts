// Reads the body of a request: whole, as text, or as a stream of counted bytes.
import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { type Readable, Transform } from 'node:stream'
import { refuse } from '../base/errors.ts'
import { parseLenient } from '../base/lenient-json.ts'
import type { MaybePromise } from '../base/maybe-promise.ts'
import { BadRequest, BodyAborted, BodyTooLarge, BodyTooSlow } from './failure.ts'

type Next<T> = (value: T) => void

interface TextLimits {
  readonly bytes: number
  /** How long the body may take to arrive. */
  readonly ms: number
}

/** A body that has not arrived whole. */
interface AwaitedBody {
  readonly deadline: number
  tooSlow(): void
}

/** One timer looks after all bodies under way: a timer for each would cost every Read. */
const awaited = new Set<AwaitedBody>()
const sweepMs = 100
let sweeping = false

function awaitBody(body: AwaitedBody): void {
  awaited.add(body)
  if (sweeping) return
  sweeping = true
  setTimeout(sweep, sweepMs).unref()
}

function sweep(): void {
  const now = performance.now()
  for (const body of awaited) if (body.deadline <= now) body.tooSlow()
  sweeping = awaited.size > 0
  if (sweeping) setTimeout(sweep, sweepMs).unref()
}

/** Calls `done` in the turn of the event loop in which the last byte arrives, at once when there is no body. */
export function readText(request: IncomingMessage, limits: TextLimits, done: Next<string>, fail: Next<unknown>): void {
  const length = declaredLength(request)
  if (length === 0) done('')
  else if (length !== null && length > limits.bytes) fail(new BodyTooLarge())
  else collect(request, length, limits, done, fail)
}

function collect(
  request: IncomingMessage,
  length: number | null,
  limits: TextLimits,
  done: Next<string>,
  fail: Next<unknown>,
): void {
  const chunks: Buffer[] = []
  let received = 0
  let over = false
  const giveUp = (error: Error): void => {
    if (over) return
    over = true
    awaited.delete(body)
    chunks.length = 0
    fail(error)
  }
  const end = (): void => {
    if (over) return
    over = true
    awaited.delete(body)
    decode(chunks, done, fail)
  }
  const body: AwaitedBody = { deadline: performance.now() + limits.ms, tooSlow: () => giveUp(new BodyTooSlow()) }
  awaitBody(body)
  request.on('data', (chunk: Buffer) => {
    if (over) return
    received += chunk.length
    chunks.push(chunk)
    if (received > limits.bytes) giveUp(new BodyTooLarge())
    else if (received === length) end()
  })
  if (length === null) request.on('end', end)
  // The client closed the connection. After the end of the body this is no concern of the reader.
  request.on('error', () => giveUp(new BodyAborted()))
}

/** Zero without a body, null when only its end tells how long it is. */
export function declaredLength({ headers }: IncomingMessage): number | null {
  const declared = headers['content-length']
  if (declared !== undefined) return Number(declared)
  return headers['transfer-encoding'] === undefined ? 0 : null
}

function decode(chunks: readonly Buffer[], done: Next<string>, fail: Next<unknown>): void {
  const bytes = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)
  if (isUtf8(bytes)) done(bytes.toString('utf8'))
  else fail(new BadRequest(400, 'The body is not UTF-8 text.'))
}

/** The value of a JSON body. */
export function parseBody(text: string): unknown {
  if (text.trim() === '') return refuse('UnparsableBody', '', 'The body is empty. It is a JSON object.')
  try {
    return parseLenient(text)
  } catch (error) {
    return refuse('UnparsableBody', '', `The body is not JSON: ${(error as Error).message}`)
  }
}

/**
 * Passes bytes on until there are too many of them; ends with an error when the client goes away in the middle, or when
 * `atEnd` refuses after the last byte.
 */
export function countedStream(request: IncomingMessage, limit: number, atEnd: () => MaybePromise<void>): Readable {
  if ((declaredLength(request) ?? 0) > limit) throw new BodyTooLarge()
  let bytes = 0
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > limit) done(new BodyTooLarge())
      else done(null, chunk)
    },
    flush(done) {
      Promise.try(atEnd).then(() => done(), done)
    },
  })
  // Without this the reader of the stream would wait for ever.
  request.once('close', () => {
    if (!request.readableEnded) counter.destroy(new BodyAborted())
  })
  // A handler may refuse the request without reading its body: then nobody else listens.
  counter.on('error', () => {})
  return request.pipe(counter)
}
