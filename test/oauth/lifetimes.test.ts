// Tests how long codes and tokens live, with a clock that the test moves.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeFields, eachAuth, newCode, newTokens, oauthPost, refreshFields, tokenValid } from '../support/auth.ts'
import { startServer } from '../support/server.ts'

const minute = 60
const hour = 3600
const day = 24 * hour

eachAuth('lifetimes', (world, engine) => {
  const wait = (seconds: number) => world().clock.advance(seconds * 1000)
  const token = (fields: Record<string, string>) => oauthPost(world().url, 'token', fields)
  const refresh = (refreshToken: string) => token(refreshFields(world().app, refreshToken))

  test('a code is good at 1:59 and dead at 2:01 [C-3.1-02]', async () => {
    const good = await newCode(world())
    wait(119)
    assert.equal((await token(codeFields(world().app, good))).status, 200)
    const late = await newCode(world())
    wait(121)
    const answer = await token(codeFields(world().app, late))
    assert.deepEqual([answer.status, answer.body.error, answer.body.error_code], [400, 'invalid_grant', 3010])
  })

  test('an access token is good after 9:59 of idleness, each use begins them anew, and 10:01 end it [C-3.1-03, C-3.1-05]', async () => {
    const { access_token } = await newTokens(world())
    for (let i = 0; i < 3; i++) {
      wait(9 * minute + 59)
      assert.ok(await tokenValid(world().url, access_token))
    }
    wait(10 * minute + 1)
    assert.equal(await tokenValid(world().url, access_token), false)
  })

  test('kept alive, it is good at 23:59 and dead at 24:00:01 [C-3.1-04]', async () => {
    const { access_token } = await newTokens(world())
    for (let passed = 0; passed < 23 * hour + 50 * minute; passed += 5 * minute) {
      wait(5 * minute)
      assert.ok(await tokenValid(world().url, access_token))
    }
    wait(9 * minute)
    assert.ok(await tokenValid(world().url, access_token))
    wait(61)
    assert.equal(await tokenValid(world().url, access_token), false)
  })

  test('VerifyToken slides it too; introspection does not', async () => {
    const { access_token } = await newTokens(world())
    const verify = () =>
      fetch(`${world().url}/api/VerifyToken`, { headers: { authorization: `Bearer ${access_token}` } })
    wait(9 * minute)
    assert.equal((await verify()).status, 200)
    wait(9 * minute)
    const { clientId, clientSecret } = world().app
    const ask = { client_id: clientId, client_secret: clientSecret, token: access_token }
    assert.equal((await oauthPost(world().url, 'introspect', ask)).body.active, true)
    wait(minute + 1)
    assert.equal((await verify()).status, 401)
    assert.equal((await oauthPost(world().url, 'introspect', ask)).body.active, false)
  })

  test('the slide reaches the store: another server judges the token alike', async () => {
    const { access_token } = await newTokens(world())
    wait(9 * minute)
    assert.ok(await tokenValid(world().url, access_token))
    await world().server.app.authorization.bearerTokens.flush()
    wait(9 * minute)
    const other = await startServer({ engine, clock: world().clock, storeUrl: world().server.settings.store })
    try {
      assert.ok(await tokenValid(other.url, access_token))
      await other.app.authorization.bearerTokens.flush()
      wait(9 * minute)
      // This server remembers an older end; it asks the store before it says no.
      assert.ok(await tokenValid(world().url, access_token))
    } finally {
      await other.close()
    }
  })

  test('a refresh token is good after 179 days and dead after 181 [C-3.1-07, C-7.1-02]', async () => {
    const first = await newTokens(world())
    wait(179 * day)
    const second = await refresh(first.refresh_token)
    assert.equal(second.status, 200)
    wait(181 * day)
    const late = await refresh(second.body.refresh_token)
    assert.deepEqual([late.status, late.body.error, late.body.error_code], [400, 'invalid_grant', 3001])
  })

  test('re-sent after 59 s a consumed refresh token gives the very same pair [C-3.1-08]', async () => {
    const first = await newTokens(world())
    const pair = await refresh(first.refresh_token)
    wait(59)
    assert.deepEqual((await refresh(first.refresh_token)).body, pair.body)
  })

  test('the same pair comes also when it has been used since', async () => {
    const first = await newTokens(world())
    const pair = await refresh(first.refresh_token)
    const third = await refresh(pair.body.refresh_token)
    wait(30)
    assert.deepEqual((await refresh(first.refresh_token)).body, pair.body)
    assert.deepEqual((await refresh(pair.body.refresh_token)).body, third.body)
    assert.equal((await refresh(third.body.refresh_token)).status, 200)
  })

  test('re-sent after 61 s it is refused with error_code 4, and its whole chain ends [C-3.1-09, C-7.1-03]', async () => {
    const first = await newTokens(world())
    const pair = await refresh(first.refresh_token)
    assert.ok(await tokenValid(world().url, pair.body.access_token))
    wait(61)
    const late = await refresh(first.refresh_token)
    assert.deepEqual([late.status, late.body.error, late.body.error_code], [400, 'invalid_grant', 4])
    assert.equal((await refresh(pair.body.refresh_token)).body.error_code, 4)
    assert.equal(await tokenValid(world().url, pair.body.access_token), false)
    assert.equal(await tokenValid(world().url, first.access_token), false)
  })

  test('a personal token ends when it was made to end, and use does not extend it [C-5-06]', async () => {
    const expires = Math.floor(world().clock.now() / 1000) + 30 * day
    const { token: personal } = await world().accounts.personalToken(world().db, 'ANN', 'data', expires)
    wait(29 * day)
    assert.ok(await tokenValid(world().url, personal))
    wait(day - 1)
    assert.ok(await tokenValid(world().url, personal))
    wait(2)
    assert.equal(await tokenValid(world().url, personal), false)
  })
})

eachAuth(
  'lifetimes with refresh-reuse=refuse',
  world => {
    test('the late token is refused and its chain is left alone', async () => {
      const first = await newTokens(world())
      const send = (value: string) => oauthPost(world().url, 'token', refreshFields(world().app, value))
      const pair = await send(first.refresh_token)
      world().clock.advance(61_000)
      assert.equal((await send(first.refresh_token)).body.error_code, 4)
      assert.equal((await send(pair.body.refresh_token)).status, 200)
    })
  },
  { settings: { refreshReuse: 'refuse' } },
)

eachAuth(
  'lifetimes with refresh-chain-days=10',
  world => {
    test('a chain as a whole is capped', async () => {
      const first = await newTokens(world())
      const send = (value: string) => oauthPost(world().url, 'token', refreshFields(world().app, value))
      world().clock.advance(9 * day * 1000)
      const pair = await send(first.refresh_token)
      assert.equal(pair.status, 200)
      world().clock.advance(2 * day * 1000)
      assert.equal((await send(pair.body.refresh_token)).body.error_code, 3001)
    })
  },
  { settings: { refreshChainDays: 10 } },
)
