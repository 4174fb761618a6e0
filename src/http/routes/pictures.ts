// Serves the pictures of users, and takes in a caller's own.
import { Buffer } from 'node:buffer'
import { parse as parseQuery } from 'node:querystring'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Caller } from '../../accounts/caller.ts'
import { refuse } from '../../base/errors.ts'
import { member } from '../../base/text/json.ts'
import { header, jsonAnswer } from '../../base/web.ts'
import type { Settings } from '../../config/settings.ts'
import { namesTag } from '../../documents/download-headers.ts'
import { requireScope } from '../../oauth/scope.ts'
import type { Pictures } from '../../sessions/pictures.ts'
import type { Handler, Route, RouteRequest } from '../route.ts'
import { bodyLimit } from './kinds.ts'

export interface PictureRouteParts {
  readonly settings: Settings
  readonly pictures: Pictures
}

const own = { auth: 'bearer', face: 'envelope', cors: true, operation: 'picture' } as const

/** The policy that keeps a picture which is opened as a page from doing anything. */
const policy = "default-src 'none'; sandbox"

export function pictureRoutes({ settings, pictures }: PictureRouteParts): readonly Route[] {
  const path = `${settings.authPrefix}/v1/picture`
  const show: Handler = async request => {
    const caller = request.caller as Caller
    requireScope(caller, 'read')
    const picture = await pictures.read({ db: caller.db, uid: askedUser(request) })
    const common = { 'cache-control': 'private, no-cache', 'content-security-policy': policy }
    if (!picture) return { status: 204, headers: common, body: '' }
    const { type, version, bytes } = picture
    const headers = { ...common, etag: `"${version}"` }
    if (namesTag(header(request, 'if-none-match'), headers.etag)) return { status: 304, headers, body: '' }
    const described = { ...headers, 'content-type': type, 'content-length': String(bytes.length) }
    const body = request.method === 'HEAD' ? '' : Readable.from([Buffer.from(bytes)], { objectMode: false })
    return { status: 200, headers: described, body }
  }
  const change: Handler = async request => {
    const caller = request.caller as Caller
    requireScope(caller, 'write')
    const version = await pictures.set(caller, await buffer(request.stream as Readable))
    return jsonAnswer(JSON.stringify({ Code: 0, Version: version }))
  }
  const remove: Handler = async request => {
    const caller = request.caller as Caller
    requireScope(caller, 'write')
    const uid = askedUser(request)
    if (uid !== caller.uid && !caller.admin) {
      refuse('AdministratorRequired', 'User', 'Only an administrator may remove the picture of another user.')
    }
    if (!(await pictures.remove(caller, uid))) refuse('UnknownKey', '', 'There is no picture.')
    return jsonAnswer('{"Code":0}')
  }
  return [
    { ...own, method: 'GET', path, body: 'none', handler: show },
    { ...own, method: 'POST', path, body: 'stream', bodyLimit, handler: change },
    { ...own, method: 'DELETE', path, body: 'none', handler: remove },
  ]
}

/** The Uid in the query, else that of the caller. */
function askedUser({ query, caller }: RouteRequest): string {
  const asked = member(parseQuery(query), 'User') ?? ''
  if (typeof asked !== 'string') return refuse('WrongType', 'User', 'User is one Uid.')
  return asked === '' ? (caller as Caller).uid : asked
}
