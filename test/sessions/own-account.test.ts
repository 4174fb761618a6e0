// Tests what people do with their own accounts: the password, the remembered browsers, and the cookie under https.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AuthWorld, eachAuth, email, newTokens, password, tokenValid } from '../support/auth.ts'
import type { Json } from '../support/crm.ts'
import { mailFor, Person } from '../support/person.ts'
import { type ConsoleBrowser, consoleSignIn, sessionCookieOf } from './console.ts'

const signInAs = (world: AuthWorld, agent: string, person = new Person(world.url, { 'user-agent': agent })) =>
  consoleSignIn(world, { database: 'acme', fresh: '1' }, person)
const isIn = async (browser: ConsoleBrowser): Promise<boolean> => (await browser.get('session')).status === 200
const browsersIn = async (browser: ConsoleBrowser): Promise<Json[]> =>
  (await browser.get('auth/v1/browsers')).body.Browsers

/** The page that follows the e-mail: the password, or the code when the browser is not remembered. */
async function afterEmail({ person }: ConsoleBrowser, database = 'acme') {
  const page = await person.go(`/console/sign-in?database=${database}&fresh=1`)
  return person.submit(page, '/email', { email })
}

eachAuth('remembered browsers', world => {
  test('are listed with this one marked, and forgotten one by one', async () => {
    const desk = await signInAs(world(), 'Desk')
    const phone = await signInAs(world(), 'Phone')
    const listed = await browsersIn(desk)
    assert.deepEqual(listed.map(({ Agent, Current }) => [Agent, Current]).sort(), [
      ['Desk', true],
      ['Phone', false],
    ])
    const lost = listed.find(({ Agent }) => Agent === 'Phone')
    assert.equal((await desk.send('DELETE', `auth/v1/browsers/${lost?.Id}`)).body.Code, 0)
    assert.deepEqual(
      (await browsersIn(desk)).map(({ Agent }) => Agent),
      ['Desk'],
    )
    assert.match((await afterEmail(phone)).text, /6-digit code/)
    assert.doesNotMatch((await afterEmail(desk)).text, /6-digit code/)
    // Confirmed once more, it is remembered again.
    world().clock.advance(1000)
    await signInAs(world(), 'Phone', phone.person)
    assert.equal((await browsersIn(desk)).length, 2)
    assert.doesNotMatch((await afterEmail(phone)).text, /6-digit code/)
    await desk.ask('auth/v1/forget-browsers')
    assert.deepEqual(await browsersIn(desk), [])
  })

  test('belong to one person and one database', async () => {
    const { accounts, db, clock } = world()
    await accounts.user(db, 'EVE', 'eve@example.com', password)
    const eve = await consoleSignIn(world(), { database: 'acme' }, undefined, { email: 'eve@example.com', password })
    clock.advance(1000)
    const ann = await signInAs(world(), 'Both')
    const own = (await browsersIn(ann)).find(({ Agent }) => Agent === 'Both')
    assert.equal((await eve.get('auth/v1/browsers?User=ANN')).body.Errors[0].ErrorCode, -2002)
    for (const query of ['', '?User=ANN']) {
      assert.equal((await eve.send('DELETE', `auth/v1/browsers/${own?.Id}${query}`)).body.Code, -1)
    }
    // The same address in another database: neither seen nor forgotten there.
    const other = await accounts.database('elsewhere')
    await accounts.user(other, 'ANN', email, password)
    const { token } = await accounts.personalToken(other, 'ANN', 'data', clock.now() / 1000 + 86_400)
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fetch(`${world().url}/oauth/v1/browsers`, { headers })
    assert.deepEqual(await answer.json(), { Code: 0, Browsers: [] })
    const there = await consoleSignIn(world(), { database: 'elsewhere' }, ann.person)
    const [seen] = await browsersIn(there)
    assert.notEqual(seen?.Id, own?.Id)
    await there.send('DELETE', `auth/v1/browsers/${seen?.Id}`)
    assert.match((await afterEmail(ann, 'elsewhere')).text, /6-digit code/)
    assert.doesNotMatch((await afterEmail(ann)).text, /6-digit code/)
  })
})

eachAuth('the own password', world => {
  const change = (browser: ConsoleBrowser, OldPassword: unknown, NewPassword: unknown) =>
    browser.ask('auth/v1/password', { OldPassword, NewPassword })

  test('needs the old one and a good new one, which ends everything but this session', async () => {
    const { clock } = world()
    const desk = await signInAs(world(), 'Desk')
    const phone = await signInAs(world(), 'Phone')
    const { access_token } = await newTokens(world())
    const refused = async (...passwords: [unknown, unknown]): Promise<Json> => {
      const { body } = await change(desk, ...passwords)
      assert.equal(body.Code, -1, JSON.stringify(passwords))
      return body.Errors[0]
    }
    assert.equal((await refused('wrong horse', 'another good one')).Path, 'OldPassword')
    assert.equal((await refused('', 'another good one')).Path, 'OldPassword')
    assert.equal((await refused(password, 7)).Path, 'NewPassword')
    for (const [weak, message] of [
      ['short', /^NewPassword has at least 8 characters/],
      ['password', /^NewPassword is one of the most common/],
      [email, /^NewPassword is made of the names/],
    ] as const) {
      const problem = await refused(password, weak)
      assert.equal(problem.Path, 'NewPassword', weak)
      assert.match(problem.Message, message)
    }
    assert.ok((await isIn(phone)) && (await tokenValid(world().url, access_token)))
    clock.advance(1000)
    const [name, before] = sessionCookieOf(desk.person)
    const changed = await change(desk, password, 'another good one')
    assert.equal(changed.body.Code, 0, JSON.stringify(changed.body))
    const cookie = changed.headers.get('set-cookie') ?? ''
    assert.match(cookie, /HttpOnly; SameSite=Strict/)
    const [, next = ''] = cookie.split(';', 1)[0]?.split('=') ?? []
    assert.equal((await desk.get('session', { cookie: `${name}=${before}` })).status, 401)
    assert.ok(!(await isIn(phone)) && !(await tokenValid(world().url, access_token)))
    desk.person.cookies.set(name, next)
    assert.ok(await isIn(desk))
    assert.deepEqual(await browsersIn(desk), [])
    const { body } = await desk.get('auth/v1/grants?Ended=true')
    assert.deepEqual(
      body.Grants.map(({ Agent, EndReason }: Json) => [Agent, EndReason]).sort(),
      [
        ['Desk', 'password-changed'],
        ['Phone', 'password-changed'],
        [null, 'password-changed'],
        ['node', null],
      ].sort(),
    )
    clock.advance(1000)
    const page = await afterEmail(phone)
    const code = await phone.person.submit(page, '/confirm', { code: (await mailFor(world().outbox, page)).code })
    assert.match((await phone.person.submit(code, '/password', { password })).text, /not right/)
  })

  test('cannot be changed by SSO-only users, and guesses are counted with those of the pages', async () => {
    const { accounts, db, clock, url } = world()
    await accounts.user(db, 'SUE', 'sue@example.com', null, { ssoOnly: true })
    await accounts.user(db, 'TOM', 'tom@example.com', password)
    const sent = async (uid: string, OldPassword: string) => {
      const { token } = await accounts.personalToken(db, uid, 'data', clock.now() / 1000 + 86_400)
      const answer = await fetch(`${url}/oauth/v1/password`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: JSON.stringify({ OldPassword, NewPassword: 'another good one' }),
      })
      return { status: answer.status, body: (await answer.json()) as Json }
    }
    assert.match((await sent('SUE', 'any')).body.Msg[0], /single sign-on/)
    for (let i = 0; i < 10; i++) assert.equal((await sent('TOM', `guess ${i}`)).status, 200)
    const { status, body } = await sent('TOM', password)
    assert.deepEqual([status, body.Errors[0].ErrorCode], [429, -2004])
    const person = new Person(url)
    const first = await person.submit(await person.go('/console/sign-in?database=acme'), '/email', {
      email: 'tom@example.com',
    })
    const page = await person.submit(first, '/confirm', { code: (await mailFor(world().outbox, first)).code })
    assert.equal((await person.submit(page, '/password', { password })).status, 429)
  })
})

eachAuth(
  'a console behind https',
  world => {
    test('has cookies that the host alone can set, and takes no other name', async () => {
      // The address of the server itself, as a proxy in front of it has it.
      const { server, outbox } = world()
      const lane = await consoleSignIn({ url: `http://${server.addresses[0]}`, outbox })
      const { person } = lane
      const [name, value] = [...person.cookies].find(([key]) => key.includes('clientele-console-')) ?? ['', '']
      assert.match(name, /^__Host-clientele-console-[\w-]{12}$/)
      const secure = { origin: 'https://crm.example.com' }
      assert.equal((await lane.get('session', secure)).status, 200)
      const bare = { ...secure, cookie: `${name.replace('__Host-', '')}=${value}` }
      assert.equal((await lane.get('session', bare)).status, 401)
    })
  },
  { settings: { publicUrl: 'https://crm.example.com' } },
)

eachAuth('the own profile', world => {
  test('has name, language and time zone, which its user changes; rights are not among them', async () => {
    const desk = await signInAs(world(), 'Desk')
    const changed = await desk.send('PATCH', 'auth/v1/profile', {
      lastName: 'Ahrens',
      Culture: 'de-AT',
      TimeZone: 'Europe/Vienna',
    })
    assert.deepEqual(changed.body.Profile, {
      Uid: 'ANN',
      Email: email,
      FirstName: null,
      LastName: 'Ahrens',
      DisplayName: 'Ann Archer',
      Culture: 'de-AT',
      TimeZone: 'Europe/Vienna',
      NotificationMail: 'None',
    })
    const session = (await desk.get('session')).body
    assert.deepEqual([session.culture, session.timeZone], ['de-AT', 'Europe/Vienna'])
    const before = (await desk.get('auth/v1/profile')).body
    const refused = await desk.send('PATCH', 'auth/v1/profile', { Admin: true, Email: 'x@example.com', Culture: 7 })
    assert.deepEqual(
      refused.body.Errors.map(({ Path }: Json) => Path),
      ['Admin', 'Email', 'Culture'],
    )
    const wrong = await desk.send('PATCH', 'auth/v1/profile', { LastName: '', TimeZone: 'Mars/Olympus' })
    assert.deepEqual(wrong.body.Errors.map(({ Path }: Json) => Path).sort(), ['LastName', 'TimeZone'])
    assert.deepEqual((await desk.get('auth/v1/profile')).body, before)
  })
})
