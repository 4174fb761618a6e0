// Tests OpenID Connect at the standard issuer: ID tokens, userinfo, sign-ins without a page, and signing out.
import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { test } from 'node:test'
import { topics } from '../../src/storage/nodes/topics.ts'
import type { TestApplication } from '../support/accounts.ts'
import { type AuthWorld, eachAuth, email, tokenValid } from '../support/auth.ts'
import type { Json } from '../support/crm.ts'
import { type Page, Person } from '../support/person.ts'
import { clientFields, signedIn, standardPost, standardRequest, standardTokens } from '../support/standard.ts'

const identity = { scope: 'openid profile email', resource: null }

const claimsIn = (jwt: string, part = 1): Json =>
  JSON.parse(Buffer.from(jwt.split('.')[part] ?? '', 'base64url').toString())

eachAuth(
  'OpenID Connect at the standard issuer',
  world => {
    const issuer = () => `${world().url}/oauth/standard`
    const json = async (path: string): Promise<Json> => (await fetch(issuer() + path)).json()
    const userinfo = (token: string, method = 'GET') =>
      fetch(`${issuer()}/userinfo`, { method, headers: { authorization: `Bearer ${token}` } })
    /** Asks for a code in a browser; the redirect, or the page that is shown instead. */
    const asked = (person: Person, more: Record<string, string | null>, app = world().app): Promise<Page> =>
      person.go(standardRequest(world(), app, { ...identity, ...more }).url)
    const said = (page: Page) => new URL(page.location ?? assert.fail(page.text)).searchParams
    /** Allows what a page asks, and exchanges the code. */
    const granted = async (person: Person, page: Page, verifier: string, app: TestApplication): Promise<Json> => {
      const done = page.location === null ? await person.submit(page, '/allow') : page
      const { body } = await standardPost(world(), 'token', {
        ...clientFields(app),
        grant_type: 'authorization_code',
        redirect_uri: app.redirectUri,
        code: said(done).get('code') ?? '',
        code_verifier: verifier,
      })
      return body as unknown as Json
    }
    /** A browser in which the person has signed in to a client, and its ID token. */
    const signedInBrowser = async (app = world().app) => {
      const person = new Person(world().url)
      const request = standardRequest(world(), app, identity)
      const page = await signedIn(world(), request.url, person)
      const { id_token: idToken } = await granted(person, page, request.pkce.verifier, app)
      return { person, idToken: idToken as string }
    }

    test('discovery names what OpenID Connect needs, at both addresses', async () => {
      const found = await json('/.well-known/openid-configuration')
      assert.equal(found.issuer, issuer())
      assert.deepEqual(found.id_token_signing_alg_values_supported, ['RS256'])
      assert.deepEqual(found.subject_types_supported, ['public'])
      assert.ok(found.response_types_supported.includes('code'))
      for (const name of ['openid', 'profile', 'email']) assert.ok(found.scopes_supported.includes(name), name)
      for (const name of ['userinfo_endpoint', 'jwks_uri', 'end_session_endpoint']) {
        assert.ok(found[name].startsWith(issuer()), name)
      }
      const inserted = await fetch(`${world().url}/.well-known/openid-configuration/oauth/standard`)
      assert.deepEqual(await inserted.json(), found)
    })

    test('the ID token is signed by a published key and has the claims of discovery', async () => {
      const tokens = (await standardTokens(world(), world().app, { ...identity, nonce: 'a nonce' })) as unknown as Json
      const head = claimsIn(tokens.id_token, 0)
      const { keys } = await json('/jwks')
      const key = keys.find(({ kid }: Json) => kid === head.kid)
      assert.equal(key.d, undefined)
      const [first, second, signature = ''] = tokens.id_token.split('.')
      const publicKey = createPublicKey({ format: 'jwk', key })
      assert.ok(verify('sha256', Buffer.from(`${first}.${second}`), publicKey, Buffer.from(signature, 'base64url')))
      const claims = claimsIn(tokens.id_token)
      const now = Math.floor(world().clock.now() / 1000)
      assert.equal(claims.iss, issuer())
      assert.equal(claims.aud, world().app.clientId)
      assert.equal(claims.sub, `${world().db}.ANN`)
      assert.equal(claims.nonce, 'a nonce')
      assert.equal(claims.auth_time, now)
      assert.ok(claims.exp > now)
      assert.deepEqual([claims.amr, claims.acr], [['pwd'], '1fa'])
      assert.equal(claims.email, email)
      assert.equal(claims.email_verified, true)
      const { claims_supported: supported } = await json('/.well-known/openid-configuration')
      assert.deepEqual(
        Object.keys(claims).filter(name => !supported.includes(name)),
        [],
      )
      const answer = await userinfo(tokens.access_token)
      const person = (await answer.json()) as Json
      assert.equal(person.sub, claims.sub)
      assert.equal(person.name, 'Ann Archer')
      assert.equal(person.database, 'acme')
      assert.equal((await userinfo(tokens.access_token, 'POST')).status, 200)
    })

    test('each scope gives its own claims, and without openid there is no ID token', async () => {
      const bare = (await standardTokens(world(), world().app, { ...identity, scope: 'openid' })) as unknown as Json
      assert.equal(claimsIn(bare.id_token).email, undefined)
      assert.deepEqual(Object.keys((await (await userinfo(bare.access_token)).json()) as Json), ['sub'])
      const data = (await standardTokens(world(), world().app)) as unknown as Json
      assert.equal(data.id_token, undefined)
      assert.equal((await userinfo(data.access_token)).status, 403)
      const both = (await standardTokens(world(), world().app, { scope: 'data openid' })) as unknown as Json
      assert.ok(await tokenValid(world().url, both.access_token))
      assert.equal((await userinfo(both.access_token)).status, 200)
    })

    test('a token of userinfo is refused elsewhere, and userinfo refuses what it does not know', async () => {
      const { access_token } = await standardTokens(world(), world().app, identity)
      assert.equal(await tokenValid(world().url, access_token), false)
      const mcp = await fetch(`${world().url}/mcp`, {
        method: 'POST',
        headers: { authorization: `Bearer ${access_token}` },
        body: '{}',
      })
      assert.equal(mcp.status, 401)
      const wrong = await userinfo('clu_unknown')
      assert.equal(wrong.status, 401)
      assert.match(wrong.headers.get('www-authenticate') ?? '', /error="invalid_token"/)
      assert.equal((await fetch(`${issuer()}/userinfo`)).status, 401)
    })

    test('a refresh gives a new ID token of the same sign-in, without nonce', async () => {
      const app = await world().accounts.application()
      const first = (await standardTokens(world(), app, { ...identity, nonce: 'n' })) as unknown as Json
      world().clock.advance(5_000)
      const again = await standardPost(world(), 'token', {
        ...clientFields(app),
        grant_type: 'refresh_token',
        refresh_token: first.refresh_token,
      })
      const [before, after] = [claimsIn(first.id_token), claimsIn((again.body as unknown as Json).id_token)]
      assert.equal(after.auth_time, before.auth_time)
      assert.equal(after.sub, before.sub)
      assert.equal(after.nonce, undefined)
      assert.equal(after.iat, before.iat + 5)
    })

    test('data needs a resource, and a resource of data needs a scope of data', async () => {
      const person = new Person(world().url)
      for (const [more, error] of [
        [{ scope: 'openid data' }, 'invalid_target'],
        [{ resource: `${world().url}/mcp` }, 'invalid_scope'],
        [{ scope: 'openid data', resource: `${issuer()}/userinfo` }, 'invalid_scope'],
        [{ prompt: 'none login' }, 'invalid_request'],
        [{ max_age: 'soon' }, 'invalid_request'],
        [{ request: 'a.b.c' }, 'request_not_supported'],
        [{ id_token_hint: 'a.b.c' }, 'invalid_request'],
      ] as const) {
        assert.equal(said(await asked(person, more)).get('error'), error, JSON.stringify(more))
      }
    })

    test('prompt=none says login_required, then gives a code without a page, and consent_required to another client', async () => {
      const app = await world().accounts.application({ name: 'Wiki' })
      assert.equal(said(await asked(new Person(world().url), { prompt: 'none' }, app)).get('error'), 'login_required')
      const { person } = await signedInBrowser(app)
      const silent = said(await asked(person, { prompt: 'none' }, app))
      assert.match(silent.get('code') ?? '', /^clc_/)
      assert.equal(silent.get('iss'), issuer())
      const other = await world().accounts.application({ name: 'Chat' })
      assert.equal(said(await asked(person, { prompt: 'none' }, other)).get('error'), 'consent_required')
    })

    test('another client asks for consent and no password; login, max_age and another hint ask for the sign-in', async () => {
      const app = await world().accounts.application({ name: 'Tickets' })
      const { person, idToken } = await signedInBrowser()
      const request = standardRequest(world(), app, identity)
      const page = await person.go(request.url)
      assert.ok(page.text.includes('Allow Tickets?'), page.text)
      assert.ok((await granted(person, page, request.pkce.verifier, app)).id_token)
      assert.match(said(await asked(person, { id_token_hint: idToken, login_hint: email }, app)).get('code') ?? '', /./)
      world().clock.advance(60_000)
      for (const more of [
        { prompt: 'login' },
        { prompt: 'select_account' },
        { max_age: '59' },
        { login_hint: 'bob@example.com' },
      ]) {
        assert.ok((await asked(person, more, app)).url.includes('/sign-in/'), JSON.stringify(more))
      }
      assert.match(said(await asked(person, { max_age: '3600' }, app)).get('code') ?? '', /./)
      // Without openid each request is a sign-in of its own.
      assert.ok((await asked(person, { scope: 'data', resource: `${world().url}/api` }, app)).url.includes('/sign-in/'))
    })

    test('the sign-in of a browser ends after 12 hours, and with a new password', async () => {
      const { person } = await signedInBrowser()
      world().clock.advance(12 * 3_600_000)
      assert.equal(said(await asked(person, { prompt: 'none' })).get('error'), 'login_required')
      const { person: second } = await signedInBrowser()
      world().clock.advance(2_000)
      await endSessions(world())
      assert.equal(said(await asked(second, { prompt: 'none' })).get('error'), 'login_required')
    })

    test('a person other than the id_token_hint names gets no code', async () => {
      const app = await world().accounts.application()
      await world().accounts.user(world().db, 'BOB', 'bob@example.com', 'another long password', { name: 'Bob' })
      const { idToken } = await signedInBrowser(app)
      const person = new Person(world().url)
      const url = standardRequest(world(), app, { ...identity, id_token_hint: idToken }).url
      const page = await signedIn(world(), url, person, { email: 'bob@example.com', password: 'another long password' })
      assert.equal(said(page).get('error'), 'login_required')
    })

    test('a client signs the browser out with an ID token, and goes on to its registered address alone', async () => {
      const { app } = world()
      const { person, idToken } = await signedInBrowser()
      const leave = (more: Record<string, string>) => person.go(`${issuer()}/logout?${new URLSearchParams(more)}`)
      const elsewhere = await leave({ post_logout_redirect_uri: 'https://evil.example/', client_id: app.clientId })
      assert.equal(elsewhere.location, null)
      assert.ok(elsewhere.text.includes('Sign out?'), elsewhere.text)
      const target = { post_logout_redirect_uri: app.redirectUri, state: 'a b' }
      const done = await leave({ id_token_hint: idToken, ...target })
      assert.equal(done.location, `${app.redirectUri}?state=a%20b`)
      assert.equal(said(await asked(person, { prompt: 'none' })).get('error'), 'login_required')
    })

    test('without an ID token the person is asked, by a form that only this page can send', async () => {
      const { person } = await signedInBrowser()
      const page = await person.go(`${issuer()}/logout`)
      assert.equal((await person.post(`${issuer()}/logout/confirm`, { csrf: 'x' })).status, 403)
      const done = await person.submit(page, '/logout/confirm')
      assert.ok(done.text.includes('You are signed out'), done.text)
      assert.equal(said(await asked(person, { prompt: 'none' })).get('error'), 'login_required')
    })

    test('introspection names the same subject as the ID token', async () => {
      const tokens = await standardTokens(world(), world().app, identity)
      const token = { ...clientFields(world().app), token: tokens.access_token }
      const { body } = await standardPost(world(), 'introspect', token)
      assert.equal((body as unknown as Json).sub, `${world().db}.ANN`)
    })
  },
  { settings: { standardLane: 'listed' } },
)

/** As a new password does. */
async function endSessions({ server, db, clock }: AuthWorld): Promise<void> {
  await server.store.write(async tx => {
    const sql = `UPDATE "user" SET sessions_from = ${Math.floor(clock.now() / 1000)} WHERE db = ${db} AND id = 'ANN'`
    await tx.run({ sql, params: [] })
    await tx.publish(topics.user, { db, uid: 'ANN' })
  })
}
