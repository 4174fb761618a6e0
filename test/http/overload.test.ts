// Overload: requests beyond what the server can do are refused early, rates are limited, and connections cost little.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import { jsonAnswer } from '../../src/base/web.ts'
import { RateLimits } from '../../src/http/rate-limits.ts'
import { eachCrm } from '../support/crm.ts'
import { echoRoute, serveRoutes, someCaller } from '../support/routes.ts'
import { until } from '../support/until.ts'

describe('more requests than the server answers in time', () => {
  test('are refused with 503 and Retry-After, and the others are answered', async () => {
    const slow = {
      ...echoRoute,
      path: '/slow',
      handler: () => {
        const end = performance.now() + 40
        while (performance.now() < end);
        return jsonAnswer('{}')
      },
    }
    const server = await serveRoutes([slow], { overloadTurn: 100 })
    const ask = () =>
      fetch(`${server.url}/slow`, { method: 'POST', headers: { authorization: 'Bearer good' }, body: '{}' })
    const refused = await until(async () => {
      const responses = await Promise.all(Array.from({ length: 40 }, ask))
      assert.ok(responses.some(({ status }) => status === 200))
      const found = responses.filter(({ status }) => status === 503)
      return found.length > 0 && found
    })
    for (const response of refused) {
      assert.equal(response.headers.get('retry-after'), '1')
      assert.match(await response.text(), /"ErrorCode":-9002/)
    }
    assert.equal((await ask()).status, 200)
    await server.close()
  })
})

describe('rate limits', () => {
  const joe = { ...someCaller, uid: 'JOE', application: 'app', chain: 'GRANT1' }
  const eve = { ...someCaller, uid: 'EVE', application: 'app', chain: 'GRANT2' }

  test('are off unless settings say otherwise', () => {
    const limits = new RateLimits({ userRate: 0, applicationRate: 0 })
    for (let i = 0; i < 1_000; i++) assert.deepEqual(limits.take(joe, i), [])
  })

  test('count each user and each application, and begin anew after a minute', () => {
    const limits = new RateLimits({ userRate: 2, applicationRate: 3 })
    const policy = '"user";q=2;w=60, "application";q=3;w=60'
    const told = (user: number, application: number, seconds: number) => [
      ...['ratelimit-policy', policy],
      ...['ratelimit', `"user";r=${user};t=${seconds}, "application";r=${application};t=${seconds}`],
    ]
    assert.deepEqual(limits.take(joe, 0), told(1, 2, 60))
    assert.deepEqual(limits.take(joe, 10_000), told(0, 1, 50))
    assert.throws(() => limits.take(joe, 20_000), { retryAfterSeconds: 40, message: /2 requests of this user/ })
    assert.throws(() => limits.take(eve, 30_000), { retryAfterSeconds: 30, message: /3 requests of this application/ })
    // A personal token acts for no application, and a provider that manages users for none that has a limit.
    for (const [uid, application] of [
      ['BOB', null],
      ['SYSTEM', 'SCIM Entra'],
    ] as const) {
      assert.deepEqual(limits.take({ ...eve, uid, application, chain: null }, 30_000).slice(2), [
        ...['ratelimit', '"user";r=1;t=30'],
      ])
    }
    // Another database may have an application of the same name.
    assert.deepEqual(limits.take({ ...eve, db: 2 }, 30_000), told(1, 2, 30))
    assert.deepEqual(limits.take(joe, 60_000), told(1, 2, 60))
  })
})

eachCrm(
  'requests of a user',
  crm => {
    const read = { User: { Scope: { Fields: { Key: 1 } } } }
    const ask = (token: string): Promise<Response> =>
      fetch(`${crm().server.url}/api/Read`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, origin: 'https://app.example' },
        body: JSON.stringify(read),
      })

    test('beyond the rate are answered 429, also when all are in flight at once', async () => {
      const { token } = await crm().addPerson('BUSY')
      const responses = await Promise.all(Array.from({ length: 30 }, () => ask(token)))
      const ok = responses.filter(({ status }) => status === 200)
      const refused = responses.filter(({ status }) => status === 429)
      assert.equal(ok.length, 20)
      assert.equal(refused.length, 10)
      const left = ok.map(({ headers }) =>
        Number(/^"user";r=([0-9]+);t=[0-9]+$/.exec(headers.get('ratelimit') ?? '')?.[1]),
      )
      assert.deepEqual(
        left.toSorted((a, b) => a - b),
        Array.from({ length: 20 }, (_, i) => i),
      )
      for (const { headers } of refused) {
        assert.equal(headers.get('ratelimit-policy'), '"user";q=20;w=60')
        assert.match(headers.get('ratelimit') ?? '', /^"user";r=0;t=[0-9]+$/)
        assert.match(headers.get('retry-after') ?? '', /^[0-9]+$/)
        assert.match(headers.get('access-control-expose-headers') ?? '', /RateLimit, RateLimit-Policy/)
      }
      assert.match((await refused[0]?.text()) ?? '', /"ErrorCode":-2004/)
    })

    test('do not count for others', async () => {
      const { token } = await crm().addPerson('CALM')
      assert.equal((await ask(token)).headers.get('ratelimit')?.startsWith('"user";r=19;'), true)
    })
  },
  { settings: { userRate: 20 } },
)

eachCrm('a thousand connections', crm => {
  test('that are idle, or hold back what they send, leave others their answers', async () => {
    const { port } = new URL(crm().server.url)
    const head = `POST /api/Read HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${crm().user.token}\r\n`
    const sockets = await Promise.all(
      Array.from({ length: 1_000 }, async (_, i) => {
        const socket = connect(Number(port), '127.0.0.1').on('error', () => {})
        await once(socket, 'connect')
        if (i % 3 === 1) socket.write(head)
        if (i % 3 === 2) socket.write(`${head}Content-Length: 100000\r\n\r\n{`)
        return socket
      }),
    )
    const before = process.memoryUsage.rss()
    for (let i = 0; i < 20; i++) await crm().ok('Read', { User: { Scope: { Fields: { Key: 1 } } } })
    assert.ok(sockets.every(socket => !socket.destroyed))
    assert.ok(process.memoryUsage.rss() - before < 256 * 1024 ** 2)
    for (const socket of sockets) socket.destroy()
    await crm().ok('Read', { User: { Scope: { Fields: { Key: 1 } } } })
  })
})
