// Tests the standard issuer: metadata, requests that it refuses, consent, tokens, and that the two issuers do not mix.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type AuthWorld,
  authorizePath,
  eachAuth,
  newTokens,
  oauthPost,
  refreshFields,
  tokenValid,
} from '../support/auth.ts'
import type { Json } from '../support/crm.ts'
import { Person } from '../support/person.ts'
import {
  allowed,
  apiResource,
  clientFields,
  regularBrowser,
  signedIn,
  standardPost,
  standardRequest,
  standardTokens,
} from '../support/standard.ts'

const json = async (world: AuthWorld, path: string): Promise<Json> => (await fetch(world.url + path)).json()

eachAuth(
  'the standard issuer',
  world => {
    const refreshed = (refresh_token: string, more: Record<string, string> = {}) =>
      standardPost(world(), 'token', {
        ...clientFields(world().app),
        grant_type: 'refresh_token',
        refresh_token,
        ...more,
      })
    /** What the redirect says after a request that is refused before the sign-in. */
    const refusal = async (more: Readonly<Record<string, string | null>>) => {
      const answer = await fetch(standardRequest(world(), world().app, more).url, { redirect: 'manual' })
      assert.equal(answer.status, 302, await answer.text())
      return new URL(answer.headers.get('location') ?? '').searchParams
    }

    test('both metadata addresses name the issuer, S256 and the endpoints; the resource names the issuer', async () => {
      const { url } = world()
      const issuer = `${url}/oauth/standard`
      const found = await json(world(), '/.well-known/oauth-authorization-server/oauth/standard')
      assert.equal(found.issuer, issuer)
      assert.deepEqual(found.code_challenge_methods_supported, ['S256'])
      assert.equal(found.authorization_response_iss_parameter_supported, true)
      for (const name of ['authorization', 'token', 'revocation', 'introspection']) {
        assert.ok(found[`${name}_endpoint`].startsWith(`${issuer}/`), name)
      }
      assert.deepEqual(await json(world(), '/oauth/standard/.well-known/oauth-authorization-server'), found)
      const resource = await json(world(), '/.well-known/oauth-protected-resource/api')
      assert.equal(resource.resource, `${url}/api`)
      assert.deepEqual(resource.authorization_servers, [issuer])
      const literal = await json(world(), '/.well-known/oauth-authorization-server/oauth')
      assert.deepEqual(literal.code_challenge_methods_supported, ['SHA256'])
    })

    test('a request without S256, resource or known scope is refused by a redirect that names the issuer', async () => {
      const cases: [Record<string, string | null>, string][] = [
        [{ code_challenge: null }, 'invalid_request'],
        [{ code_challenge_method: 'SHA256' }, 'invalid_request'],
        [{ code_challenge_method: 'plain' }, 'invalid_request'],
        [{ code_challenge_method: null }, 'invalid_request'],
        [{ resource: null }, 'invalid_target'],
        [{ resource: 'https://other.example/api' }, 'invalid_target'],
        [{ response_type: 'token' }, 'unsupported_response_type'],
        [{ response_mode: 'fragment' }, 'invalid_request'],
        [{ scope: 'everything' }, 'invalid_scope'],
      ]
      for (const [more, error] of cases) {
        const said = await refusal(more)
        assert.equal(said.get('error'), error, JSON.stringify(more))
        assert.equal(said.get('iss'), `${world().url}/oauth/standard`)
        assert.equal(said.get('state'), 'a state')
      }
    })

    test('an unknown client and another redirect URI are pages', async () => {
      for (const more of [{ client_id: 'A'.repeat(20) }, { redirect_uri: 'https://app.example.com/callback/' }]) {
        const answer = await fetch(standardRequest(world(), world().app, more).url, { redirect: 'manual' })
        assert.equal(answer.status, 400)
        assert.equal(answer.headers.get('location'), null)
      }
    })

    test('an application has several redirect URIs: https, loopback and listed schemes, which the other issuer refuses', async () => {
      const { accounts, db, url, clock } = world()
      await accounts.user(db, 'ROOT', 'root@example.com', 'a password of its own', { admin: true })
      const { token } = await accounts.personalToken(db, 'ROOT', 'data', Math.floor(clock.now() / 1000) + 3600)
      const made = async (more: string[]): Promise<Json> => {
        const data = {
          Key: null,
          Name: 'Editor',
          Public: true,
          RedirectUri: 'https://a.example/cb',
          MoreRedirectUris: more,
        }
        const headers = { authorization: `Bearer ${token}` }
        const body = JSON.stringify({ Application: { Data: data } })
        return (await fetch(`${url}/api/Create`, { method: 'POST', headers, body })).json() as Promise<Json>
      }
      const cursor = 'cursor://anysphere.cursor-mcp/oauth/callback'
      const others = [cursor, 'tool://own/callback', 'http://127.0.0.1/cb', 'http://[::1]/cb']
      const answer = await made(others)
      assert.equal(answer.Code, 0, JSON.stringify(answer))
      const { ClientId: clientId } = answer.Application.Data
      const statusAt = async (address: string) => (await fetch(address, { redirect: 'manual' })).status
      for (const redirectUri of ['https://a.example/cb', cursor, 'tool://own/callback', 'http://[::1]:50001/cb']) {
        assert.equal(await statusAt(standardRequest(world(), { clientId, redirectUri }).url), 302, redirectUri)
        if (redirectUri.startsWith('https:')) continue
        assert.equal(await statusAt(url + authorizePath({ clientId, clientSecret: '', redirectUri })), 400, redirectUri)
      }
      for (const wrong of [
        `${cursor}/other`,
        'evil://own/callback',
        'http://b.example/cb',
        'http://127.0.0.1/cb?a=1',
      ]) {
        const redirectUri = wrong
        assert.equal(await statusAt(standardRequest(world(), { clientId, redirectUri }).url), 400, wrong)
        assert.equal((await made([wrong])).Errors[0].ErrorCode, -3004, wrong)
      }
    })

    test('the person sees who asks for what, and the redirect carries code, state and iss alone', async () => {
      const app = await world().accounts.application({ name: 'Field Sales' })
      const person = new Person(world().url)
      const page = await signedIn(world(), standardRequest(world(), app).url, person)
      for (const shown of ['Allow Field Sales?', 'acme', 'Read and change your customer data', 'app.example.com']) {
        assert.ok(page.text.includes(shown), `${shown} in ${page.text}`)
      }
      const policy = page.headers.get('content-security-policy') ?? ''
      assert.ok(policy.includes("form-action 'self' https://app.example.com"), policy)
      assert.equal(page.headers.get('referrer-policy'), 'same-origin')
      const done = await person.submit(page, '/allow')
      const location = new URL(done.location ?? '')
      assert.deepEqual([...location.searchParams.keys()].sort(), ['code', 'iss', 'state'])
      assert.equal(location.searchParams.get('iss'), `${world().url}/oauth/standard`)
      // Answered once: neither the page nor a second answer brings another code.
      assert.equal((await person.go(page.url)).status, 400)
      assert.equal((await person.submit(page, '/allow')).status, 400)
    })

    test('another browser cannot answer, nor a form without its token', async () => {
      const person = new Person(world().url)
      const app = await world().accounts.application()
      const page = await signedIn(world(), standardRequest(world(), app).url, person)
      assert.equal((await new Person(world().url).go(page.url)).status, 400)
      assert.equal((await person.post(`${page.url}/allow`, {})).status, 403)
      assert.equal((await person.submit(page, '/allow')).status, 303)
    })

    test('Cancel says access_denied with its number, and gives no grant', async () => {
      const person = regularBrowser(world())
      const app = await world().accounts.application()
      const page = await signedIn(world(), standardRequest(world(), app).url, person)
      const said = new URL((await person.submit(page, '/cancel')).location ?? '').searchParams
      assert.equal(said.get('error'), 'access_denied')
      assert.equal(said.get('error_code'), '14')
      assert.equal(said.get('iss'), `${world().url}/oauth/standard`)
    })

    test('consent is remembered until the grant is revoked, and prompt=consent asks all the same', async () => {
      const app = await world().accounts.application({ name: 'Remembered' })
      const tokens = await standardTokens(world(), app)
      const asks = async (more: Record<string, string> = {}) =>
        (await signedIn(world(), standardRequest(world(), app, more).url, regularBrowser(world()))).location === null
      assert.equal(await asks(), false)
      assert.equal(await asks({ prompt: 'consent' }), true)
      assert.equal(await asks({ scope: 'data webaccess' }), true)
      await standardPost(world(), 'revoke', { ...clientFields(app), token: tokens.refresh_token })
      assert.equal(await asks(), true)
    })

    test('a program on the own machine is warned about, and asked for each time', async () => {
      const redirectUri = 'http://127.0.0.1/callback'
      const app = await world().accounts.application({ isPublic: true, redirectUri, name: 'Desk' })
      const request = (port: number) =>
        standardRequest(world(), app, { redirect_uri: `http://127.0.0.1:${port}/callback` })
      for (const port of [50_001, 50_002]) {
        const page = await signedIn(world(), request(port).url, regularBrowser(world()))
        assert.ok(page.text.includes('runs on your own computer'), page.text)
        const done = await regularBrowser(world()).submit(page, '/allow')
        assert.ok(done.location?.startsWith(`http://127.0.0.1:${port}/callback?code=`), done.location ?? '')
      }
    })

    test('the person may allow reading alone, and the answer says so', async () => {
      const app = await world().accounts.application()
      const request = standardRequest(world(), app)
      const location = await allowed(world(), request.url, 'allow-reading')
      const { body } = await standardPost(world(), 'token', {
        ...clientFields(app),
        grant_type: 'authorization_code',
        redirect_uri: app.redirectUri,
        code: location.searchParams.get('code') ?? '',
        code_verifier: request.pkce.verifier,
      })
      assert.equal(body.scope, 'data.readonly')
    })

    test('errors follow RFC 6749: 401 for a client that is not authenticated, 400 for others', async () => {
      const wrong = await standardPost(world(), 'token', {
        ...clientFields({ ...world().app, clientSecret: 'x'.repeat(64) }),
        grant_type: 'refresh_token',
        refresh_token: 'clt_x',
      })
      assert.equal(wrong.status, 401)
      assert.equal(wrong.body.error, 'invalid_client')
      assert.equal(wrong.body.error_code, 3002)
      assert.match(wrong.headers.get('www-authenticate') ?? '', /^Basic /)
      const grant = await refreshed('clt_x')
      assert.equal(grant.status, 400)
      assert.equal(grant.body.error, 'invalid_grant')
    })

    test('a refresh rotates, gives its own pair again for a minute, and revokes the chain after that', async () => {
      const first = await standardTokens(world(), world().app)
      const second = await refreshed(first.refresh_token)
      assert.equal(second.status, 200, JSON.stringify(second.body))
      assert.notEqual(second.body.refresh_token, first.refresh_token)
      assert.deepEqual((await refreshed(first.refresh_token)).body, second.body)
      world().clock.advance(59_000)
      assert.deepEqual((await refreshed(first.refresh_token)).body, second.body)
      world().clock.advance(61_000)
      assert.equal((await refreshed(first.refresh_token)).body.error_code, 4)
      assert.equal((await refreshed(second.body.refresh_token)).body.error_code, 4)
      assert.equal(await tokenValid(world().url, second.body.access_token), false)
    })

    test('a refresh may narrow the scope and name the resource, never another one', async () => {
      const { refresh_token } = await standardTokens(world(), world().app)
      const other = await refreshed(refresh_token, { resource: 'https://other.example/api' })
      assert.equal(other.body.error, 'invalid_target')
      assert.equal((await refreshed(refresh_token, { scope: 'data webaccess' })).body.error, 'invalid_scope')
      const narrowed = await refreshed(refresh_token, { scope: 'data.readonly', resource: apiResource(world()) })
      assert.equal(narrowed.body.scope, 'data.readonly')
      const again = await refreshed(narrowed.body.refresh_token)
      assert.equal(again.body.scope, 'data.readonly')
    })

    test('codes and refresh tokens of one issuer are unknown to the other', async () => {
      const { app } = world()
      const standard = await standardTokens(world(), app)
      const literal = await newTokens(world())
      assert.equal((await refreshed(literal.refresh_token)).body.error, 'invalid_grant')
      const there = await oauthPost(world().url, 'token', refreshFields(app, standard.refresh_token))
      assert.equal(there.status, 400)
      assert.equal(there.body.error_code, 3001)
      // Nothing was consumed.
      assert.equal((await refreshed(standard.refresh_token)).status, 200)
      const request = standardRequest(world(), app)
      const code = (await allowed(world(), request.url)).searchParams.get('code') ?? ''
      const fields = { grant_type: 'authorization_code', redirect_uri: app.redirectUri, code }
      const proof = { code_verifier: request.pkce.verifier }
      const taken = await oauthPost(world().url, 'token', { ...clientFields(app), ...fields, ...proof })
      assert.equal(taken.body.error_code, 3010)
      assert.equal((await standardPost(world(), 'token', { ...clientFields(app), ...fields, ...proof })).status, 200)
    })

    test('a token for the data API works there; revocation and introspection know it', async () => {
      const { access_token, refresh_token } = await standardTokens(world(), world().app)
      assert.ok(await tokenValid(world().url, access_token))
      const ask = (token: string) => standardPost(world(), 'introspect', { ...clientFields(world().app), token })
      for (const token of [access_token, refresh_token]) {
        const { body } = await ask(token)
        assert.equal(body.active, true)
        assert.equal((body as { iss?: string }).iss, `${world().url}/oauth/standard`)
      }
      await standardPost(world(), 'revoke', { ...clientFields(world().app), token: refresh_token })
      assert.equal(await tokenValid(world().url, access_token), false)
      assert.equal((await ask(refresh_token)).body.active, false)
    })

    test('expired questions are deleted, and cannot be answered', async () => {
      const app = await world().accounts.application()
      const person = new Person(world().url)
      const page = await signedIn(world(), standardRequest(world(), app).url, person)
      world().clock.advance(601_000)
      assert.equal((await person.submit(page, '/allow')).status, 400)
    })
  },
  { settings: { standardLane: 'listed', standardRedirects: 'tool://own/callback, other://x/y' } },
)

eachAuth('without the standard issuer', world => {
  test('its addresses are unknown', async () => {
    for (const path of ['/oauth/standard/authorize', '/.well-known/oauth-authorization-server/oauth/standard']) {
      assert.equal((await fetch(world().url + path)).status, 404)
    }
  })
})
