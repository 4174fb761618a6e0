// Tests passkeys over HTTP with a software authenticator: setting up, as second factor, as the only proof, forgeries, races.
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { before, test } from 'node:test'
import { systemRandom } from '../../src/base/secrets/secret.ts'
import { secretBox } from '../../src/base/secrets/secret-box.ts'
import { installationKey } from '../../src/config/installation-key.ts'
import { Factors } from '../../src/factors/factors.ts'
import type { FactorPolicy } from '../../src/factors/policy.ts'
import { systemCaller } from '../../src/operations/system/system-context.ts'
import { browserOf, type ConsoleBrowser, consoleSignIn } from '../sessions/console.ts'
import { type AuthWorld, eachAuth, password } from '../support/auth.ts'
import type { Json } from '../support/crm.ts'
import { Authenticator, optionsOn } from '../support/passkeys.ts'
import { mailFor, mailsTo, type Page, Person } from '../support/person.ts'
import { startServer } from '../support/server.ts'
import { until } from '../support/until.ts'

interface Who {
  readonly uid: string
  readonly email: string
  readonly password: string
}

const codeOf = (answer: { body: Json }): number => answer.body.Errors?.[0].ErrorCode
const alert = (page: Page): string => /role="alert">(?!<\/).*?<span>(.*?)<\/span>/s.exec(page.text)?.[1] ?? ''

eachAuth(
  'passkeys',
  (world, engine) => {
    let count = 0
    let factors: Factors
    /** Browsers have passkeys at an address with a name. */
    const site = (): Pick<AuthWorld, 'url' | 'outbox'> => {
      return { url: world().url.replace('127.0.0.1', 'localhost'), outbox: world().outbox }
    }
    const newPerson = (): Person => new Person(site().url)
    const newDevice = (): Authenticator => new Authenticator(site().url)
    const newUser = async (db = world().db, more: object = {}): Promise<Who> => {
      const uid = `USER${++count}`
      const who = { uid, email: `${uid.toLowerCase()}@example.com`, password }
      await world().accounts.user(db, uid, who.email, password, more)
      return who
    }
    const signIn = (who: Who, person = newPerson()) => consoleSignIn(site(), { database: 'acme' }, person, who)
    const policy = (passkeys: FactorPolicy['passkeys'], mode: FactorPolicy['mode'] = 'offered', db = world().db) =>
      factors.setPolicy(systemCaller(db, ''), { mode, graceDays: 0, passkeys })
    const begin = (person: Person, database = 'acme') => person.go(`/console/sign-in?database=${database}&fresh=1`)
    const send = (person: Person, page: Page, answer: object | string, step = '/passkey') =>
      person.submit(page, step, { answer: typeof answer === 'string' ? answer : JSON.stringify(answer) })
    const afterPassword = async (who: Who, person: Person): Promise<Page> => {
      let page = await person.submit(await begin(person), '/email', { email: who.email })
      if (page.text.includes('6-digit code')) {
        page = await person.submit(page, '/confirm', { code: (await mailFor(world().outbox, page)).code })
      }
      return person.submit(page, '/password', { password: who.password })
    }
    const setUp = async (desk: ConsoleBrowser, device: Authenticator, Name?: string): Promise<Json> => {
      const begun = await desk.ask('auth/v1/factors/passkeys')
      const Answer = device.create(begun.body.Options)
      const done = await desk.send('PUT', 'auth/v1/factors/passkeys', {
        Answer,
        ...(Name === undefined ? {} : { Name }),
      })
      assert.equal(done.body.Code, 0, JSON.stringify(done.body))
      return done.body
    }
    const lastSignIns = async (desk: ConsoleBrowser, top: number): Promise<Json[]> => {
      await world().server.app.signIn.idle()
      const Scope = { Fields: { Reason: 1, Proofs: 1 } }
      const Criteria = { SearchQuery: {}, Top: top }
      const log = await desk.ask('Read', { SignIn: { Scope, Criteria, OrderBy: { Fields: [{ Key: 'DESC' }] } } })
      return log.body.SignIn.Data.slice(0, top).map((row: Json) => [row.Reason, row.Proofs])
    }
    before(() => {
      const { server, clock } = world()
      const box = secretBox(installationKey(server.settings))
      const origin = () => site().url
      factors = new Factors({ store: server.store, clock, box, random: systemRandom, origin, name: 'Test' })
    })

    test('a user sets up passkeys, names and removes them; the first brings recovery codes', async () => {
      const desk = await signIn(await newUser())
      const device = newDevice()
      const first = await setUp(desk, device, 'Laptop')
      assert.equal(new Set(first.RecoveryCodes).size, 10)
      const second = await setUp(desk, newDevice())
      assert.equal(second.RecoveryCodes, null)
      const shown = await desk.get('auth/v1/factors')
      assert.deepEqual(shown.body.Passkeys.map(({ Name, Used }: Json) => [Name, Used]).sort(), [
        ['Laptop', null],
        ['Passkey', null],
      ])
      assert.equal(shown.body.PasskeyUse, 'factor')
      assert.ok(!JSON.stringify(shown.body).includes('redential'))
      const one = `auth/v1/factors/passkeys/${second.Id}`
      assert.equal(codeOf(await desk.send('PATCH', one, { Name: ' ' })), -3004)
      assert.equal((await desk.send('PATCH', one, { Name: 'Security key' })).body.Code, 0)
      const other = await signIn(await newUser())
      assert.equal(codeOf(await other.send('PATCH', one, { Name: 'Mine' })), -3007)
      assert.equal(codeOf(await other.send('DELETE', one)), -3007)
      assert.equal((await desk.send('DELETE', one)).body.Code, 0)
      const left = await desk.get('auth/v1/factors')
      assert.deepEqual([left.body.Passkeys.length, left.body.RecoveryCodes], [1, 10])
      assert.equal((await desk.send('DELETE', `auth/v1/factors/passkeys/${first.Id}`)).body.Code, 0)
      assert.equal((await desk.get('auth/v1/factors')).body.RecoveryCodes, 0)
      const key = Buffer.from(`User\t${shown.body.Passkeys ? `USER${count - 1}` : ''}`).toString('base64')
      const boss = await signIn(await newUser(world().db, { admin: true }))
      const { body } = await boss.ask('Read', {
        History: { Scope: { Fields: { Changes: 1 } }, Criteria: { SearchQuery: { ParentKey: { $EQ: key } } } },
      })
      const changes = body.History.Data.map((row: Json) => row.Changes[0])
      const told = changes
        .filter((one: Json) => one?.Field === 'SecondFactor')
        .map((one: Json) => one.After ?? one.Before)
      assert.deepEqual(told.sort(), [
        'Passkey: Laptop',
        'Passkey: Laptop',
        'Passkey: Passkey',
        'Passkey: Security key',
        'Passkey: Security key',
      ])
    })

    test('setting up needs a recent sign-in, the own challenge once, and the public address', async () => {
      const desk = await signIn(await newUser())
      const path = 'auth/v1/factors/passkeys'
      const device = newDevice()
      const message = async (answer: object, by = desk): Promise<string> => {
        const refused = await by.send('PUT', path, { Answer: answer })
        assert.equal(refused.body.Code, -1, JSON.stringify(refused.body))
        return refused.body.Errors[0].Message
      }
      const options = async (by = desk) => (await by.ask(path)).body.Options
      assert.match(await message(device.create(await options(), { origin: 'http://evil.example' })), /another address/)
      assert.match(await message(device.create(await options(), { challenge: 'AAAA' })), /set-up is over/)
      const other = await signIn(await newUser())
      assert.match(await message(device.create(await options(other))), /set-up is over/)
      const wrongSite = { ...(await options()), rp: { id: 'evil.example' } }
      assert.match(await message(device.create(wrongSite)), /does not prove/)
      assert.match(await message({ id: 'x', response: { clientDataJSON: 'e30' } }), /does not prove/)
      const used = device.create(await options())
      assert.equal((await desk.send('PUT', path, { Answer: used })).body.Code, 0)
      assert.match(await message(used), /set-up is over/)
      const late = device.create(await options())
      world().clock.advance(601_000)
      assert.match(await message(late), /set-up is over/)
      world().clock.advance(900_000)
      assert.equal(codeOf(await desk.ask(path)), -2008)
      await policy('off')
      assert.match((await (await signIn(await newUser())).ask(path)).body.Errors[0].Message, /switched off/)
      await policy('factor')
    })

    test('a passkey is the second factor after the password; its counter may not go back', async () => {
      const who = await newUser()
      const person = newPerson()
      const desk = await signIn(who, person)
      const device = newDevice()
      await setUp(desk, device)
      let page = await afterPassword(who, person)
      assert.match(page.text, /Second factor[\s\S]*Use a passkey[\s\S]*Recovery code/)
      const options = optionsOn(page, 'passkey')
      // The key of another device cannot sign for this one.
      const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      page = await send(person, page, device.get(options, { key: privateKey }))
      assert.match(alert(page), /could not be checked/)
      page = await send(person, page, device.get(optionsOn(page, 'passkey'), { origin: 'http://evil.example' }))
      assert.match(alert(page), /Passkeys work at http:\/\/localhost:\d+ only/)
      page = await send(person, page, device.get(options))
      assert.match(alert(page), /took too long, or came twice/)
      page = await send(person, page, device.get(optionsOn(page, 'passkey'), { counter: 1 }))
      assert.match(alert(page), /may have been copied/)
      page = await send(person, page, '{"id":')
      assert.match(alert(page), /not known here/)
      const [key] = device.keys
      const foreign = newDevice()
      await setUp(await signIn(await newUser()), foreign)
      page = await send(person, page, foreign.sign(foreign.keys[0] as never, optionsOn(page, 'passkey')))
      assert.match(alert(page), /not known here/)
      await world().server.app.signIn.idle()
      const answer = device.sign(key as never, optionsOn(page, 'passkey'), { counter: 10, verified: false })
      const done = await send(person, page, answer)
      assert.match(done.url, /\/d\/acme$/)
      const [newest, ...refused] = await lastSignIns(desk, 7)
      assert.deepEqual(newest, [null, ['Browser', 'Password', 'Passkey']])
      // Refused attempts are written a moment after their answers.
      const reasons = refused.map(([reason]: Json) => reason).sort()
      assert.deepEqual(reasons, ['CopiedPasskey', ...Array.from({ length: 5 }, () => 'WrongPasskey')])
      // A replay in a new sign-in has the challenge of another one.
      page = await afterPassword(who, person)
      assert.match(alert(await send(person, page, answer)), /came twice/)
      assert.ok((await desk.get('auth/v1/factors')).body.Passkeys[0].Used)
    })

    test('where the policy allows it, a passkey alone signs in, and the browser is remembered', async () => {
      const who = await newUser()
      const device = newDevice()
      await setUp(await signIn(who), device)
      const begun = await begin(newPerson())
      assert.ok(!begun.text.includes('data-passkey='))
      await policy('alone', 'required')
      const person = newPerson()
      let page = await begin(person)
      assert.match(page.text, /autocomplete="username webauthn"/)
      assert.match(page.headers.get('content-security-policy') ?? '', /script-src 'sha256-[^']+' 'sha256-[^']+';/)
      // The authenticator has to check the person.
      page = await send(person, page, device.get(optionsOn(page, 'passkey'), { verified: false }))
      assert.match(alert(page), /could not be checked/)
      await world().server.app.signIn.idle()
      const done = await send(person, page, device.get(optionsOn(page, 'passkey')))
      assert.match(done.url, /\/d\/acme$/)
      const desk = browserOf(site(), person, 'acme')
      assert.deepEqual(await lastSignIns(desk, 1), [[null, ['Passkey']]])
      const browsers = await desk.get('auth/v1/browsers')
      assert.equal(browsers.body.Browsers.filter((one: Json) => one.Current).length, 1, JSON.stringify(browsers.body))
      const again = await person.submit(await begin(person), '/email', { email: who.email })
      assert.match(again.text, /Enter your password[\s\S]*Use a passkey/)
      assert.match((await send(person, again, device.get(optionsOn(again, 'passkey')))).url, /\/d\/acme$/)
      await policy('factor')
    })

    test('a removed passkey, that of another database, and that of a disabled user sign in nowhere', async () => {
      await policy('alone')
      const who = await newUser()
      const device = newDevice()
      const desk = await signIn(who)
      await setUp(desk, device)
      const other = await world().accounts.database(`other-${engine}`)
      await policy('alone', 'offered', other)
      const tries = async (database = 'acme', from = device): Promise<string> => {
        const person = newPerson()
        const page = await begin(person, database)
        return alert(await send(person, page, from.get(optionsOn(page, 'passkey'))))
      }
      assert.match(await tries(`other-${engine}`), /not known here/)
      // A handle of another user, or none, names no passkey.
      const [key] = device.keys
      const forged = newDevice()
      forged.keys.push({ ...(key as (typeof device.keys)[number]), userHandle: 'AAAA' })
      assert.match(await tries('acme', forged), /not known here/)
      const boss = await signIn(await newUser(world().db, { admin: true }))
      const Key = Buffer.from(`User\t${who.uid}`).toString('base64')
      const enabled = (Enabled: boolean) => boss.ask('Update', { User: { Data: { Key, Enabled } } })
      assert.equal((await enabled(false)).body.Code, 0)
      assert.match(await tries(), /not known here/)
      assert.equal((await enabled(true)).body.Code, 0)
      assert.equal(await tries(), '')
      assert.equal((await boss.send('DELETE', `auth/v1/factors/users/${who.uid}`)).body.Code, 0)
      assert.match(await tries(), /not known here/)
      const mail = await until(
        () => mailsTo(world().outbox, who.email).find(text => text.includes('were reset')),
        'mail',
      )
      assert.match(mail, /passkeys/)
      await policy('factor')
      const page = await begin(newPerson())
      assert.ok(!page.text.includes('data-passkey='))
    })

    test('an invited person chooses a passkey instead of a password, and keeps a way to sign in', async () => {
      await policy('alone')
      const boss = await signIn(await newUser(world().db, { admin: true }))
      const email = `invited${engine}@example.com`
      const invited = await boss.ask('auth/v1/invitations', { People: [{ Email: email }] })
      assert.equal(invited.status, 200, JSON.stringify(invited.body))
      const link = await until(
        () => /https?:\/\/\S+\/v1\/password\/[\w-]+/.exec(mailsTo(world().outbox, email).at(-1) ?? '')?.[0],
        'The link',
      )
      const person = newPerson()
      const page = await person.go(link)
      assert.match(page.text, /Choose a password[\s\S]*Use a passkey instead of a password/)
      const device = newDevice()
      const forged = device.create(optionsOn(page, 'passkey'), { challenge: 'AAAA' })
      assert.match(alert(await send(person, page, forged)), /could not be checked/)
      const made = device.create(optionsOn(page, 'passkey'))
      const codes = await send(person, page, made)
      assert.match(codes.text, /Your recovery codes/)
      assert.equal((await send(newPerson(), page, made)).status, 400)
      assert.match((await person.submit(codes, '/codes', {})).url, /\/d\/acme$/)
      const desk = browserOf(site(), person, 'acme')
      assert.deepEqual((await lastSignIns(desk, 1))[0], [null, ['Invitation', 'Passkey']])
      const [passkey] = (await desk.get('auth/v1/factors')).body.Passkeys
      const refused = await desk.send('DELETE', `auth/v1/factors/passkeys/${passkey.Id}`)
      assert.match(refused.body.Errors[0].Message, /only way to sign in/)
      // A mail alone brings nothing back: the new password is asked for the passkey or a recovery code.
      const other = newPerson()
      let next = await other.submit(await begin(other), '/email', { email })
      next = await other.submit(next, '/confirm', { code: (await mailFor(world().outbox, next)).code })
      assert.match(next.text, /Use a passkey/)
      assert.ok(!next.text.includes('no password yet'))
      next = await other.submit(next, '/forgot')
      const reset = await until(
        () =>
          mailsTo(world().outbox, email)
            .map(text => /https?:\/\/\S+\/v1\/password\/[\w-]+/.exec(text)?.[0])
            .findLast(one => one !== undefined && one !== link),
        'The link',
      )
      const chosen = await other.go(reset)
      assert.ok(!chosen.text.includes('data-passkey='))
      await other.submit(chosen, reset.slice(site().url.length), { password: 'a brand new secret' })
      // What began in the second of a new password has ended with the old one.
      world().clock.advance(1000)
      const asked = await afterPassword({ uid: '', email, password: 'a brand new secret' }, newPerson())
      assert.match(asked.text, /Second factor[\s\S]*Use a passkey/)
      await policy('factor')
    })

    test('where a factor is required, a passkey can be set up during the sign-in', async () => {
      const who = await newUser()
      await policy('factor', 'required')
      const person = newPerson()
      let page = await afterPassword(who, person)
      assert.match(page.text, /Set up a second factor[\s\S]*<svg[\s\S]*Set up a passkey/)
      const device = newDevice()
      const stale = device.create(optionsOn(page, 'enroll-passkey'), { origin: 'http://evil.example' })
      page = await send(person, page, stale, '/enroll-passkey')
      assert.match(alert(page), /Passkeys work at/)
      const codes = await send(person, page, device.create(optionsOn(page, 'enroll-passkey')), '/enroll-passkey')
      assert.match(codes.text, /Your recovery codes/)
      assert.match((await person.submit(codes, '/codes', {})).url, /\/d\/acme$/)
      const desk = browserOf(site(), person, 'acme')
      const [passkey] = (await desk.get('auth/v1/factors')).body.Passkeys
      assert.match(
        (await desk.send('DELETE', `auth/v1/factors/passkeys/${passkey.Id}`)).body.Errors[0].Message,
        /requires a second factor/,
      )
      await policy('factor')
    })

    test('of 50 uses of one challenge, one succeeds, on two nodes', async () => {
      await policy('alone')
      const who = await newUser()
      const device = newDevice()
      const desk = await signIn(who)
      await setUp(desk, device)
      const { server, clock } = world()
      const other = await startServer({
        engine,
        clock,
        storeUrl: server.settings.store,
        settings: { publicUrl: site().url, mail: server.settings.mail },
      })
      const person = newPerson()
      const page = await begin(person)
      const options = optionsOn(page, 'passkey')
      const csrf = /name="csrf" value="([^"]*)"/.exec(page.text)?.[1] ?? ''
      const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const answers = Array.from({ length: 50 }, () => JSON.stringify(device.get(options)))
      const outcomes = await Promise.all(
        answers.map(async (answer, i) => {
          const url = new URL(page.url)
          if (i % 2) url.port = new URL(other.url).port
          const body = new URLSearchParams({ csrf, answer })
          const got = await fetch(`${url}/passkey`, { method: 'POST', body, headers: { cookie }, redirect: 'manual' })
          return got.headers.getSetCookie().some(one => one.startsWith('clientele-browser='))
        }),
      )
      await other.close()
      assert.equal(outcomes.filter(Boolean).length, 1)
      // And of one set-up.
      const path = 'auth/v1/factors/passkeys'
      const begun = await desk.ask(path)
      const made = await Promise.all(
        Array.from({ length: 20 }, () => desk.send('PUT', path, { Answer: newDevice().create(begun.body.Options) })),
      )
      assert.deepEqual(made.filter(one => one.body.Code === 0).length, 1, JSON.stringify(made.map(one => one.body)))
      await policy('factor')
    })

    test('guesses of passkeys are held back by network', async () => {
      await policy('alone')
      const person = newPerson()
      const held = world().server.settings.throttleAddress
      let page = await begin(person)
      for (let i = 0; i < held && page.status === 200; i++) page = await send(person, page, '{}')
      page = await send(person, page, '{}')
      assert.equal(page.status, 429)
      await policy('factor')
    })
  },
  { settings: { publicUrl: 'http://localhost:0' } },
)
