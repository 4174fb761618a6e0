// Reads the body of a request: whole, as text, or as a stream of counted bytes.
import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { type Readable, Transform } from 'node:stream'
import { refuse } from '../base/errors.ts'
import { parseLenient } from '../base/lenient-json.ts'
import type { MaybePromise } from '../base/maybe-promise.ts'
import { BadRequest, BodyAborted, BodyTooLarge, BodyTooSlow } from './failure.ts'

type Next<T> = (value: T) => void

/** A body that has not arrived whole. */
interface AwaitedBody {
  readonly deadline: number
  tooSlow(): void
}

const sweepMs = 100

/** Reads bodies as text. One timer looks after all that are under way: a timer for each would cost every Read. */
export class TextBodies {
  readonly #timeoutMs: number
  readonly #awaited = new Set<AwaitedBody>()
  #timer: NodeJS.Timeout | undefined

  /** `timeoutMs`: how long a body may take to arrive. */
  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs
  }

  /**
   * Calls `done` in the turn of the event loop in which the last byte arrives, at once when there is no body. `most` is the
   * limit of bytes.
   */
  read(request: IncomingMessage, most: number, done: Next<string>, fail: Next<unknown>): void {
    const length = declaredLength(request)
    if (length === 0) done('')
    else if (length !== null && length > most) fail(new BodyTooLarge())
    else this.#collect(request, { length, most }, done, fail)
  }

  close(): void {
    clearTimeout(this.#timer)
  }

  #collect(
    request: IncomingMessage,
    { length, most }: { length: number | null; most: number },
    done: Next<string>,
    fail: Next<unknown>,
  ): void {
    const chunks: Buffer[] = []
    let received = 0
    let over = false
    const giveUp = (error: Error): void => {
      if (over) return
      over = true
      this.#awaited.delete(body)
      chunks.length = 0
      fail(error)
    }
    const end = (): void => {
      if (over) return
      over = true
      this.#awaited.delete(body)
      decode(chunks, done, fail)
    }
    const deadline = performance.now() + this.#timeoutMs
    const body: AwaitedBody = { deadline, tooSlow: () => giveUp(new BodyTooSlow()) }
    this.#await(body)
    request.on('data', (chunk: Buffer) => {
      if (over) return
      received += chunk.length
      chunks.push(chunk)
      if (received > most) giveUp(new BodyTooLarge())
      else if (received === length) end()
    })
    if (length === null) request.on('end', end)
    // The client closed the connection. After the end of the body this is no concern of the reader.
    request.on('error', () => giveUp(new BodyAborted()))
  }

  #await(body: AwaitedBody): void {
    this.#awaited.add(body)
    this.#timer ??= setTimeout(() => this.#sweep(), sweepMs).unref()
  }

  #sweep(): void {
    const now = performance.now()
    for (const body of this.#awaited) if (body.deadline <= now) body.tooSlow()
    this.#timer = this.#awaited.size > 0 ? setTimeout(() => this.#sweep(), sweepMs).unref() : undefined
  }
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
