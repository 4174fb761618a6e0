// The routes on which the bytes of documents come and go.
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../../accounts/caller.ts'
import { type Clock, seconds } from '../../base/clock.ts'
import type { Settings } from '../../config/settings.ts'
import { download } from '../../documents/download.ts'
import { takeUpload } from '../../documents/upload.ts'
import { requireScope } from '../../oauth/scope.ts'
import type { Store } from '../../storage/store.ts'
import type { Route } from '../route.ts'

export function documentRoutes(settings: Settings, store: Store, clock: Clock): readonly Route[] {
  const common = { auth: 'bearer', face: 'envelope', cors: true } as const
  return [
    {
      ...common,
      method: 'POST',
      path: `${settings.apiPrefix}/BinaryUpload`,
      body: 'raw',
      bodyLimit: settings.uploadLimit,
      operation: 'BinaryUpload',
      handler: (request, reply) => upload(request, reply, store, clock),
    },
    {
      ...common,
      method: 'GET',
      path: `${settings.apiPrefix}/BinaryDownload/:key`,
      body: 'none',
      operation: 'BinaryDownload',
      handler: (request, reply) => send(request, reply, store),
    },
  ]
}

async function upload(request: FastifyRequest, reply: FastifyReply, store: Store, clock: Clock): Promise<FastifyReply> {
  const body = request.body instanceof Readable ? request.body : Readable.from([])
  const caller = request.caller as Caller
  try {
    requireScope(caller, 'write')
    request.entity = 'Document'
    const { id, size } = await takeUpload(store, caller, body, seconds(clock))
    const answer = { Code: 0, BinaryData: { Data: { BinaryDataId: id, Size: size } } }
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer))
  } finally {
    // What was refused unread must not hold up the connection.
    body.resume()
  }
}

async function send(request: FastifyRequest, reply: FastifyReply, store: Store): Promise<FastifyReply> {
  const caller = request.caller as Caller
  requireScope(caller, 'read')
  request.entity = 'Document'
  const { headers } = request
  const {
    status,
    headers: answered,
    body,
  } = await download(store, caller, {
    key: (request.params as { key: string }).key,
    ifNoneMatch: headers['if-none-match'],
    ifRange: one(headers['if-range']),
    range: headers.range,
  })
  reply.code(status).headers(answered)
  // HEAD says how long the answer would be without reading a byte of it.
  if (body === null || request.method === 'HEAD') return reply.send(Readable.from([]))
  return reply.send(body())
}

const one = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value)
