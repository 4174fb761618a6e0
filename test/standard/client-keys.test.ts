// Tests clients that authenticate by a private key (RFC 7523), and authorize requests that are sent ahead (RFC 9126).
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import * as jose from 'jose'
import { clientKeysProblem } from '../../src/entities/rules/client-keys.ts'
import type { TestApplication } from '../support/accounts.ts'
import { eachAuth } from '../support/auth.ts'
import { eachCrm, type Json } from '../support/crm.ts'
import { Person } from '../support/person.ts'
import { allowed, clientFields, signedAssertion, signedIn, standardPost, standardRequest } from '../support/standard.ts'

let pair: jose.GenerateKeyPairResult
let keys: object
before(async () => {
  pair = await jose.generateKeyPair('ES256', { extractable: true })
  keys = { keys: [{ ...(await jose.exportJWK(pair.publicKey)), alg: 'ES256' }] }
})

test('a key set has public keys, or an address', async () => {
  const one = { kty: 'EC', crv: 'P-256', x: 'x', y: 'y' }
  for (const good of [{ keys: [one] }, { jwks_uri: 'https://app.example/keys' }]) {
    assert.equal(clientKeysProblem(good), null)
  }
  for (const bad of [
    null,
    [],
    {},
    { keys: [] },
    { keys: [{ ...one, d: 'private' }] },
    { keys: [{ kty: 'oct', k: 'secret' }] },
    { keys: [one], jwks_uri: 'https://app.example/keys' },
    { jwks_uri: 'http://app.example/keys' },
    { jwks_uri: 'https://user@app.example/keys' },
    { keys: Array.from({ length: 11 }, () => one) },
  ]) {
    assert.notEqual(clientKeysProblem(bad), null, JSON.stringify(bad))
  }
})

eachCrm('keys of applications', crm => {
  test('are checked when an administrator writes them', async () => {
    const make = (PublicKeys: Json, more: Json = {}): Json => ({
      Application: { Data: { Name: 'Signer', RedirectUri: 'https://app.example/back', PublicKeys, ...more } },
    })
    const [problem] = await crm().refused('Create', make({ keys: [{ kty: 'EC', d: 'x' }] }))
    assert.deepEqual([problem?.ErrorCode, problem?.Path], [-3004, 'Application.Data.PublicKeys'])
    assert.equal((await crm().refused('Create', make(keys, { Public: true }))).length, 1)
    await crm().ok('Create', make(keys))
  })
})

eachAuth(
  'clients with keys',
  world => {
    let app: TestApplication
    before(async () => {
      app = await world().accounts.application({ keys })
    })
    const assertion = (claims: object = {}, key = pair.privateKey) =>
      signedAssertion(world(), app.clientId, key as jose.CryptoKey, { ...claims })
    /** Asks about a token, which takes the authentication of a client and no grant. */
    const asked = (fields: Record<string, string>) => standardPost(world(), 'introspect', { ...fields, token: 'x' })

    test('an assertion is taken once; the secret is taken no longer', async () => {
      const signed = await assertion()
      assert.equal((await asked({ ...signed, client_id: app.clientId })).status, 200)
      const again = await asked(signed)
      assert.deepEqual([again.status, again.body.error], [401, 'invalid_client'])
      assert.equal((await asked(clientFields(app))).status, 401)
      assert.equal((await asked({ ...(await assertion()), client_secret: app.clientSecret })).status, 400)
    })

    test('an assertion of another key, audience, client or time is refused', async () => {
      const now = Math.floor(world().clock.now() / 1000)
      const other = await jose.generateKeyPair('ES256')
      const wrong = [
        await assertion({}, other.privateKey),
        await assertion({ aud: 'https://other.example' }),
        await assertion({ iss: world().app.clientId }),
        await assertion({ exp: now - 60 }),
        await assertion({ exp: now + 3600 }),
        await assertion({ jti: undefined }),
        { ...(await assertion()), client_id: world().app.clientId },
        { ...(await assertion()), client_assertion: 'a.b.c' },
      ]
      for (const fields of wrong) {
        const { status, body } = await asked(fields)
        assert.deepEqual([status, body.error], [401, 'invalid_client'], JSON.stringify(fields))
      }
      const { client_assertion } = await assertion()
      assert.equal((await asked({ client_assertion })).status, 400)
    })

    const push = (fields: Record<string, string>) =>
      standardPost(world(), 'par', fields) as unknown as Promise<{ status: number; body: Json }>
    const queryOf = (url: string) => Object.fromEntries(new URL(url).searchParams)
    const addressOf = (request_uri: string, client = app.clientId) =>
      `${world().url}/oauth/standard/authorize?${new URLSearchParams({ client_id: client, request_uri })}`

    test('a request is sent ahead, by its address to a code, and once', async () => {
      const request = standardRequest(world(), app)
      const { status, body } = await push({ ...queryOf(request.url), ...(await assertion()) })
      assert.equal(status, 201, JSON.stringify(body))
      assert.equal(body.expires_in, 90)
      const location = await allowed(world(), addressOf(body.request_uri))
      assert.equal(location.searchParams.get('state'), 'a state')
      const answer = await standardPost(world(), 'token', {
        ...(await assertion()),
        grant_type: 'authorization_code',
        redirect_uri: app.redirectUri,
        code: location.searchParams.get('code') ?? '',
        code_verifier: request.pkce.verifier,
      })
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      assert.equal((await new Person(world().url).go(addressOf(body.request_uri))).status, 400)
    })

    test('a wrong request is refused when it is sent, and an address is for its client and 90 seconds', async () => {
      const { url } = standardRequest(world(), app)
      for (const [more, error] of [
        [{ code_challenge_method: 'plain' }, 'invalid_request'],
        [{ redirect_uri: 'https://evil.example/' }, 'invalid_request'],
        [{ scope: 'everything' }, 'invalid_scope'],
        [{ request_uri: 'urn:x' }, 'invalid_request'],
      ] as const) {
        const { status, body } = await push({ ...queryOf(url), ...more, ...(await assertion()) })
        assert.deepEqual([status, body.error], [400, error], JSON.stringify(more))
      }
      assert.equal((await push(queryOf(url))).status, 401)
      const { body } = await push({ ...queryOf(url), ...(await assertion()) })
      const person = new Person(world().url)
      assert.equal((await person.go(addressOf(body.request_uri, world().app.clientId))).status, 400)
      world().clock.advance(91_000)
      assert.equal((await person.go(addressOf(body.request_uri))).status, 400)
      assert.equal((await person.go(addressOf('https://app.example/request'))).status, 400)
    })

    test('what was sent ahead cannot be changed in the address line', async () => {
      const { url } = standardRequest(world(), app, { scope: 'data.readonly', prompt: 'consent' })
      const { body } = await push({ ...queryOf(url), ...(await assertion()) })
      const page = await signedIn(world(), `${addressOf(body.request_uri)}&scope=data`, new Person(world().url))
      assert.ok(page.text.includes('Read your customer data'), page.text)
      assert.ok(!page.text.includes('Read and change'), page.text)
    })
  },
  { settings: { standardLane: 'listed' } },
)
