// How the body of a request is taken in, by the kind that the route names.
import { isUtf8 } from 'node:buffer'
import { type Readable, Transform } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../base/errors.ts'
import { parseLenient } from '../base/lenient-json.ts'
import { BodyAborted, BodyTooLarge } from './failure.ts'
import type { BodyKind } from './route.ts'

/** Gives the scope the one parser for its routes, which takes whatever the Content-Type says. */
export function acceptBodies(scope: FastifyInstance, kind: BodyKind, limit: number): void {
  scope.removeAllContentTypeParsers()
  if (kind === 'raw') {
    scope.addContentTypeParser('*', (request, payload, done) => {
      if (Number(request.headers['content-length'] ?? 0) > limit) done(new BodyTooLarge('The upload is over its limit'))
      else done(null, counted(payload, limit))
    })
    return
  }
  const read = kind === 'json' ? readJson : readText
  scope.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, read(body))
    } catch (error) {
      done(error as Error)
    }
  })
}

export function readText(body: Buffer): string {
  if (!isUtf8(body)) refuse('UnparsableBody', '', 'The body is not UTF-8 text.')
  return body.toString('utf8')
}

const readJson = (body: Buffer): unknown => parseBody(readText(body))

/** Undefined for an empty one. */
export function parseBody(text: string): unknown {
  if (text === '') return undefined
  try {
    return parseLenient(text)
  } catch (error) {
    return refuse('UnparsableBody', '', `The body is not JSON: ${(error as Error).message}`)
  }
}

/** Passes bytes on until there are too many of them; ends with an error when the client goes away in the middle. */
function counted(source: Readable, limit: number): Transform {
  let bytes = 0
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > limit) done(new BodyTooLarge('The upload is over its limit'))
      else done(null, chunk)
    },
  })
  // Without this the reader would wait for ever.
  source.once('close', () => {
    if (!source.readableEnded) counter.destroy(new BodyAborted('The upload ended in the middle'))
  })
  return source.pipe(counter)
}
