// Serves SCIM 2.0 to identity providers: users, groups, and what the server describes of itself.
import type { Caller } from '../../accounts/caller.ts'
import { header, type WebAnswer } from '../../base/web.ts'
import { asScimError, errorBody, ScimError, scimMediaType } from '../../scim/errors.ts'
import { groupKind } from '../../scim/groups.ts'
import { type Scim, scimPath } from '../../scim/index.ts'
import { bodyOf, type Json, type Selection, selected, selectionOf, wants } from '../../scim/json.ts'
import { listQuery, listResources } from '../../scim/list.ts'
import { providerConfig, resourceTypes, schemas } from '../../scim/schemas.ts'
import { userKind } from '../../scim/users.ts'
import { isKnown } from '../../scim/versions.ts'
import type { Handler, Method, Route, RouteRequest } from '../route.ts'

export interface ScimRouteParts {
  readonly scim: Scim
}

/** A group with a thousand members has some 60 KB. */
const bodyLimit = 1024 ** 2
const served = { auth: 'provider', face: 'scim', secret: true } as const

type Work = (request: RouteRequest, caller: Caller, selection: Selection) => Promise<WebAnswer>

const scimAnswer = (body: object, status = 200, headers: WebAnswer['headers'] = {}): WebAnswer => ({
  status,
  headers: { 'content-type': scimMediaType, ...headers },
  body: JSON.stringify(body),
})

const nothing = (headers: WebAnswer['headers'] = {}): WebAnswer => ({ status: 204, headers, body: '' })

/** Turns refusals of operations into errors of SCIM. */
const answering =
  (work: Work): Handler =>
  async request => {
    try {
      const query = new URLSearchParams(request.query)
      const selection = selectionOf(query.get('attributes'), query.get('excludedAttributes'))
      return await work(request, request.caller as Caller, selection)
    } catch (error) {
      const { status, message, scimType } = asScimError(error)
      return { status, headers: { 'content-type': scimMediaType }, body: errorBody(status, message, scimType) }
    }
  }

const route = (method: Method, path: string, operation: string, work: Work): Route => {
  const hasBody = method === 'POST' || method === 'PUT' || method === 'PATCH'
  const body = hasBody ? ({ body: 'text', bodyLimit } as const) : ({ body: 'none' } as const)
  return { ...served, ...body, method, path: `${scimPath}${path}`, operation, handler: answering(work) }
}

const idOf = ({ params }: RouteRequest): string => params.id as string
const matchOf = (request: RouteRequest): string | undefined => header(request, 'if-match')

/** One resource with its version and its address. */
function resourceAnswer(resource: Json, selection: Selection, status = 200): WebAnswer {
  const { version, location } = resource.meta as { version: string; location: string }
  return scimAnswer(selected(resource, selection), status, { etag: version, ...(status === 201 ? { location } : {}) })
}

/** A read of one resource, or that the provider has it already. */
function found(request: RouteRequest, resource: Json, selection: Selection): WebAnswer {
  const { version } = resource.meta as { version: string }
  if (isKnown(header(request, 'if-none-match'), version)) return { status: 304, headers: { etag: version }, body: '' }
  return resourceAnswer(resource, selection)
}

export function scimRoutes({ scim }: ScimRouteParts): readonly Route[] {
  return [...userRoutes(scim), ...groupRoutes(scim), ...aboutRoutes(scim.base)]
}

function userRoutes({ users, operations, base }: Scim): readonly Route[] {
  const [all, one, name] = ['/Users', '/Users/:id', 'scim-users']
  return [
    route('GET', all, name, async ({ query }, caller, selection) => {
      const asked = listQuery(new URLSearchParams(query))
      return scimAnswer(await listResources(operations, caller, userKind(base()), asked, selection))
    }),
    route('POST', all, name, async ({ body }, caller, selection) =>
      resourceAnswer(await users.create(caller, bodyOf(body)), selection, 201),
    ),
    route('GET', one, name, async (request, caller, selection) =>
      found(request, await users.find(caller, idOf(request)), selection),
    ),
    route('PUT', one, name, async (request, caller, selection) =>
      resourceAnswer(await users.replace(caller, idOf(request), bodyOf(request.body), matchOf(request)), selection),
    ),
    route('PATCH', one, name, async (request, caller, selection) =>
      resourceAnswer(await users.patch(caller, idOf(request), bodyOf(request.body), matchOf(request)), selection),
    ),
    route('DELETE', one, name, async (request, caller) => {
      const successor = await users.remove(caller, idOf(request), matchOf(request))
      return nothing(successor === null ? {} : { 'clientele-successor': successor })
    }),
  ]
}

function groupRoutes({ groups, operations, base }: Scim): readonly Route[] {
  const [all, one, name] = ['/Groups', '/Groups/:id', 'scim-groups']
  const withMembers = (selection: Selection) => wants(selection, 'members')
  return [
    route('GET', all, name, async ({ query }, caller, selection) => {
      const asked = listQuery(new URLSearchParams(query))
      const kind = groupKind(base(), withMembers(selection))
      return scimAnswer(await listResources(operations, caller, kind, asked, selection))
    }),
    route('POST', all, name, async ({ body }, caller, selection) =>
      resourceAnswer(await groups.create(caller, bodyOf(body), withMembers(selection)), selection, 201),
    ),
    route('GET', one, name, async (request, caller, selection) =>
      found(request, await groups.find(caller, idOf(request), withMembers(selection)), selection),
    ),
    route('PUT', one, name, async (request, caller, selection) => {
      const body = bodyOf(request.body)
      const given = [matchOf(request), withMembers(selection)] as const
      return resourceAnswer(await groups.replace(caller, idOf(request), body, ...given), selection)
    }),
    route('PATCH', one, name, async (request, caller, selection) => {
      await groups.patch(caller, idOf(request), bodyOf(request.body), matchOf(request))
      // The group may have thousands of members, and providers do not look at it.
      if (selection.only === null) return nothing()
      return resourceAnswer(await groups.find(caller, idOf(request), withMembers(selection)), selection)
    }),
    route('DELETE', one, name, async (request, caller) => {
      await groups.remove(caller, idOf(request), matchOf(request))
      return nothing()
    }),
  ]
}

function aboutRoutes(base: () => string): readonly Route[] {
  const name = 'scim-about'
  const list = (resources: readonly Json[]) =>
    scimAnswer({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
      totalResults: resources.length,
      startIndex: 1,
      itemsPerPage: resources.length,
      Resources: resources,
    })
  const one = (resources: readonly Json[], id: string): WebAnswer => {
    const resource = resources.find(each => each.id === id)
    if (!resource) throw new ScimError(404, null, `There is no ${id}.`)
    return scimAnswer(resource)
  }
  return [
    route('GET', '/ServiceProviderConfig', name, async () => scimAnswer(providerConfig(base()))),
    route('GET', '/ResourceTypes', name, async () => list(resourceTypes(base()))),
    route('GET', '/ResourceTypes/:id', name, async request => one(resourceTypes(base()), idOf(request))),
    route('GET', '/Schemas', name, async () => list(schemas(base()))),
    route('GET', '/Schemas/:id', name, async request => one(schemas(base()), idOf(request))),
  ]
}
