// Tests the authorize endpoint, parameter by parameter.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { after, before, describe, test } from 'node:test'
import {
  type AuthWorld,
  authorizePath,
  codeFields,
  codeIn,
  eachAuth,
  email,
  newCode,
  oauthPost,
  password,
  pkce,
  signIn,
  startAuth,
} from '../support/auth.ts'
import { formOf, mailsTo, Person } from '../support/person.ts'

eachAuth('authorize endpoint', (world, engine) => {
  const ask = (path: string) => fetch(world().url + path, { redirect: 'manual' })
  /** Without the encoding that fetch would add. */
  const asIs = async (path: string): Promise<IncomingHttpHeaders> => {
    const request = get(world().url, { path, agent: false })
    const [answer] = (await once(request, 'response')) as [IncomingMessage]
    answer.resume()
    return answer.headers
  }
  const path = (more: Record<string, string> = {}) => authorizePath(world().app, more)
  const begun = async (url: string) => {
    const answer = await ask(url)
    assert.equal(answer.status, 302)
    assert.match(answer.headers.get('location') ?? '', /^\/oauth\/v1\/sign-in\//)
  }
  const refusedByPage = async (url: string) => {
    const answer = await ask(url)
    assert.equal(answer.status, 400)
    assert.equal(answer.headers.get('location'), null)
    assert.match(answer.headers.get('content-type') ?? '', /^text\/html/)
  }
  const refusedByRedirect = async (url: string, error: string, state?: string) => {
    const answer = await ask(url)
    assert.equal(answer.status, 302, await answer.text())
    const location = new URL(answer.headers.get('location') ?? '')
    assert.equal(location.origin + location.pathname, world().app.redirectUri)
    const names = ['error', 'error_description', ...(state === undefined ? [] : ['state'])]
    assert.deepEqual([...location.searchParams.keys()], names)
    assert.equal(location.searchParams.get('error'), error)
    if (state !== undefined) assert.equal(location.searchParams.get('state'), state)
  }
  const without = (name: string) => path().replace(new RegExp(`${name}=[^&]*&?`), '')
  const encoded = encodeURIComponent

  test('a complete request begins a sign-in, which ends with exactly code, state and login_hint [C-4.1-01, C-4.1-10, C-4.1-18]', async () => {
    const location = await signIn(world(), world().app, { state: 'abc123', scope: 'data' })
    assert.equal(location.origin + location.pathname, world().app.redirectUri)
    assert.deepEqual([...location.searchParams.keys()], ['code', 'state', 'login_hint'])
    assert.equal(location.searchParams.get('state'), 'abc123')
    assert.equal(location.searchParams.get('login_hint'), 'd acme u ANN')
    assert.match(location.href, /login_hint=d%20acme%20u%20ANN$/)
  })

  test('without state the redirect has none', async () => {
    const location = await signIn(world(), world().app)
    assert.deepEqual([...location.searchParams.keys()], ['code', 'login_hint'])
  })

  test('codes differ in length [C-4.1-11]', async () => {
    const lengths = new Set<number>()
    for (let i = 0; i < 8; i++) lengths.add((await newCode(world())).length)
    assert.ok(lengths.size > 1)
  })

  for (const client of ['', 'A'.repeat(20), 'A'.repeat(5000), "' or 1=1 --"]) {
    test(`an unknown client (${client.slice(0, 20)}) gets a page, never a redirect [C-4.1-03]`, () =>
      refusedByPage(path({ client_id: client })))
  }
  test('a missing or repeated client_id gets a page [C-4.1-03]', async () => {
    await refusedByPage(without('client_id'))
    await refusedByPage(`${path()}&client_id=${world().app.clientId}`)
  })
  test('a missing or repeated redirect_uri gets a page [C-4.1-04]', async () => {
    await refusedByPage(without('redirect_uri'))
    await refusedByPage(`${path()}&redirect_uri=${encoded(world().app.redirectUri)}`)
  })
  for (const [how, uri] of [
    ['a slash', 'https://app.example.com/callback/'],
    ['case', 'https://app.example.com/Callback'],
    ['case of the host', 'https://APP.example.com/callback'],
    ['a port', 'https://app.example.com:443/callback'],
    ['a query', 'https://app.example.com/callback?a=b'],
    ['an empty query', 'https://app.example.com/callback?'],
    ['a fragment', 'https://app.example.com/callback#a'],
    ['the scheme', 'http://app.example.com/callback'],
    ['the host', 'https://app.example.com.evil.example/callback'],
    ['credentials', 'https://evil@app.example.com/callback'],
    ['a longer path', 'https://app.example.com/callback/../other'],
    ['a script', 'javascript:alert(1)'],
    ['an encoded letter', 'https://app.example.com/%63allback'],
    ['a dot after the host', 'https://app.example.com./callback'],
    ['the case of the scheme', 'HTTPS://app.example.com/callback'],
    ['backslashes', 'https:\\\\app.example.com\\callback'],
    ['a space at its end', 'https://app.example.com/callback '],
    ['a line break inside', 'https://app.example.com/call\nback'],
  ] as const) {
    test(`a redirect_uri that differs by ${how} gets a page [C-4.1-04]`, () =>
      refusedByPage(path({ redirect_uri: uri })))
  }
  test('loopback redirect URIs are refused unless the setting allows them', async () => {
    const local = await world().accounts.application({ redirectUri: 'http://127.0.0.1/cb' })
    await refusedByPage(authorizePath(local))
  })

  test('response_type must be there, once, and be code [C-4.1-02, C-7.2-01]', async () => {
    await refusedByRedirect(without('response_type'), 'invalid_request')
    await refusedByRedirect(path({ response_type: '', state: 's1' }), 'invalid_request', 's1')
    await refusedByRedirect(path({ response_type: 'token', state: 's1' }), 'unsupported_response_type', 's1')
    await refusedByRedirect(path({ response_type: 'code token' }), 'unsupported_response_type')
    await refusedByRedirect(`${path()}&response_type=code`, 'invalid_request')
  })

  test('every combination of known scopes is accepted; duplicates count once; an empty one is the default [C-4.1-05]', async () => {
    for (const scope of ['data', 'data.readonly', 'webaccess', 'data webaccess', 'data data', '']) {
      await begun(path({ scope }))
    }
  })
  test('an unknown scope is refused, also beside a known one, and so is a repeated parameter [C-4.1-05, C-7.2-01]', async () => {
    for (const scope of ['openid', 'data openid', 'DATA', 'data,webaccess']) {
      await refusedByRedirect(path({ scope, state: 'q' }), 'invalid_scope', 'q')
    }
    await refusedByRedirect(`${path({ scope: 'data' })}&scope=data`, 'invalid_request')
  })

  test('state comes back byte for byte, up to 2,048 characters [C-4.1-06]', async () => {
    for (const raw of [
      'a%20b',
      'a+b',
      '%C3%A9',
      '%ff%FE',
      '%22%3Cscript%3E',
      'a%26b%3Dc%23d',
      '!()*~',
      '%0D%0ASet-Cookie:x',
      "it's",
      'a|b;c,d:e@f/g?h=i',
      '[%7B]^_~',
      '%',
      '%zz%2',
      '%2b%2B',
      'x'.repeat(2048),
    ]) {
      const headers = await asIs(`${path({ response_type: 'token' })}&state=${raw}`)
      assert.equal(/[?&]state=([^&]*)/.exec(headers.location ?? '')?.[1], raw)
      assert.equal(headers['set-cookie'], undefined)
    }
  })
  test('a state that is too long or repeated is refused without coming back', async () => {
    await refusedByRedirect(path({ state: 'x'.repeat(2049) }), 'invalid_request')
    await refusedByRedirect(`${path({ state: 'one' })}&state=two`, 'invalid_request')
  })
  test('state survives the whole sign-in [C-4.1-06]', async () => {
    const location = await signIn(world(), world().app, { state: 'é "<&>" +%' })
    assert.equal(location.searchParams.get('state'), 'é "<&>" +%')
  })

  test('state goes back as it was encoded at the end of a sign-in too', async () => {
    const raw = '%c3%A9+a%20b|%25'
    const person = new Person(world().url)
    const page = await person.go(`${path()}&state=${raw}`)
    const { action, fields } = formOf(page, '/cancel')
    const answer = await fetch(world().url + action, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { cookie: [...person.cookies].map(pair => pair.join('=')).join('; ') },
      redirect: 'manual',
    })
    assert.equal(answer.status, 303)
    assert.equal(/&state=([^&]*)/.exec(answer.headers.get('location') ?? '')?.[1], raw)
  })

  const { challenge } = pkce()
  test('SHA256 is the method’s name [C-4.1-09]', () =>
    begun(path({ code_challenge: challenge, code_challenge_method: 'SHA256' })))
  for (const method of ['S256', 's256', 'plain', 'sha256', 'Sha256', 'SHA-256', ' SHA256', '']) {
    test(`the method ${method || '(none)'} is refused [C-4.1-09]`, () =>
      refusedByRedirect(path({ code_challenge: challenge, code_challenge_method: method }), 'invalid_request'))
  }
  test('S256 works for an application that was registered for it, end to end', async () => {
    const app = await world().accounts.application({ allowS256: true })
    const { verifier, challenge: s256 } = pkce()
    const location = await signIn(world(), app, { code_challenge: s256, code_challenge_method: 'S256' })
    const fields = { ...codeFields(app, codeIn(location)), code_verifier: verifier }
    assert.equal((await oauthPost(world().url, 'token', fields)).status, 200)
    const plain = authorizePath(app, { code_challenge: s256, code_challenge_method: 'plain' })
    const answer = await ask(plain)
    assert.match(answer.headers.get('location') ?? '', /error=invalid_request/)
  })
  test('a challenge without a method, a method without a challenge, and malformed challenges are refused', async () => {
    await refusedByRedirect(path({ code_challenge: challenge }), 'invalid_request')
    await refusedByRedirect(path({ code_challenge_method: 'SHA256' }), 'invalid_request')
    for (const bad of [challenge.slice(1), `${challenge}=`, `${challenge.slice(1)}+`, 'x'.repeat(3000)]) {
      await refusedByRedirect(path({ code_challenge: bad, code_challenge_method: 'SHA256' }), 'invalid_request')
    }
  })
  test('a public client must send a challenge [C-4.1-08]', async () => {
    const answer = await ask(authorizePath(world().publicApp))
    assert.match(answer.headers.get('location') ?? '', /error=invalid_request/)
    const good = await ask(
      authorizePath(world().publicApp, { code_challenge: challenge, code_challenge_method: 'SHA256' }),
    )
    assert.match(good.headers.get('location') ?? '', /sign-in/)
  })

  test('unknown parameters are ignored', () => begun(path({ login_hint: 'x', prompt: 'login', nonce: 'y' })))

  test('Cancel returns access_denied with error_code 14, once [C-7.2-02]', async () => {
    const person = new Person(world().url)
    const page = await person.go(path({ state: 'back' }))
    const done = await person.submit(page, '/cancel')
    const location = new URL(done.location ?? '')
    assert.equal(done.status, 303)
    assert.equal(location.searchParams.get('error'), 'access_denied')
    assert.equal(location.searchParams.get('error_code'), '14')
    assert.equal(location.searchParams.get('state'), 'back')
    assert.ok(location.searchParams.get('error_description'))
    assert.equal((await person.submit(page, '/cancel')).status, 400)
  })

  test('an application of one database signs in that database’s users alone', async () => {
    const other = await world().accounts.database(`other-${engine}`)
    const app = await world().accounts.application({ db: other })
    const person = new Person(world().url)
    await signIn(world(), world().app, {}, person)
    const atPassword = async () => person.submit(await person.go(authorizePath(app)), '/email', { email })
    const refused = await person.submit(await atPassword(), '/password', { password })
    assert.deepEqual([/not right/.test(refused.text), refused.location], [true, null])
    const stranger = new Person(world().url)
    const mailsBefore = mailsTo(world().outbox, email).length
    const asked = await stranger.submit(await stranger.go(authorizePath(app)), '/email', { email })
    assert.match(asked.text, /6-digit code/)
    await world().server.app.signIn.idle()
    assert.equal(mailsTo(world().outbox, email).length, mailsBefore)
    await world().accounts.user(other, 'ANN2', email, password)
    const done = await person.submit(await atPassword(), '/password', { password })
    assert.equal(new URL(done.location ?? '').searchParams.get('login_hint'), `d other-${engine} u ANN2`)
  })
})

describe('loopback redirects', () => {
  let world: AuthWorld
  before(async () => {
    world = await startAuth('sqlite', { settings: { loopbackRedirects: true } })
  })
  after(() => world.close())

  test('with the setting, a loopback URI matches on any port and is exchanged with the same port', async () => {
    for (const host of ['127.0.0.1', 'localhost']) {
      const app = await world.accounts.application({ redirectUri: `http://${host}/cb` })
      const used = { ...app, redirectUri: `http://${host}:53124/cb` }
      const location = await signIn(world, used)
      assert.equal(location.origin, `http://${host}:53124`)
      const wrongPort = { ...codeFields(used, codeIn(location)), redirect_uri: `http://${host}:1/cb` }
      assert.equal((await oauthPost(world.url, 'token', wrongPort)).body.error_code, 3011)
      assert.equal((await oauthPost(world.url, 'token', codeFields(used, codeIn(location)))).status, 200)
    }
  })

  test('it does not match another path, host or scheme', async () => {
    const app = await world.accounts.application({ redirectUri: 'http://127.0.0.1/cb' })
    for (const uri of [
      'http://127.0.0.1:9/other',
      'http://localhost:9/cb',
      'https://127.0.0.1:9/cb',
      'http://127.0.0.1.evil.example/cb',
    ]) {
      const answer = await fetch(world.url + authorizePath({ ...app, redirectUri: uri }), { redirect: 'manual' })
      assert.equal(answer.status, 400, uri)
    }
  })
})
