// Tests the device grant (RFC 8628): the typed code, the consent, polling, single use, and what is refused.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as openid from 'openid-client'
import type { TestApplication } from '../support/accounts.ts'
import { type AuthWorld, eachAuth, tokenValid } from '../support/auth.ts'
import type { Json } from '../support/crm.ts'
import { type Page, Person } from '../support/person.ts'
import { apiResource, regularBrowser, signedIn, standardPost } from '../support/standard.ts'

const grant = 'urn:ietf:params:oauth:grant-type:device_code'

eachAuth(
  'the device grant',
  world => {
    const begun = async (app: TestApplication, more: Record<string, string> = {}): Promise<Json> => {
      const fields = { client_id: app.clientId, resource: apiResource(world()), ...more }
      const { status, body } = await standardPost(world(), 'device_authorization', fields)
      assert.equal(status, 200, JSON.stringify(body))
      return body
    }
    const poll = (app: TestApplication, device_code: string) =>
      standardPost(world(), 'token', { grant_type: grant, client_id: app.clientId, device_code })
    const errorOf = async (app: TestApplication, code: string) => (await poll(app, code)).body.error
    const wait = (seconds: number) => world().clock.advance(seconds * 1000)
    const person = () => regularBrowser(world())
    const typed = (user_code: string, who = person()): Promise<Page> => who.post(`${world().url}/device`, { user_code })
    /** The question after the code and the sign-in. */
    const asked = async (user_code: string): Promise<Page> => {
      const first = await typed(user_code)
      return signedIn(world(), first.url, person())
    }
    const newApp = (name = 'Backup tool'): Promise<TestApplication> =>
      world().accounts.application({ isPublic: true, name })

    test('a person types the code, allows it, and the device gets its tokens once', async () => {
      const app = await newApp()
      const device = await begun(app)
      assert.match(device.user_code, /^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
      assert.equal(device.verification_uri, `${world().url}/device`)
      assert.equal(await errorOf(app, device.device_code), 'authorization_pending')
      const brought = await person().go(device.verification_uri_complete)
      assert.ok(brought.text.includes(`value="${device.user_code}"`), brought.text)
      // As a person types it.
      const page = await asked(device.user_code.toLowerCase().replace('-', ' '))
      for (const shown of ['Allow Backup tool?', 'acme', 'not this browser']) {
        assert.ok(page.text.includes(shown), `${shown} in ${page.text}`)
      }
      assert.equal(page.text.includes('You then go back'), false)
      wait(5)
      assert.equal(await errorOf(app, device.device_code), 'authorization_pending')
      const done = await person().submit(page, '/allow')
      assert.equal(done.url, `${world().url}/device?outcome=allowed`)
      assert.ok(done.text.includes('Your device is connected'), done.text)
      const { status, body } = await poll(app, device.device_code)
      assert.equal(status, 200, JSON.stringify(body))
      assert.equal(body.scope, 'data')
      assert.ok(await tokenValid(world().url, body.access_token))
      // The code is refused on the page, and to a holder of a copy, which ends the tokens.
      assert.ok((await typed(device.user_code)).text.includes('No device waits'))
      const again = await poll(app, device.device_code)
      assert.equal(again.body.error, 'invalid_grant')
      assert.equal(await tokenValid(world().url, body.access_token), false)
    })

    test('of requests at the same time one gets tokens', async () => {
      const app = await newApp()
      const device = await begun(app)
      await person().submit(await asked(device.user_code), '/allow-reading')
      const answers = await Promise.all([1, 2, 3, 4].map(() => poll(app, device.device_code)))
      const given = answers.filter(({ status }) => status === 200)
      assert.equal(given.length, 1)
      assert.equal(given[0]?.body.scope, 'data.readonly')
    })

    test('a device that asks too often has to slow down, for good', async () => {
      const app = await newApp()
      const { device_code } = await begun(app)
      assert.equal(await errorOf(app, device_code), 'authorization_pending')
      wait(2)
      assert.equal(await errorOf(app, device_code), 'slow_down')
      wait(5)
      assert.equal(await errorOf(app, device_code), 'slow_down')
      wait(15)
      assert.equal(await errorOf(app, device_code), 'authorization_pending')
    })

    test('Cancel at the question and during the sign-in are access_denied', async () => {
      const app = await newApp()
      const device = await begun(app)
      const page = await asked(device.user_code)
      const left = await person().submit(page, '/cancel')
      assert.equal(left.url, `${world().url}/device?outcome=denied`)
      const refused = await poll(app, device.device_code)
      assert.equal(refused.body.error, 'access_denied')
      assert.equal(refused.body.error_code, 14)
      const other = await begun(app)
      const stranger = new Person(world().url)
      const signIn = await typed(other.user_code, stranger)
      assert.ok((await stranger.submit(signIn, '/cancel')).url.endsWith('outcome=denied'))
      assert.equal(await errorOf(app, other.device_code), 'access_denied')
    })

    test('after ten minutes the code has expired, on the page too, and an answer comes too late', async () => {
      const app = await newApp()
      const device = await begun(app)
      wait(300)
      const page = await asked(device.user_code)
      wait(290)
      const late = await begun(app)
      wait(11)
      assert.equal(await errorOf(app, device.device_code), 'expired_token')
      assert.ok((await typed(device.user_code)).text.includes('No device waits'))
      const done = await person().submit(page, '/allow')
      assert.ok(done.text.includes('The code has expired'), done.text)
      assert.equal(await errorOf(app, late.device_code), 'authorization_pending')
    })

    test('a code of another client, an unknown one and none are refused', async () => {
      const [app, other] = [await newApp(), await newApp('Other')]
      const { device_code } = await begun(app)
      assert.equal(await errorOf(other, device_code), 'invalid_grant')
      assert.equal(await errorOf(app, 'unknown'), 'invalid_grant')
      const none = await standardPost(world(), 'token', { grant_type: grant, client_id: app.clientId })
      assert.equal(none.body.error, 'invalid_request')
      // An authorization code it is not.
      const mixed = { grant_type: 'authorization_code', client_id: app.clientId, code: device_code, redirect_uri: 'x' }
      assert.equal((await standardPost(world(), 'token', mixed)).body.error, 'invalid_grant')
    })

    test('scope and resource are checked before a person is asked', async () => {
      const app = await newApp()
      const cases: [Record<string, string>, string][] = [
        [{ client_id: app.clientId }, 'invalid_target'],
        [{ client_id: app.clientId, resource: 'https://other.example/' }, 'invalid_target'],
        [{ client_id: app.clientId, resource: apiResource(world()), scope: 'everything' }, 'invalid_scope'],
        [{ client_id: 'A'.repeat(20), resource: apiResource(world()) }, 'invalid_client'],
      ]
      for (const [fields, error] of cases) {
        const { body } = await standardPost(world(), 'device_authorization', fields)
        assert.equal(body.error, error, JSON.stringify(fields))
      }
    })

    test('a client that is not registered has no device grant', async () => {
      const made = await fetch(`${world().url}/oauth/standard/register`, {
        method: 'POST',
        body: JSON.stringify({ client_name: 'Stranger', redirect_uris: ['http://127.0.0.1/'] }),
      })
      const { client_id } = (await made.json()) as Json
      const fields = { client_id, resource: apiResource(world()) }
      const { status, body } = await standardPost(world(), 'device_authorization', fields)
      assert.equal(status, 400)
      assert.equal(body.error, 'unauthorized_client')
    })

    test('openid-client signs a person in on a device, by discovery alone', async () => {
      const { app } = world()
      world().clock.set(Date.now())
      const execute = [openid.allowInsecureRequests]
      const issuer = new URL(`${world().url}/oauth/standard`)
      const config = await openid.discovery(issuer, app.clientId, app.clientSecret, undefined, { execute })
      const device = await openid.initiateDeviceAuthorization(config, { scope: 'openid profile' })
      await person().submit(await asked(device.user_code), '/allow')
      const tokens = await openid.pollDeviceAuthorizationGrant(config, { ...device, interval: 0.01 })
      assert.equal(tokens.claims()?.sub, `${world().db}.ANN`)
      assert.equal(tokens.claims()?.name, 'Ann Archer')
    })
  },
  { settings: { standardLane: 'any', standardRegistrations: 10 } },
)

eachAuth(
  'typed codes of devices',
  (world: () => AuthWorld) => {
    test('an address that tries too many codes has to wait; right ones do not count', async () => {
      const app = await world().accounts.application({ isPublic: true })
      const fields = { client_id: app.clientId, resource: apiResource(world()) }
      const device = (await standardPost(world(), 'device_authorization', fields)).body as unknown as Json
      const typed = (user_code: string) =>
        fetch(`${world().url}/device`, {
          method: 'POST',
          body: new URLSearchParams({ user_code }),
          redirect: 'manual',
        })
      const statuses: number[] = []
      for (const code of [
        device.user_code,
        'BBBB-BBBB',
        device.user_code,
        'CCCC-CCCC',
        'DDDD-DDDD',
        device.user_code,
      ]) {
        statuses.push((await typed(code)).status)
      }
      assert.deepEqual(statuses, [302, 200, 302, 200, 200, 429])
    })
  },
  { settings: { standardLane: 'listed', throttleAddress: 3 } },
)
