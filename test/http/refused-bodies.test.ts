// Refused bodies: a body over the limit is answered 413, and the connection of a small refused body stays open.
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { type Crm, eachCrm } from '../support/crm.ts'
import { sizeOf } from '../support/report.ts'
import { echoRoute, type RoutesServer, serveRoutes } from '../support/routes.ts'
import { arrives } from '../support/until.ts'

const mebibyte = 1024 ** 2
/** `npm run faults` tries more often. */
const tries = sizeOf('CLIENTELE_KILLS', 4)

/** Sends a whole request as fast as the socket takes it, and gives what came back until the connection was closed. */
function exchange(url: string, head: string, bytes: number): Promise<{ answer: string; error: string | null }> {
  return new Promise(resolve => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    let answer = ''
    let error: string | null = null
    socket.setEncoding('latin1').on('data', text => {
      answer += text
    })
    socket.on('error', failure => {
      error = failure.message
    })
    socket.on('close', () => resolve({ answer, error }))
    socket.write(head)
    socket.write(Buffer.alloc(bytes, 0x20))
  })
}

const head = (path: string, token: string, length: string) =>
  `POST /api/${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n${length}\r\n\r\n`

eachCrm('bodies over their limit', crm => {
  const each = async (path: string, token: string, bytes: number, status: RegExp) => {
    for (let i = 0; i < tries; i++) {
      const sent = await exchange(crm().server.url, head(path, token, `Content-Length: ${bytes}`), bytes)
      assert.equal(sent.error, null, `try ${i}`)
      assert.match(sent.answer, status, `try ${i}`)
    }
  }
  const tokenOf = ({ user }: Crm) => user.token

  test(`a Create of 5 MiB is answered 413 in each of ${tries} tries`, () =>
    each('Create', tokenOf(crm()), 5 * mebibyte, /^HTTP\/1.1 413 .*"Code":-1/s))

  test(`an upload of 51 MiB is answered 413 in each of ${tries} tries`, () =>
    each('BinaryUpload', tokenOf(crm()), 51 * mebibyte, /^HTTP\/1.1 413 /))

  test(`an upload of 5 MiB without a good token is answered 401 in each of ${tries} tries`, () =>
    each('BinaryUpload', 'none', 5 * mebibyte, /^HTTP\/1.1 401 /))

  test('an upload that does not say how long it is is answered 413 too', async () => {
    const sent = await new Promise<string>(resolve => {
      const socket = connect(Number(new URL(crm().server.url).port), '127.0.0.1')
      let answer = ''
      socket.setEncoding('latin1').on('data', text => {
        answer += text
      })
      socket.on('error', () => {})
      socket.on('close', () => resolve(answer))
      socket.write(head('BinaryUpload', tokenOf(crm()), 'Transfer-Encoding: chunked'))
      const chunk = `${mebibyte.toString(16)}\r\n${' '.repeat(mebibyte)}\r\n`
      for (let i = 0; i < 51; i++) socket.write(chunk)
      socket.write('0\r\n\r\n')
    })
    assert.match(sent, /^HTTP\/1.1 413 /)
  })
})

describe('connections of refused bodies', () => {
  let server: RoutesServer
  before(async () => {
    server = await serveRoutes([echoRoute, { ...echoRoute, path: '/api/Upload', body: 'stream' }])
  })
  after(() => server.close())

  /** Two requests on one connection, the first of them refused. */
  const two = async (path: string, bytes: number) => {
    const first = head(path, 'none', `Content-Length: ${bytes}`) + ' '.repeat(bytes)
    const second = `${head('Echo', 'good', 'Connection: close\r\nContent-Length: 2')}{}`
    const { answer } = await exchange(server.url, first + second, 0)
    return [...answer.matchAll(/HTTP\/1.1 (\d+)/g)].map(match => match[1])
  }

  test('a small body that was refused unread leaves its connection usable', async () => {
    assert.deepEqual(await two('Echo', 2), ['401', '200'])
    assert.deepEqual(await two('Echo', 60_000), ['401', '200'])
    assert.deepEqual(await two('Upload', 60_000), ['401', '200'])
  })

  test('the connection of a large body that was refused is closed after its answer', async () => {
    assert.deepEqual(await two('Upload', 200_000), ['401'])
  })

  test('a small body that was refused and does not come costs the connection', async () => {
    const { answer } = await arrives(exchange(server.url, head('Echo', 'none', 'Content-Length: 10'), 1))
    assert.match(answer, /^HTTP\/1.1 401 /)
  })
})
