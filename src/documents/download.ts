// Answers BinaryDownload: finds the document, checks access, and selects the bytes to send.
import type { Readable } from 'node:stream'
import type { Caller } from '../accounts/caller.ts'
import { refuse } from '../base/errors.ts'
import { decodeKey } from '../fields/record-key.ts'
import type { Store } from '../storage/store.ts'
import { contentStream } from './content.ts'
import { contentTypeOf, plainExtension } from './content-type.ts'
import { disposition, fileNameOf, namesTag, readRange } from './download-headers.ts'
import { type DocumentRow, readableDocument } from './statements.ts'

interface DownloadRequest {
  readonly key: string
  readonly ifNoneMatch: string | undefined
  readonly ifRange: string | undefined
  readonly range: string | undefined
}

interface Download {
  readonly status: 200 | 206 | 304 | 416
  readonly headers: Readonly<Record<string, string>>
  /** Null when the response has no body. */
  readonly body: (() => Readable) | null
}

/** The content security policy that keeps a document from running code on this origin. */
const policy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:"

export async function download(store: Store, caller: Caller, request: DownloadRequest): Promise<Download> {
  const row = await find(store, caller, request.key)
  const tag = `"${row.etag}"`
  const common = { etag: tag, 'cache-control': 'private, no-cache', 'content-security-policy': policy }
  if (namesTag(request.ifNoneMatch, tag)) return { status: 304, headers: common, body: null }
  const ifRange = request.ifRange?.trim()
  const range = ifRange === undefined || ifRange === tag ? readRange(request.range, row.size) : null
  if (range === 'none') {
    const headers = { ...common, 'content-range': `bytes */${row.size}`, 'content-length': '0' }
    return { status: 416, headers, body: null }
  }
  const { start, end } = range ?? { start: 0, end: row.size }
  return {
    status: range ? 206 : 200,
    headers: {
      ...common,
      ...describe(row),
      'accept-ranges': 'bytes',
      'content-length': String(end - start),
      ...(range ? { 'content-range': `bytes ${start}-${end - 1}/${row.size}` } : {}),
    },
    body: () => contentStream(store, caller.db, row.content, start, end),
  }
}

/** Every reason (unknown, hidden, deleted, of another database, without content) gives the same refusal. */
async function find(store: Store, caller: Caller, text: string): Promise<DocumentRow> {
  const key = decodeKey(text)
  const { db, uid, principals, admin } = caller
  const query = key && readableDocument(key.kind, admin)
  const rows = query ? await store.rows(query(store.dialect, { db, id: key.id, uid, principals })) : []
  return rows[0] ?? refuse('NotFound', '', 'There is no document with this key.')
}

function describe({ name, ext }: DocumentRow): Record<string, string> {
  const extension = plainExtension(ext ?? /\.([A-Za-z0-9]{1,10})$/.exec(name)?.[1] ?? '')
  const { type, inline } = contentTypeOf(extension)
  return { 'content-type': type, 'content-disposition': disposition(inline, fileNameOf(name, extension)) }
}
