// Tests the pictures that users have of themselves: set, read, replaced and removed, by whom, and what is refused.
import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { test } from 'node:test'
import { encodeKey } from '../../src/fields/record-key.ts'
import { pictureFormat } from '../../src/sessions/picture-format.ts'
import { type AuthWorld, eachAuth, password } from '../support/auth.ts'
import type { Json } from '../support/crm.ts'
import { pngPicture } from '../support/pictures.ts'
import { consoleSignIn } from './console.ts'

const red = pngPicture(40, 40, [200, 0, 0])
const blue = pngPicture(40, 30, [0, 0, 200])
/** A pixel each: WebP with and without loss, and a progressive JPEG. */
const webp = Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64')
const lossless = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64')
const jpeg = Buffer.from(
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=',
  'base64',
)

interface PictureRequest {
  readonly body?: Buffer | string
  readonly user?: string
  readonly headers?: Record<string, string>
}

/** Sends requests about pictures with a token of the user. */
async function pictureClient({ accounts, clock, url }: AuthWorld, db: number, uid: string, scope = 'data') {
  const { token } = await accounts.personalToken(db, uid, scope, clock.now() / 1000 + 86_400)
  const authorization = `Bearer ${token}`
  const send = (method: string, { body, user, headers }: PictureRequest = {}) =>
    fetch(`${url}/oauth/v1/picture${user === undefined ? '' : `?user=${user}`}`, {
      method,
      headers: { authorization, ...headers },
      ...(body === undefined ? {} : { body: body as string }),
    })
  const json = async (method: string, sent: PictureRequest = {}): Promise<Json> => (await send(method, sent)).json()
  const call = async (operation: string, body: Json): Promise<Json> => {
    const answer = await fetch(`${url}/api/${operation}`, {
      method: 'POST',
      headers: { authorization },
      body: JSON.stringify(body),
    })
    return answer.json()
  }
  return { send, json, call }
}

const bytesOf = async (answer: Response): Promise<Buffer> => Buffer.from(await answer.arrayBuffer())

eachAuth('the picture of a user', world => {
  test('is set, read, replaced and removed, and the history names who did it', async () => {
    const { accounts, db } = world()
    await accounts.user(db, 'BOSS', 'boss@example.com', password, { admin: true })
    const ann = await pictureClient(world(), db, 'ANN')
    assert.equal((await ann.send('GET')).status, 204)
    const set = await ann.json('POST', { body: red })
    assert.equal(set.Code, 0, JSON.stringify(set))
    const read = await ann.send('GET')
    assert.deepEqual(await bytesOf(read), red)
    assert.deepEqual(
      ['content-type', 'etag', 'x-content-type-options', 'content-security-policy', 'cache-control'].map(name =>
        read.headers.get(name),
      ),
      ['image/png', `"${set.Version}"`, 'nosniff', "default-src 'none'; sandbox", 'private, no-cache'],
    )
    const known = await ann.send('GET', { headers: { 'if-none-match': `"${set.Version}"` } })
    assert.deepEqual([known.status, await known.text()], [304, ''])
    const head = await ann.send('HEAD')
    assert.deepEqual([head.status, head.headers.get('content-length')], [200, String(red.length)])
    // The same bytes once more are no change.
    assert.equal((await ann.json('POST', { body: red })).Version, set.Version)

    for (const [body, type] of [
      [jpeg, 'image/jpeg'],
      [lossless, 'image/webp'],
      [webp, 'image/webp'],
    ] as const) {
      assert.equal((await ann.json('POST', { body })).Code, 0, type)
      const answer = await ann.send('GET', { headers: { 'if-none-match': `"${set.Version}"` } })
      assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, type])
      assert.deepEqual(await bytesOf(answer), body)
    }
    assert.equal((await ann.json('DELETE')).Code, 0)
    assert.equal((await ann.send('GET')).status, 204)
    assert.equal((await ann.json('DELETE')).Errors[0].Message, 'There is no picture.')

    const boss = await pictureClient(world(), db, 'BOSS')
    const { History } = await boss.call('Read', {
      History: {
        Scope: { Fields: { Changes: 1, Creator: 1 } },
        Criteria: { SearchQuery: { ParentKey: { $EQ: encodeKey('User', 'ANN') } } },
      },
    })
    const changes = History.Data.map(({ Changes }: Json) => Changes[0]).filter((one: Json) => one?.Field === 'Picture')
    assert.equal(changes.length, 5, JSON.stringify(History.Data))
    assert.ok(changes.some(({ Before, After }: Json) => Before === null && After === set.Version))
    assert.equal(changes.filter(({ After }: Json) => After === null).length, 1)
    assert.ok(!JSON.stringify(changes).includes(red.toString('base64').slice(0, 40)))
  })

  test('is seen by the users of its database alone, and removed by an administrator; it goes with the user', async () => {
    const { accounts, db } = world()
    await accounts.user(db, 'BEN', 'ben@example.com', password)
    await accounts.user(db, 'CHIEF', 'chief@example.com', password, { admin: true })
    const [ann, ben, chief] = await Promise.all(['ANN', 'BEN', 'CHIEF'].map(uid => pictureClient(world(), db, uid)))
    assert.ok(ann && ben && chief)
    assert.equal((await ben.json('POST', { body: blue })).Code, 0)
    assert.deepEqual(await bytesOf(await ann.send('GET', { user: 'BEN' })), blue)
    assert.equal((await ann.json('DELETE', { user: 'BEN' })).Errors[0].ErrorCode, -2002)
    const elsewhere = await accounts.database('elsewhere')
    await accounts.user(elsewhere, 'EVE', 'eve@example.com', password, { admin: true })
    const eve = await pictureClient(world(), elsewhere, 'EVE')
    assert.equal((await eve.send('GET', { user: 'BEN' })).status, 204)
    assert.equal((await eve.json('DELETE', { user: 'BEN' })).Code, -1)
    assert.equal((await ben.send('GET')).status, 200)
    assert.equal((await chief.json('DELETE', { user: 'BEN' })).Code, 0)
    assert.equal((await ben.send('GET')).status, 204)

    await ben.json('POST', { body: blue })
    const Key = encodeKey('User', 'BEN')
    assert.equal((await chief.call('Delete', { User: { Data: { Key } } })).Code, 0)
    assert.equal((await chief.send('GET', { user: 'BEN' })).status, 204)
    assert.equal((await chief.call('Restore', { User: { Data: { Key } } })).Code, 0)
    assert.equal((await chief.send('GET', { user: 'BEN' })).status, 204)
  })

  test('is a PNG, JPEG or WebP of limited size; anything else is refused and changes nothing', async () => {
    const { accounts, db } = world()
    await accounts.user(db, 'DAN', 'dan@example.com', password)
    const dan = await pictureClient(world(), db, 'DAN')
    const { Version } = await dan.json('POST', { body: red })
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    const gif = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64')
    for (const body of [
      svg,
      gif,
      'hello',
      '',
      red.subarray(0, 20),
      jpeg.subarray(0, 40),
      pngPicture(0, 9, [0, 0, 0]),
    ]) {
      const { Code, Errors } = await dan.json('POST', { body })
      assert.deepEqual(
        [Code, Errors?.[0].Message],
        [-1, 'The body is the bytes of a PNG, JPEG or WebP picture.'],
        String(body).slice(0, 30),
      )
    }
    const wide = await dan.json('POST', { body: pngPicture(1_025, 2, [0, 0, 0]) })
    assert.match(wide.Errors[0].Message, /at most 1024 pixels on each side; this one has 1025 x 2/)
    assert.equal((await dan.json('POST', { body: pngPicture(1_024, 2, [0, 0, 0]) })).Code, 0)
    const size = (length: number) => pngPicture(8, 8, [9, 9, 9], 'x'.repeat(length))
    const room = 64 * 1024 - size(0).length
    const full = await dan.json('POST', { body: size(room) })
    assert.equal(full.Code, 0)
    const large = await dan.send('POST', { body: size(room + 1) })
    assert.equal(large.status, 413)
    assert.match(await large.text(), /too large|limit|at most/i)
    assert.equal((await dan.send('GET')).headers.get('etag'), `"${full.Version}"`)
    assert.notEqual(full.Version, Version)

    const reader = await pictureClient(world(), db, 'DAN', 'data.readonly')
    assert.equal((await reader.send('GET')).status, 200)
    for (const [method, body] of [
      ['POST', { body: red }],
      ['DELETE', {}],
    ] as const) {
      assert.match(await (await reader.send(method, body)).text(), /-2001/)
    }
    assert.equal((await dan.send('GET')).status, 200)
  })

  test('is in the session of the console, and needs one that has not ended', async () => {
    const { accounts, db } = world()
    await accounts.user(db, 'FAY', 'fay@example.com', password)
    await accounts.user(db, 'HEAD', 'head@example.com', password, { admin: true })
    const client = await pictureClient(world(), db, 'FAY')
    const { Version } = await client.json('POST', { body: red })
    const desk = await consoleSignIn(world(), { database: 'acme' }, undefined, { email: 'fay@example.com', password })
    assert.equal((await desk.get('session')).body.user.picture, Version)
    assert.equal((await desk.send('DELETE', 'auth/v1/picture')).body.Code, 0)
    assert.equal((await desk.get('session')).body.user.picture, null)
    assert.equal((await desk.get('auth/v1/picture')).status, 204)
    const head = await pictureClient(world(), db, 'HEAD')
    const Data = { Key: encodeKey('User', 'FAY'), Enabled: false }
    assert.equal((await head.call('Update', { User: { Data } })).Code, 0)
    for (const method of ['GET', 'DELETE']) assert.equal((await desk.send(method, 'auth/v1/picture')).status, 401)
    assert.equal((await client.send('GET')).status, 401)
    assert.equal((await client.send('POST', { body: blue })).status, 401)
    assert.equal((await fetch(`${world().url}/oauth/v1/picture`)).status, 401)
  })
})

test('the size of a picture is read from its bytes, whatever they are', () => {
  assert.deepEqual(pictureFormat(red), { type: 'image/png', width: 40, height: 40 })
  assert.deepEqual(pictureFormat(webp), { type: 'image/webp', width: 1, height: 1 })
  assert.deepEqual(pictureFormat(lossless), { type: 'image/webp', width: 1, height: 1 })
  assert.deepEqual(pictureFormat(jpeg), { type: 'image/jpeg', width: 1, height: 1 })
  const extended = Buffer.from('RIFF\x16\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x7f\x01\0\x3f\0\0', 'latin1')
  assert.deepEqual(pictureFormat(extended), { type: 'image/webp', width: 384, height: 64 })
  // Whatever is cut off or changed: an answer, never an error, and never a walk without an end.
  for (const whole of [red, webp, lossless, jpeg, extended]) {
    for (let end = 0; end < whole.length; end++) {
      pictureFormat(whole.subarray(0, end))
      const changed = Buffer.from(whole)
      for (const byte of [0, 0xff]) {
        changed[end] = byte
        pictureFormat(changed)
      }
    }
  }
  assert.equal(pictureFormat(Buffer.alloc(64 * 1024, 0xff)), null)
  const filled = Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(60 * 1024, 0xff)])
  assert.equal(pictureFormat(filled), null)
})
