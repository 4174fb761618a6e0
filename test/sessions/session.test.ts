// Tests the session of the console: sign-in, lane, expiry, revocation and sign-out.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachAuth, email, password } from '../support/auth.ts'
import { Person } from '../support/person.ts'
import { browserOf, consoleSignIn, sessionCookieOf } from './console.ts'

const hour = 3600 * 1000
const read = { AbEntry: { Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery: {}, Top: 1 } } }

eachAuth('sessions of the console', world => {
  test('a sign-in ends with a session, which the lane accepts', async () => {
    const browser = await consoleSignIn(world(), { database: 'acme', to: '/d/acme/AbEntry?q=1#x' })
    assert.equal(browser.landed, '/d/acme/AbEntry?q=1#x')
    const { status, body } = await browser.get('session')
    assert.equal(status, 200)
    assert.equal(body.database, 'acme')
    assert.deepEqual(body.user, {
      key: Buffer.from('User\tANN').toString('base64'),
      uid: 'ANN',
      name: 'Ann Archer',
      email,
      administrator: false,
      picture: null,
    })
    assert.deepEqual([body.culture, body.timeZone, body.currency, body.language], ['en-US', 'UTC', 'USD', 'en'])
    assert.deepEqual([body.fresh, body.demo, body.installation.name], [true, false, 'Clientele'])
    assert.match(body.modelDigest, /^[\w-]{43}$/)
    assert.equal(Date.parse(body.ends) - Date.parse(body.created), 30 * 24 * hour)
    const answer = await browser.ask('Read', read)
    assert.equal(answer.body.Code, 0, JSON.stringify(answer.body))
    const grants = await browser.get('auth/v1/grants')
    assert.equal(grants.body.Code, 0)
    assert.equal((await browser.get('openapi.json')).body.openapi, '3.1.0')
    assert.equal((await browser.get('webhooks/v1/event-types')).status, 200)
  })

  test('the cookie is bound to the host, hidden from scripts and sent by our own pages only', async () => {
    const person = new Person(world().url)
    await consoleSignIn(world(), { database: 'acme' }, person)
    const [name, value] = sessionCookieOf(person)
    assert.match(name, /^clientele-console-[\w-]{12}$/)
    assert.match(value, /^cls_[\w-]{43,}$/)
    const out = await fetch(`${world().url}/console/api/sign-out`, {
      method: 'POST',
      headers: { cookie: `${name}=${value}`, 'x-clientele-console': 'acme', 'sec-fetch-site': 'same-origin' },
    })
    assert.equal(out.headers.get('set-cookie'), `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict`)
  })

  test('a signed-in browser is not asked again, and signs out', async () => {
    const browser = await consoleSignIn(world())
    const again = await browser.person.go('/console/sign-in?database=ACME&to=/d/acme/Task')
    assert.equal(new URL(again.url).pathname, '/d/acme/Task')
    const out = await browser.ask('sign-out')
    assert.equal(out.status, 200)
    assert.equal((await browser.get('session')).status, 401)
    assert.equal((await browser.ask('Read', read)).body.Errors[0].ErrorCode, -2006)
  })

  test('a session ends after 12 hours without a use, and after 30 days in any case', async () => {
    const idle = await consoleSignIn(world())
    const busy = await consoleSignIn(world())
    world().clock.advance(11 * hour)
    assert.equal((await busy.get('session')).status, 200)
    world().clock.advance(hour)
    assert.equal((await idle.get('session')).status, 401)
    for (let hours = 12; hours < 30 * 24; hours += 11) {
      assert.equal((await busy.get('session')).status, 200, `after ${hours} hours`)
      world().clock.advance(11 * hour)
    }
    assert.equal((await busy.get('session')).status, 401)
  })

  test('two databases in one browser do not mix', async () => {
    const { accounts } = world()
    const other = await accounts.database('globex')
    await accounts.user(other, 'ANNE', email, password, { name: 'Anne Globex', admin: true })
    const first = await consoleSignIn(world(), { database: 'acme' })
    const second = await consoleSignIn(world(), { database: 'globex' }, first.person)
    assert.equal((await first.get('session')).body.user.uid, 'ANN')
    assert.equal((await second.get('session')).body.user.uid, 'ANNE')
    const all = await first.get('sessions')
    assert.deepEqual(all.body.sessions.map((each: { database: string }) => each.database).sort(), ['acme', 'globex'])
    await second.ask('sign-out')
    assert.equal((await second.get('session')).status, 401)
    assert.equal((await first.get('session')).status, 200)
    // The value of one database under the name of the other is no session.
    const [, value] = sessionCookieOf(first.person)
    const globexName = [...second.person.cookies.keys()].filter(name => name.startsWith('clientele-console-')).at(-1)
    first.person.cookies.set(globexName ?? '', value)
    assert.equal((await browserOf(world(), first.person, 'globex').get('session')).status, 401)
  })

  test('a sign-in never leads away from the console', async () => {
    const person = new Person(world().url)
    await consoleSignIn(world(), { database: 'acme' }, person)
    const targets = [
      'https://evil.example',
      '//evil.example/d/acme',
      '/\\evil.example',
      '/d/acme/../../evil',
      '/oauth/v1',
    ]
    targets.push('/d/acme.evil', 'javascript:alert(1)', '/d/other/x', '', 'd/acme\r\nset-cookie: x=y')
    for (const to of targets) {
      const page = await person.go(`/console/sign-in?${new URLSearchParams({ database: 'acme', to })}`)
      assert.equal(page.url, `${world().url}/d/acme`, to)
    }
  })

  test('an unknown database is asked for like any other', async () => {
    const person = new Person(world().url)
    const first = await person.go('/console/sign-in?database=nowhere')
    assert.equal(first.status, 200)
    assert.match(first.text, /name="email"/)
    assert.doesNotMatch(first.text, /class="may"/)
  })
})
