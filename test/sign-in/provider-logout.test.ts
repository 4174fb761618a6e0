// Tests that a logout token of the provider ends what began there, once, and that every other token ends nothing.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { browserOf } from '../sessions/console.ts'
import { authorizePath, codeFields, codeIn, eachAuth, oauthPost, password } from '../support/auth.ts'
import { startCarelessProvider } from '../support/careless-provider.ts'
import type { Json } from '../support/crm.ts'
import { providerClient, providerNearby } from '../support/identity-provider.ts'
import { mailFor, type Page, Person } from '../support/person.ts'

const event = 'http://schemas.openid.net/event/backchannel-logout'

eachAuth(
  'back-channel logout',
  world => {
    let provider: Awaited<ReturnType<typeof startCarelessProvider>>
    let number = 0

    before(async () => {
      provider = await startCarelessProvider(providerClient.id)
      const { accounts, db, clock, url } = world()
      await accounts.user(db, 'BOSS', 'boss@example.com', null, { admin: true })
      await accounts.user(db, 'SUE', 'sue@example.com', password)
      const { token } = await accounts.personalToken(db, 'BOSS', 'data', clock.now() / 1000 + 86_400)
      const answer = await fetch(`${url}/oauth/v1/sso`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}` },
        body: JSON.stringify({ Issuer: provider.issuer, ClientId: providerClient.id, ClientSecret: 'any' }),
      })
      const { LogoutUri } = (await answer.json()) as Json
      assert.equal(LogoutUri, `${url}/oauth/v1/sso/logout/acme`)
    })
    after(() => provider.close())
    beforeEach(() => {
      provider.foreignKey = false
    })

    /** The end of a sign-in of SUE through the provider, or by her password without `sid`. */
    const signIn = async (person: Person, path: string, sid: string | null | undefined): Promise<Page> => {
      let page = await person.submit(await person.go(path), '/email', { email: 'sue@example.com' })
      if (page.text.includes('6-digit code')) {
        page = await person.submit(page, '/confirm', { code: (await mailFor(world().outbox, page)).code })
      }
      if (sid === undefined) return person.submit(page, '/password', { password })
      const link = /href="([^"]+\/sso)"/.exec(page.text)?.[1] ?? ''
      const named = { sub: 'sue', email: 'sue@example.com', email_verified: true }
      provider.claims = sid === null ? named : { ...named, sid }
      return person.go(provider.visit((await person.go(link)).location ?? ''))
    }
    const session = async (sid: string | null | undefined): Promise<() => Promise<boolean>> => {
      const person = new Person(world().url)
      await signIn(person, '/console/sign-in?database=acme&to=/d/acme', sid)
      const isLive = async () => (await browserOf(world(), person, 'acme').get('session')).status === 200
      assert.ok(await isLive(), `a session of ${sid}`)
      return isLive
    }
    const code = async (sid: string | null): Promise<string> => {
      const done = await signIn(new Person(world().url), authorizePath(world().app), sid)
      return codeIn(new URL(done.location ?? ''))
    }
    const grant = async (sid: string | null): Promise<() => Promise<boolean>> => {
      const answer = await oauthPost(world().url, 'token', codeFields(world().app, await code(sid)))
      assert.equal(answer.status, 200)
      const headers = { authorization: `Bearer ${answer.body.access_token}` }
      const body = JSON.stringify({ Note: { Scope: { Fields: { Key: 1 } } } })
      return async () => (await fetch(`${world().url}/api/Read`, { method: 'POST', headers, body })).status === 200
    }
    const claims = (more: Json): Json => {
      const iat = Math.floor(world().clock.now() / 1000)
      const known = { iss: provider.issuer, aud: providerClient.id, iat, exp: iat + 120, jti: `t${++number}` }
      return { ...known, events: { [event]: {} }, ...more }
    }
    const send = async (token: string, database = 'acme') => {
      const answer = await fetch(`${world().url}/oauth/v1/sso/logout/${database}`, {
        method: 'POST',
        body: new URLSearchParams({ logout_token: token }),
      })
      assert.equal(answer.headers.get('cache-control'), 'no-store')
      return { status: answer.status, text: await answer.text() }
    }
    const logout = (more: Json) => send(provider.sign(claims(more), { typ: 'logout+jwt' }))

    test('ends session, grant and code of one session at the provider, and no others', async () => {
      const [mine, other, byPassword] = [await session('one'), await session('two'), await session(undefined)]
      const [granted, otherGrant] = [await grant('one'), await grant('two')]
      const open = await code('one')
      assert.deepEqual(await logout({ sub: 'sue', sid: 'one' }), { status: 200, text: '' })
      assert.deepEqual([await mine(), await granted()], [false, false])
      assert.equal((await oauthPost(world().url, 'token', codeFields(world().app, open))).status, 400)
      assert.deepEqual([await other(), await otherGrant(), await byPassword()], [true, true, true])
      assert.equal((await logout({ sid: 'two' })).status, 200)
      assert.deepEqual([await other(), await otherGrant(), await byPassword()], [false, false, true])
    })

    test('without a session all of the user ends that began there; a sign-in without one ends with each', async () => {
      const [one, two, byPassword] = [await session('three'), await grant('four'), await session(undefined)]
      assert.equal((await logout({ sub: 'another person' })).status, 200)
      assert.deepEqual([await one(), await two()], [true, true])
      assert.equal((await logout({ sub: 'sue' })).status, 200)
      assert.deepEqual([await one(), await two(), await byPassword()], [false, false, true])
      const unnamed = await session(null)
      assert.equal((await logout({ sub: 'sue', sid: 'five' })).status, 200)
      assert.equal(await unnamed(), false)
    })

    test('a token is taken once, also of fifty at once', async () => {
      const token = provider.sign(claims({ sub: 'sue' }))
      const answers = await Promise.all(Array.from({ length: 50 }, () => send(token)))
      assert.equal(answers.filter(({ status }) => status === 200).length, 1)
      assert.match(answers.find(({ status }) => status === 400)?.text ?? '', /used before/)
    })

    test('every other token ends nothing', async () => {
      // So many mails to one address have used up its allowance.
      world().clock.advance(16 * 60_000)
      const live = await session('six')
      const now = Math.floor(world().clock.now() / 1000)
      const wrong: Json = {
        'another issuer': { iss: 'https://login.example.com' },
        'another client': { aud: 'another' },
        'too old': { iat: now - 700 },
        expired: { exp: now - 70 },
        'from tomorrow': { iat: now + 86_400, exp: now + 90_000 },
        'a nonce': { nonce: 'n' },
        'no jti': { jti: undefined },
        'no iat': { iat: undefined },
        'no events': { events: undefined },
        'another event': { events: { 'http://schemas.openid.net/event/other': {} } },
        'an event that is no object': { events: { [event]: 'yes' } },
        'an empty session': { sub: undefined, sid: '' },
      }
      for (const [name, more] of Object.entries(wrong)) {
        const { status, text } = await logout({ sub: 'sue', ...(more as Json) })
        assert.equal(status, 400, name)
        assert.equal(JSON.parse(text).error, 'invalid_request', name)
      }
      assert.equal((await logout({})).status, 400, 'neither sub nor sid')
      const whole = claims({ sub: 'sue' })
      assert.equal((await send(provider.sign(whole, { typ: 'at+jwt' }))).status, 400, 'another type')
      const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${provider.sign(whole).split('.')[1]}.`
      assert.equal((await send(unsigned)).status, 400, 'unsigned')
      for (const text of ['', 'a.b.c', 'x'.repeat(20_000)]) assert.equal((await send(text)).status, 400)
      assert.equal((await send(provider.sign(whole), 'nowhere')).status, 400, 'another database')
      provider.foreignKey = true
      assert.equal((await send(provider.sign(whole))).status, 400, 'another key')
      provider.foreignKey = false
      assert.ok(await live())
      assert.equal((await send(provider.sign(whole))).status, 200, 'none of these has used up the identifier')
      assert.equal(await live(), false)
    })
  },
  { settings: providerNearby },
)
