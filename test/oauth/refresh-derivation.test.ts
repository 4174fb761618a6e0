// Tests what the next pair is derived from, for how long a refresh can be repeated, and that clocks may differ meanwhile.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { manualClock } from '../../src/base/clock.ts'
import { derivedRandom } from '../../src/base/secrets/derived-random.ts'
import { newSecret } from '../../src/entities/rules/credentials.ts'
import { compile } from '../../src/storage/statement.ts'
import {
  type AuthWorld,
  eachAuth,
  newTokens,
  oauthPost,
  refreshFields,
  startAuth,
  type Tokens,
  tokenValid,
} from '../support/auth.ts'
import { eachMigrated } from '../support/engines.ts'
import { startServer } from '../support/server.ts'

const secretKey = 'a key that the store does not have'

const refresh = (world: AuthWorld, { refresh_token }: Tokens, url = world.url) =>
  oauthPost(url, 'token', refreshFields(world.app, refresh_token))

/** Whether an old refresh token, a copy of the store and a key lead to the next access token. */
async function isDerived({ server }: AuthWorld, old: string, next: string, key: string | null): Promise<boolean> {
  const { store } = server
  const rows = await store.rows<{ salt: string }>(
    compile(store.dialect.dynamicBuilder.selectFrom('oauth_salt').select('salt')),
  )
  const moment = next.slice(4, 14)
  return rows.some(({ salt }) => {
    const random = derivedRandom(old, salt, 'clientele next pair', key)
    return newSecret('access', random, moment) === next
  })
}

eachAuth(
  'the next pair',
  world => {
    test('does not follow from an old token and a copy of the store', async () => {
      const first = await newTokens(world())
      const second = (await refresh(world(), first)).body
      assert.deepEqual((await refresh(world(), first)).body, second)
      const derivedWith = (key: string | null) => isDerived(world(), first.refresh_token, second.access_token, key)
      assert.equal(await derivedWith(null), false)
      assert.equal(await derivedWith('x'.repeat(32)), false)
      assert.ok(await derivedWith(secretKey))
    })

    test('comes again for as long as refresh-retry says, then the chain ends', async () => {
      const first = await newTokens(world())
      const second = (await refresh(world(), first)).body
      world().clock.advance(10_000)
      assert.deepEqual((await refresh(world(), first)).body, second)
      world().clock.advance(1000)
      assert.equal((await refresh(world(), first)).body.error_code, 4)
      assert.equal(await tokenValid(world().url, second.access_token), false)
    })
  },
  { settings: { secretKey, refreshRetry: 10 } },
)

eachMigrated('nodes whose clocks differ', (engine, fresh) => {
  const world = fresh.use(() =>
    startAuth(engine, { at: Date.now() + 190_000, settings: { secretKey }, storeUrl: fresh.url(), logged: true }),
  )
  test('give the same pair again, by the clock of the store, and warn of the difference', async () => {
    const clock = manualClock(Date.now() - 90_000)
    const other = await startServer({ engine, clock, storeUrl: fresh.url(), settings: { secretKey } })
    try {
      const first = await newTokens(world())
      const second = (await refresh(world(), first)).body
      assert.deepEqual((await refresh(world(), first, other.url)).body, second)
      const third = (await refresh(world(), second, other.url)).body
      assert.deepEqual((await refresh(world(), second)).body, third)
      clock.advance(75_000)
      assert.equal((await refresh(world(), second, other.url)).body.error_code, 4)
      assert.equal(await tokenValid(other.url, third.access_token), false)
    } finally {
      await other.close()
    }
    assert.match(world().server.logLines.join('\n'), /the clock of this machine is 1\d\d s from that of the store/)
  })
  test('a node with another secret-key cannot give the pair again, and does not take that for theft', async () => {
    const settings = { secretKey: `another ${secretKey}` }
    const other = await startServer({ engine, clock: world().clock, storeUrl: fresh.url(), settings })
    try {
      const first = await newTokens(world())
      const second = (await refresh(world(), first)).body
      assert.equal((await refresh(world(), first, other.url)).body.error_code, 4)
      assert.ok(await tokenValid(other.url, second.access_token))
    } finally {
      await other.close()
    }
  })
})
