// Answers the OpenAPI document: of the caller's database, or without a token of the built-in model.
import { Readable } from 'node:stream'
import { header, jsonType, takesCoding, type WebAnswer } from '../../base/web.ts'
import { namesTag } from '../../documents/download-headers.ts'
import type { Catalogs } from '../../model/catalog.ts'
import { requireScope } from '../../oauth/scope.ts'
import type { Documents, ServedDocument } from '../../openapi/documents.ts'
import type { Handler, RouteRequest } from '../route.ts'

export const openapiDocument =
  (documents: Documents, catalogs: Catalogs): Handler =>
  async request => {
    const { caller } = request
    if (!caller) return answer(request, await documents.builtIn())
    requireScope(caller, 'read')
    return answer(request, await documents.of(await catalogs.get(caller.db), caller.database))
  }

/** Both forms have the same content, but a strong ETag identifies the bytes. */
function answer(request: RouteRequest, { text, gzipped, tag }: ServedDocument): WebAnswer {
  const isGzip = takesCoding(header(request, 'accept-encoding'), 'gzip')
  const own = isGzip ? tag.replace(/"$/, '-gzip"') : tag
  const headers = {
    'content-type': jsonType,
    etag: own,
    'cache-control': 'private, no-cache',
    vary: 'Authorization, Accept-Encoding',
  }
  if (namesTag(header(request, 'if-none-match'), own)) return { status: 304, headers, body: '' }
  if (!isGzip) return { status: 200, headers, body: text }
  const sized = { ...headers, 'content-encoding': 'gzip', 'content-length': String(gzipped.length) }
  return { status: 200, headers: sized, body: Readable.from([gzipped]) }
}
