// Every request takes one pipeline: how a body is framed, or which headers come along, does not change the answer.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { eachCrm, type Json } from '../support/crm.ts'

/** Headers that change how a request travels: from a page of another origin, in chunks, after a 100 Continue. */
const ways: readonly Record<string, string>[] = [
  { origin: 'https://elsewhere.example' },
  { 'transfer-encoding': 'chunked' },
  { expect: '100-continue' },
]

eachCrm('the pipeline', crm => {
  const ask = (operation: string, body: string, headers: Record<string, string>) =>
    post(`/api/${operation}`, body, headers)

  const post = async (path: string, body: string, headers: Record<string, string>) => {
    const length = 'transfer-encoding' in headers ? {} : { 'content-length': Buffer.byteLength(body) }
    const request = httpRequest(crm().server.url + path, { method: 'POST', headers: { ...length, ...headers } })
    // The server may answer, and close, before it has read all that is sent.
    request.on('error', () => {})
    if ('expect' in headers) request.on('continue', () => request.end(body))
    else request.end(body)
    const [response] = await once(request, 'response')
    return { status: response.statusCode, headers: response.headers, body: await text(response) }
  }

  const all = async (operation: string, body: string, authorization = `Bearer ${crm().user.token}`): Promise<Json> => {
    const usual = await ask(operation, body, { authorization })
    for (const way of ways) compare(usual, await ask(operation, body, { authorization, ...way }))
    return { status: usual.status, ...(usual.body === '' ? {} : JSON.parse(usual.body)) }
  }

  type Answer = Awaited<ReturnType<typeof post>>

  const compare = (usual: Answer, other: Answer): void => {
    assert.equal(usual.status, other.status)
    assert.equal(usual.body, other.body)
    const ignored = [
      'x-request-id',
      'date',
      'connection',
      'keep-alive',
      'access-control-allow-origin',
      'access-control-expose-headers',
    ]
    const compared = (headers: Answer['headers']) =>
      Object.entries(headers)
        .filter(([name]) => !ignored.includes(name))
        .sort()
    assert.deepEqual(compared(usual.headers), compared(other.headers))
    assert.notEqual(usual.headers['x-request-id'], other.headers['x-request-id'])
  }

  test('good requests, refused ones, bodies without JSON and bad tokens are answered alike', async () => {
    const read = JSON.stringify({ AbEntry: { Scope: { Fields: { Key: 1 } }, Criteria: { Top: 1 } } })
    assert.equal((await all('Read', read)).Code, 0)
    assert.equal((await all('Read', '{"Nobody": {}}')).Code, -1)
    assert.equal((await all('Read', '{"AbEntry": ')).status, 400)
    assert.equal((await all('Read', '')).Code, -1)
    assert.equal((await all('Read', read, 'Bearer clp_unknown')).status, 401)
    assert.equal((await all('TokenValid', '{}')).Code, 0)
    assert.equal((await all('TokenValid', '{}', 'Bearer clp_unknown')).Code, -1)
  })

  test('token requests that are refused are answered alike, also when the body is no form', async () => {
    const allTokens = async (body: string, type = 'application/x-www-form-urlencoded'): Promise<Json> => {
      const headers = { 'content-type': type }
      const path = '/oauth/v1/token'
      const usual = await post(path, body, headers)
      for (const way of ways) compare(usual, await post(path, body, { ...headers, ...way }))
      return { status: usual.status, ...JSON.parse(usual.body) }
    }
    const unknown = await allTokens('grant_type=refresh_token&client_id=unknown&client_secret=x&refresh_token=clr_x')
    assert.deepEqual([unknown.status, unknown.error_code], [400, 3002])
    assert.equal((await allTokens('')).error_code, 3000)
    assert.equal((await allTokens('grant_type=refresh_token&grant_type=refresh_token')).error_code, 3000)
    assert.equal((await allTokens('grant_type=password')).error_code, 3003)
    assert.equal((await allTokens('{}', 'application/json')).error_code, 3000)
    assert.equal((await allTokens('grant_type=%ff%00&x')).status, 400)
  })

  test('a body in several pieces is read whole; one that is over the limit is refused', async () => {
    const { hostname, port } = new URL(crm().server.url)
    const socket = connect(Number(port), hostname)
    const body = JSON.stringify({ AbEntry: { Data: { Key: null, CompanyName: 'Łódź Foundry' } } })
    const bytes = Buffer.from(body)
    const head = `POST /api/Create HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${crm().admin.token}\r\ncontent-length: ${bytes.length}\r\nconnection: close\r\n\r\n`
    socket.write(head)
    // In the middle of a letter.
    const middle = bytes.indexOf(0xc5) + 1
    socket.write(bytes.subarray(0, middle))
    await new Promise(resolve => setTimeout(resolve, 50))
    socket.write(bytes.subarray(middle))
    let answer = ''
    socket.on('data', chunk => {
      answer += chunk
    })
    await once(socket, 'end')
    assert.match(answer, /"Code":0/)
    assert.match(answer, /Łódź Foundry/)
    const large = JSON.stringify({ AbEntry: {}, Filler: 'x'.repeat(crm().server.settings.bodyLimit) })
    assert.equal((await ask('Read', large, { authorization: `Bearer ${crm().user.token}` })).status, 413)
  })

  test('requests that come in one packet are answered in their order', async () => {
    const { hostname, port } = new URL(crm().server.url)
    const socket = connect(Number(port), hostname)
    const request = (id: number, body: string, more = '') =>
      `POST /api/TokenValid HTTP/1.1\r\nhost: x\r\nx-request-id: ${id}\r\ncontent-length: ${body.length}\r\n${more}\r\n${body}`
    const good = JSON.stringify({ Token: crm().user.token })
    socket.write(request(1, good) + request(2, '') + request(3, '{}') + request(4, good, 'connection: close\r\n'))
    let answer = ''
    socket.on('data', chunk => {
      answer += chunk
    })
    await once(socket, 'end')
    const told = [...answer.matchAll(/x-request-id: (\d).*?"Code":(-?\d)/gis)].map(([, id, code]) => [id, code])
    assert.deepEqual(told, [
      ['1', '0'],
      ['2', '-1'],
      ['3', '-1'],
      ['4', '0'],
    ])
  })

  test('a client that disconnects in the middle of its body does not affect other requests', async () => {
    const { hostname, port } = new URL(crm().server.url)
    const socket = connect(Number(port), hostname)
    socket.write(
      `POST /api/Read HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${crm().user.token}\r\ncontent-length: 100\r\n\r\n{"AbEntry`,
    )
    await new Promise(resolve => setTimeout(resolve, 50))
    socket.destroy()
    await new Promise(resolve => setTimeout(resolve, 50))
    assert.equal((await all('TokenValid', '{}')).Code, 0)
  })

  const told = async (name: string): Promise<number> => {
    const metrics = await (await fetch(`${crm().server.url}/metrics`)).text()
    return Number(
      metrics
        .split('\n')
        .find(line => line.startsWith(`${name} `))
        ?.slice(name.length) ?? 0,
    )
  }

  test('a token that is not cached costs one look-up in the store, and counts as one miss', async () => {
    const reads = 'clientele_store_duration_seconds_count{kind="read"}'
    const misses = 'clientele_token_lookups_total{result="miss"}'
    const costs: number[] = []
    // The service itself reads from time to time, which can only add to a count.
    for (const letter of 'tuvwx') {
      const before = [await told(reads), await told(misses)] as const
      const answer = await ask('Read', '{}', { authorization: `Bearer clp_${letter.repeat(43)}` })
      assert.equal(answer.status, 401)
      costs.push((await told(reads)) - before[0])
      assert.equal((await told(misses)) - before[1], 1)
    }
    assert.equal(Math.min(...costs), 1)
    const fresh = await crm().addPerson('NEWCOMER')
    const hits = 'clientele_token_lookups_total{result="hit"}'
    const counted = [await told(hits), await told(misses)] as const
    const asked = { authorization: `Bearer ${fresh.token}` }
    const read = JSON.stringify({ AbEntry: { Scope: { Fields: { Key: 1 } }, Criteria: { Top: 1 } } })
    assert.equal(JSON.parse((await ask('Read', read, asked)).body).Code, 0)
    assert.equal(JSON.parse((await ask('Read', read, asked)).body).Code, 0)
    assert.deepEqual([(await told(hits)) - counted[0], (await told(misses)) - counted[1]], [1, 1])
  })

  test('an Idempotency-Key is for writes: a Read ignores it, a Create refuses an empty one', async () => {
    const authorization = `Bearer ${crm().admin.token}`
    const read = JSON.stringify({ AbEntry: { Scope: { Fields: { Key: 1 } }, Criteria: { Top: 1 } } })
    assert.equal(JSON.parse((await ask('Read', read, { authorization, 'idempotency-key': '' })).body).Code, 0)
    const create = JSON.stringify({ AbEntry: { Data: { Key: null, CompanyName: 'Once' } } })
    const refused = JSON.parse((await ask('Create', create, { authorization, 'idempotency-key': '' })).body)
    assert.equal(refused.Errors[0].Path, 'Idempotency-Key')
    const once = { authorization, 'idempotency-key': 'pipeline-1' }
    const made = await ask('Create', create, once)
    // The same value, spaced differently and sent in chunks, is the same request.
    const again = await ask('Create', ` ${create} `, { ...once, 'transfer-encoding': 'chunked' })
    assert.equal(again.body, made.body)
  })

  test('HEAD is GET without the body, and a slash at the end of a path does not count', async () => {
    const get = await fetch(`${crm().server.url}/healthz/`)
    const head = await fetch(`${crm().server.url}/healthz`, { method: 'HEAD' })
    assert.deepEqual([get.status, head.status], [200, 200])
    assert.equal(head.headers.get('content-length'), String((await get.text()).length))
    assert.equal(await head.text(), '')
  })

  test('a path parameter longer than any key is 414, and a misspelt path gets a suggestion', async () => {
    const authorization = `Bearer ${crm().user.token}`
    const url = crm().server.url
    const long = await fetch(`${url}/api/BinaryDownload/${'k'.repeat(1001)}`, { headers: { authorization } })
    assert.equal(long.status, 414)
    const near = await fetch(`${url}/api/Raed`, { method: 'POST', body: '{}' })
    assert.equal(near.status, 404)
    assert.match(((await near.json()) as Json).Msg[0], /\/api\/Read/)
  })
})
