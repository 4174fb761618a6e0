// Runs the checks of the basic profile of OpenID Connect's conformance tests that need no server of theirs, besides openid.test.ts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachAuth, tokenValid } from '../support/auth.ts'
import type { Json } from '../support/crm.ts'
import { Person } from '../support/person.ts'
import { allowed, clientFields, regularBrowser, signedIn, standardPost, standardRequest } from '../support/standard.ts'

const identity = { scope: 'openid', resource: null }

const claimsIn = (jwt: string): Json => JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString())

eachAuth(
  'the basic profile of OpenID Connect',
  world => {
    const issuer = () => `${world().url}/oauth/standard`
    const exchanged = async (code: string, verifier: string): Promise<Json> => {
      const { app } = world()
      const fields = { grant_type: 'authorization_code', redirect_uri: app.redirectUri, code, code_verifier: verifier }
      return (await standardPost(world(), 'token', { ...clientFields(app), ...fields })).body
    }
    const tokensOf = async (more: Record<string, string | null> = {}, person = regularBrowser(world())) => {
      const request = standardRequest(world(), world().app, { ...identity, ...more })
      const code = (await allowed(world(), request.url, 'allow', person)).searchParams.get('code') ?? ''
      return { code, verifier: request.pkce.verifier, body: await exchanged(code, request.pkce.verifier) }
    }
    const refusal = async (more: Record<string, string | null>) => {
      const { url } = standardRequest(world(), world().app, { ...identity, ...more })
      const answer = await fetch(url, { redirect: 'manual' })
      return new URL(answer.headers.get('location') ?? assert.fail(await answer.text())).searchParams
    }

    test('the authorize request may come as a form', async () => {
      const request = standardRequest(world(), world().app, { ...identity, state: 'by form' })
      const { origin, pathname, search } = new URL(request.url)
      const person = new Person(world().url)
      const first = await person.post(origin + pathname, Object.fromEntries(new URLSearchParams(search)))
      assert.ok(first.url.includes('/sign-in/'), first.text)
      const page = await signedIn(world(), first.url, person)
      const done = page.location === null ? await person.submit(page, '/allow') : page
      const { searchParams } = new URL(done.location ?? '')
      assert.equal(searchParams.get('state'), 'by form')
      const { id_token } = await exchanged(searchParams.get('code') ?? '', request.pkce.verifier)
      assert.equal(claimsIn(id_token).sub, `${world().db}.ANN`)
    })

    test('parameters that are not known, or only wishes, do no harm', async () => {
      const wishes = { display: 'popup', ui_locales: 'se', claims_locales: 'se', acr_values: '1 2', extra: 'foobar' }
      const { body } = await tokensOf({ ...wishes, claims: '{"id_token":{"auth_time":{"essential":true}}}' })
      assert.ok(claimsIn(body.id_token).auth_time > 0)
    })

    test('the ID token names issuer, one audience, times and person, and a nonce only when one was sent', async () => {
      const { id_token } = (await tokensOf({ nonce: 'one' })).body
      const now = Math.floor(world().clock.now() / 1000)
      const { iss, aud, sub, iat, exp, nonce } = claimsIn(id_token)
      assert.deepEqual([iss, aud, nonce], [issuer(), world().app.clientId, 'one'])
      assert.ok(sub.length > 0 && sub.length <= 255)
      assert.ok(iat <= now && exp > now)
      assert.equal('nonce' in claimsIn((await tokensOf()).body.id_token), false)
    })

    test('a request without response_type, or as an object, says what is wrong', async () => {
      assert.equal((await refusal({ response_type: null })).get('error'), 'invalid_request')
      assert.equal((await refusal({ request: 'a.b.c' })).get('error'), 'request_not_supported')
      assert.equal((await refusal({ prompt: 'none login' })).get('error'), 'invalid_request')
      assert.equal((await refusal({ max_age: 'soon' })).get('error'), 'invalid_request')
    })

    test('a code works once, and a second use ends what it gave', async () => {
      const { code, verifier, body } = await tokensOf({ scope: 'data openid', resource: `${world().url}/api` })
      assert.ok(await tokenValid(world().url, body.access_token))
      assert.equal((await exchanged(code, verifier)).error, 'invalid_grant')
      assert.equal(await tokenValid(world().url, body.access_token), false)
    })

    test('userinfo answers GET and POST with the subject of the ID token', async () => {
      const { body } = await tokensOf()
      for (const method of ['GET', 'POST']) {
        const headers = { authorization: `Bearer ${body.access_token}` }
        const answer = await fetch(`${issuer()}/userinfo`, { method, headers })
        assert.equal(((await answer.json()) as Json).sub, claimsIn(body.id_token).sub, method)
      }
    })

    test('max_age and prompt=login sign the person in again, and auth_time says so', async () => {
      const person = new Person(world().url)
      const first = claimsIn((await tokensOf({}, person)).body.id_token)
      world().clock.advance(5_000)
      const same = claimsIn((await tokensOf({ max_age: '10000' }, person)).body.id_token)
      assert.equal(same.auth_time, first.auth_time)
      for (const more of [{ max_age: '1' }, { prompt: 'login' }] as Record<string, string>[]) {
        world().clock.advance(5_000)
        const again = claimsIn((await tokensOf(more, person)).body.id_token)
        assert.ok(again.auth_time > first.auth_time, JSON.stringify(more))
        assert.equal(again.sub, first.sub)
      }
    })
  },
  { settings: { standardLane: 'listed' } },
)
