// Tests the set-up of single sign-on by the API, and the test of a provider, also by the command line.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { secretBox } from '../../src/base/secrets/secret-box.ts'
import { installationKey } from '../../src/config/installation-key.ts'
import { ssoSecret } from '../../src/sso/settings.ts'
import { consoleSignIn } from '../sessions/console.ts'
import { eachAuth, password } from '../support/auth.ts'
import { startCarelessProvider } from '../support/careless-provider.ts'
import { lineJson } from '../support/cli-batch.ts'
import type { Json } from '../support/crm.ts'
import { type IdentityProvider, providerClient, providerNearby, startProvider } from '../support/identity-provider.ts'

eachAuth(
  'the set-up of single sign-on',
  world => {
    let provider: IdentityProvider
    let token: string
    const given = () => ({ Issuer: provider.issuer, ClientId: providerClient.id, ClientSecret: providerClient.secret })
    before(async () => {
      const { accounts, db, clock, url } = world()
      provider = await startProvider([`${url}/oauth/v1/sso/callback`])
      await accounts.user(db, 'ROOT', 'root@example.com', password, { admin: true })
      token = (await accounts.personalToken(db, 'ROOT', 'data', clock.now() / 1000 + 86_400)).token
    })
    after(() => provider.close())

    const ask = async (method: string, path = '', body?: object, by = token): Promise<Json> => {
      const answer = await fetch(`${world().url}/oauth/v1/sso${path}`, {
        method,
        headers: { authorization: `Bearer ${by}` },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      return answer.json()
    }
    const secret = () => {
      const { server, db } = world()
      return ssoSecret(server.store, db, secretBox(installationKey(server.settings)))
    }

    test('is read, set, changed and removed; the secret is sealed and never read', async () => {
      const redirectUri = `${world().url}/oauth/v1/sso/callback`
      const logoutUri = `${world().url}/oauth/v1/sso/logout/acme`
      assert.deepEqual(await ask('GET'), { Code: 0, Sso: null, RedirectUri: redirectUri, LogoutUri: logoutUri })
      const set = await ask('PUT', '', given())
      const known = {
        Issuer: provider.issuer,
        ClientId: providerClient.id,
        HasSecret: true,
        Claim: 'email',
        Only: false,
        TrustEmail: false,
        GroupsClaim: null,
        Domains: [],
        NewUsers: false,
        NewUserGroups: [],
        FirstNameClaim: 'given_name',
        LastNameClaim: 'family_name',
      }
      assert.deepEqual(set, { Code: 0, Sso: known, RedirectUri: redirectUri, LogoutUri: logoutUri })
      assert.deepEqual(await ask('GET'), set)
      assert.equal(await secret(), providerClient.secret)
      // Left out, the secret stays; another client, or another provider, does not get it.
      const { ClientSecret: _, ...rest } = given()
      assert.equal((await ask('PUT', '', { ...rest, claim: 'sub', TrustEmail: true })).Sso.HasSecret, true)
      assert.equal(await secret(), providerClient.secret)
      assert.equal((await ask('PUT', '', { ...rest, Issuer: 'https://evil.example.com' })).Sso.HasSecret, false)
      assert.equal(await secret(), null)
      await ask('PUT', '', given())
      assert.equal((await ask('PUT', '', { ...rest, ClientSecret: '' })).Sso.HasSecret, false)
      assert.equal((await ask('DELETE')).Sso, null)
    })

    test('each change is in History for administrators, without secrets', async () => {
      const { accounts, db, clock, url } = world()
      const read = async (by: string): Promise<Json> => {
        const History = {
          Scope: { Fields: { User: { Uid: 1 }, Operation: 1, ParentKey: 1, Changes: 1 } },
          Criteria: { SearchQuery: { ParentKey: { $EQ: '/SingleSignOn' } } },
          OrderBy: { Fields: [{ DateTime: 'ASC' }] },
        }
        const headers = { authorization: `Bearer ${by}` }
        const body = JSON.stringify({ History })
        const answer = await fetch(`${url}/api/Read`, { method: 'POST', headers, body })
        return ((await answer.json()) as Json).History.Data
      }
      const before = (await read(token)).length
      const { ClientSecret: _, ...rest } = given()
      const other = { ...given(), ClientSecret: 'another', Only: true }
      for (const body of [given(), rest, { ...rest, Only: true }, other, undefined, undefined]) {
        clock.advance(1000)
        await ask(body ? 'PUT' : 'DELETE', '', body)
      }
      const all = await read(token)
      const rows = all.slice(before)
      assert.deepEqual(
        rows.map(({ Operation, Changes }: Json) => [Operation, Changes.map(({ Field }: Json) => Field)]),
        [
          ['Create', ['Issuer', 'ClientId', 'HasSecret', 'Claim', 'Only', 'TrustEmail']],
          ['Update', ['Only']],
          ['Update', []],
          ['Delete', []],
        ],
      )
      assert.deepEqual([rows[1].User, rows[1].ParentKey], [{ Uid: 'ROOT' }, '/SingleSignOn'])
      assert.deepEqual(rows[1].Changes, [{ Field: 'Only', Before: false, After: true }])
      assert.doesNotMatch(JSON.stringify(all), new RegExp(`${providerClient.secret}|another`))
      const ann = (await accounts.personalToken(db, 'ANN', 'data', clock.now() / 1000 + 86_400)).token
      assert.deepEqual(await read(ann), [])
    })

    test('tells every problem at its member', async () => {
      const { Errors } = await ask('PUT', '', { Issuer: 'http://login.example.com', Claim: 'no claim!' })
      assert.deepEqual(
        Errors.map(({ Path, ErrorCode }: Json) => [Path, ErrorCode]),
        [
          ['Issuer', -3004],
          ['ClientId', -4000],
          ['Claim', -3004],
        ],
      )
      const wrong = await ask('PUT', '', { ...given(), Only: 'yes', Isuer: 'x' })
      assert.deepEqual(
        wrong.Errors.map(({ Path, ErrorCode }: Json) => [Path, ErrorCode]),
        [
          ['Only', -3003],
          ['Isuer', -3000],
        ],
      )
      assert.match(wrong.Errors[1].Message, /Did you mean "Issuer"/)
    })

    test('is for administrators who have signed in lately', async () => {
      const { accounts, db, clock } = world()
      const ann = (await accounts.personalToken(db, 'ANN', 'data', clock.now() / 1000 + 86_400)).token
      const readOnly = (await accounts.personalToken(db, 'ROOT', 'data.readonly', clock.now() / 1000 + 86_400)).token
      for (const [method, path] of [
        ['GET', ''],
        ['PUT', ''],
        ['DELETE', ''],
        ['POST', '/test'],
      ] as const) {
        const body = method === 'PUT' || method === 'POST' ? given() : undefined
        assert.equal((await ask(method, path, body, ann)).Errors[0].ErrorCode, -2002, method)
      }
      assert.equal((await ask('PUT', '', given(), readOnly)).Errors[0].ErrorCode, -2001)
      const who = { email: 'root@example.com', password }
      const browser = await consoleSignIn(world(), { database: 'acme' }, undefined, who)
      assert.equal((await browser.send('PUT', 'auth/v1/sso', given())).body.Code, 0)
      clock.advance(15 * 60_000)
      for (const method of ['PUT', 'DELETE']) {
        const old = await browser.send(method, 'auth/v1/sso', method === 'PUT' ? given() : undefined)
        assert.deepEqual([old.status, old.body.Errors[0].ErrorCode], [403, -2008], method)
      }
      assert.equal((await browser.get('auth/v1/sso')).body.Sso.Issuer, provider.issuer)
      assert.equal((await browser.ask('auth/v1/sso/test', given())).body.Test.Passed, true)
    })

    test('a test tells of each step, for what is set up and for what is not yet', async () => {
      const steps = ({ Test }: Json) => Test.Checks.map(({ Name, Passed }: Json) => [Name, Passed])
      const good = await ask('POST', '/test')
      assert.equal(good.Test.Passed, true, JSON.stringify(good))
      assert.deepEqual(steps(good), [
        ['discovery', true],
        ['issuer', true],
        ['endpoints', true],
        ['client', true],
        ['keys', true],
      ])
      const slashed = await ask('POST', '/test', { ...given(), Issuer: `${provider.issuer}/other` })
      assert.deepEqual(steps(slashed)[0], ['discovery', false])
      assert.match(slashed.Test.Checks[0].Message, /openid-configuration answers with HTTP 404/)
      assert.deepEqual(steps(slashed).slice(1), [
        ['issuer', null],
        ['endpoints', null],
        ['client', null],
        ['keys', null],
      ])
      const { ClientSecret: _, ...open } = given()
      const other = await ask('POST', '/test', {
        ...open,
        ClientId: 'other',
        Issuer: provider.issuer.replace('127.0.0.1', 'localhost'),
      })
      assert.match(other.Test.Checks[1]?.Message ?? '', /calls itself|Not checked/)
      const inner = await ask('POST', '/test', { ...given(), Issuer: 'https://10.1.2.3' })
      assert.match(inner.Test.Checks[0].Message, /not a public one/)
      assert.equal((await ask('POST', '/test', { ...given(), Issuer: 'nonsense' })).Errors[0].Path, 'Issuer')
    })

    test('a provider that is careless fails at the step that is wrong', async () => {
      const careless = await startCarelessProvider('clientele')
      const asked = { Issuer: careless.issuer, ClientId: 'clientele', ClientSecret: 'x' }
      const failing = async (metadata: Json): Promise<[string, string]> => {
        careless.metadata = metadata
        const { Test } = await ask('POST', '/test', asked)
        const [wrong, ...more] = Test.Checks.filter(({ Passed }: Json) => Passed !== true)
        assert.ok(wrong && more.length === 0, JSON.stringify(Test))
        return [wrong.Name, wrong.Message]
      }
      try {
        assert.equal((await ask('POST', '/test', asked)).Test.Passed, true)
        assert.match(
          (await failing({ issuer: 'https://another.example.com' })).join(),
          /^issuer,.*another\.example\.com/,
        )
        assert.match((await failing({ token_endpoint: undefined })).join(), /^endpoints,.*no token_endpoint/)
        assert.match((await failing({ token_endpoint: 'https://10.0.0.7/t' })).join(), /^endpoints,.*is refused/)
        assert.match((await failing({ response_types_supported: ['id_token'] })).join(), /^endpoints,.*code flow/)
        const methods = { token_endpoint_auth_methods_supported: ['private_key_jwt'] }
        assert.match((await failing(methods)).join(), /^client,.*client_secret_post, but private_key_jwt/)
        assert.match((await failing({ jwks_uri: `${careless.issuer}/none` })).join(), /^keys,.*no key that signs/)
      } finally {
        careless.close()
      }
    })

    test('the command line tests what is set up', async () => {
      const { server } = world()
      await ask('PUT', '', given())
      const near = { CLIENTELE_OUTBOUND_NETWORKS: '127.0.0.1', CLIENTELE_OUTBOUND_HTTP: 'true' }
      const on = { env: { CLIENTELE_STORE: server.settings.store, ...near } }
      const tested = await lineJson<Json>(['sso', 'test', '--database', 'acme'], on)
      assert.deepEqual([tested.passed, tested.checks.length], [true, 5])
    })
  },
  { settings: providerNearby },
)
