// Tests the token endpoint, parameter by parameter.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import {
  codeFields,
  eachAuth,
  newCode,
  newTokens,
  oauthPost,
  pkce,
  refreshFields,
  tokenValid,
} from '../support/auth.ts'

eachAuth('token endpoint', world => {
  const token = (fields: Record<string, string> | string, headers?: Record<string, string>) =>
    oauthPost(world().url, 'token', fields, headers)
  const refused = async (answer: ReturnType<typeof token>, error: string, code: number) => {
    const { status, body, headers } = await answer
    assert.deepEqual([status, body.error, body.error_code], [400, error, code], JSON.stringify(body))
    assert.equal(typeof body.error_description, 'string')
    assert.equal(headers.get('cache-control'), 'no-store')
  }
  const without = (fields: Record<string, string>, name: string) => {
    const { [name]: _, ...rest } = fields
    return rest
  }

  test('a code gives a bearer pair with exactly the specified members [C-2.8-01, C-2.8-02, C-2.8-03]', async () => {
    const { status, body, headers } = await token(codeFields(world().app, await newCode(world())))
    assert.equal(status, 200)
    assert.deepEqual(Object.keys(body), ['access_token', 'token_type', 'expires_in', 'refresh_token'])
    assert.equal(body.token_type, 'Bearer')
    assert.equal(body.expires_in, 600)
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.ok(await tokenValid(world().url, body.access_token))
    assert.notEqual(body.access_token, body.refresh_token)
  })

  test('tokens are kept as digests: no token or code stands in any table [C-5-05]', async () => {
    const code = await newCode(world())
    const { body } = await token(codeFields(world().app, code))
    const again = await token(refreshFields(world().app, body.refresh_token))
    const secrets = [code, body.access_token, body.refresh_token, again.body.access_token, again.body.refresh_token]
    for (const table of ['oauth_code', 'oauth_pair', 'oauth_grant', 'sign_in_attempt', 'remembered_browser']) {
      const rows = await world().server.store.rows({ sql: `select * from ${table}`, params: [] })
      const text = JSON.stringify(rows)
      for (const secret of secrets) assert.ok(!text.includes(secret), table)
    }
  })

  for (const name of ['grant_type', 'client_id', 'code', 'redirect_uri']) {
    test(`a missing or an empty ${name} is an invalid request, and burns nothing [C-7.1-01]`, async () => {
      const fields = codeFields(world().app, await newCode(world()))
      await refused(token(without(fields, name)), 'invalid_request', 3000)
      await refused(token({ ...fields, [name]: '' }), 'invalid_request', 3000)
      assert.equal((await token(fields)).status, 200)
    })
    test(`a repeated ${name} is an invalid request`, async () => {
      const fields = codeFields(world().app, await newCode(world()))
      const twice = `${new URLSearchParams(fields)}&${name}=${encodeURIComponent(fields[name as 'code'])}`
      await refused(token(twice), 'invalid_request', 3000)
    })
  }

  test('an over-long parameter is an invalid request', async () => {
    const fields = codeFields(world().app, 'x'.repeat(2049))
    await refused(token(fields), 'invalid_request', 3000)
  })

  test('a missing refresh_token is an invalid request [C-4.1-28]', async () => {
    await refused(token(without(refreshFields(world().app, 'x'), 'refresh_token')), 'invalid_request', 3000)
  })

  test('an unknown grant type is refused as unsupported_grant_type', async () => {
    await refused(token({ ...codeFields(world().app, 'x'), grant_type: 'password' }), 'unsupported_grant_type', 3003)
  })

  test('parameters in the query string are not read [C-4.1-21]', async () => {
    const fields = codeFields(world().app, await newCode(world()))
    const query = new URLSearchParams(fields).toString()
    await refused(oauthPost(world().url, `token?${query}`, ''), 'invalid_request', 3000)
    await refused(
      oauthPost(world().url, `token?${query}`, '', { 'content-type': 'text/plain' }),
      'invalid_request',
      3000,
    )
    const complete = await oauthPost(world().url, 'token?grant_type=nonsense&code=nonsense', fields)
    assert.equal(complete.status, 200)
  })

  test('a parameter in the query string never replaces one that is missing in the body [C-4.1-21]', async () => {
    const fields = codeFields(world().app, await newCode(world()))
    for (const name of ['client_secret', 'code', 'redirect_uri', 'grant_type'] as const) {
      const query = new URLSearchParams({ [name]: fields[name] })
      const { status } = await oauthPost(world().url, `token?${query}`, without(fields, name))
      assert.equal(status, 400, name)
    }
    const { status } = await oauthPost(world().url, `token?${new URLSearchParams(fields)}`, fields)
    assert.equal(status, 200, 'the same in both places is not a repetition')
  })

  test('a body that is no form, whatever is wrong with it, is an invalid request [C-4.1-20]', async () => {
    const send = (body: string | Uint8Array<ArrayBuffer> | null, headers: Record<string, string>) =>
      fetch(`${world().url}/oauth/v1/token`, { method: 'POST', body, headers })
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    for (const answer of [
      await send(null, {}),
      await send('', form),
      await send('grant_type', form),
      await send(new Uint8Array([0x67, 0xff, 0xfe, 0x3d]), form),
      await send(`code=${'x'.repeat(100_000)}`, form),
      await send('a=b', { 'content-type': 'not a content type' }),
      await send('a=b', { 'content-type': 'multipart/form-data; boundary=x' }),
    ]) {
      const body = (await answer.json()) as { error: string; error_code: number }
      assert.deepEqual([answer.status, body.error, body.error_code], [400, 'invalid_request', 3000])
      assert.equal(answer.headers.get('cache-control'), 'no-store')
    }
  })

  test('a wrong Content-Type is an invalid request [C-4.1-20]', async () => {
    const fields = codeFields(world().app, await newCode(world()))
    const headers = { 'content-type': 'application/json' }
    await refused(token(JSON.stringify(fields), headers), 'invalid_request', 3000)
    await refused(token(new URLSearchParams(fields).toString(), headers), 'invalid_request', 3000)
    assert.equal(
      (await token(fields, { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' })).status,
      200,
    )
  })

  test('the client is authenticated first: a wrong secret burns neither code nor refresh token [C-4.1-23]', async () => {
    const code = await newCode(world())
    for (const secret of ['', 'short', 'x'.repeat(64), 'x'.repeat(63), `${world().app.clientSecret}x`]) {
      await refused(token({ ...codeFields(world().app, code), client_secret: secret }), 'invalid_client', 3002)
    }
    await refused(token({ ...codeFields(world().app, code), client_id: 'A'.repeat(20) }), 'invalid_client', 3002)
    const { body, status } = await token(codeFields(world().app, code))
    assert.equal(status, 200)
    await refused(
      token({ ...refreshFields(world().app, body.refresh_token), client_secret: 'x'.repeat(64) }),
      'invalid_client',
      3002,
    )
    assert.equal((await token(refreshFields(world().app, body.refresh_token))).status, 200)
  })

  test('the secret may come by HTTP Basic, and must agree with the body', async () => {
    const { clientId, clientSecret } = world().app
    const basic = (id: string, secret: string) => ({
      authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
    })
    const bare = (code: string) => without(without(codeFields(world().app, code), 'client_id'), 'client_secret')
    assert.equal((await token(bare(await newCode(world())), basic(clientId, clientSecret))).status, 200)
    assert.equal(
      (await token(codeFields(world().app, await newCode(world())), basic(clientId, clientSecret))).status,
      200,
    )
    const code = await newCode(world())
    await refused(token(codeFields(world().app, code), basic(clientId, 'y'.repeat(64))), 'invalid_request', 3000)
    await refused(token(codeFields(world().app, code), basic('B'.repeat(20), clientSecret)), 'invalid_request', 3000)
    await refused(token(bare(code), basic(clientId, 'y'.repeat(64))), 'invalid_client', 3002)
  })

  test('an unknown code, and another client’s code, are invalid grants; the latter stays good [C-4.1-22]', async () => {
    await refused(token(codeFields(world().app, 'clc_nonsense')), 'invalid_grant', 3010)
    const other = await world().accounts.application()
    const code = await newCode(world())
    await refused(token(codeFields(other, code)), 'invalid_grant', 3010)
    assert.equal((await token(codeFields(world().app, code))).status, 200)
  })

  test('a redirect_uri that differs from the authorize request is refused, and the code stays usable [C-4.1-26]', async () => {
    const code = await newCode(world())
    for (const uri of [`${world().app.redirectUri}/`, world().app.redirectUri.toUpperCase(), 'https://evil.example']) {
      await refused(token({ ...codeFields(world().app, code), redirect_uri: uri }), 'invalid_grant', 3011)
    }
    assert.equal((await token(codeFields(world().app, code))).status, 200)
  })

  test('a code_verifier is needed, checked, and refused where none is expected [C-4.1-07, C-4.1-25]', async () => {
    const { verifier, challenge } = pkce()
    const code = await newCode(world(), world().app, { code_challenge: challenge, code_challenge_method: 'SHA256' })
    const fields = codeFields(world().app, code)
    await refused(token(fields), 'invalid_grant', 3012)
    await refused(token({ ...fields, code_verifier: verifier.slice(0, 42) }), 'invalid_grant', 3012)
    await refused(token({ ...fields, code_verifier: pkce().verifier }), 'invalid_grant', 3012)
    await refused(token({ ...fields, code_verifier: challenge }), 'invalid_grant', 3012)
    await refused(token({ ...fields, code_verifier: 'x'.repeat(129) }), 'invalid_grant', 3012)
    assert.equal((await token({ ...fields, code_verifier: verifier })).status, 200)
    const plain = await newCode(world())
    await refused(token({ ...codeFields(world().app, plain), code_verifier: verifier }), 'invalid_grant', 3012)
    assert.equal((await token(codeFields(world().app, plain))).status, 200)
  })

  test('a code_verifier may have from 43 to 128 characters of the unreserved ones', async () => {
    for (const verifier of ['a'.repeat(43), 'Az09-._~'.repeat(16)]) {
      const challenge = createHash('sha256').update(verifier).digest('base64url')
      const code = await newCode(world(), world().app, { code_challenge: challenge, code_challenge_method: 'SHA256' })
      assert.equal((await token({ ...codeFields(world().app, code), code_verifier: verifier })).status, 200)
    }
    for (const verifier of ['a'.repeat(42), 'a'.repeat(129), `${'a'.repeat(43)} `, `${'a'.repeat(43)}é`]) {
      const challenge = createHash('sha256').update(verifier).digest('base64url')
      const code = await newCode(world(), world().app, { code_challenge: challenge, code_challenge_method: 'SHA256' })
      await refused(token({ ...codeFields(world().app, code), code_verifier: verifier }), 'invalid_grant', 3012)
    }
  })

  test('a public client needs no secret, and may not send one [C-4.1-24]', async () => {
    const { verifier, challenge } = pkce()
    const app = world().publicApp
    const code = await newCode(world(), app, { code_challenge: challenge, code_challenge_method: 'SHA256' })
    const fields = { ...without(codeFields(app, code), 'client_secret'), code_verifier: verifier }
    await refused(token({ ...fields, client_secret: 'x'.repeat(64) }), 'invalid_client', 3002)
    const { body, status } = await token(fields)
    assert.equal(status, 200)
    const again = await token(without(refreshFields(app, body.refresh_token), 'client_secret'))
    assert.equal(again.status, 200)
  })

  test('a code is used once; the second use revokes what the first had issued [C-3.1-01]', async () => {
    const fields = codeFields(world().app, await newCode(world()))
    const { body } = await token(fields)
    assert.ok(await tokenValid(world().url, body.access_token))
    await refused(token(fields), 'invalid_grant', 3010)
    assert.equal(await tokenValid(world().url, body.access_token), false)
    await refused(token(refreshFields(world().app, body.refresh_token)), 'invalid_grant', 4)
  })

  test('a refresh gives a new pair, and the old access token lives on until its own end [C-3.1-06, C-4.1-28]', async () => {
    const first = await newTokens(world())
    const { status, body } = await token(refreshFields(world().app, first.refresh_token))
    assert.equal(status, 200)
    assert.deepEqual(Object.keys(body), ['access_token', 'token_type', 'expires_in', 'refresh_token'])
    assert.notEqual(body.access_token, first.access_token)
    assert.notEqual(body.refresh_token, first.refresh_token)
    assert.ok(await tokenValid(world().url, first.access_token))
    assert.ok(await tokenValid(world().url, body.access_token))
  })

  test('pairs stand in the store in the order in which they were made', async () => {
    const first = await newTokens(world())
    let next = first.refresh_token
    for (let i = 0; i < 12; i++) {
      world().clock.advance(1)
      next = (await token(refreshFields(world().app, next))).body.refresh_token
    }
    const digests = async (column: string) => {
      const sql = `select ${column} from oauth_pair where chain = (select max(chain) from oauth_pair) order by refresh`
      return (await world().server.store.read({ sql, params: [] })).map(row => row[0] as string)
    }
    const [refresh, access] = [await digests('refresh'), await digests('access')]
    assert.equal(refresh.length, 13)
    assert.deepEqual(access, access.toSorted(), 'by the one token as by the other')
    assert.equal(new Set(refresh.map(digest => digest.slice(0, 10))).size, 13, 'each begins with its moment')
    assert.ok(next.startsWith(`clr_${refresh.at(-1)?.slice(0, 10)}`), 'which the token says')
  })

  test('an unknown refresh token, another client’s, and an access token are invalid; the owner’s stays good [C-7.1-02]', async () => {
    const tokens = await newTokens(world())
    const other = await world().accounts.application()
    for (const unknown of ['clr_nonsense', 'clr_', `clr_0123456789${'x'.repeat(43)}`, 'clr_\0\0\0\0\0\0\0\0\0\0\0\0'])
      await refused(token(refreshFields(world().app, unknown)), 'invalid_grant', 3001)
    await refused(token(refreshFields(world().app, tokens.access_token)), 'invalid_grant', 3001)
    await refused(token(refreshFields(other, tokens.refresh_token)), 'invalid_grant', 3001)
    assert.equal((await token(refreshFields(world().app, tokens.refresh_token))).status, 200)
  })

  test('on refresh a missing redirect_uri is accepted, a different one is not [C-4.1-27]', async () => {
    const tokens = await newTokens(world())
    const fields = refreshFields(world().app, tokens.refresh_token)
    await refused(token({ ...fields, redirect_uri: `${world().app.redirectUri}/` }), 'invalid_grant', 3011)
    assert.equal((await token(without(fields, 'redirect_uri'))).status, 200)
  })

  test('a scope may narrow, for good, and never widens', async () => {
    const tokens = await newTokens(world())
    const wide = refreshFields(world().app, tokens.refresh_token)
    await refused(token({ ...wide, scope: 'data webaccess' }), 'invalid_scope', 3004)
    await refused(token({ ...wide, scope: 'nonsense' }), 'invalid_scope', 3004)
    const narrow = await token({ ...wide, scope: 'data.readonly' })
    assert.equal(narrow.status, 200)
    const next = refreshFields(world().app, narrow.body.refresh_token)
    await refused(token({ ...next, scope: 'data' }), 'invalid_scope', 3004)
    const stays = await token(next)
    const facts = await oauthPost(world().url, 'introspect', {
      client_id: world().app.clientId,
      client_secret: world().app.clientSecret,
      token: stays.body.access_token,
    })
    assert.equal((facts.body as unknown as { scope: string }).scope, 'data.readonly')
  })

  test('a disabled user gets no tokens, and the refresh token is not consumed', async () => {
    const tokens = await newTokens(world())
    const code = await newCode(world())
    await world().accounts.setUser(world().db, 'ANN', { enabled: 0 })
    await refused(token(codeFields(world().app, code)), 'invalid_grant', 3010)
    await refused(token(refreshFields(world().app, tokens.refresh_token)), 'invalid_grant', 4)
    await world().accounts.setUser(world().db, 'ANN', { enabled: 1 })
    assert.equal((await token(refreshFields(world().app, tokens.refresh_token))).status, 200)
  })

  test('GET and HEAD are not token requests; OPTIONS names the allowed methods', async () => {
    const fields = new URLSearchParams(codeFields(world().app, await newCode(world())))
    for (const method of ['GET', 'HEAD', 'PUT', 'DELETE']) {
      const answer = await fetch(`${world().url}/oauth/v1/token?${fields}`, { method })
      assert.equal(answer.status, 405, method)
      assert.equal(answer.headers.get('allow'), 'POST, OPTIONS')
      assert.equal(answer.headers.get('cache-control'), 'no-store')
    }
    const preflight = await fetch(`${world().url}/oauth/v1/token`, {
      method: 'OPTIONS',
      headers: { origin: 'https://spa.example.com', 'access-control-request-method': 'POST' },
    })
    assert.equal(preflight.status, 204)
    assert.equal(preflight.headers.get('access-control-allow-origin'), '*')
    assert.match(preflight.headers.get('access-control-allow-methods') ?? '', /POST/)
  })

  test('scripts of any origin may ask, never with cookies, and can read good and bad answers', async () => {
    const origin = { origin: 'https://spa.example.com' }
    for (const code of [await newCode(world()), 'nonsense']) {
      const { headers } = await token(codeFields(world().app, code), origin)
      assert.equal(headers.get('access-control-allow-origin'), '*')
      assert.equal(headers.get('access-control-allow-credentials'), null)
    }
    const page = await fetch(`${world().url}/oauth/v1/authorize`, { headers: origin })
    assert.equal(page.headers.get('access-control-allow-origin'), null)
  })
})
