// Reads the body of a request: whole, as text, or as a stream of counted bytes.
import { Buffer, isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { performance } from 'node:perf_hooks'
import { type Readable, Transform } from 'node:stream'
import { refuse } from '../base/errors.ts'
import { parseLenient } from '../base/lenient-json.ts'
import type { MaybePromise } from '../base/maybe-promise.ts'
import { BadRequest, BodyAborted, BodyTooLarge, BodyTooSlow } from './failure.ts'

const sweepMs = 100

/** Those who ask for a body are told of it by functions that take them as an argument, so that none is made for a request. */
interface Asker {
  readonly incoming: IncomingMessage
}

type Done<A> = (asker: A, body: string) => void
type Fail<A> = (asker: A, error: unknown) => void

/** A body that has not arrived whole. */
interface AwaitedBody {
  /** By performance.now(). */
  readonly began: number
  readonly over: boolean
  giveUp(error: Error): void
}

class ArrivingBody<A extends Asker> implements AwaitedBody {
  readonly #asker: A
  readonly #most: number
  readonly #done: Done<A>
  readonly #fail: Fail<A>
  #chunks: Buffer[] = []
  #received = 0
  readonly began = performance.now()
  over = false

  constructor(asker: A, most: number, done: Done<A>, fail: Fail<A>) {
    this.#asker = asker
    this.#most = most
    this.#done = done
    this.#fail = fail
  }

  listen(): void {
    const { incoming } = this.#asker
    incoming.on('data', (chunk: Buffer) => this.#add(chunk))
    incoming.on('end', () => this.#end())
    // The client closed the connection. After the end of the body this is no concern of the reader.
    incoming.on('error', () => this.giveUp(new BodyAborted()))
  }

  giveUp(error: Error): void {
    if (this.over) return
    this.over = true
    this.#chunks = []
    this.#fail(this.#asker, error)
  }

  #add(chunk: Buffer): void {
    if (this.over) return
    this.#received += chunk.length
    this.#chunks.push(chunk)
    if (this.#received > this.#most) this.giveUp(new BodyTooLarge())
  }

  #end(): void {
    if (this.over) return
    this.over = true
    const chunks = this.#chunks
    this.#chunks = []
    const bytes = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)
    const text = bytes.toString()
    // What is not UTF-8 was replaced by this character, which may also have been sent as it is.
    if (text.includes('\ufffd') && !isUtf8(bytes))
      this.#fail(this.#asker, new BadRequest(400, 'The body is not UTF-8 text.'))
    else this.#done(this.#asker, text)
  }
}

/** Reads bodies as text. One timer looks after all that are under way: a timer for each would cost every Read. */
export class TextBodies {
  readonly #timeoutMs: number
  /** Most bodies arrive with their headers, so the newest is listed only when another follows before its end. */
  #newest: AwaitedBody | undefined
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
  read<A extends Asker>(asker: A, most: number, done: Done<A>, fail: Fail<A>): void {
    const length = declaredLength(asker.incoming)
    if (length === 0) done(asker, '')
    else if (length !== null && length > most) fail(asker, new BodyTooLarge())
    else {
      const body = new ArrivingBody(asker, most, done, fail)
      this.#await(body)
      body.listen()
    }
  }

  close(): void {
    clearTimeout(this.#timer)
  }

  #await(body: AwaitedBody): void {
    const before = this.#newest
    if (before && !before.over) this.#awaited.add(before)
    this.#newest = body
    this.#timer ??= setTimeout(() => this.#sweep(), sweepMs).unref()
  }

  #sweep(): void {
    const latest = performance.now() - this.#timeoutMs
    if (this.#newest) this.#awaited.add(this.#newest)
    this.#newest = undefined
    for (const body of this.#awaited) {
      if (body.began <= latest) body.giveUp(new BodyTooSlow())
      if (body.over) this.#awaited.delete(body)
    }
    this.#timer = this.#awaited.size > 0 ? setTimeout(() => this.#sweep(), sweepMs).unref() : undefined
  }
}

/** Zero without a body, null when only its end tells how long it is. */
export function declaredLength({ headers }: IncomingMessage): number | null {
  const declared = headers['content-length']
  if (declared !== undefined) return Number(declared)
  return headers['transfer-encoding'] === undefined ? 0 : null
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
