// One failure, four faces: statuses, headers and bodies of everything that can go wrong.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { QueryTimeout, Refusal, StoreUnavailable } from '../../src/base/errors.ts'
import type { Face, Route } from '../../src/http/route.ts'
import { echoRoute, type RoutesServer, serveRoutes } from '../support/routes.ts'

const problem = { error: 'WrongType', path: 'AbEntry.Data.Email', message: 'Email is a text.' } as const

class Throttled extends Refusal {
  readonly retryAfterSeconds = 41.2
  constructor() {
    super([{ error: 'TooManyRequests', path: '', message: 'Too many attempts.' }])
  }
}

const causes: Record<string, () => never> = {
  refused: () => {
    throw new Refusal([problem, { ...problem, path: 'AbEntry.Data.Phone' }])
  },
  scope: () => {
    throw new Refusal([{ error: 'InsufficientScope', path: '', message: 'The token may only read.' }])
  },
  missing: () => {
    throw new Refusal([{ error: 'NotFound', path: '', message: 'No such document.' }])
  },
  throttled: () => {
    throw new Throttled()
  },
  away: () => {
    throw new StoreUnavailable('connect ECONNREFUSED 10.1.2.3')
  },
  slow: () => {
    throw new QueryTimeout('The query ran longer than 30 s.')
  },
  fault: () => {
    throw new TypeError('secret detail: cla_0123456789abcdefghijklmnop')
  },
}

const routes: Route[] = [echoRoute]
for (const face of ['envelope', 'oauth', 'page', 'plain'] as Face[]) {
  for (const [name, handler] of Object.entries(causes)) {
    routes.push({ method: 'GET', path: `/${face}/${name}`, body: 'none', auth: 'none', face, operation: name, handler })
  }
}

describe('faces', () => {
  let server: RoutesServer
  before(async () => {
    server = await serveRoutes(routes)
  })
  after(() => server.close())
  const get = (path: string) => fetch(server.url + path)

  test('a refused operation is HTTP 200 with Code -1, Msg for people and Errors for programs [C-4.3-10]', async () => {
    const answer = await get('/envelope/refused')
    assert.equal(answer.status, 200)
    assert.deepEqual(await answer.json(), {
      Code: -1,
      Msg: ['Email is a text.'],
      Errors: [
        { ErrorCode: -3003, Path: 'AbEntry.Data.Email', Message: 'Email is a text.' },
        { ErrorCode: -3003, Path: 'AbEntry.Data.Phone', Message: 'Email is a text.' },
      ],
    })
  })

  test('the data API has an envelope body on every 4xx and 5xx', async () => {
    const expected = {
      scope: [403, -2001],
      missing: [404, -1010],
      throttled: [429, -2004],
      away: [503, -9000],
      fault: [500, -9001],
    }
    for (const [name, [status, code]] of Object.entries(expected)) {
      const answer = await get(`/envelope/${name}`)
      const body = (await answer.json()) as { Code: number; Errors: { ErrorCode: number }[] }
      assert.equal(answer.status, status, name)
      assert.equal(body.Code, -1, name)
      assert.equal(body.Errors[0]?.ErrorCode, code, name)
    }
  })

  test('a query that ran too long is refused, not a fault', async () => {
    const answer = await get('/envelope/slow')
    assert.equal(answer.status, 200)
    assert.equal(((await answer.json()) as { Errors: { ErrorCode: number }[] }).Errors[0]?.ErrorCode, -1008)
  })

  test('429 and 503 say when to come back', async () => {
    assert.equal((await get('/envelope/throttled')).headers.get('retry-after'), '42')
    assert.equal((await get('/page/throttled')).headers.get('retry-after'), '42')
    assert.equal((await get('/envelope/away')).headers.get('retry-after'), '5')
  })

  test('no details of a fault leave the server, only the request id; the log has them under that id, without secrets', async () => {
    for (const face of ['envelope', 'oauth', 'page', 'plain']) {
      const answer = await get(`/${face}/fault`)
      const id = answer.headers.get('x-request-id') as string
      const body = await answer.text()
      assert.ok(!body.includes('secret detail'), face)
      assert.ok(body.includes(id), face)
      const line = server.logLines.find(l => l.includes(`"id":"${id}"`) && l.includes('request failed'))
      assert.ok(line?.includes('secret detail') && line.includes('TypeError'), face)
      assert.ok(!line?.includes('cla_0123456789'), face)
    }
    assert.ok(!(await (await get('/envelope/away')).text()).includes('10.1.2.3'))
  })

  test('the token endpoint answers 400 with an OAuth error: transient ones can be told apart [C-7.1-01]', async () => {
    for (const name of ['refused', 'scope', 'throttled', 'away', 'fault']) {
      const answer = await get(`/oauth/${name}`)
      const body = (await answer.json()) as Record<string, unknown>
      assert.equal(answer.status, 400, name)
      assert.equal(answer.headers.get('cache-control'), 'no-store')
      const transient = ['throttled', 'away', 'fault'].includes(name)
      assert.deepEqual(
        [body.error, body.error_code],
        transient ? ['temporarily_unavailable', 3005] : ['invalid_request', 3000],
        name,
      )
    }
  })

  test('a page escapes what it shows, may load nothing, and cannot be framed', async () => {
    const answer = await get('/page/refused')
    assert.equal(answer.status, 400)
    assert.match(answer.headers.get('content-type') ?? '', /^text\/html/)
    assert.match(answer.headers.get('content-security-policy') ?? '', /default-src 'none'.*frame-ancestors 'none'/)
    assert.equal(answer.headers.get('x-frame-options'), 'DENY')
  })

  test('without a token: 401, an envelope, and a challenge [C-4.3-01]', async () => {
    const answer = await fetch(`${server.url}/api/Echo`, { method: 'POST', body: '{}' })
    assert.equal(answer.status, 401)
    assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer .*error="invalid_token"/)
    assert.equal(((await answer.json()) as { Errors: { ErrorCode: number }[] }).Errors[0]?.ErrorCode, -2000)
  })

  test('an unknown path is 404 in the face of its part of the service', async () => {
    const api = await get('/api/Reed')
    assert.equal(api.status, 404)
    assert.equal(((await api.json()) as { Code: number }).Code, -1)
    const page = await fetch(`${server.url}/nowhere`, { headers: { accept: 'text/html' } })
    assert.equal(page.status, 404)
    assert.match(await page.text(), /<h1>There is no such page/)
    const oauth = await get('/oauth/v1/tokn')
    assert.equal(oauth.status, 404)
    assert.equal(((await oauth.json()) as { error: string }).error, 'invalid_request')
  })

  test('a wrong method is 405 and says which ones there are', async () => {
    const answer = await fetch(`${server.url}/api/Echo`, { method: 'PUT', body: 'x' })
    assert.equal(answer.status, 405)
    assert.equal(answer.headers.get('allow'), 'POST, OPTIONS')
    assert.equal(((await answer.json()) as { Errors: { ErrorCode: number }[] }).Errors[0]?.ErrorCode, -1011)
    assert.equal((await fetch(`${server.url}/envelope/refused`, { method: 'HEAD' })).status, 200)
  })

  test('a malformed address is 400, never 500', async () => {
    assert.equal((await get('/%E0%A4%A')).status, 400)
    assert.equal((await get('/api/%ff')).status, 400)
  })
})
