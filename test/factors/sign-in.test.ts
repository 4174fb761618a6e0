// Tests second factors over HTTP: setting up, proving, recovery, the policy with its grace period, reset, races and throttling.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { seconds } from '../../src/base/clock.ts'
import { systemRandom } from '../../src/base/secrets/secret.ts'
import { secretBox } from '../../src/base/secrets/secret-box.ts'
import { installationKey } from '../../src/config/installation-key.ts'
import { Factors } from '../../src/factors/factors.ts'
import { codesOf } from '../../src/factors/statements.ts'
import { browserOf, type ConsoleBrowser, consoleSignIn } from '../sessions/console.ts'
import { type AuthWorld, eachAuth, newTokens, password } from '../support/auth.ts'
import { appCode } from '../support/authenticator.ts'
import type { Json } from '../support/crm.ts'
import { mailFor, type Page, Person } from '../support/person.ts'
import { startServer } from '../support/server.ts'

interface Who {
  readonly email: string
  readonly password: string
}

/** The code that the app shows now, or some steps later. */
const codeFor = ({ clock }: AuthWorld, secret: string, later = 0): string => appCode(secret, seconds(clock), later)

/** To the page after the password. */
async function afterPassword(world: AuthWorld, person: Person, who: Who): Promise<Page> {
  const first = await person.go('/console/sign-in?database=acme&fresh=1')
  let page = await person.submit(first, '/email', { email: who.email })
  if (page.text.includes('6-digit code')) {
    page = await person.submit(page, '/confirm', { code: (await mailFor(world.outbox, page)).code })
  }
  return person.submit(page, '/password', { password: who.password })
}

async function setUp(world: AuthWorld, desk: ConsoleBrowser): Promise<{ secret: string; codes: string[] }> {
  const begun = await desk.ask('auth/v1/factors/totp')
  assert.equal(begun.status, 200, JSON.stringify(begun.body))
  assert.match(begun.body.Uri, new RegExp(`^otpauth://totp/.*secret=${begun.body.Secret}`))
  const Code = codeFor(world, begun.body.Secret)
  const done = await desk.send('PUT', 'auth/v1/factors/totp', { Setup: begun.body.Setup, Code })
  assert.equal(done.status, 200, JSON.stringify(done.body))
  assert.equal(new Set(done.body.RecoveryCodes).size, 10)
  return { secret: begun.body.Secret, codes: done.body.RecoveryCodes }
}

const codeOf = (answer: { body: Json }): number => answer.body.Errors?.[0].ErrorCode

eachAuth('second factors', (world, engine) => {
  const boss = { email: 'boss@example.com', password }
  let admin: ConsoleBrowser
  let count = 0
  const newUser = async (): Promise<Who & { uid: string }> => {
    const uid = `USER${++count}`
    const who = { uid, email: `${uid.toLowerCase()}@example.com`, password }
    await world().accounts.user(world().db, uid, who.email, password)
    return who
  }
  const signIn = (who: Who, person = new Person(world().url)) =>
    consoleSignIn(world(), { database: 'acme' }, person, who)
  const policy = async (Mode: string, GraceDays = 0) => {
    const fresh = await signIn(boss)
    const answer = await fresh.send('PUT', 'auth/v1/factor-policy', { Mode, GraceDays })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
  }
  before(async () => {
    await world().accounts.user(world().db, 'BOSS', boss.email, password, { admin: true })
    admin = await signIn(boss)
  })

  test('a user sets up an app, and is asked for its code at the next sign-in; each code counts once', async () => {
    const who = await newUser()
    const person = new Person(world().url)
    const desk = await signIn(who, person)
    const { secret } = await setUp(world(), desk)
    const shown = await desk.get('auth/v1/factors')
    assert.deepEqual([shown.body.Mode, shown.body.RecoveryCodes, shown.body.RequiredFrom], ['offered', 10, null])
    const page = await afterPassword(world(), person, who)
    assert.match(page.text, /Second factor/)
    // The code of the set-up is used.
    const reused = await person.submit(page, '/factor', { code: codeFor(world(), secret) })
    assert.match(reused.text, /role="alert".*not right, or was used before/s)
    await world().server.app.signIn.idle()
    const next = codeFor(world(), secret, 1)
    const done = await person.submit(reused, '/factor', { code: `${next.slice(0, 3)} ${next.slice(3)}` })
    assert.match(done.url, /\/d\/acme$/)
    const other = await afterPassword(world(), person, who)
    assert.match((await person.submit(other, '/factor', { code: next })).text, /used before/)
    await world().server.app.signIn.idle()
    const log = await desk.ask('Read', {
      SignIn: {
        Scope: { Fields: { Reason: 1, Proofs: 1 } },
        Criteria: { SearchQuery: {} },
        OrderBy: { Fields: [{ Key: 'DESC' }] },
      },
    })
    assert.deepEqual(
      log.body.SignIn.Data.slice(0, 2).map((row: Json) => [row.Reason, row.Proofs]),
      [
        ['WrongFactor', ['Browser', 'Password']],
        [null, ['Browser', 'Password', 'Totp']],
      ],
    )
  })

  test('of 50 uses of one code or one recovery code, one succeeds, on two nodes', async () => {
    const who = await newUser()
    const desk = await signIn(who)
    const { secret, codes } = await setUp(world(), desk)
    const { server, clock, db } = world()
    const other = await startServer({ engine, clock, storeUrl: server.settings.store })
    const nodes = [server, other].map(
      node =>
        new Factors({
          store: node.store,
          clock,
          box: secretBox(installationKey(server.settings)),
          random: systemRandom,
          origin: () => node.url,
          name: '',
        }),
    )
    const uses = async (typed: string) => {
      const tries = Array.from({ length: 50 }, (_, i) => nodes[i % 2]?.prove({ db, uid: who.uid }, typed))
      return (await Promise.all(tries)).filter(Boolean)
    }
    assert.deepEqual(await uses(codeFor(world(), secret, 1)), ['totp'])
    assert.deepEqual(await uses(codes[0] as string), ['recovery'])
    assert.equal((await desk.get('auth/v1/factors')).body.RecoveryCodes, 9)
    await other.close()
  })

  test('a recovery code stands in for the app once; new codes end the old ones', async () => {
    const who = await newUser()
    const person = new Person(world().url)
    const desk = await signIn(who, person)
    const { codes } = await setUp(world(), desk)
    const use = async (code: string) => person.submit(await afterPassword(world(), person, who), '/factor', { code })
    assert.match((await use((codes[0] as string).toUpperCase())).url, /\/d\/acme$/)
    assert.match((await use(codes[0] as string)).text, /not right/)
    const now = browserOf(world(), person, 'acme')
    const renewed = await now.ask('auth/v1/factors/recovery-codes')
    assert.match((await use(codes[1] as string)).text, /not right/)
    assert.match((await use(renewed.body.RecoveryCodes[0])).url, /\/d\/acme$/)
    const { store } = world().server
    const kept = JSON.stringify(await store.rows(codesOf(store.dialect, { db: world().db, uid: who.uid })))
    assert.ok(kept.includes('digest') && !kept.includes(renewed.body.RecoveryCodes[1]))
  })

  test('where it is required, the sign-in sets it up and shows the recovery codes once; the grace period comes first', async () => {
    const who = await newUser()
    const person = new Person(world().url)
    await policy('required', 7)
    const desk = await signIn(who, person)
    assert.match((await desk.get('auth/v1/factors')).body.RequiredFrom, /^2026-/)
    world().clock.advance(8 * 86_400_000)
    const page = await afterPassword(world(), person, who)
    assert.match(page.text, /Set up a second factor[\s\S]*<svg/)
    const secret = (/<code>([A-Z2-7 ]+)<\/code>/.exec(page.text)?.[1] ?? '').replaceAll(' ', '')
    const wrong = await person.submit(page, '/enroll', { code: '000000' })
    assert.match(wrong.text, /not the code of the app/)
    assert.ok(wrong.text.replaceAll(' ', '').includes(secret))
    const codes = await person.submit(wrong, '/enroll', { code: codeFor(world(), secret) })
    const shown = [...codes.text.matchAll(/<code>([a-z2-7-]{19})<\/code>/g)].map(([, code]) => code)
    assert.equal(shown.length, 10)
    // A reload shows them again until the person goes on.
    assert.ok((await person.go(codes.url)).text.includes(shown[0] as string))
    const done = await person.submit(codes, '/codes', {})
    assert.match(done.url, /\/d\/acme$/)
    assert.equal((await person.go(codes.url)).status, 400)
    const own = browserOf(world(), person, 'acme')
    assert.equal(codeOf(await own.send('DELETE', 'auth/v1/factors/totp')), -4008)
    await policyAsBoss('required-for-administrators')
    const plain = await newUser()
    assert.match((await afterPassword(world(), new Person(world().url), plain)).url, /\/d\/acme$/)
    await policyAsBoss('off')
    assert.match((await afterPassword(world(), person, who)).url, /\/d\/acme$/)
    await policyAsBoss('offered')
  })

  /** The administrator sets up an app where the policy asks for one. */
  let bossSecret: string | null = null
  async function policyAsBoss(Mode: string): Promise<void> {
    const person = new Person(world().url)
    let page = await afterPassword(world(), person, boss)
    if (page.text.includes('Set up a second factor')) {
      bossSecret = (/<code>([A-Z2-7 ]+)<\/code>/.exec(page.text)?.[1] ?? '').replaceAll(' ', '')
      page = await person.submit(page, '/enroll', { code: codeFor(world(), bossSecret) })
      page = await person.submit(page, '/codes', {})
    } else if (page.text.includes('Second factor')) {
      world().clock.advance(60_000)
      page = await person.submit(page, '/factor', { code: codeFor(world(), bossSecret ?? '') })
    }
    assert.match(page.url, /\/d\/acme$/)
    admin = browserOf(world(), person, 'acme')
    const answer = await admin.send('PUT', 'auth/v1/factor-policy', { Mode, GraceDays: 0 })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
  }

  test('an administrator resets the factors of a user, which the history of the user has; others may not', async () => {
    await policyAsBoss('offered')
    const who = await newUser()
    const person = new Person(world().url)
    const desk = await signIn(who, person)
    await setUp(world(), desk)
    assert.equal(codeOf(await desk.send('DELETE', `auth/v1/factors/users/${who.uid}`)), -2002)
    assert.equal(codeOf(await desk.get('auth/v1/factors?user=BOSS')), -2002)
    assert.equal((await admin.get(`auth/v1/factors?user=${who.uid}`)).body.RecoveryCodes, 10)
    assert.equal((await admin.send('DELETE', `auth/v1/factors/users/${who.uid}`)).body.Code, 0)
    assert.match((await afterPassword(world(), person, who)).url, /\/d\/acme$/)
    const key = Buffer.from(`User\t${who.uid}`).toString('base64')
    const { body } = await admin.ask('Read', {
      History: { Scope: { Fields: { User: 1, Changes: 1 } }, Criteria: { SearchQuery: { ParentKey: { $EQ: key } } } },
    })
    const changes = body.History.Data.map((row: Json) => row.Changes[0]).filter(
      (one: Json) => one?.Field === 'SecondFactor',
    )
    assert.deepEqual(changes.map((one: Json) => [one.Before, one.After]).sort(), [
      [null, 'Totp'],
      ['Totp', null],
    ])
  })

  test('changes need a recent sign-in to the console, and a token cannot make them', async () => {
    const who = await newUser()
    const desk = await signIn(who)
    const begun = await desk.ask('auth/v1/factors/totp')
    const wrong = await desk.send('PUT', 'auth/v1/factors/totp', { Setup: begun.body.Setup, Code: '12345' })
    assert.equal(wrong.body.Errors[0].Path, 'Code')
    const other = await signIn(await newUser())
    const Code = codeFor(world(), begun.body.Secret)
    assert.equal(
      (await other.send('PUT', 'auth/v1/factors/totp', { Setup: begun.body.Setup, Code })).body.Errors[0].Path,
      'Setup',
    )
    world().clock.advance(16 * 60_000)
    assert.equal(codeOf(await desk.ask('auth/v1/factors/totp')), -2008)
    const { access_token } = await newTokens(world())
    const answer = await fetch(`${world().url}/oauth/v1/factors/totp`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${access_token}` },
    })
    assert.equal(answer.status, 403)
  })

  test('guessing is held back for the account, whatever browser it comes from', async () => {
    const who = await newUser()
    const person = new Person(world().url)
    const { secret } = await setUp(world(), await signIn(who, person))
    const page = await afterPassword(world(), person, who)
    for (let i = 0; i < 10; i++) await person.submit(page, '/factor', { code: '000000' })
    const held = await person.submit(page, '/factor', { code: codeFor(world(), secret, 1) })
    assert.equal(held.status, 429)
    const elsewhere = await afterPassword(world(), new Person(world().url), who)
    assert.equal((await person.submit(page, '/factor', { code: codeFor(world(), secret, 1) })).status, 429)
    assert.match(elsewhere.text, /Second factor/)
    world().clock.advance(16 * 60_000)
    const again = await afterPassword(world(), person, who)
    assert.match((await person.submit(again, '/factor', { code: codeFor(world(), secret) })).url, /\/d\/acme$/)
  })
})
