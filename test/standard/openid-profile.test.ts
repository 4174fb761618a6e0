// Runs the checks of the basic profile of OpenID Connect's conformance tests that need no server of theirs, besides openid.test.ts.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import * as jose from 'jose'
import { eachAuth, email, start, tokenValid } from '../support/auth.ts'
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

    test('userinfo takes the token of a form too, and says what is wrong with a token', async () => {
      const { body } = await tokensOf()
      const asked = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
        fetch(`${issuer()}/userinfo`, { method: 'POST', headers, body: new URLSearchParams(fields) })
      const answer = await asked({ access_token: body.access_token })
      assert.equal(((await answer.json()) as Json).sub, claimsIn(body.id_token).sub)
      for (const wrong of [
        await asked({ access_token: `${body.access_token}x` }),
        await asked({ access_token: body.access_token }, { authorization: 'Bearer wrong' }),
      ]) {
        assert.equal(wrong.status, 401)
        assert.match(wrong.headers.get('www-authenticate') ?? '', /error="invalid_token"/)
      }
      assert.equal((await fetch(`${issuer()}/userinfo?access_token=${body.access_token}`)).status, 401)
    })

    test('scopes may come in any order, and both ways to send the secret are taken', async () => {
      const { app } = world()
      const request = standardRequest(world(), app, { ...identity, scope: 'email profile openid' })
      const location = await allowed(world(), request.url)
      const fields = {
        grant_type: 'authorization_code',
        redirect_uri: app.redirectUri,
        code: location.searchParams.get('code') ?? '',
        code_verifier: request.pkce.verifier,
      }
      const authorization = `Basic ${Buffer.from(`${app.clientId}:${app.clientSecret}`).toString('base64')}`
      const { body, headers } = await standardPost(world(), 'token', fields, { authorization })
      const { id_token } = body as unknown as Json
      assert.equal(claimsIn(id_token).email, email)
      assert.match(headers.get('cache-control') ?? '', /no-store/)
      assert.equal(body.token_type, 'Bearer')
    })

    test('discovery has every member that the profile asks for, with addresses that answer', async () => {
      const found = (await (await fetch(`${issuer()}/.well-known/openid-configuration`)).json()) as Json
      assert.equal(found.issuer, issuer())
      const lists = {
        response_types_supported: 'code',
        subject_types_supported: 'public',
        id_token_signing_alg_values_supported: 'RS256',
        scopes_supported: 'openid',
        claims_supported: 'sub',
        token_endpoint_auth_methods_supported: 'client_secret_basic',
        grant_types_supported: 'authorization_code',
        response_modes_supported: 'query',
      }
      for (const [name, value] of Object.entries(lists)) assert.ok(found[name]?.includes(value), name)
      for (const [name, address] of Object.entries(found)) {
        if (!name.endsWith('_endpoint') && name !== 'jwks_uri') continue
        assert.notEqual((await fetch(address as string, { redirect: 'manual' })).status, 404, name)
      }
      const { keys } = (await (await fetch(found.jwks_uri)).json()) as { keys: Json[] }
      assert.equal(new Set(keys.map(({ kid }) => kid)).size, keys.length)
      for (const { kty, use, alg, n, e, ...others } of keys) {
        assert.deepEqual([kty, use, alg, Object.keys(others)], ['RSA', 'sig', 'RS256', ['kid']])
        assert.ok(Buffer.from(n, 'base64url').length >= 256 && e)
      }
    })

    test('an ID token names its access token, and prompt=none gives the same person and moment', async () => {
      const person = new Person(world().url)
      const first = (await tokensOf({ nonce: 'first' }, person)).body
      const half = createHash('sha256').update(first.access_token).digest().subarray(0, 16)
      assert.equal(claimsIn(first.id_token).at_hash, half.toString('base64url'))
      world().clock.advance(5_000)
      const hint = { prompt: 'none', id_token_hint: first.id_token, nonce: 'second' }
      const second = claimsIn((await tokensOf(hint, person)).body.id_token)
      const { sub, auth_time } = claimsIn(first.id_token)
      assert.deepEqual([second.sub, second.auth_time, second.nonce], [sub, auth_time, 'second'])
    })

    test('a code that comes again after 30 seconds is refused, and ends what it gave', async () => {
      const { code, verifier, body } = await tokensOf({ scope: 'data openid', resource: `${world().url}/api` })
      world().clock.advance(30_000)
      assert.equal((await exchanged(code, verifier)).error, 'invalid_grant')
      assert.equal(await tokenValid(world().url, body.access_token), false)
    })

    test('a client that keeps the key set verifies what a new key signs', async () => {
      const { jwks_uri } = (await (await fetch(`${issuer()}/.well-known/openid-configuration`)).json()) as Json
      const keys = jose.createRemoteJWKSet(new URL(jwks_uri), { cooldownDuration: 0 })
      const verified = async (jwt: string) => {
        const currentDate = new Date(world().clock.now())
        const expected = { issuer: issuer(), audience: world().app.clientId, currentDate }
        return (await jose.jwtVerify(jwt, keys, expected)).protectedHeader.kid
      }
      const first = (await tokensOf()).body.id_token
      const kid = await verified(first)
      // A key signs for 90 days, and for 30 more where no process has made the next one.
      world().clock.advance(121 * 86_400_000)
      const second = (await tokensOf()).body.id_token
      assert.notEqual(await verified(second), kid)
      await jose.jwtVerify(first, keys, { currentDate: new Date(start) })
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
