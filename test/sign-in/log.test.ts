// Tests the log of sign-ins: what is written of each attempt, who reads it, how long it is kept, and the mail about a new browser.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signInLogJobs } from '../../src/sign-in/sign-in-log.ts'
import { type ConsoleBrowser, consoleSignIn } from '../sessions/console.ts'
import { type AuthWorld, eachAuth, email, password, signIn } from '../support/auth.ts'
import type { Json } from '../support/crm.ts'
import { mailFor, mailsTo, Person } from '../support/person.ts'
import { until } from '../support/until.ts'

const fields = ['Time', 'User', 'Outcome', 'Reason', 'Proofs', 'Application', 'Address', 'Agent', 'NewDevice']
const boss = { email: 'boss@example.com', password }

/** The sign-ins that a user of the console reads, the newest first. */
async function logOf(desk: ConsoleBrowser, SearchQuery: Json = {}): Promise<Json[]> {
  const Scope = { Fields: Object.fromEntries(fields.map(name => [name, 1])) }
  const SignIn = { Scope, Criteria: { SearchQuery }, OrderBy: { Fields: [{ Key: 'DESC' }] } }
  const { body } = await desk.ask('Read', { SignIn })
  assert.equal(body.Code, 0, JSON.stringify(body))
  return body.SignIn.Data
}

const idle = (world: AuthWorld): Promise<void> => world.server.app.signIn.idle()

eachAuth(
  'the log of sign-ins',
  world => {
    test('has each sign-in with its proofs, application and browser; everyone reads their own, administrators all', async () => {
      await world().accounts.user(world().db, 'BOSS', boss.email, password, { admin: true })
      const person = new Person(world().url)
      const desk = await consoleSignIn(world(), { database: 'acme' }, person)
      const [first] = await logOf(desk)
      assert.deepEqual(
        [first?.Outcome, first?.Reason, first?.Proofs, first?.Application, first?.NewDevice],
        ['SignedIn', null, ['Code', 'Password'], 'console', true],
      )
      assert.equal(Buffer.from(first?.User, 'base64').toString(), 'User\tANN')
      assert.match(first?.Address, /127\.0\.0\.1|::1/)
      await signIn(world(), world().app, {}, person)
      const [second] = await logOf(desk)
      assert.deepEqual(
        [second?.Proofs, second?.Application, second?.NewDevice],
        [['Browser', 'Password'], 'Example App', false],
      )
      const admin = await consoleSignIn(world(), { database: 'acme' }, new Person(world().url), boss)
      assert.equal((await logOf(desk)).length, 2)
      assert.deepEqual(
        (await logOf(admin)).map(row => row.Application),
        ['console', 'Example App', 'console'],
      )
      const own = { Application: { $EQ: 'console' }, User: { $EQ: '$CURRENTUSER()' } }
      assert.equal((await logOf(admin, own)).length, 1)
      assert.equal((await admin.ask('Update', { SignIn: { Data: { Key: 'x', Outcome: 'Refused' } } })).body.Code, -1)
    })

    test('has refused attempts with their reason, and one row for all that are held back', async () => {
      const desk = await consoleSignIn(world())
      const person = new Person(world().url)
      const confirm = await person.submit(await person.go('/console/sign-in?database=acme'), '/email', { email })
      const { code } = await mailFor(world().outbox, confirm)
      await person.submit(confirm, '/confirm', { code: code === '000000' ? '000001' : '000000' })
      await idle(world())
      const page = await person.submit(confirm, '/confirm', { code })
      for (let i = 0; i < 12; i++) await person.submit(page, '/password', { password: 'wrong' })
      await idle(world())
      const log = await logOf(desk, { Outcome: { $EQ: 'Refused' } })
      const count = (reason: string) => log.filter(row => row.Reason === reason).length
      assert.deepEqual([count('WrongCode'), count('WrongPassword'), count('TooManyAttempts')], [1, 10, 1])
      assert.deepEqual(log.find(row => row.Reason === 'WrongPassword')?.Proofs, ['Code'])
      world().clock.advance(16 * 60_000)
    })

    test('keeps sign-ins as long as the setting says', async () => {
      const { server, clock } = world()
      const [trim] = signInLogJobs({ store: server.store, clock, days: 90 })
      clock.advance(89 * 86_400_000)
      await trim?.run()
      assert.ok((await logOf(await consoleSignIn(world()))).length > 2)
      clock.advance(2 * 86_400_000)
      await trim?.run()
      assert.equal((await logOf(await consoleSignIn(world()))).length, 2)
    })

    test('a mail tells of a browser other than the earlier ones, not of the first one', async () => {
      const nia = { email: 'nia@example.com', password }
      await world().accounts.user(world().db, 'NIA', nia.email, password)
      const person = new Person(world().url)
      const notices = () =>
        mailsTo(world().outbox, nia.email).filter(mail => /^Subject: New sign-in to acme/m.test(mail))
      await consoleSignIn(world(), { database: 'acme' }, person, nia)
      await consoleSignIn(world(), { database: 'acme', fresh: '1' }, person, nia)
      await idle(world())
      assert.equal(notices().length, 0)
      await consoleSignIn(world(), { database: 'acme' }, new Person(world().url), nia)
      const [mail] = await until(() => notices().length > 0 && notices(), 'The mail about the browser')
      assert.match(mail ?? '', /from (127\.0\.0\.1|::1)[\s\S]*\/d\/acme\/account\?tab=signIns/)
      assert.equal(notices().length, 1)
    })
  },
  { settings: { newDeviceMail: true } },
)
