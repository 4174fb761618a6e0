// Takes in and sends the bytes of documents.
import type { Readable } from 'node:stream'
import type { Caller } from '../../accounts/caller.ts'
import { type Clock, seconds } from '../../base/clock.ts'
import { header, jsonAnswer } from '../../base/web.ts'
import { download } from '../../documents/download.ts'
import type { Uploads } from '../../documents/upload.ts'
import { requireScope } from '../../oauth/scope.ts'
import type { Store } from '../../storage/store.ts'
import type { Handler } from '../route.ts'

export const binaryUpload =
  (uploads: Uploads, clock: Clock): Handler =>
  async request => {
    const caller = request.caller as Caller
    const body = request.stream as Readable
    const expectedBytes = Number(header(request, 'content-length') ?? 0)
    requireScope(caller, 'write')
    request.entity = 'Document'
    const { gone } = request
    const { id, size } = await uploads.take(caller, { body, expectedBytes, now: seconds(clock), gone })
    return jsonAnswer(JSON.stringify({ Code: 0, BinaryData: { Data: { BinaryDataId: id, Size: size } } }))
  }

export const binaryDownload =
  (store: Store): Handler =>
  async request => {
    const caller = request.caller as Caller
    requireScope(caller, 'read')
    request.entity = 'Document'
    const { status, headers, body } = await download(store, caller, {
      key: request.params.key as string,
      ifNoneMatch: header(request, 'if-none-match'),
      ifRange: header(request, 'if-range'),
      range: header(request, 'range'),
    })
    // HEAD says how long the answer would be without reading a byte of it.
    return { status, headers, body: body === null || request.method === 'HEAD' ? '' : body() }
  }
