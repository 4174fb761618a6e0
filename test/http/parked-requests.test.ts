// Parked requests: a client that holds back the end of its body does not outlive the revocation of its token.
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { type Crm, eachCrm, type Person } from '../support/crm.ts'
import { pause } from '../support/until.ts'

/** Sends all but the last byte of a request; `finish` sends the byte and gives the answer. */
async function park(crm: Crm, path: string, body: string, { token }: Person): Promise<() => Promise<string>> {
  const { port } = new URL(crm.server.url)
  const socket = connect(Number(port), '127.0.0.1')
  const head = `POST /api/${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n`
  socket.write(`${head}Content-Length: ${body.length}\r\n\r\n${body.slice(0, -1)}`)
  await pause(10)
  return () => {
    socket.write(body.slice(-1))
    return text(socket)
  }
}

eachCrm(
  'parked requests',
  crm => {
    test('a disabled administrator cannot make himself one again with a request sent before', async () => {
      const x = await crm().addPerson('XAVER', { Admin: true })
      const body = JSON.stringify({ User: { Data: { Key: x.key, Admin: true, Enabled: true } } })
      const finish = await park(crm(), 'Update', body, x)
      await crm().ok('Update', { User: { Data: { Key: x.key, Admin: false, Enabled: false } } })
      assert.match(await finish(), /^HTTP\/1.1 401 .*Token is invalid/s)
      const user = await crm().get('User', x.key, { Admin: 1, Enabled: 1 })
      assert.deepEqual([user.Admin, user.Enabled], [false, false])
    })

    test('a demoted administrator has only the rights that are left when the body is complete', async () => {
      const x = await crm().addPerson('YVES', { Admin: true })
      const body = JSON.stringify({ User: { Data: { Key: x.key, Admin: true } } })
      const finish = await park(crm(), 'Update', body, x)
      await crm().ok('Update', { User: { Data: { Key: x.key, Admin: false } } })
      assert.match(await finish(), /^HTTP\/1.1 200 .*"Code":-1/s)
      assert.equal((await crm().get('User', x.key, { Admin: 1 })).Admin, false)
    })

    test('an upload whose token was revoked before its last byte is refused', async () => {
      const x = await crm().addPerson('ZOE')
      const finish = await park(crm(), 'BinaryUpload', 'some bytes', x)
      await crm().ok('Update', { User: { Data: { Key: x.key, Enabled: false } } })
      assert.match(await finish(), /^HTTP\/1.1 401 /)
    })

    test('a body that does not arrive within body-timeout is answered 408, and the connection is closed', async () => {
      const { port } = new URL(crm().server.url)
      const socket = connect(Number(port), '127.0.0.1')
      socket.write(
        `POST /api/Read HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${crm().user.token}\r\nContent-Length: 9\r\n\r\n{`,
      )
      assert.match(await text(socket), /^HTTP\/1.1 408 .*body-timeout/s)
    })
  },
  { settings: { bodyTimeout: 1 } },
)
