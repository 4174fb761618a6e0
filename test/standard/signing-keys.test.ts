// Tests the keys of ID tokens: made once, published before they sign, kept after it, and sealed in the store.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { manualClock } from '../../src/base/clock.ts'
import { secretBox } from '../../src/base/secrets/secret-box.ts'
import { createSigningKeys } from '../../src/standard/openid/signing-keys.ts'
import { start } from '../support/auth.ts'
import { eachMigrated } from '../support/engines.ts'
import { startServer, type TestServer } from '../support/server.ts'

const day = 86_400_000

eachMigrated('keys of ID tokens', (engine, fresh) => {
  const server = fresh.use((): Promise<TestServer> => startServer({ engine, storeUrl: fresh.url() }))
  const keysOf = (clock: ReturnType<typeof manualClock>, secret: string) =>
    createSigningKeys({ store: server().store, clock, box: secretBox(() => secret) })
  const secret = 'the key of this installation, long enough'
  const kidOf = (jwt: string): string => JSON.parse(Buffer.from(jwt.split('.')[0] ?? '', 'base64url').toString()).kid

  test('processes share one key; the next one is published a day ahead, and the old one for a while', async () => {
    const clock = manualClock(start)
    const [one, two] = [keysOf(clock, secret), keysOf(clock, secret)]
    const [jwt, same] = await Promise.all([one, two].map(async keys => (await keys.current()).jwt({ sub: 'a' })))
    const first = kidOf(jwt ?? '')
    assert.equal(kidOf(same ?? ''), first)
    await one.rotate()
    assert.equal((await two.published()).length, 1)
    clock.advance(89.5 * day)
    await Promise.all([one.rotate(), two.rotate()])
    const ahead = await two.published()
    assert.equal(ahead.length, 2)
    assert.equal(kidOf((await two.current()).jwt({})), first)
    clock.advance(day)
    const second = kidOf((await two.current()).jwt({}))
    assert.equal(second, ahead[1]?.kid)
    assert.deepEqual(await one.verified(jwt ?? ''), { sub: 'a' })
    clock.advance(61 * day)
    assert.equal(await one.verified(jwt ?? ''), null)
    assert.deepEqual(
      (await one.published()).map(({ kid }) => kid),
      [second],
    )
  })

  test('a node with another key signs with a key of its own, and all of them are published', async () => {
    const clock = manualClock(start + 1000 * day)
    const [one, two] = [keysOf(clock, secret), keysOf(clock, 'the key of another node, which is long enough')]
    const [first, second] = [(await one.current()).jwt({}), (await two.current()).jwt({ sub: 'b' })]
    assert.notEqual(kidOf(first), kidOf(second))
    clock.advance(301_000)
    assert.deepEqual(await one.verified(second), { sub: 'b' })
    assert.equal(await one.verified(`${second}x`), null)
    const [head, , signature] = second.split('.')
    assert.equal(await one.verified(`${head}.${Buffer.from('{"sub":"c"}').toString('base64url')}.${signature}`), null)
  })

  test('the private part is sealed in the store', async () => {
    const rows = await server().store.rows<{ sealed: string; jwk: string }>({
      sql: 'SELECT sealed, jwk FROM standard_key',
      params: [],
    })
    assert.ok(rows.length > 0)
    for (const { sealed, jwk } of rows) {
      assert.doesNotMatch(sealed + Buffer.from(sealed, 'base64url').toString('latin1'), /PRIVATE KEY/)
      assert.equal('d' in JSON.parse(jwk), false)
    }
  })
})
