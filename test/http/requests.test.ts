// Requests: bodies of every shape and size, ids, preflights, limits, and their log lines.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { jsonAnswer } from '../../src/base/web.ts'
import type { Route } from '../../src/http/route.ts'
import { echoRoute, type RoutesServer, serveRoutes } from '../support/routes.ts'
import { pause, until } from '../support/until.ts'

const uploads = { open: 0, broken: 0 }

const upload: Route = {
  method: 'POST',
  path: '/api/Upload',
  body: 'stream',
  bodyLimit: 100_000,
  auth: 'none',
  face: 'envelope',
  operation: 'Upload',
  handler: async request => {
    uploads.open++
    const bytes = await buffer(request.stream as Readable)
      .catch(error => {
        if (error.code === 'ECONNRESET') uploads.broken++
        throw error
      })
      .finally(() => uploads.open--)
    return jsonAnswer(JSON.stringify({ size: bytes.length }))
  },
}

const web: Route = {
  method: 'POST',
  path: '/form/:step',
  body: 'text',
  auth: 'none',
  face: 'oauth',
  operation: 'form',
  handler: async request => ({
    status: 303,
    headers: { location: `/${request.params.step}?${request.query}`, 'set-cookie': ['a=1', 'b=2'] },
    body: request.body,
  }),
}

/** Fails before its first byte, or after it. */
const broken: Route = {
  method: 'GET',
  path: '/broken/:when',
  body: 'none',
  auth: 'none',
  face: 'plain',
  operation: 'broken',
  handler: ({ params }) => {
    const bytes = async function* () {
      if (params.when === 'late') yield 'some of it'
      await pause(10)
      throw new Error('the store went away')
    }
    return { status: 200, headers: { 'content-length': '100' }, body: Readable.from(bytes()) }
  },
}

const waiting: (() => void)[] = []
const slow: Route = {
  method: 'GET',
  path: '/slow',
  body: 'none',
  auth: 'none',
  face: 'plain',
  operation: 'slow',
  handler: () =>
    new Promise(resolve => {
      waiting.push(() => resolve({ status: 200, headers: {}, body: 'at last' }))
    }),
}

describe('requests', () => {
  let server: RoutesServer
  before(async () => {
    server = await serveRoutes([echoRoute, upload, web, broken], { bodyLimit: 4096, headerLimit: 8192 })
  })
  after(() => server.close())

  const echo = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
    fetch(`${server.url}/api/Echo`, { method: 'POST', body, headers: { authorization: 'Bearer good', ...headers } })

  test('a request for another protocol is answered, and its connection ends: nothing behind it waits for an answer', async () => {
    const upgrade = 'GET /one HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'
    const behind = 'GET /two HTTP/1.1\r\nHost: x\r\n\r\n'
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    socket.write(upgrade + behind)
    const answers = String(await buffer(socket))
    assert.equal(answers.match(/HTTP\/1.1 404/g)?.length, 1)
    assert.match(answers, /connection: close/i)
  })

  test('two hosts, and another version than HTTP/1.1 and 1.0, are refused and the connection ends', async () => {
    for (const head of [
      'GET /healthz HTTP/1.1\r\nHost: a.example\r\nHost: b.example',
      'GET /healthz HTTP/1.1\r\nHost: a.example\r\nhOST: a.example',
      'GET /healthz HTTP/2.0\r\nHost: a.example',
      'GET /healthz HTTP/0.9\r\nHost: a.example',
      'GET /healthz HTTP/1.2\r\nHost: a.example',
      'GET /healthz',
    ]) {
      const answer = await rawRequest(server.url, `${head}\r\n\r\n`)
      assert.match(answer, /^HTTP\/1\.1 400 /, head)
    }
    const old = await rawRequest(server.url, 'GET /none HTTP/1.0\r\nHost: a.example\r\nConnection: close\r\n\r\n')
    assert.match(old, /^HTTP\/1\.1 404 /)
  })

  test('the body is JSON whatever its Content-Type says', async () => {
    for (const type of [
      'application/json',
      'text/plain',
      'application/x-www-form-urlencoded',
      'x/y; charset=latin1',
      'nonsense',
    ]) {
      const answer = await echo('{"a":[1,"é"]}', { 'content-type': type })
      assert.deepEqual(await answer.json(), { Code: 0, Body: { a: [1, 'é'] } }, type)
    }
  })

  test('a body without any Content-Type is read, and a request without a body is answered with HTTP 400', async () => {
    const raw = await rawRequest(
      server.url,
      'POST /api/Echo HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer good\r\nContent-Length: 7\r\nConnection: close\r\n\r\n{"a":1}',
    )
    assert.match(raw, /\{"Code":0,"Body":\{"a":1\}\}/)
    const empty = await fetch(`${server.url}/api/Echo`, { method: 'POST', headers: { authorization: 'Bearer good' } })
    assert.deepEqual([empty.status, ((await empty.json()) as { Code: number }).Code], [400, -1])
  })

  test('comments and trailing commas are forgiven', async () => {
    const answer = await echo('{ // who\n "a": "//not a comment", /* x */ "b": [1, 2,], }')
    assert.deepEqual(await answer.json(), { Code: 0, Body: { a: '//not a comment', b: [1, 2] } })
  })

  test('a body that is not JSON, or not UTF-8, is 400 with -1000', async () => {
    for (const body of ['{"a":', 'null,', '{a:1}', new Uint8Array([0x22, 0xff, 0xfe, 0x22])]) {
      const answer = await echo(body)
      assert.equal(answer.status, 400)
      assert.equal(((await answer.json()) as { Errors: { ErrorCode: number }[] }).Errors[0]?.ErrorCode, -1000)
    }
  })

  test('a body over the limit is 413, declared or not', async () => {
    assert.equal((await echo(`"${'x'.repeat(4094)}"`)).status, 200)
    const over = await echo(`"${'x'.repeat(4095)}"`)
    assert.equal(over.status, 413)
    assert.equal(((await over.json()) as { Errors: { ErrorCode: number }[] }).Errors[0]?.ErrorCode, -1007)
    const chunk = 'x'.repeat(5000)
    const head =
      'POST /api/Echo HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer good\r\nTransfer-Encoding: chunked\r\n\r\n'
    const raw = await rawRequest(server.url, `${head}${chunk.length.toString(16)}\r\n${chunk}\r\n0\r\n\r\n`)
    assert.match(raw, /^HTTP\/1.1 413 /)
  })

  test('an upload is a stream with a limit of its own', async () => {
    const send = (size: number) => fetch(`${server.url}/api/Upload`, { method: 'POST', body: Buffer.alloc(size) })
    assert.deepEqual(await (await send(100_000)).json(), { size: 100_000 })
    assert.equal((await send(100_001)).status, 413)
    const stream = new ReadableStream({
      start(controller) {
        for (let i = 0; i < 20; i++) controller.enqueue(new Uint8Array(10_000))
        controller.close()
      },
    })
    const answer = await fetch(`${server.url}/api/Upload`, {
      method: 'POST',
      body: stream,
      duplex: 'half',
    } as RequestInit)
    assert.equal(answer.status, 413)
  })

  test('a client that disconnects in the middle of an upload leaves no request open, and is no fault', async () => {
    server.logLines.length = 0
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    socket.write('POST /api/Upload HTTP/1.1\r\nHost: x\r\nX-Request-Id: gone\r\nContent-Length: 5000\r\n\r\nabc')
    await pause(100)
    socket.destroy()
    await until(() => uploads.open === 0, 'The end of the upload')
    assert.deepEqual(uploads, { open: 0, broken: 1 })
    assert.ok(!server.logLines.some(line => line.includes('request failed')))
  })

  test('a stream that fails before its first byte is a failure with its own headers, later it cuts the connection', async () => {
    const early = await fetch(`${server.url}/broken/early`)
    assert.equal(early.status, 500)
    assert.match(await early.text(), /request id/)
    await assert.rejects(fetch(`${server.url}/broken/late`).then(answer => answer.text()))
  })

  test('an answer that leaves while the server drains ends its connection', async () => {
    const draining = await serveRoutes([slow])
    const asked = fetch(`${draining.url}/slow`)
    const release = await until(() => waiting[0])
    const closed = draining.close()
    release()
    const answer = await asked
    assert.equal(answer.headers.get('connection'), 'close')
    assert.equal(await answer.text(), 'at last')
    await closed
  })

  test('headers over the limit are 431, and a connection that talks nonsense is 400', async () => {
    const long = await rawRequest(server.url, `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'y'.repeat(9000)}\r\n\r\n`)
    assert.match(long, /^HTTP\/1.1 431 /)
    assert.match(await rawRequest(server.url, 'HELLO\r\n\r\n'), /^HTTP\/1.1 400 /)
  })

  test('a sane X-Request-Id is kept and echoed; any other is replaced by one that is new each time', async () => {
    assert.equal((await echo('1', { 'x-request-id': 'abc-123' })).headers.get('x-request-id'), 'abc-123')
    const made = new Set<string | null>()
    for (const bad of ['', 'a b', 'x'.repeat(101), '{"a":1}', '<script>']) {
      const id = (await echo('1', { 'x-request-id': bad })).headers.get('x-request-id')
      assert.match(id ?? '', /^[A-Za-z0-9]{8}-[a-z0-9]+$/)
      made.add(id)
    }
    assert.equal(made.size, 5)
  })

  test('scripts of any origin may call the data API, without cookies; other routes they may not', async () => {
    const preflight = await fetch(`${server.url}/api/Echo`, {
      method: 'OPTIONS',
      headers: { origin: 'https://app.example', 'access-control-request-method': 'POST' },
    })
    assert.equal(preflight.status, 204)
    assert.equal(preflight.headers.get('access-control-allow-origin'), '*')
    assert.match(preflight.headers.get('access-control-allow-headers') ?? '', /Authorization/)
    assert.equal(preflight.headers.get('access-control-allow-credentials'), null)
    const answer = await echo('1', { origin: 'https://app.example' })
    assert.equal(answer.headers.get('access-control-allow-origin'), '*')
    assert.match(answer.headers.get('access-control-expose-headers') ?? '', /X-Request-Id/)
    const form = await fetch(`${server.url}/form/x`, { method: 'OPTIONS' })
    assert.equal(form.status, 204)
    assert.equal(form.headers.get('access-control-allow-origin'), null)
  })

  test("a room's plain handler gets the query as it came, and may set a header more than once", async () => {
    const answer = await fetch(`${server.url}/form/next?a=%20&b`, {
      method: 'POST',
      body: 'x=1&x=2',
      redirect: 'manual',
    })
    assert.equal(answer.status, 303)
    assert.equal(answer.headers.get('location'), '/next?a=%20&b')
    assert.deepEqual(answer.headers.getSetCookie(), ['a=1', 'b=2'])
    assert.equal(await answer.text(), 'x=1&x=2')
  })

  test('before the store is ready everything is 503, and a later request is answered', async () => {
    server.setReady(false)
    const answer = await echo('1')
    assert.equal(answer.status, 503)
    assert.equal(answer.headers.get('retry-after'), '5')
    server.setReady(true)
    assert.equal((await echo('1')).status, 200)
  })

  test('the log has the user, the route and the duration, and nothing that was sent', async () => {
    server.logLines.length = 0
    await fetch(`${server.url}/api/Echo?token=hidden1`, {
      method: 'POST',
      headers: { authorization: 'Bearer good', cookie: 'session=hidden2', 'x-request-id': 'log-test' },
      body: '{"Password":"hidden3"}',
    })
    const line = JSON.parse(server.logLines.find(l => l.includes('log-test')) as string)
    assert.deepEqual(
      { ...line, time: 0, ms: 0 },
      {
        level: 'info',
        time: 0,
        id: 'log-test',
        method: 'POST',
        route: '/api/Echo',
        status: 200,
        ms: 0,
        operation: 'Echo',
        entity: 'AbEntry',
        uid: 'ANN',
        db: 1,
        msg: 'request',
      },
    )
    assert.ok(!server.logLines.join('').includes('hidden'))
  })

  test('requests are counted by operation, entity and outcome', async () => {
    await echo('1')
    await echo('{')
    const text = await server.metrics.text()
    assert.match(text, /clientele_request_duration_seconds_count\{operation="Echo",entity="AbEntry",outcome="ok"\} \d+/)
    assert.match(text, /clientele_request_duration_seconds_count\{operation="Echo",entity="",outcome="invalid"\} \d+/)
    assert.match(text, /nodejs_eventloop_lag_p99_seconds/)
  })
})

function rawRequest(url: string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(text))
    let answer = ''
    socket.setEncoding('utf8').on('data', data => {
      answer += data
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}

describe('too many connections', () => {
  test('those over max-connections are closed at once; the others are served', async () => {
    const server = await serveRoutes([echoRoute], { maxConnections: 2 })
    const { port } = new URL(server.url)
    const open = () => connect(Number(port), '127.0.0.1').on('error', () => {})
    const [first, second] = [open(), open()]
    await pause(100)
    const third = open()
    await once(third, 'close')
    const answered = once(first, 'data')
    first.write('GET /one HTTP/1.1\r\nHost: x\r\n\r\n')
    assert.match(String((await answered)[0]), /^HTTP\/1.1 404/)
    first.destroy()
    second.destroy()
    await server.close()
  })
})
