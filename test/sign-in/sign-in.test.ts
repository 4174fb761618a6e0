// Tests the sign-in from page to page over HTTP, and the attacks that it must withstand.
import assert from 'node:assert/strict'
import { createHook } from 'node:async_hooks'
import { describe, test } from 'node:test'
import { forgetBrowsers } from '../../src/accounts/directory.ts'
import { hashPassword } from '../../src/accounts/passwords.ts'
import { authorizePath, eachAuth, email, password, passwordPage, signIn, startAuth } from '../support/auth.ts'
import { formOf, mailFor, mailsTo, type Page, Person } from '../support/person.ts'

const day = 86_400_000

eachAuth(
  'sign-in',
  world => {
    const begin = (person = new Person(world().url)): Promise<Page> =>
      person.go(authorizePath(world().app, { state: 's' }))
    const atConfirm = async (person: Person, address = email) => {
      const page = await person.submit(await begin(person), '/email', { email: address })
      assert.match(page.text, /6-digit code/)
      return page
    }
    const errorIn = (page: Page) => /role="alert".*?<span>(.*?)<\/span>/s.exec(page.text)?.[1]

    test('each page names the application, says what it may do, and has Cancel', async () => {
      const person = new Person(world().url)
      const first = await begin(person)
      const second = await atConfirm(person)
      const { code } = await mailFor(world().outbox, second)
      const third = await person.submit(second, '/confirm', { code })
      for (const page of [first, second, third]) {
        assert.equal(page.status, 200)
        assert.match(page.text, /Example App/)
        assert.match(page.text, /Read and change your customer data/)
        formOf(page, '/cancel')
        assert.match(page.text, /<html lang="en">/)
        assert.equal(/<script>/.test(page.text), page === third)
      }
      assert.match(first.text, /autocomplete="username"/)
      assert.match(second.text, /autocomplete="one-time-code"/)
      assert.match(third.text, /autocomplete="current-password"/)
    })

    test('an invalid e-mail is refused on the same page, which keeps the input', async () => {
      const person = new Person(world().url)
      for (const typed of ['nonsense', 'a@b@c', 'a b@c', 'a@b,c@d', '<b>@x', `${'x'.repeat(250)}@y.zz`]) {
        const page = await person.submit(await begin(person), '/email', { email: typed })
        assert.equal(page.status, 200)
        assert.match(errorIn(page) ?? '', /Enter an e-mail address/)
        assert.equal(formOf(page, '/email').fields.email, typed)
      }
    })

    test('what people type is escaped everywhere', async () => {
      const person = new Person(world().url)
      const typed = '"><script>alert(1)</script>'
      const page = await person.submit(await begin(person), '/email', { email: typed })
      assert.ok(!page.text.includes('<script>'))
      const app = await world().accounts.application({ name: '<img src=x onerror=alert(1)>' })
      const named = await person.go(authorizePath(app))
      assert.ok(!named.text.includes('<img'))
    })

    test('the code works with spaces, once, and not for another attempt [C-4.1-12]', async () => {
      const person = new Person(world().url)
      const page = await atConfirm(person)
      const { code } = await mailFor(world().outbox, page)
      const other = new Person(world().url)
      const elsewhere = await atConfirm(other)
      assert.equal((await other.submit(elsewhere, '/confirm', { code })).text.includes('That code is not right'), true)
      const done = await person.submit(page, '/confirm', { code: ` ${code.slice(0, 3)} ${code.slice(3)} ` })
      assert.match(done.text, /Enter your password/)
    })

    test('a code has five tries', async () => {
      const person = new Person(world().url)
      const page = await atConfirm(person)
      const { code } = await mailFor(world().outbox, page)
      const wrong = code === '000000' ? '000001' : '000000'
      for (const left of ['4 tries', '3 tries', '2 tries', '1 try']) {
        const answer = await person.submit(page, '/confirm', { code: wrong })
        assert.equal(answer.status, 200)
        assert.match(errorIn(answer) ?? '', new RegExp(`not right. ${left} left`))
        assert.equal(formOf(answer, '/confirm').fields.code, '')
      }
      assert.match(errorIn(await person.submit(page, '/confirm', { code: wrong })) ?? '', /no longer/)
      assert.match(errorIn(await person.submit(page, '/confirm', { code })) ?? '', /no longer/)
      const again = await person.submit(page, '/resend')
      const fresh = await mailFor(world().outbox, again, 1)
      assert.match((await person.submit(again, '/confirm', { code: fresh.code })).text, /Enter your password/)
    })

    test('a code is good for ten minutes', async () => {
      const person = new Person(world().url)
      const page = await atConfirm(person)
      const { code } = await mailFor(world().outbox, page)
      world().clock.advance(9 * 60_000 + 59_000)
      const twin = new Person(world().url)
      const late = await atConfirm(twin)
      const lateMail = await mailFor(world().outbox, late)
      assert.match((await person.submit(page, '/confirm', { code })).text, /Enter your password/)
      world().clock.advance(10 * 60_000 + 1000)
      assert.match(errorIn(await twin.submit(late, '/confirm', { code: lateMail.code })) ?? '', /no longer/)
    })

    test('opening the link changes nothing; its button confirms, once; a mail scanner burns nothing [C-4.1-13]', async () => {
      const person = new Person(world().url)
      const { link } = await mailFor(world().outbox, await atConfirm(person))
      for (let i = 0; i < 3; i++) {
        const scanner = await fetch(link)
        assert.equal(scanner.status, 200)
        await fetch(link, { method: 'HEAD' })
      }
      const page = await person.go(link)
      assert.match(page.text, /Continue signing in/)
      const next = await person.submit(page, new URL(link).pathname)
      assert.match(next.text, /Enter your password/)
      const stranger = await new Person(world().url).go(link)
      assert.equal(stranger.status, 400)
      assert.match(stranger.text, /no longer works/)
      assert.match((await person.go(link)).text, /Enter your password/)
    })

    test('on another device the link shows the code to type, and cannot confirm by itself', async () => {
      const person = new Person(world().url)
      const page = await atConfirm(person)
      const { link, code } = await mailFor(world().outbox, page)
      const phone = new Person(world().url)
      const shown = await phone.go(link)
      assert.match(shown.text, new RegExp(`<p class="big">${code}</p>`))
      assert.doesNotMatch(shown.text, /<form/)
      const forced = await phone.post(link, { csrf: 'x' })
      assert.equal(forced.status, 400)
      assert.match((await person.submit(page, '/confirm', { code })).text, /Enter your password/)
    })

    test('a wrong password is refused on the same page; the right one ends the attempt [C-4.1-16]', async () => {
      const person = new Person(world().url)
      const page = await passwordPage(world(), world().app, {}, person)
      const wrong = await person.submit(page, '/password', { password: 'wrong' })
      assert.equal(wrong.status, 200)
      assert.match(errorIn(wrong) ?? '', /not right/)
      assert.ok(!wrong.text.includes('value="wrong"'))
      const done = await person.submit(wrong, '/password', { password })
      assert.equal(done.status, 303)
      assert.match(done.location ?? '', /^https:\/\/app\.example\.com\/callback\?code=/)
      assert.equal((await person.submit(page, '/password', { password })).status, 400)
    })

    test('the browser remembers a confirmed e-mail for 90 days, that e-mail alone [C-4.1-14]', async () => {
      await world().accounts.user(world().db, 'BEA', 'bea@example.com', password)
      const person = new Person(world().url)
      await signIn(world(), world().app, {}, person)
      const next = await person.submit(await begin(person), '/email', { email: 'ANN@example.com' })
      assert.match(next.text, /Enter your password/)
      const other = await person.submit(await begin(person), '/email', { email: 'bea@example.com' })
      assert.match(other.text, /6-digit code/)
      world().clock.advance(89 * day)
      assert.match((await person.submit(await begin(person), '/email', { email })).text, /Enter your password/)
      world().clock.advance(day + 1000)
      assert.match((await person.submit(await begin(person), '/email', { email })).text, /6-digit code/)
    })

    test('two e-mails can be remembered by one browser', async () => {
      const person = new Person(world().url)
      await signIn(world(), world().app, {}, person)
      await passwordPage(world(), world().app, {}, person, 'bea@example.com')
      for (const address of [email, 'bea@example.com']) {
        assert.match(
          (await person.submit(await begin(person), '/email', { email: address })).text,
          /Enter your password/,
        )
      }
    })

    test('the memory cannot be forged, and "forget" ends it', async () => {
      const person = new Person(world().url)
      await signIn(world(), world().app, {}, person)
      const name = [...person.cookies.keys()].find(cookie => cookie.includes('browser')) ?? ''
      const thief = new Person(world().url)
      for (const value of ['', 'x', email, Buffer.from(email).toString('base64url')]) {
        thief.cookies.set(name, value)
        assert.match((await thief.submit(await begin(thief), '/email', { email })).text, /6-digit code/)
      }
      assert.ok(await forgetBrowsers(world().server.store, world().db, 'ANN', world().clock.now()))
      world().clock.advance(1)
      assert.match((await person.submit(await begin(person), '/email', { email })).text, /6-digit code/)
    })

    test('a cookie that was planted before the confirmation is worth nothing after it', async () => {
      const person = new Person(world().url)
      const name = 'clientele-browser'
      person.cookies.set(name, 'planted-by-an-attacker')
      await signIn(world(), world().app, {}, person)
      assert.notEqual(person.cookies.get(name), 'planted-by-an-attacker')
      const thief = new Person(world().url)
      thief.cookies.set(name, 'planted-by-an-attacker')
      assert.match((await thief.submit(await begin(thief), '/email', { email })).text, /6-digit code/)
    })

    test('with accounts in several databases the person chooses, and login_hint names the choice [C-4.1-15, C-4.1-18]', async () => {
      const second = await world().accounts.database('beta')
      await world().accounts.user(world().db, 'CAM', 'cam@example.com', password, { name: 'Cam Cole' })
      await world().accounts.user(second, 'CAMILLA', 'cam@example.com', 'another password', { name: 'Camilla C.' })
      const person = new Person(world().url)
      const page = await passwordPage(world(), world().app, {}, person, 'cam@example.com')
      assert.match(page.text, /Choose an account/)
      assert.match(page.text, /acme/)
      assert.match(page.text, /Camilla C\./)
      assert.equal(
        (await person.submit(page, '/account', { account: `${world().db}:ANN` })).text.includes(
          'Choose one of your accounts',
        ),
        true,
      )
      const chosen = await person.submit(page, '/account', { account: `${second}:CAMILLA` })
      assert.match(chosen.text, /Enter your password/)
      assert.equal((await person.submit(chosen, '/password', { password })).text.includes('not right'), true)
      const back = await person.submit(chosen, '/other-account')
      assert.match(back.text, /Choose an account/)
      const again = await person.submit(back, '/account', { account: `${second}:CAMILLA` })
      const done = await person.submit(again, '/password', { password: 'another password' })
      assert.equal(new URL(done.location ?? '').searchParams.get('login_hint'), 'd beta u CAMILLA')
    })

    test('a disabled user gets the page of an unknown address, and no mail', async () => {
      await world().accounts.user(world().db, 'DEE', 'dee@example.com', password, { enabled: false })
      const person = new Person(world().url)
      await atConfirm(person, 'dee@example.com')
      await world().server.app.signIn.idle()
      assert.equal(mailsTo(world().outbox, 'dee@example.com').length, 0)
    })

    test('a look-alike address does not receive another’s code', async () => {
      await world().accounts.user(world().db, 'JOSE', 'jose@example.com', password)
      const person = new Person(world().url)
      await atConfirm(person, 'josé@example.com')
      await world().server.app.signIn.idle()
      assert.equal(mailsTo(world().outbox, 'jose@example.com').length, 0)
    })

    describe('what must not be possible', () => {
      test('a form without the page’s own token is refused (CSRF)', async () => {
        const person = new Person(world().url)
        const page = await begin(person)
        const { action } = formOf(page, '/email')
        for (const fields of [{ email }, { email, csrf: '' }, { email, csrf: 'x'.repeat(43) }]) {
          assert.equal((await person.post(action, fields as Record<string, string>)).status, 403)
        }
        const otherPage = await begin(person)
        const borrowed = formOf(otherPage, '/email').fields.csrf ?? ''
        assert.equal((await person.post(action, { email, csrf: borrowed })).status, 403)
        assert.equal((await person.post(formOf(page, '/cancel').action, {})).status, 403)
      })

      test('pages cannot be framed, cached or run scripts (clickjacking)', async () => {
        const page = await begin()
        const policy = page.headers.get('content-security-policy') ?? ''
        assert.match(policy, /default-src 'none'/)
        assert.match(policy, /frame-ancestors 'none'/)
        assert.match(policy, /form-action 'self' https:\/\/app\.example\.com https:;/)
        assert.match(policy, /style-src 'sha256-/)
        assert.doesNotMatch(policy, /unsafe/)
        assert.equal(page.headers.get('x-frame-options'), 'DENY')
        assert.equal(page.headers.get('cache-control'), 'no-store')
        assert.equal(page.headers.get('x-content-type-options'), 'nosniff')
      })

      test('another browser cannot continue an attempt, even with its address (session fixation)', async () => {
        const attacker = new Person(world().url)
        const page = await begin(attacker)
        const victim = new Person(world().url)
        assert.equal((await victim.go(page.url)).status, 400)
        const { action, fields } = formOf(page, '/email')
        assert.equal((await victim.post(action, { ...fields, email })).status, 400)
      })

      test('authorize never takes over a cookie that the browser brought (session fixation)', async () => {
        const person = new Person(world().url)
        await begin(person)
        const before = new Map(person.cookies)
        await begin(person)
        const fresh = [...person.cookies].filter(([name]) => !before.has(name))
        assert.equal(fresh.length, 1)
        for (const [name, value] of before) assert.equal(person.cookies.get(name), value)
      })

      test('many sign-ins at once do not fill the browser with cookies', async () => {
        const person = new Person(world().url)
        for (let i = 0; i < 25; i++) await begin(person)
        assert.ok(person.cookies.size <= 11, String(person.cookies.size))
        assert.match((await begin(person)).text, /E-mail address/)
      })

      test('cookies are HttpOnly and SameSite', async () => {
        const answer = await fetch(world().url + authorizePath(world().app), { redirect: 'manual' })
        const cookies = answer.headers.getSetCookie()
        assert.equal(cookies.length, 1)
        for (const cookie of cookies) {
          assert.match(cookie, /; HttpOnly; SameSite=Lax/)
        }
      })

      test('no request can make the server redirect anywhere but to the registered address (open redirects)', async () => {
        const person = new Person(world().url)
        const evil = 'https://evil.example'
        for (const name of ['return', 'next', 'redirect', 'returnTo', 'continue']) {
          const page = await person.go(`${authorizePath(world().app)}&${name}=${encodeURIComponent(evil)}`)
          const done = await person.post(formOf(page, '/cancel').action, {
            ...formOf(page, '/cancel').fields,
            [name]: evil,
            redirect_uri: evil,
          })
          assert.equal(new URL(done.location ?? '').origin, 'https://app.example.com')
        }
      })

      test('an unknown e-mail is answered like a known one: text, status, headers', async () => {
        const strip = (page: Page, address: string) => ({
          status: page.status,
          text: page.text.replaceAll(address, 'X').replace(/value="[\w-]{43}"|sign-in\/[\w-]+/g, ''),
          policy: page.headers.get('content-security-policy'),
        })
        const known = new Person(world().url)
        const unknown = new Person(world().url)
        const one = await known.submit(await begin(known), '/email', { email })
        const two = await unknown.submit(await begin(unknown), '/email', { email: 'nobody@example.com' })
        assert.deepEqual(strip(one, email), strip(two, 'nobody@example.com'))
        const wrongOne = await known.submit(one, '/confirm', { code: '000000' })
        const wrongTwo = await unknown.submit(two, '/confirm', { code: '000000' })
        assert.deepEqual(strip(wrongOne, email), strip(wrongTwo, 'nobody@example.com'))
        await world().server.app.signIn.idle()
        assert.equal(mailsTo(world().outbox, 'nobody@example.com').length, 0)
      })

      test('a password for a removed account costs the same work as a wrong one, and has the same answer', async () => {
        await world().accounts.user(world().db, 'EVE', 'eve@example.com', password)
        await world().accounts.setUser(world().db, 'EVE', { password: await hashPassword(password) })
        const person = new Person(world().url)
        const there = await passwordPage(world(), world().app, {}, person, 'eve@example.com')
        let hashes = 0
        const hook = createHook({ init: (_id, type) => void (type === 'ARGON2REQUEST' && hashes++) }).enable()
        try {
          for (const which of ['wrong', 'gone'] as const) {
            hashes = 0
            await world().accounts.setUser(world().db, 'EVE', { enabled: which === 'gone' ? 0 : 1 })
            const given = which === 'gone' ? password : 'wrong'
            const answer = await person.submit(there, '/password', { password: given })
            assert.equal(`${answer.status} ${errorIn(answer)}`, '200 That password is not right. Try again.')
            assert.equal(hashes, 1, which)
          }
        } finally {
          hook.disable()
        }
      })

      test('a mail address cannot carry headers or further recipients (header injection)', async () => {
        const person = new Person(world().url)
        for (const typed of [
          `${email}\r\nBcc: evil@example.com`,
          `${email}\nSubject: x`,
          `${email},evil@example.com`,
          `${email};evil@example.com`,
          `"a\r\nb"@example.com`,
          `${email}%0d%0aBcc:evil@example.com`,
        ]) {
          const page = await person.submit(await begin(person), '/email', { email: typed })
          assert.match(errorIn(page) ?? '', /Enter an e-mail address/, JSON.stringify(typed))
        }
        await world().server.app.signIn.idle()
        const app = await world().accounts.application({ name: 'App\r\nBcc: evil@example.com' })
        const page = await person.submit(await person.go(authorizePath(app)), '/email', { email })
        const { text } = await mailFor(world().outbox, page)
        const head = text.slice(0, text.indexOf('\n\n'))
        assert.doesNotMatch(head, /^Bcc/im)
        assert.equal(head.match(/^To:/gm)?.length, 1)
      })
    })
  },
  { settings: { throttleAddress: 10_000, throttleEmail: 1000 } },
)

describe('sign-in under https', () => {
  test('cookies are bound to the host and secure, and links lead to the public address', async () => {
    const world = await startAuth('sqlite', { settings: { publicUrl: 'https://crm.example.com' } })
    try {
      // The test speaks to the port; a proxy would speak to it for the public address.
      const person = new Person(`http://${world.server.addresses[0]}`)
      const answer = await fetch(person.origin + authorizePath(world.app), { redirect: 'manual' })
      const [cookie = ''] = answer.headers.getSetCookie()
      assert.match(cookie, /^__Host-clientele-sign-in-[^;]+; Path=\/; Max-Age=3600; HttpOnly; SameSite=Lax; Secure$/)
      const page = await person.submit(await person.go(authorizePath(world.app)), '/email', { email })
      const { code, link } = await mailFor(world.outbox, page)
      assert.match(link, /^https:\/\/crm\.example\.com\/oauth\/v1\/link\//)
      assert.match((await person.submit(page, '/confirm', { code })).text, /Enter your password/)
      assert.ok([...person.cookies.keys()].some(name => name === '__Host-clientele-browser'))
    } finally {
      await world.close()
    }
  })
})
