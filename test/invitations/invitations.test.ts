// Tests invitations over HTTP: one or many people, sending again, revoking, the first sign-in, and single sign-on at once.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { linkSeconds } from '../../src/accounts/password-links.ts'
import { secretBox } from '../../src/base/secrets/secret-box.ts'
import { installationKey } from '../../src/config/installation-key.ts'
import { systemCaller } from '../../src/operations/system/system-context.ts'
import { setSso } from '../../src/sso/settings.ts'
import { type ConsoleBrowser, consoleSignIn } from '../sessions/console.ts'
import { type AuthWorld, eachAuth, email } from '../support/auth.ts'
import type { Json } from '../support/crm.ts'
import { providerClient, providerNearby, startProvider } from '../support/identity-provider.ts'
import { mailsTo, Person } from '../support/person.ts'
import { until } from '../support/until.ts'

const chosen = 'seven blue horses'
const admin = { email: 'boss@example.com', password: 'correct horse battery' }

/** The path in the newest mail to an address. */
async function linkTo(world: AuthWorld, address: string, count = 1): Promise<string> {
  const mails = await until(() => {
    const found = mailsTo(world.outbox, address)
    return found.length >= count && found
  }, `The mail to ${address}`)
  return new URL(/https?:\/\/\S+\/v1\/password\/[\w-]+/.exec(mails.at(-1) ?? '')?.[0] ?? assert.fail(mails.at(-1)))
    .pathname
}

const invite = async (desk: ConsoleBrowser, ...People: Json[]): Promise<Json[]> => {
  const { status, body } = await desk.ask('auth/v1/invitations', { People })
  assert.equal(status, 200, JSON.stringify(body))
  return body.Invitations
}
const statusOf = async (desk: ConsoleBrowser, address: string): Promise<string | undefined> =>
  (await desk.get('auth/v1/invitations')).body.Invitations.find((one: Json) => one.Email === address)?.Status

eachAuth(
  'invitations',
  (world, engine) => {
    let desk: ConsoleBrowser
    before(async () => {
      await world().accounts.user(world().db, 'BOSS', admin.email, admin.password, { admin: true, name: 'Bea Boss' })
      desk = await consoleSignIn(world(), { database: 'acme' }, new Person(world().url), admin)
    })

    test('an invited person chooses a password and is in the console at once; the administrator sees it', async () => {
      const [result] = await invite(desk, { Email: 'carl.cole@example.com', Culture: 'de-DE' })
      assert.deepEqual([result?.Result, result?.Uid, result?.MailProblem], ['Invited', 'CARL.COLE', null])
      assert.equal(await statusOf(desk, 'carl.cole@example.com'), 'pending')
      const path = await linkTo(world(), 'carl.cole@example.com')
      assert.match(mailsTo(world().outbox, 'carl.cole@example.com')[0] ?? '', /Bea Boss .*dt Sie ein, in acme/)
      const person = new Person(world().url)
      const page = await person.go(path)
      const done = await person.submit(page, path, { password: chosen })
      assert.match(done.url, /\/d\/acme$/)
      assert.equal(await statusOf(desk, 'carl.cole@example.com'), 'accepted')
      assert.equal((await new Person(world().url).go(path)).status, 400)
      // The browser is remembered, so the next sign-in asks for the password alone.
      world().clock.advance(1000)
      const again = await person.go('/console/sign-in?database=acme&fresh=1')
      assert.match((await person.submit(again, '/email', { email: 'carl.cole@example.com' })).text, /type="password"/)
      const history = await desk.ask('Read', {
        History: {
          Scope: { Fields: { Operation: 1, User: 1 } },
          Criteria: { SearchQuery: { ParentKey: { $EQ: result?.Key } } },
        },
      })
      assert.deepEqual(history.body.History.Data.map((row: Json) => row.Operation).sort(), ['Create', 'Update'])
    })

    test('many are invited at once, each with a result; bad members are named and nothing is lost', async () => {
      const results = await invite(
        desk,
        { Email: 'dora@example.com', FirstName: 'Dora', LastName: 'Dean', Admin: true },
        { Email: email },
        { Email: 'dora@example.org', Uid: 'no spaces' },
        { Email: 'dora@example.net' },
      )
      assert.deepEqual(
        results.map(({ Result, Uid }) => [Result, Uid]),
        [
          ['Invited', 'DORA'],
          ['Member', 'ANN'],
          ['Refused', null],
          ['Invited', 'DORA2'],
        ],
      )
      assert.match(results[2]?.Errors[0].Path, /^People\[2\]\.Uid$/)
      const bad = await desk.ask('auth/v1/invitations', { People: [{ Email: 'nobody' }, { Mail: 'x@example.com' }, 7] })
      assert.deepEqual(
        bad.body.Errors.map(({ Path }: Json) => Path),
        ['People[0].Email', 'People[1].Mail', 'People[1].Email', 'People[2]'],
      )
      const none = await desk.ask('auth/v1/invitations', { People: [] })
      assert.equal(none.body.Errors[0].ErrorCode, -1007)
    })

    test('sending again ends the earlier link, revoking ends the last; both are the administrator’s alone', async () => {
      await invite(desk, { Email: 'eve@example.com' })
      const first = await linkTo(world(), 'eve@example.com')
      const sent = await desk.ask('auth/v1/invitations/EVE')
      assert.deepEqual([sent.body.Purpose, sent.body.Invitations[0].Result], ['invitation', 'Invited'])
      const second = await linkTo(world(), 'eve@example.com', 2)
      assert.deepEqual(
        [(await new Person(world().url).go(first)).status, (await new Person(world().url).go(second)).status],
        [400, 200],
      )
      const plain = await consoleSignIn(world(), { database: 'acme' })
      for (const answer of [
        await plain.get('auth/v1/invitations'),
        await plain.ask('auth/v1/invitations', { People: [{ Email: 'x@example.com' }] }),
        await plain.send('DELETE', 'auth/v1/invitations/EVE'),
      ]) {
        assert.equal(answer.body.Errors?.[0].ErrorCode, -2002)
      }
      assert.equal((await desk.send('DELETE', 'auth/v1/invitations/EVE')).body.Code, 0)
      assert.equal(await statusOf(desk, 'eve@example.com'), 'revoked')
      assert.equal((await new Person(world().url).go(second)).status, 400)
      assert.equal((await desk.send('DELETE', 'auth/v1/invitations/EVE')).body.Errors[0].ErrorCode, -3007)
      // Pasting the address again invites again.
      assert.equal((await invite(desk, { Email: 'EVE@example.com' }))[0]?.Result, 'Invited')
      assert.equal(await statusOf(desk, 'eve@example.com'), 'pending')
    })

    test('a user with a password is sent a reset, which leaves the password page, not the console', async () => {
      const sent = await desk.ask('auth/v1/invitations/ANN')
      assert.equal(sent.body.Purpose, 'reset')
      const path = await linkTo(world(), email)
      const person = new Person(world().url)
      const done = await person.submit(await person.go(path), path, { password: 'correct horse battery' })
      assert.match(done.url, /\/v1\/password\/saved$/)
    })

    test('an old sign-in cannot invite, and an invitation expires', async () => {
      await invite(desk, { Email: 'finn@example.com' })
      const path = await linkTo(world(), 'finn@example.com')
      world().clock.advance(linkSeconds.invitation * 1000)
      assert.equal((await new Person(world().url).go(path)).status, 400)
      desk = await consoleSignIn(world(), { database: 'acme' }, new Person(world().url), admin)
      assert.equal(await statusOf(desk, 'finn@example.com'), 'expired')
      world().clock.advance(16 * 60_000)
      const stale = await desk.ask('auth/v1/invitations', { People: [{ Email: 'gus@example.com' }] })
      assert.equal(stale.body.Errors[0].ErrorCode, -2008)
      desk = await consoleSignIn(world(), { database: 'acme' }, new Person(world().url), admin)
    })

    test('of 50 uses of one invitation one succeeds', async () => {
      await invite(desk, { Email: 'hal@example.com' })
      const path = await linkTo(world(), 'hal@example.com')
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => new Person(world().url).post(path, { password: chosen })),
      )
      assert.equal(answers.filter(({ url }) => url.endsWith('/d/acme')).length, 1)
      // Hashing has a queue, which refuses what waits too long.
      assert.equal(answers.filter(({ status }) => status === 400 || status === 503).length, 49)
    })

    test('with single sign-on the invited person goes on to the provider, and need not choose a password', async () => {
      const provider = await startProvider([`${world().url}/oauth/v1/sso/callback`])
      try {
        const { store, settings, clock } = world().server
        const given = { issuer: provider.issuer, clientId: providerClient.id, clientSecret: providerClient.secret }
        await setSso(
          store,
          systemCaller(world().db, 'acme'),
          { ...given, claim: 'email', trustEmail: false, only: false },
          secretBox(installationKey(settings)),
          clock,
        )
        await invite(desk, { Email: 'sue@example.com', SsoOnly: true })
        const path = await linkTo(world(), 'sue@example.com')
        const person = new Person(world().url)
        const page = await person.go(path)
        assert.doesNotMatch(page.text, /type="password"/)
        assert.equal((await person.post(path, { password: chosen })).status, 400)
        const leaving = await person.submit(page, `${path}/sso`)
        const away = await person.go(/content="0;url=([^"]+)"/.exec(leaving.text)?.[1] ?? assert.fail(leaving.text))
        const done = await person.go(await provider.visit(away.location ?? '', 'sue'))
        assert.match(done.url, /\/d\/acme$/)
        assert.equal(await statusOf(desk, 'sue@example.com'), 'accepted')
        assert.equal((await new Person(world().url).go(path)).status, 400)
      } finally {
        await provider.close()
      }
    })

    test(`the store has no key of a link (${engine})`, async () => {
      const key = (await linkTo(world(), 'hal@example.com')).split('/').at(-1) ?? ''
      const { store } = world().server
      const rows = await store.rows({ sql: 'select * from invitation', params: [] })
      assert.ok(rows.length > 5 && !JSON.stringify(rows).includes(key))
    })
  },
  { settings: providerNearby },
)
