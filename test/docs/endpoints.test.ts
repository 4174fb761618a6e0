// Checks that the documents name every endpoint that programs call.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { documents, root } from '../../scripts/docs/documents.ts'
import { lanePrefix, type Route } from '../../src/http/route.ts'
import { operationNames } from '../../src/operations/index.ts'
import { routesOf } from '../support/routes.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
before(async () => {
  server = await startServer({ engine: 'sqlite', settings: { standardLane: 'any', standardRegistrations: 1 } })
})
after(() => server.close())

test('every endpoint is in the documents', () => {
  const routes = routesOf(server)
  // `AbEntryRead` and the like are one sentence; the pages of a sign-in are for people, and the lane is for the console.
  const isSpelling = ({ path, operation }: Route) =>
    operationNames.some(name => name === operation) && path !== `/api/${operation}`
  const isForConsole = ({ path, operation }: Route) => path.startsWith(`${lanePrefix}/`) || operation === 'console'
  const called = routes.filter(route => route.face !== 'page' && !isSpelling(route) && !isForConsole(route))
  assert.ok(called.length > 20, String(called.length))
  const texts = [...documents().keys()].map(path => readFileSync(join(root, path), 'utf8')).join('\n')
  const missing = called
    .map(({ path }) => path)
    .filter(path => !new RegExp(`${path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/\\s]+')}(?![\\w/])`).test(texts))
  assert.deepEqual(missing, [])
})
