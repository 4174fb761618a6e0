// Compares the OpenAPI document with the route table in both directions: paths, methods, authentication, scopes.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { encodeKey } from '../../src/fields/record-key.ts'
import { lanePrefix, type Route } from '../../src/http/route.ts'
import { scopes } from '../../src/oauth/scope.ts'
import { operationNames } from '../../src/operations/index.ts'
import { eachCrm, type Json } from '../support/crm.ts'
import { engines } from '../support/engines.ts'
import { routesOf } from '../support/routes.ts'
import { type ApiDocument, type DocumentedOperation, readDocument } from './schemas.ts'

/** Routes that the document leaves out, each group with its reason. */
const leftOut: Readonly<Record<string, (route: Route) => boolean>> = {
  'pages and files are for browsers': ({ face, operation }) => face === 'page' || operation === 'console',
  'the console has the same handlers, by session': ({ path }) => path.startsWith(`${lanePrefix}/`),
  'metrics are read by Prometheus, in its own format': ({ path }) => path === '/metrics',
  'calendars are fetched by their secret addresses, as iCalendar': ({ operation }) => operation === 'calendar',
  'SCIM describes itself, at /scim/v2/Schemas': ({ face }) => face === 'scim',
  'the MCP server describes itself, by its own protocol': ({ path }) => path === '/mcp',
  'the other addresses of the metadata': ({ path }) => path.startsWith('/.well-known/'),
  'Authenticate is not offered': ({ path }) => path === '/api/Authenticate',
  'aliases of entities, and operations that an entity refuses': ({ operation, path }) =>
    operationNames.some(name => name === operation) && path !== `/api/${operation}`,
}

/** Operations whose handler looks at the token itself, since its answer is about the token. */
const judgedByHandler: ReadonlySet<string> = new Set([
  ...['TokenValid', 'VerifyToken', 'standardUserinfo', 'standardUserinfoByPost'],
])

const keyOf = (method: string, path: string): string => `${method.toUpperCase()} ${path.replaceAll(/:(\w+)/g, '{$1}')}`

/** The authentication that a route must have for the security of an operation. */
function authOf(security: readonly Json[]): Route['auth'] {
  const schemes = security.flatMap(one => Object.keys(one))
  if (!schemes.includes('bearer')) return 'none'
  return security.some(one => Object.keys(one).length === 0) ? 'optional' : 'bearer'
}

// Routes do not depend on the store; test/oauth/scope.test.ts proves on both engines that the scope of a token is enforced.
eachCrm(
  'the OpenAPI document and the route table',
  crm => {
    let document: ApiDocument
    let routes: ReadonlyMap<string, Route>
    before(async () => {
      document = await readDocument(crm().server.url)
      routes = new Map(routesOf(crm().server).map(route => [keyOf(route.method, route.path), route]))
    })

    test('every operation of the document is a route, with the same authentication', () => {
      const wrong = document.operations.flatMap(({ path, method, operation }) => {
        const route = routes.get(keyOf(method, path))
        if (!route) return [`${keyOf(method, path)} is no route`]
        const auth = judgedByHandler.has(operation.operationId) ? 'none' : authOf(operation.security)
        return route.auth === auth ? [] : [`${keyOf(method, path)}: ${route.auth}, the document says ${auth}`]
      })
      assert.deepEqual(wrong, [])
    })

    test('every route is in the document, or left out for a reason', () => {
      const documented = new Set(document.operations.map(({ path, method }) => keyOf(method, path)))
      const missing = [...routes].filter(([key]) => !documented.has(key))
      const unexplained = missing.filter(([, route]) => !Object.values(leftOut).some(applies => applies(route)))
      assert.deepEqual(
        unexplained.map(([key]) => key),
        [],
      )
      for (const [reason, applies] of Object.entries(leftOut)) {
        assert.ok(
          missing.some(([, route]) => applies(route)),
          `${reason}: no route is left out for it`,
        )
      }
    })

    test('a token is refused for its scope exactly where the document says so', async () => {
      const wrong: string[] = []
      for (const scope of scopes) {
        const UserKey = encodeKey('User', 'JOE')
        const { Token } = await crm().setUp('PersonalAccessToken', { Name: scope, Scope: scope, UserKey })
        for (const described of document.operations) {
          const allowed = described.operation.security.flatMap((one: Json) => one.oauth2 ?? [])
          if (allowed.length === 0) continue
          const answer = await send(crm().server.url, described, Token)
          const refused = answer.includes('"ErrorCode":-2001')
          if (refused === allowed.includes(scope))
            wrong.push(`${described.operation.operationId} with ${scope}: ${answer}`)
        }
      }
      assert.deepEqual(wrong, [])
    })
  },
  { settings: { standardLane: 'any', standardRegistrations: 1 } },
  engines.slice(0, 1),
)

/** Sends the example of an operation, whose placeholders name no record, and gives the text of the answer. */
async function send(url: string, { path, method, operation }: DocumentedOperation, token: string): Promise<string> {
  const examples = Object.values<Json>(operation.requestBody?.content ?? {}).flatMap(one =>
    Object.values<Json>(one.examples ?? {}),
  )
  const value = examples[0]?.value ?? { [operation.tags[0]]: { Data: {} } }
  const response = await fetch(url + path.replaceAll(/\{\w+\}/g, 'none'), {
    method: method.toUpperCase(),
    headers: { authorization: `Bearer ${token}` },
    ...(method === 'get' ? {} : { body: JSON.stringify(value) }),
  })
  return response.text()
}
