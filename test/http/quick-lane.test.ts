// The quick lane and Fastify give the same answers: which of them a request takes is nobody's business.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { eachCrm, type Json } from '../support/crm.ts'

/** Any origin is welcome, and takes a request out of the lane. */
const outside = { origin: 'https://elsewhere.example' }

eachCrm('the quick lane', crm => {
  const ask = (operation: string, body: string, headers: Record<string, string>) =>
    post(`/api/${operation}`, body, headers)

  const post = async (path: string, body: string, headers: Record<string, string>) => {
    const response = await fetch(crm().server.url + path, { method: 'POST', body, headers })
    return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() }
  }

  const both = async (operation: string, body: string, authorization = `Bearer ${crm().user.token}`): Promise<Json> => {
    // The first request of a token is not from memory.
    await ask(operation, body, { authorization })
    return compare(
      await ask(operation, body, { authorization }),
      await ask(operation, body, { authorization, ...outside }),
    )
  }

  type Answer = Awaited<ReturnType<typeof post>>

  const compare = (quick: Answer, other: Answer): Json => {
    assert.equal(quick.status, other.status)
    assert.equal(quick.body, other.body)
    const ignored = [
      'x-request-id',
      'date',
      'connection',
      'keep-alive',
      'access-control-allow-origin',
      'access-control-expose-headers',
    ]
    const compared = (headers: Record<string, string>) =>
      Object.entries(headers)
        .filter(([name]) => !ignored.includes(name))
        .sort()
    assert.deepEqual(compared(quick.headers), compared(other.headers))
    assert.notEqual(quick.headers['x-request-id'], other.headers['x-request-id'])
    return { status: quick.status, ...(quick.body === '' ? {} : JSON.parse(quick.body)) }
  }

  test('a good request, a refused one, one that is no JSON, and one whose token is not good are answered alike', async () => {
    const read = JSON.stringify({ AbEntry: { Scope: { Fields: { Key: 1 } }, Criteria: { Top: 1 } } })
    assert.equal((await both('Read', read)).Code, 0)
    assert.equal((await both('Read', '{"Nobody": {}}')).Code, -1)
    assert.equal((await both('Read', '{"AbEntry": ')).status, 400)
    assert.equal((await both('Read', '')).Code, -1)
    assert.equal((await both('Read', read, 'Bearer clp_unknown')).status, 401)
    assert.equal((await both('TokenValid', '{}')).Code, 0)
    assert.equal((await both('TokenValid', '{}', 'Bearer clp_unknown')).Code, -1)
  })

  test('token requests that are refused are answered alike, also when the body is no form', async () => {
    const bothTokens = async (body: string, type = 'application/x-www-form-urlencoded') => {
      const headers = { 'content-type': type }
      const path = '/oauth/v1/token'
      return compare(await post(path, body, headers), await post(path, body, { ...headers, ...outside }))
    }
    const unknown = await bothTokens('grant_type=refresh_token&client_id=nobody&client_secret=x&refresh_token=clr_x')
    assert.deepEqual([unknown.status, unknown.error_code], [400, 3002])
    assert.equal((await bothTokens('')).error_code, 3000)
    assert.equal((await bothTokens('grant_type=refresh_token&grant_type=refresh_token')).error_code, 3000)
    assert.equal((await bothTokens('grant_type=password')).error_code, 3003)
    assert.equal((await bothTokens('{}', 'application/json')).error_code, 3000)
    assert.equal((await bothTokens('grant_type=%ff%00&x')).status, 400)
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

  test('a client that goes away in the middle of its body harms nobody', async () => {
    const { hostname, port } = new URL(crm().server.url)
    const socket = connect(Number(port), hostname)
    socket.write(
      `POST /api/Read HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${crm().user.token}\r\ncontent-length: 100\r\n\r\n{"AbEntry`,
    )
    await new Promise(resolve => setTimeout(resolve, 50))
    socket.destroy()
    await new Promise(resolve => setTimeout(resolve, 50))
    assert.equal((await both('TokenValid', '{}')).Code, 0)
  })
})
