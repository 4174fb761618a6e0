// Answers requests about imports and saved mappings.
import { parse as parseQuery } from 'node:querystring'
import type { Readable } from 'node:stream'
import type { Caller } from '../../accounts/caller.ts'
import { refuse } from '../../base/errors.ts'
import { isObject, nameOf } from '../../base/text/json.ts'
import { header, jsonAnswer } from '../../base/web.ts'
import { withinBudget } from '../../envelope/budget.ts'
import type { OperationParts } from '../../envelope/run.ts'
import type { ImportRoom } from '../../import/index.ts'
import { importLimits } from '../../import/limits.ts'
import { rejectedFile } from '../../import/rejected.ts'
import { requireScope } from '../../oauth/scope.ts'
import { parseBody } from '../bodies.ts'
import type { Handler, Route, RouteRequest } from '../route.ts'

type Body = Record<string, unknown>
type Work = (caller: Caller, id: string, request: RouteRequest) => Promise<object>

const asked = { auth: 'bearer', face: 'resource', cors: true } as const

export function importRoutes(room: ImportRoom, parts: OperationParts): readonly Route[] {
  const { imports } = room
  const limits = parts.limits
  const one = 'imports/:id'
  const { get, remove } = routes
  return [
    get('imports', caller => imports.list(caller)),
    { ...route('POST', 'imports', 'stream', uploadHandler(imports)), bodyLimit: importLimits.fileBytes },
    get(one, (caller, id) => imports.read(caller, id)),
    remove(one, (caller, id) => imports.remove(caller, id)),
    get(`${one}/rows`, (caller, id, request) => imports.rows(caller, id, parseQuery(request.query))),
    route('GET', `${one}/rejected`, 'none', rejectedHandler(imports, parts)),
    sent('PUT', `${one}/mapping`, 202, (caller, id, request) => imports.map(caller, id, bodyOf(request, limits))),
    sent('POST', `${one}/commit`, 202, (caller, id) => imports.commit(caller, id)),
    sent('POST', `${one}/undo`, 202, (caller, id) => imports.undo(caller, id)),
    ...mappingRoutes(room, parts),
  ]
}

function mappingRoutes({ mappings }: ImportRoom, { limits }: OperationParts): readonly Route[] {
  const named = 'mappings/:name'
  const { get, remove } = routes
  return [
    get('mappings', caller => mappings.list(caller)),
    get(named, (caller, name) => mappings.read(caller, name)),
    sent('PUT', named, 200, (caller, name, request) => mappings.write(caller, name, bodyOf(request, limits))),
    remove(named, (caller, name) => mappings.remove(caller, name)),
  ]
}

function bodyOf({ body }: RouteRequest, limits: OperationParts['limits']): Body {
  const parsed = withinBudget(parseBody(body), limits)
  return isObject(parsed) ? parsed : refuse('InvalidRequest', '', `The body is a JSON object, not ${nameOf(parsed)}.`)
}

/** `id` or `name` of the path is the second argument of the work. */
const answers = (access: 'read' | 'write', work: Work, status = 200): Handler => {
  return async request => {
    const caller = request.caller as Caller
    requireScope(caller, access)
    const { id = '', name } = request.params
    return jsonAnswer(JSON.stringify(await work(caller, name ?? id, request)), status)
  }
}

const route = (method: Route['method'], path: string, body: Route['body'], handler: Handler): Route => {
  return { ...asked, method, path: `/import/v1/${path}`, body, operation: 'import', handler }
}

const sent = (method: 'PUT' | 'POST', path: string, status: number, work: Work): Route =>
  route(method, path, 'text', answers('write', work, status))

const routes = {
  get: (path: string, work: Work): Route => route('GET', path, 'none', answers('read', work)),
  remove: (path: string, work: Work): Route => route('DELETE', path, 'none', answers('write', work)),
}

const uploadHandler =
  (imports: ImportRoom['imports']): Handler =>
  async request => {
    const caller = request.caller as Caller
    requireScope(caller, 'write')
    const query = new URLSearchParams(request.query)
    const created = await imports.create(caller, {
      entity:
        query.get('entity') ??
        refuse('Required', 'entity', 'entity names what the rows of the file are, such as AbEntry.'),
      format: query.get('format') ?? 'csv',
      name: query.get('name')?.slice(0, 200) ?? null,
      body: request.stream as Readable,
      expectedBytes: Number(header(request, 'content-length') ?? 0),
      gone: request.gone,
    })
    return jsonAnswer(JSON.stringify(created), 201)
  }

const rejectedHandler =
  (imports: ImportRoom['imports'], { store }: OperationParts): Handler =>
  async request => {
    const caller = request.caller as Caller
    requireScope(caller, 'read')
    const stored = await imports.stored(caller, request.params.id ?? '')
    const { contentType, ending, stream } = rejectedFile(store, stored, caller.culture)
    return {
      status: 200,
      headers: {
        'content-type': contentType,
        'content-disposition': `attachment; filename="rejected.${ending}"`,
        'cache-control': 'no-store',
      },
      body: stream,
    }
  }
