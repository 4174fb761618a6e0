// Tests TokenValid, VerifyToken, personal tokens, revocation, introspection, metadata and grants.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleanUp, cleanUpPairs } from '../../src/oauth/tokens/cleanup.ts'
import { remember } from '../../src/sign-in/browser-statements.ts'
import { eachAuth, newCode, newTokens, oauthPost, refreshFields, tokenValid } from '../support/auth.ts'
import { startServer } from '../support/server.ts'
import { until } from '../support/until.ts'

eachAuth('tokens', (world, engine) => {
  const ask = async (headers: Record<string, string>, body?: string) => {
    const answer = await fetch(`${world().url}/api/TokenValid`, { method: 'POST', headers, body: body ?? null })
    return { status: answer.status, body: (await answer.json()) as { Code: number; Msg?: string[] } }
  }
  const invalid = { status: 200, body: { Code: -1, Msg: ['Token is invalid'] } }
  const client = () => ({ client_id: world().app.clientId, client_secret: world().app.clientSecret })
  const verify = (token: string) =>
    fetch(`${world().url}/api/VerifyToken`, { headers: { authorization: `Bearer ${token}` } })

  test('TokenValid takes the token from the header or the body, and always answers 200 [C-4.2-01, C-4.2-02, C-4.2-03]', async () => {
    const { access_token, refresh_token } = await newTokens(world())
    const good = { status: 200, body: { Code: 0 } }
    assert.deepEqual(await ask({ authorization: `Bearer ${access_token}` }, '{}'), good)
    assert.deepEqual(await ask({ authorization: `bearer ${access_token}` }), good)
    assert.deepEqual(await ask({ 'content-type': 'application/json' }, JSON.stringify({ Token: access_token })), good)
    assert.deepEqual(await ask({}, JSON.stringify({ token: access_token })), good)
    assert.deepEqual(await ask({}, '{}'), invalid)
    assert.deepEqual(await ask({}), invalid)
    assert.deepEqual(await ask({ authorization: 'Bearer nonsense' }, '{}'), invalid)
    assert.deepEqual(await ask({ authorization: `Bearer ${access_token}x` }, '{}'), invalid)
    assert.deepEqual(await ask({ authorization: `Bearer ${refresh_token}` }, '{}'), invalid)
    assert.deepEqual(await ask({ authorization: `Basic ${access_token}` }, '{}'), invalid)
    assert.deepEqual(await ask({}, '{"Token": 5}'), invalid)
  })

  test('TokenValid answers 200 whatever the body is, and whatever its Content-Type says [C-4.2-01]', async () => {
    const { access_token } = await newTokens(world())
    const good = { status: 200, body: { Code: 0 } }
    for (const body of ['', 'not json', '[1]', 'null', '{"Token":', '"text"', '5']) {
      assert.deepEqual(await ask({ authorization: `Bearer ${access_token}` }, body), good, body)
      assert.deepEqual(await ask({}, body), invalid, body)
    }
    const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'no content type' }
    assert.deepEqual(await ask(headers, '{}'), good)
    assert.deepEqual(await ask({}, `{ "token": "${access_token}" }`), good)
    // Strict JSON, unlike the bodies of operations: anybody may ask.
    assert.deepEqual(await ask({}, `{ /* mine */ "Token": "${access_token}", }`), invalid)
  })

  test('VerifyToken answers 200 or 401 with an empty body, and reads the header alone [C-4.2-04]', async () => {
    const { access_token } = await newTokens(world())
    const good = await verify(access_token)
    assert.deepEqual([good.status, await good.text()], [200, ''])
    const bad = await verify('nonsense')
    assert.deepEqual([bad.status, await bad.text()], [401, ''])
    assert.match(bad.headers.get('www-authenticate') ?? '', /^Bearer .*invalid_token/)
    assert.equal((await fetch(`${world().url}/api/VerifyToken?token=${access_token}`)).status, 401)
  })

  test('a disabled user’s tokens, personal ones too, stop at once, here and on another server', async () => {
    const { access_token } = await newTokens(world())
    const { token } = await world().accounts.personalToken(world().db, 'ANN', 'data', 4_000_000_000)
    const other = await startServer({ engine, clock: world().clock, storeUrl: world().server.settings.store })
    try {
      for (const url of [world().url, other.url]) {
        assert.ok(await tokenValid(url, access_token))
        assert.ok(await tokenValid(url, token))
      }
      await world().accounts.setUser(world().db, 'ANN', { enabled: 0 })
      assert.equal(await tokenValid(world().url, access_token), false)
      assert.equal(await tokenValid(world().url, token), false)
      await until(async () => !(await tokenValid(other.url, access_token)), 'The end of the token')
      assert.equal(await tokenValid(other.url, token), false)
    } finally {
      await world().accounts.setUser(world().db, 'ANN', { enabled: 1 })
      await other.close()
    }
  })

  test('revoking a refresh token ends its chain, at once here and soon on another server [C-5-05]', async () => {
    const other = await startServer({ engine, clock: world().clock, storeUrl: world().server.settings.store })
    try {
      const { access_token, refresh_token } = await newTokens(world())
      assert.ok(await tokenValid(other.url, access_token))
      const answer = await oauthPost(world().url, 'revoke', { ...client(), token: refresh_token })
      assert.equal(answer.status, 200)
      assert.equal(await tokenValid(world().url, access_token), false)
      await until(async () => !(await tokenValid(other.url, access_token)), 'The end of the token')
      const again = await oauthPost(world().url, 'token', refreshFields(world().app, refresh_token))
      assert.equal(again.body.error_code, 4)
    } finally {
      await other.close()
    }
  })

  test('revoking an access token ends it alone; an unknown token is no error; another client’s is left alone', async () => {
    const tokens = await newTokens(world())
    const other = await world().accounts.application()
    const stranger = { client_id: other.clientId, client_secret: other.clientSecret }
    assert.equal((await oauthPost(world().url, 'revoke', { ...stranger, token: tokens.access_token })).status, 200)
    assert.ok(await tokenValid(world().url, tokens.access_token))
    assert.equal((await oauthPost(world().url, 'revoke', { ...client(), token: 'nonsense' })).status, 200)
    assert.equal((await oauthPost(world().url, 'revoke', { ...client(), token: tokens.access_token })).status, 200)
    assert.equal(await tokenValid(world().url, tokens.access_token), false)
    assert.equal((await oauthPost(world().url, 'token', refreshFields(world().app, tokens.refresh_token))).status, 200)
    assert.equal((await oauthPost(world().url, 'revoke', client())).body.error_code, 3000)
    const wrong = { ...client(), client_secret: 'x'.repeat(64), token: tokens.refresh_token }
    assert.equal((await oauthPost(world().url, 'revoke', wrong)).body.error_code, 3002)
  })

  test('introspection tells a confidential client about its own tokens and about no others', async () => {
    const tokens = await newTokens(world(), world().app, { scope: 'data.readonly' })
    const { body } = await oauthPost(world().url, 'introspect', { ...client(), token: tokens.access_token })
    const now = Math.floor(world().clock.now() / 1000)
    assert.deepEqual(body, {
      active: true,
      token_type: 'Bearer',
      scope: 'data.readonly',
      client_id: world().app.clientId,
      sub: 'ANN',
      database: 'acme',
      exp: now + 600,
      iat: now,
      iss: `${world().url}/oauth`,
    } as never)
    const refresh = await oauthPost(world().url, 'introspect', { ...client(), token: tokens.refresh_token })
    assert.equal(refresh.body.active, true)
    const other = await world().accounts.application()
    const stranger = { client_id: other.clientId, client_secret: other.clientSecret }
    for (const token of [tokens.access_token, tokens.refresh_token]) {
      assert.deepEqual((await oauthPost(world().url, 'introspect', { ...stranger, token })).body, {
        active: false,
      } as never)
    }
    assert.deepEqual((await oauthPost(world().url, 'introspect', { ...client(), token: 'x' })).body, {
      active: false,
    } as never)
    const open = { client_id: world().publicApp.clientId, token: tokens.access_token }
    assert.equal((await oauthPost(world().url, 'introspect', open)).body.error_code, 3006)
  })

  test('a personal token works, and stops when it is revoked', async () => {
    const { token, id } = await world().accounts.personalToken(world().db, 'ANN', 'data.readonly', 4_000_000_000)
    assert.ok(await tokenValid(world().url, token))
    assert.equal((await verify(token)).status, 200)
    await world().accounts.revokePersonalToken(id)
    assert.equal(await tokenValid(world().url, token), false)
    assert.equal((await verify(token)).status, 401)
  })

  test('the tokens of a removed application stop', async () => {
    const app = await world().accounts.application()
    const tokens = await newTokens(world(), app)
    assert.ok(await tokenValid(world().url, tokens.access_token))
    await world().accounts.removeApplication(app.clientId)
    assert.equal(await tokenValid(world().url, tokens.access_token), false)
    assert.equal(
      (await oauthPost(world().url, 'token', refreshFields(app, tokens.refresh_token))).body.error_code,
      3002,
    )
  })

  test('what was granted can be listed and ended, one by one or all, within its own database', async () => {
    const { grants } = world().server.app.authorization
    await grants.revokeAll(world().db, 'ANN')
    const one = await newTokens(world())
    world().clock.advance(1000)
    const two = await newTokens(world(), world().app, { scope: 'data.readonly' })
    const listed = await grants.list(world().db, 'ANN')
    assert.deepEqual(
      listed.map(g => [g.application, g.scope.join(' '), g.uid]),
      [
        ['Example App', 'data.readonly', 'ANN'],
        ['Example App', 'data', 'ANN'],
      ],
    )
    const newest = listed[0]?.id ?? ''
    assert.equal(await grants.revoke(world().db + 1, newest, { by: 'ANN' }), false)
    assert.ok(await tokenValid(world().url, two.access_token))
    assert.equal(await grants.revoke(world().db, newest, { by: 'ANN' }), true)
    assert.equal(await tokenValid(world().url, two.access_token), false)
    assert.ok(await tokenValid(world().url, one.access_token))
    assert.equal(await grants.revokeAll(world().db, 'ANN'), 1)
    assert.equal(await tokenValid(world().url, one.access_token), false)
    assert.deepEqual(await grants.list(world().db, 'ANN'), [])
  })

  test('over HTTP people see and end their own grants, administrators anybody’s in their database', async () => {
    const { grants } = world().server.app.authorization
    await grants.revokeAll(world().db, 'ANN')
    const ann = await newTokens(world())
    const readonly = await newTokens(world(), world().app, { scope: 'data.readonly' })
    await world().accounts.user(world().db, 'BOB', 'bob@example.com', null)
    await world().accounts.user(world().db, 'ADA', 'ada@example.com', null, { admin: true })
    const elsewhere = await world().accounts.database(`elsewhere-${engine}`)
    await world().accounts.user(elsewhere, 'EVE', 'eve@example.com', null, { admin: true })
    const personal = async (db: number, uid: string) =>
      (await world().accounts.personalToken(db, uid, 'data', 4_000_000_000)).token
    const [bob, ada, eve] = [
      await personal(world().db, 'BOB'),
      await personal(world().db, 'ADA'),
      await personal(elsewhere, 'EVE'),
    ]
    const send = async (token: string, method: string, path: string, body?: object) => {
      const answer = await fetch(`${world().url}/oauth/v1/${path}`, {
        method,
        headers: { authorization: `Bearer ${token}` },
        body: body ? JSON.stringify(body) : null,
      })
      const json = (await answer.json()) as {
        Code: number
        Grants?: { Id: string; Scope: string; User: string }[]
        Forgotten?: boolean
        Errors?: { ErrorCode: number }[]
      }
      return { status: answer.status, ...json }
    }
    const own = await send(ann.access_token, 'GET', 'grants')
    assert.deepEqual(own.Grants?.map(g => g.Scope).sort(), ['data', 'data.readonly'])
    const id = own.Grants?.find(g => g.Scope === 'data.readonly')?.Id ?? ''
    assert.deepEqual((await send(bob, 'GET', 'grants')).Grants, [])
    assert.equal((await send(bob, 'GET', 'grants?user=ANN')).Errors?.[0]?.ErrorCode, -2002)
    assert.equal((await send(ada, 'GET', 'grants?user=ANN')).Grants?.length, 2)
    assert.deepEqual((await send(eve, 'GET', 'grants?user=ANN')).Grants, [])
    for (const stranger of [bob, eve]) {
      assert.equal((await send(stranger, 'DELETE', `grants/${id}`)).Errors?.[0]?.ErrorCode, -3007)
    }
    assert.equal((await send(readonly.access_token, 'DELETE', `grants/${id}`)).status, 403)
    assert.ok(await tokenValid(world().url, readonly.access_token))
    assert.equal((await send(ada, 'DELETE', `grants/${id}`)).Code, 0)
    assert.equal(await tokenValid(world().url, readonly.access_token), false)
    assert.equal((await send(ada, 'DELETE', `grants/${id}`)).Errors?.[0]?.ErrorCode, -3007)
    assert.equal((await send('nonsense', 'GET', 'grants')).status, 401)
    assert.equal((await send(bob, 'POST', 'forget-browsers', { User: 'ANN' })).Errors?.[0]?.ErrorCode, -2002)
    assert.equal((await send(eve, 'POST', 'forget-browsers', { User: 'ANN' })).Errors?.[0]?.ErrorCode, -3007)
    assert.equal((await send(ada, 'POST', 'forget-browsers', { User: 'ANN' })).Forgotten, true)
    assert.equal((await send(ann.access_token, 'POST', 'forget-browsers')).Forgotten, true)
    world().clock.advance(1)
    const ownId = (await send(ann.access_token, 'GET', 'grants')).Grants?.[0]?.Id ?? ''
    assert.equal((await send(ann.access_token, 'DELETE', `grants/${ownId}`)).Code, 0)
    assert.equal(await tokenValid(world().url, ann.access_token), false)
  })

  test('the metadata stands at both addresses and names every endpoint [C-9-01]', async () => {
    for (const path of [
      '/oauth/.well-known/oauth-authorization-server',
      '/.well-known/oauth-authorization-server/oauth',
    ]) {
      const answer = await fetch(world().url + path, { headers: { origin: 'https://spa.example.com' } })
      assert.equal(answer.status, 200)
      assert.equal(answer.headers.get('access-control-allow-origin'), '*')
      const facts = (await answer.json()) as Record<string, unknown>
      const issuer = `${world().url}/oauth`
      assert.equal(facts.issuer, issuer)
      assert.equal(facts.authorization_endpoint, `${issuer}/v1/authorize`)
      assert.equal(facts.token_endpoint, `${issuer}/v1/token`)
      assert.equal(facts.revocation_endpoint, `${issuer}/v1/revoke`)
      assert.equal(facts.introspection_endpoint, `${issuer}/v1/introspect`)
      assert.deepEqual(facts.code_challenge_methods_supported, ['SHA256'])
    }
  })

  test('cleaning up removes what has ended and nothing that lives', async () => {
    const { store } = world().server
    const count = async (table: string, where = '1=1') => {
      const sql = `select count(*) as n from ${table} where ${where}`
      const [row] = await store.rows<{ n: number }>({ sql, params: [] })
      return row?.n ?? 0
    }
    const clean = async () => {
      await cleanUp(store, world().clock, { storeClock: { common: now => now }, retrySeconds: 60 })
      await cleanUpPairs(store, world().clock)
    }
    await newCode(world())
    const tokens = await newTokens(world())
    const next = await oauthPost(world().url, 'token', refreshFields(world().app, tokens.refresh_token))
    assert.ok((await count('oauth_salt')) > 0)
    assert.ok((await count('sign_in_attempt')) > 0)
    await clean()
    assert.deepEqual(
      (await oauthPost(world().url, 'token', refreshFields(world().app, tokens.refresh_token))).body,
      next.body,
      'within its window the answer is kept',
    )
    world().clock.advance(3 * 3600 * 1000)
    await clean()
    assert.equal(await count('oauth_salt'), 0)
    assert.equal(await count('sign_in_attempt'), 0)
    assert.equal(await count('throttle'), 0)
    const late = await oauthPost(world().url, 'token', refreshFields(world().app, next.body.refresh_token))
    assert.equal(late.status, 200)
    assert.ok((await count('oauth_pair', 'used is not null')) > 1)
    world().clock.advance(31 * 86_400 * 1000)
    await clean()
    world().clock.advance(31 * 86_400 * 1000)
    await clean()
    assert.equal(await count('oauth_code'), 0)
    assert.equal(await count('oauth_pair', 'used is not null or revoked is not null'), 0)
    const living = await count('oauth_pair')
    assert.ok(living > 0)
    assert.equal(await count('oauth_grant'), living)
    const last = await oauthPost(world().url, 'token', refreshFields(world().app, late.body.refresh_token))
    assert.equal(last.status, 200)
    world().clock.advance(200 * 86_400 * 1000)
    await clean()
    world().clock.advance(31 * 86_400 * 1000)
    await clean()
    for (const table of ['oauth_pair', 'oauth_grant', 'remembered_browser']) assert.equal(await count(table), 0)
  })

  test('cleaning up forgets an e-mail of a browser whose time is over, and keeps its others', async () => {
    const { store } = world().server
    const now = Math.floor(world().clock.now() / 1000)
    for (const [address, expires] of [
      ['old@example.com', now - 1],
      ['new@example.com', now + 1000],
    ] as const) {
      await store.write(tx => tx.run(remember(store.dialect, { digest: 'browser', address, confirmed: now, expires })))
    }
    await cleanUp(store, world().clock, { storeClock: { common: now => now }, retrySeconds: 60 })
    const rows = await store.rows({ sql: 'select address from remembered_browser', params: [] })
    assert.deepEqual(rows, [{ address: 'new@example.com' }])
  })
})
