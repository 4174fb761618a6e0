// Tests what the sign-in pages show: notices that survive a reload, suggestions, languages, the look, and error details.
import assert from 'node:assert/strict'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { lookOf } from '../../src/pages/look.ts'
import { de } from '../../src/pages/sign-in/texts/de.ts'
import { en } from '../../src/pages/sign-in/texts/en.ts'
import { es } from '../../src/pages/sign-in/texts/es.ts'
import { fr } from '../../src/pages/sign-in/texts/fr.ts'
import { textsFor } from '../../src/pages/sign-in/texts/index.ts'
import { authorizePath, eachAuth, email, password, passwordPage, signIn } from '../support/auth.ts'
import { formOf, mailFor, mailsTo, type Page, Person } from '../support/person.ts'
import { until } from '../support/until.ts'

const chosen = 'seven green bottles'
const alertIn = (page: Page) => /role="alert".*?<span>(.*?)<\/span>/s.exec(page.text)?.[1]
const statusIn = (page: Page) => /role="status">(.*?)</s.exec(page.text)?.[1]
const linkIn = (mail: string) => /https?:\/\/\S+\/v1\/password\/[\w-]+/.exec(mail)?.[0] ?? ''

eachAuth(
  'sign-in pages',
  world => {
    const begin = (person: Person, more: Record<string, string> = {}) => person.go(authorizePath(world().app, more))

    test('every post ends in a redirect, and a reload shows the attempt with its notice', async () => {
      const person = new Person(world().url)
      const first = await begin(person)
      const { action, fields } = formOf(first, '/email')
      const cookie = [...person.cookies].map(pair => pair.join('=')).join('; ')
      const post = await fetch(world().url + action, {
        method: 'POST',
        redirect: 'manual',
        headers: { cookie },
        body: new URLSearchParams({ ...fields, email: 'nonsense' }),
      })
      assert.deepEqual([post.status, post.headers.get('location')], [303, new URL(first.url).pathname])
      for (let i = 0; i < 2; i++) assert.match(alertIn(await person.go(first.url)) ?? '', /Enter an e-mail address/)
      // The address of the form itself leads back to the page.
      assert.match(alertIn(await person.go(action)) ?? '', /Enter an e-mail address/)
      const confirm = await person.submit(first, '/email', { email })
      assert.equal(alertIn(confirm), undefined)
      const wrong = await person.submit(confirm, '/confirm', { code: 'abc' })
      assert.match(alertIn(await person.go(wrong.url)) ?? '', /4 tries left/)
      assert.match(wrong.text, /maxlength="8"/)
      const back = await person.submit(wrong, '/restart')
      assert.equal(alertIn(back), undefined)
    })

    test('a throttled page is HTTP 429 until the wait is over, then the form as it was', async () => {
      const person = new Person(world().url)
      const page = await passwordPage(world(), world().app, {}, person)
      let held = page
      for (let i = 0; i < 11; i++) held = await person.submit(page, '/password', { password: 'wrong' })
      const again = await person.go(held.url)
      assert.deepEqual([held.status, again.status], [429, 429])
      assert.match(alertIn(again) ?? '', /Too many attempts. Try again in 15 minutes/)
      world().clock.advance(14.5 * 60_000)
      assert.match(alertIn(await person.go(held.url)) ?? '', /in 1 minute\./)
      world().clock.advance(60_000)
      const free = await person.go(held.url)
      assert.deepEqual([free.status, alertIn(free)], [200, undefined])
      assert.equal((await person.submit(free, '/password', { password })).status, 303)
    })

    test('"Send a new code" confirms that a code was sent', async () => {
      const person = new Person(world().url)
      const confirm = await person.submit(await begin(person), '/email', { email })
      await mailFor(world().outbox, confirm)
      const again = await person.submit(confirm, '/resend')
      assert.equal(statusIn(again), `A new code is on its way to ${email}. Only the newest code works.`)
      const { code } = await mailFor(world().outbox, again, 1)
      assert.match((await person.submit(again, '/confirm', { code })).text, /Enter your password/)
    })

    test('a remembered browser and login_hint fill in the e-mail, and a hint reveals no address', async () => {
      await world().accounts.user(world().db, 'BEA', 'bea@example.com', password)
      const person = new Person(world().url)
      const filled = async (who: Person, more: Record<string, string> = {}) =>
        formOf(await begin(who, more), '/email').fields.email
      assert.equal(await filled(person), '')
      await signIn(world(), world().app, {}, person)
      world().clock.advance(1000)
      assert.equal(await filled(person), email)
      await passwordPage(world(), world().app, {}, person, 'bea@example.com')
      assert.equal(await filled(person), 'bea@example.com')
      assert.equal(await filled(person, { login_hint: 'd acme u ANN' }), email)
      assert.equal(await filled(person, { login_hint: 'zoe@example.com' }), 'zoe@example.com')
      assert.equal(await filled(new Person(world().url), { login_hint: 'd acme u ANN' }), '')
      assert.equal(await filled(new Person(world().url), { login_hint: 'x'.repeat(500) }), '')
    })

    test('login_hint chooses one of several accounts, and the person may choose another', async () => {
      const second = await world().accounts.database('hinted')
      await world().accounts.user(world().db, 'CAM', 'cam@example.com', password)
      await world().accounts.user(second, 'CAM2', 'cam@example.com', 'another password')
      const person = new Person(world().url)
      const hint = { login_hint: 'd hinted u CAM2' }
      const page = await passwordPage(world(), world().app, hint, person, 'cam@example.com')
      assert.match(page.text, /Enter your password/)
      assert.match(page.text, /<strong>hinted<\/strong>/)
      const choice = await person.submit(page, '/other-account')
      assert.match(choice.text, /Choose an account/)
      const other = await person.submit(choice, '/account', { account: `${world().db}:CAM` })
      const done = await person.submit(other, '/password', { password })
      assert.equal(new URL(done.location ?? '').searchParams.get('login_hint'), 'd acme u CAM')
    })

    test('a forgotten password is replaced by a mailed link, once', async () => {
      await world().accounts.user(world().db, 'FAY', 'fay@example.com', password)
      const person = new Person(world().url)
      const page = await passwordPage(world(), world().app, {}, person, 'fay@example.com')
      const sent = await person.submit(page, '/forgot')
      assert.match(statusIn(sent) ?? '', /link to choose a new password is on its way to fay@example.com/)
      await world().server.app.signIn.idle()
      const link = linkIn(mailsTo(world().outbox, 'fay@example.com').at(-1) ?? '')
      const form = await person.go(link)
      assert.match(form.text, /Choose a password/)
      world().clock.advance(1000)
      const saved = await person.submit(form, new URL(link).pathname, { password: chosen })
      assert.match(saved.text, /Your password is saved/)
      assert.equal((await person.go(link)).status, 400)
      // The new password ends remembered browsers, so this attempt confirms the e-mail again.
      const stale = await person.go(sent.url)
      assert.match(alertIn(stale) ?? '', /Send a new one/)
      world().clock.advance(1000)
      const fresh = await person.submit(stale, '/resend')
      const { code } = await mailFor(world().outbox, fresh, 1)
      const again = await person.submit(fresh, '/confirm', { code })
      assert.equal((await person.submit(again, '/password', { password: chosen })).status, 303)
    })

    test('mails with a link are throttled like mails with a code', async () => {
      const person = new Person(world().url)
      let page = await passwordPage(world(), world().app, {}, person)
      const statuses: number[] = []
      for (let i = 0; i < 12; i++) {
        page = await person.submit(page, '/forgot')
        statuses.push(page.status)
      }
      assert.equal(statuses.at(-1), 429)
      assert.ok(statuses.indexOf(429) >= 5, statuses.join())
      world().clock.advance(901_000)
    })

    test('for an account without a password the page names whom to ask', async () => {
      await world().accounts.user(world().db, 'NEW', 'new@example.com', null)
      const person = new Person(world().url)
      const page = await passwordPage(world(), world().app, {}, person, 'new@example.com')
      assert.equal(alertIn(page), 'This account has no password yet. Ask your administrator for an invitation.')
      assert.doesNotMatch(page.text, /type="password"/)
    })

    test('what the application may do and where one goes back to stand above the button', async () => {
      const person = new Person(world().url)
      const first = await begin(person, { scope: 'data.readonly' })
      const confirm = await person.submit(first, '/email', { email })
      for (const page of [first, confirm]) {
        const [above = ''] = page.text.split('<button>')
        assert.match(above, /Read your customer data/)
        assert.match(above, /<strong>app\.example\.com<\/strong>/)
      }
    })

    test('an error page shows client, redirect URI and request id under details', async () => {
      const person = new Person(world().url)
      const uri = 'https://evil.example/<callback>'
      const page = await begin(person, { redirect_uri: uri })
      assert.equal(page.status, 400)
      const [, details = ''] = page.text.split('<details>')
      assert.ok(details.includes(world().app.clientId))
      assert.ok(details.includes('https://evil.example/&#60;callback&#62;'))
      assert.ok(details.includes(page.headers.get('x-request-id') ?? 'none'))
      const unknown = await begin(person, { client_id: 'not-registered' })
      assert.match(unknown.text, /is not registered/)
      assert.match(unknown.text, /<code>not-registered<\/code>/)
    })

    test('S256 without permission is refused with the flag that allows it', async () => {
      const challenge = { code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' }
      const answer = await fetch(world().url + authorizePath(world().app, challenge), { redirect: 'manual' })
      const said = new URL(answer.headers.get('location') ?? '').searchParams.get('error_description') ?? ''
      assert.match(said, /must be SHA256.*--allow-s256/)
    })

    test('the metadata also answers at the origin', async () => {
      const paths = ['', '/oauth'].map(path => `${world().url}/.well-known/oauth-authorization-server${path}`)
      const [origin, issuer] = await Promise.all(paths.map(async path => (await fetch(path)).json()))
      assert.deepEqual(origin, issuer)
    })

    test('pages and mails speak the language of the browser', async () => {
      const person = new Person(world().url, { 'accept-language': 'pt, de-AT;q=0.8, en;q=0.5' })
      const page = await begin(person)
      assert.match(page.text, /<html lang="de">/)
      assert.equal(page.headers.get('content-language'), 'de')
      assert.match(page.text, /Ihre Kundendaten lesen und ändern/)
      const confirm = await person.submit(page, '/email', { email })
      assert.match(confirm.text, /6-stelliger Code/)
      const wrong = await person.submit(confirm, '/confirm', { code: '1' })
      assert.match(alertIn(wrong) ?? '', /Dieser Code ist nicht richtig. Noch 4 Versuche\./)
      const subjects = () => mailsTo(world().outbox, email).filter(mail => mail.includes('ist Ihr Anmeldecode'))
      await until(() => subjects().length > 0, 'The German mail')
    })
  },
  { settings: { throttleEmail: 10 } },
)

describe('languages of the sign-in pages', () => {
  const of = (value: string) => textsFor({ headers: { 'accept-language': value } }).tag

  test('the best weight wins, English stands in', () => {
    assert.deepEqual(
      ['', 'fr', 'FR-ca', 'pt', 'es;q=0.3, fr;q=0.9', 'en;q=0, de;q=0.1', '*', 'de;q=x', 'constructor'].map(of),
      ['en', 'fr', 'fr', 'en', 'fr', 'de', 'en', 'en', 'en'],
    )
  })

  test('every catalogue has a text for everything, and none is left in English', () => {
    const texts = (value: unknown, path = ''): [string, string][] => {
      if (typeof value === 'function') return texts(value('X', 'Y'), path)
      if (typeof value === 'string') return [[path, value]]
      return Object.entries(value as object).flatMap(([name, part]) => texts(part, `${path}.${name}`))
    }
    // Words that are the same in two languages.
    const same = new Set(['.sso.title', '.errorTitle'])
    const english = new Map(texts(en))
    for (const language of [de, fr, es]) {
      const own = texts(language)
      assert.deepEqual(own.map(([path]) => path).sort(), [...english.keys()].sort())
      for (const [path, text] of own) {
        assert.notEqual(text, '', path)
        if (!same.has(path)) assert.notEqual(text, english.get(path), `${language.tag}${path}`)
      }
    }
  })
})

describe('the look of an installation', () => {
  const folder = mkdtempSync(join(tmpdir(), 'clientele-look-'))
  const file = (name: string, bytes: Buffer | string) => {
    writeFileSync(join(folder, name), bytes)
    return join(folder, name)
  }

  test('name and logo stand on the page', () => {
    const look = lookOf({ brandName: 'Acme & Co', brandLogo: file('logo.png', Buffer.from([1, 2, 3])) })
    assert.equal(look.name, 'Acme & Co')
    assert.match(look.brand.text, /<img src="data:image\/png;base64,AQID" alt=""><span>Acme &#38; Co<\/span>/)
    assert.equal(lookOf({ brandName: null, brandLogo: null }).name, 'Clientele')
  })

  test('a logo that cannot be used stops the start and says why', () => {
    const refused = (brandLogo: string) => () => lookOf({ brandName: null, brandLogo })
    assert.throws(refused(file('logo.txt', 'x')), /brand-logo: .*logo\.txt is no SVG, PNG, JPEG or WebP file/)
    assert.throws(refused(file('big.svg', Buffer.alloc(65_537))), /brand-logo: .* has 65537 bytes, more than 65536/)
    assert.throws(refused(join(folder, 'none.svg')), /ENOENT.*none\.svg/)
  })
})
