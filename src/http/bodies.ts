// Reads the body of a request: whole, as text, or as a stream of counted bytes.
import { Buffer, isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { performance } from 'node:perf_hooks'
import { type Readable, Transform } from 'node:stream'
import { refuse } from '../base/errors.ts'
import type { MaybePromise } from '../base/scheduling/maybe-promise.ts'
import { parseLenient } from '../base/text/lenient-json.ts'
import { BadRequest, BodyAborted, BodyTooLarge, BodyTooSlow } from './failure.ts'

const sweepMs = 100

/** Receives a body. Callbacks get the owner as an argument, so no closure is allocated per request. */
interface BodyOwner {
  readonly incoming: IncomingMessage
}

type OnBody<A> = (owner: A, body: string) => void
type OnFailure<A> = (owner: A, error: unknown) => void

/** A body that has not arrived whole. */
interface PendingBody {
  /** By performance.now(). */
  readonly began: number
  readonly over: boolean
  giveUp(error: Error): void
}

class TextBody<A extends BodyOwner> implements PendingBody {
  readonly #owner: A
  readonly #most: number
  readonly #done: OnBody<A>
  readonly #fail: OnFailure<A>
  #chunks: Buffer[] = []
  #received = 0
  readonly began = performance.now()
  over = false

  constructor(owner: A, most: number, done: OnBody<A>, fail: OnFailure<A>) {
    this.#owner = owner
    this.#most = most
    this.#done = done
    this.#fail = fail
  }

  listen(): void {
    const { incoming } = this.#owner
    incoming.on('data', (chunk: Buffer) => this.#add(chunk))
    incoming.on('end', () => this.#end())
    // The client closed the connection. After the end of the body this is ignored.
    incoming.on('error', () => this.giveUp(new BodyAborted()))
  }

  giveUp(error: Error): void {
    if (this.over) return
    this.over = true
    this.#chunks = []
    this.#fail(this.#owner, error)
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
    // This character replaces bytes that are not UTF-8, but a client may also send it.
    if (text.includes('\ufffd') && !isUtf8(bytes))
      this.#fail(this.#owner, new BadRequest(400, 'The body is not UTF-8 text.'))
    else this.#done(this.#owner, text)
  }
}

/** Reads bodies as text. One timer serves all pending bodies, since a timer for each would slow every Read. */
export class TextBodies {
  readonly #timeoutMs: number
  /** Most bodies arrive with their headers, so the newest is listed only when another follows before its end. */
  #newest: PendingBody | undefined
  readonly #awaited = new Set<PendingBody>()
  #timer: NodeJS.Timeout | undefined

  /** `timeoutMs`: how long a body may take to arrive. */
  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs
  }

  /**
   * Calls `done` in the turn of the event loop in which the last byte arrives, at once when there is no body. `most` is the
   * limit of bytes.
   */
  read<A extends BodyOwner>(owner: A, most: number, done: OnBody<A>, fail: OnFailure<A>): void {
    const length = declaredLength(owner.incoming)
    if (length === 0) done(owner, '')
    else if (length !== null && length > most) fail(owner, new BodyTooLarge())
    else {
      const body = new TextBody(owner, most, done, fail)
      this.#await(body)
      body.listen()
    }
  }

  close(): void {
    clearTimeout(this.#timer)
  }

  #await(body: PendingBody): void {
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

/** Zero without a body, null when its length is not declared. */
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
  // A handler may refuse the request without reading its body: then there is no other listener.
  counter.on('error', () => {})
  return request.pipe(counter)
}
