// Tests what an integrator's test scripts by the test package: sign-in, clock, databases, requests, webhooks.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { verifyWebhook } from '../../packages/client/src/webhooks.ts'
import { startClientele, TestServerError } from '../../packages/testing/src/index.ts'
import { oauthPost } from '../support/auth.ts'
import { freshStoreUrl } from '../support/engines.ts'
import { startReceiver } from '../support/receiver.ts'
import { callApi, eachClientele, newCompany, readEntries } from '../support/test-mode.ts'
import { until } from '../support/until.ts'

const clock = '2026-01-05T09:00:00Z'

eachClientele(
  'test mode',
  crm => {
    const exchange = (
      app: { clientId: string; clientSecret: string | null; redirectUri: string },
      code: string,
      more = {},
    ) =>
      oauthPost(crm().url, 'token', {
        grant_type: 'authorization_code',
        client_id: app.clientId,
        ...(app.clientSecret === null ? {} : { client_secret: app.clientSecret }),
        redirect_uri: app.redirectUri,
        code,
        ...more,
      })
    const refresh = (app: { clientId: string; clientSecret: string | null }, token: string) =>
      oauthPost(crm().url, 'token', {
        grant_type: 'refresh_token',
        client_id: app.clientId,
        client_secret: app.clientSecret ?? '',
        refresh_token: token,
      })

    test('the first database has people with tokens, and the clock stands where it was set', async () => {
      assert.equal((await crm().clock.now()).toISOString(), '2026-01-05T09:00:00.000Z')
      const { ANN, BEN } = crm().main.users
      assert.deepEqual([ANN?.admin, BEN?.admin], [true, false])
      const made = await callApi(crm(), 'Create', newCompany('Lakeside'), BEN?.token ?? '')
      const { Key } = made.body.AbEntry.Data
      const read = {
        AbEntry: { Scope: { Fields: { CreationDate: 1 } }, Criteria: { SearchQuery: { Key: { $EQ: Key } } } },
      }
      const { body } = await callApi(crm(), 'Read', read, ANN?.token ?? '')
      assert.equal(body.AbEntry.Data[0].CreationDate, clock)
    })

    test('a user signs in without a mailbox, by the checks of the real endpoint', async () => {
      const app = await crm().application({ redirectUri: 'http://localhost:3000/cb', public: true })
      const verifier = 'v'.repeat(43)
      const challenge = createHash('sha256').update(verifier).digest('base64url')
      const { code, state } = await crm().signIn(app, { as: 'BEN', challenge, state: 'a b' })
      assert.equal(state, 'a b')
      assert.equal((await exchange(app, code)).body.error_code, 3012)
      const { status, body } = await exchange(app, code, { code_verifier: verifier })
      assert.equal(status, 200)
      const session = await callApi(crm(), 'GetSessionInfo', { User: { Key: 1 } }, body.access_token)
      assert.equal(session.status, 200)
      await assert.rejects(crm().signIn(app, { as: 'ZOE' }), /test has the users ANN and BEN, not ZOE/)
      await assert.rejects(crm().signIn(app, { challenge: 'short' }), /invalid_request/)
      await assert.rejects(crm().signIn({ ...app, redirectUri: 'http://localhost/other' }), TestServerError)
    })

    test('a user signs in through the real pages, with the code of the real mail', async () => {
      const app = await crm().application()
      const { code } = await crm().signIn(app, { as: 'ANN', pages: true })
      assert.equal((await exchange(app, code)).status, 200)
      const mails = await crm().mails('ann@test.example')
      assert.match(mails.at(-1)?.subject ?? '', /^\d{6} /)
      assert.deepEqual(await crm().requests.matching({ client: app.clientId, path: '/oauth/v1/authorize' }), [])
    })

    test('the clock moves everything, and back', async () => {
      const app = await crm().application()
      const pair = await crm().tokens(app)
      const status = async (token: string) => (await callApi(crm(), 'Read', readEntries, token)).status
      assert.equal(await status(pair.access_token), 200)
      await crm().clock.advance('9m')
      assert.equal(await status(pair.access_token), 200, 'the token slides')
      await crm().clock.advance('11m')
      assert.equal(await status(pair.access_token), 401)
      const later = await crm().clock.advance('181d')
      assert.equal(later.toISOString(), '2026-07-05T09:20:00.000Z')
      assert.equal((await refresh(app, pair.refresh_token)).body.error_code, 3001)
      await crm().clock.set(clock)
      const code = (await crm().signIn(app)).code
      await crm().clock.advance('121s')
      assert.equal((await exchange(app, code)).body.error_code, 3010)
      await crm().clock.set(new Date(clock))
      assert.equal((await exchange(app, code)).status, 200, 'back in its two minutes')
      await assert.rejects(crm().clock.advance('soon'), /advance is a number with ms, s, m, h, d or w/)
      await assert.rejects(crm().clock.set('tomorrow'), /set is a moment such as/)
    })

    test('jobs that are due run when the clock has moved: a deleted record leaves the bin', async () => {
      const { token } = crm().main
      const made = await callApi(crm(), 'Create', newCompany('Short-lived'), token)
      const Data = { Key: made.body.AbEntry.Data.Key }
      await callApi(crm(), 'Delete', { AbEntry: { Data } }, token)
      await crm().clock.advance('31d')
      const { body } = await callApi(crm(), 'Restore', { AbEntry: { Data } }, token)
      assert.equal(body.Code, -1)
      await crm().clock.set(clock)
    })

    test('each test has a database that no other sees', async () => {
      const [one, two] = await Promise.all([crm().database(), crm().database({ name: 'second', data: 'small' })])
      assert.notEqual(one.name, two.name)
      await callApi(crm(), 'Create', newCompany('Only here'), one.token)
      const names = async (token: string): Promise<string[]> =>
        (await callApi(crm(), 'Read', readEntries, token)).body.AbEntry.Data.map(
          (r: { CompanyName: string }) => r.CompanyName,
        )
      assert.deepEqual(await names(one.token), ['Only here'])
      assert.ok((await names(two.token)).length >= 20 && !(await names(two.token)).includes('Only here'))
      const requests = await one.requests.matching()
      assert.ok(requests.length >= 2 && requests.every(({ database }) => database === one.name))
      await assert.rejects(crm().database({ name: 'second' }), /There is a database second already/)
      await assert.rejects(crm().database({ name: 'no spaces' }), /A database's name is/)
    })

    test('requests show what the client sent, with secrets masked, as curl and as HAR', async () => {
      await crm().requests.clear()
      const app = await crm().application()
      const pair = await crm().tokens(app)
      await refresh(app, pair.refresh_token)
      await refresh(app, pair.refresh_token)
      await callApi(crm(), 'Create', newCompany("O'Hara"), pair.access_token, { 'idempotency-key': 'k1' })
      const all = await crm().requests.matching({ client: app.clientId })
      assert.deepEqual(
        all.map(({ method, path, status, delivered }) => [method, path, status, delivered]),
        [
          ['POST', '/oauth/v1/token', 200, 'whole'],
          ['POST', '/oauth/v1/token', 200, 'whole'],
          ['POST', '/api/Create', 200, 'whole'],
        ],
      )
      assert.equal(all[0]?.body, all[1]?.body, 'one token has one mark')
      const [create] = await crm().requests.matching({ entity: 'AbEntry', path: '/api/*' })
      assert.deepEqual([create?.user, create?.database, create?.headers['idempotency-key']], ['ANN', 'test', 'k1'])
      assert.match(create?.answer ?? '', /"Code":0/)
      const curl = await crm().requests.curl({ entity: 'AbEntry' })
      assert.match(curl, /^curl -X POST 'http:\/\/127.0.0.1:\d+\/api\/Create'/)
      assert.ok(curl.includes(`"CompanyName":"O'\\''Hara"`), curl)
      const har = await crm().requests.har({ client: app.clientId })
      assert.equal(har.log.entries.length, 3)
      const text = JSON.stringify([all, curl, har])
      for (const secret of [pair.access_token, pair.refresh_token, app.clientSecret ?? ''])
        assert.ok(!text.includes(secret))
      await crm().requests.clear({ entity: 'AbEntry' })
      assert.equal((await crm().requests.matching({ client: app.clientId })).length, 2)
    })

    test('webhooks come without a receiver that listens, signed as real ones', async () => {
      const db = await crm().database()
      const { secret } = await db.webhooks.target({ entities: ['AbEntry'] })
      await callApi(crm(), 'Create', newCompany('Heard of'), db.token)
      const { headers, body, event } = await db.webhooks.next('abentry.created')
      assert.equal(event.database, db.name)
      const now = (await crm().clock.now()).getTime()
      assert.equal((await verifyWebhook({ headers, body }, secret, { now })).id, event.id)
      await assert.rejects(
        db.webhooks.next('abentry.created', { wait: '50ms' }),
        /No webhook abentry.created was sent within 50 ms/,
      )
    })

    test('tries of a webhook are made at their times while the clock moves', async () => {
      const db = await crm().database()
      await db.webhooks.target()
      await db.webhooks.answer(500, 503, 500)
      await callApi(crm(), 'Create', newCompany('Tried'), db.token)
      assert.equal((await db.webhooks.list('abentry.created')).length, 1)
      const before = (await crm().clock.now()).getTime()
      await crm().clock.advance('1h')
      const tries = await db.webhooks.list('abentry.created')
      assert.deepEqual(
        tries.map(({ status }) => status),
        [500, 503, 500, 204],
      )
      const waits = tries.map(({ headers }) => Number(headers['webhook-timestamp']) - before / 1000)
      for (const [i, [least, most]] of [
        [0, 0],
        [4, 6],
        [28, 42],
        [124, 186],
      ].entries()) {
        assert.ok((waits[i] ?? -1) >= (least ?? 0) && (waits[i] ?? -1) <= (most ?? 0), `${waits}`)
      }
      assert.equal((await crm().clock.now()).getTime(), before + 3_600_000)
    })

    test('the mail that a target was stopped is among the mails', async () => {
      const db = await crm().database()
      await db.webhooks.target()
      await db.webhooks.answer(410)
      await callApi(crm(), 'Create', newCompany('Not wanted'), db.token)
      await db.webhooks.next('abentry.created')
      const alerts = () => crm().mails(db.users.ANN?.email)
      await until(async () => (await alerts()).length > 0)
      assert.deepEqual(
        (await alerts()).map(({ subject }) => subject),
        ['A webhook target was stopped'],
      )
    })

    test('a webhook to this machine is really sent', async () => {
      const receiver = await startReceiver()
      const db = await crm().database()
      await db.webhooks.target({ url: receiver.url })
      await callApi(crm(), 'Create', newCompany('Posted'), db.token)
      const [received] = await receiver.has(1)
      assert.equal(received?.event.type, 'abentry.created')
      assert.equal((await db.webhooks.next()).url, receiver.url)
      receiver.close()
    })
  },
  { clock },
)

test('a database that has tables is refused as a store, and left alone', async () => {
  const { url, remove } = await freshStoreUrl('postgres')
  await (await startClientele({ store: url })).close()
  await assert.rejects(startClientele({ store: url }), /The store is not empty/)
  await remove()
})

test('a named SQLite store, and settings that are not for tests, are refused', async () => {
  await assert.rejects(
    startClientele({ store: 'sqlite:./data/clientele.db' }),
    /A test server makes its own SQLite store/,
  )
  await assert.rejects(startClientele({ settings: { host: '0.0.0.0' } }), /A test server chooses host itself/)
  await assert.rejects(startClientele({ clock: 'noon' }), /clock is a moment such as/)
  await assert.rejects(startClientele({ faults: [{ on: '', do: 429 }] }), /on is a method and path/)
})
