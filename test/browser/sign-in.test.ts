// Tests the whole sign-in in a real Chromium, without scripts, by keyboard and on a phone, and takes pictures of every page.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { seconds, systemClock } from '../../src/base/clock.ts'
import { secretBox } from '../../src/base/secrets/secret-box.ts'
import { installationKey } from '../../src/config/installation-key.ts'
import { writePolicy } from '../../src/factors/policy.ts'
import { systemCaller } from '../../src/operations/system/system-context.ts'
import { setSso } from '../../src/sso/settings.ts'
import type { TestApplication } from '../support/accounts.ts'
import {
  type AuthWorld,
  authorizePath,
  codeFields,
  email,
  oauthPost,
  password,
  startAuth,
  tokenValid,
} from '../support/auth.ts'
import { appCode } from '../support/authenticator.ts'
import { accessibilityFaults, phone, picture } from '../support/browser.ts'
import { makeCertificate } from '../support/certificate.ts'
import { type IdentityProvider, providerClient, providerNearby, startProvider } from '../support/identity-provider.ts'
import { mailFor, mailsTo } from '../support/person.ts'
import { sharedBrowser } from '../support/shared-browser.ts'
import { until } from '../support/until.ts'

describe('sign-in in a browser', () => {
  let world: AuthWorld
  let browser: Browser
  let site: Server
  let siteUrl: string
  let app: TestApplication
  let provider: IdentityProvider
  const contexts: BrowserContext[] = []

  before(async () => {
    world = await startAuth('sqlite', { settings: { loopbackRedirects: true, throttleEmail: 1000, ...providerNearby } })
    browser = await sharedBrowser()
    site = createServer((request, response) => {
      response.setHeader('content-type', 'text/html')
      const framed = `<iframe src="${world.url}${authorizePath(app)}" width="600" height="600"></iframe>`
      response.end(request.url?.startsWith('/frame') ? framed : '<title>Application</title><h1>Welcome back</h1>')
    })
    await once(site.listen(0, '127.0.0.1'), 'listening')
    siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
    app = await world.accounts.application({ redirectUri: `${siteUrl}/callback`, name: 'Field Sales' })
    const second = await world.accounts.database('northwind')
    await world.accounts.user(world.db, 'CAM', 'cam@example.com', password, { name: 'Cam Cole' })
    await world.accounts.user(second, 'CAMILLA', 'cam@example.com', password, { name: 'Camilla Cole' })
    provider = await startProvider([`${world.url}/oauth/v1/sso/callback`])
    const third = await world.accounts.database('contoso')
    await world.accounts.user(third, 'SUE', 'sue@example.com', null, { ssoOnly: true })
    const sso = { issuer: provider.issuer, clientId: providerClient.id, clientSecret: providerClient.secret }
    const box = secretBox(installationKey(world.server.settings))
    await setSso(
      world.server.store,
      systemCaller(third, 'third'),
      { ...sso, claim: 'email', only: true, trustEmail: false },
      box,
      systemClock,
    )
  })
  after(async () => {
    await Promise.all(contexts.map(context => context.close()))
    site?.closeAllConnections()
    site?.close()
    await provider?.close()
    await world?.close()
  })

  /** A new browser profile whose complaints (blocked by policy, failed to load) fail the test. */
  const open = async (options: Parameters<Browser['newContext']>[0] = {}) => {
    const context = await browser.newContext(options)
    contexts.push(context)
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', message => {
      if (message.type() === 'error' && !/status of (400|429)/.test(message.text())) complaints.push(message.text())
    })
    page.on('pageerror', error => complaints.push(String(error)))
    return { context, page, complaints }
  }
  const begin = (page: Page, state = 'xyz') => page.goto(world.url + authorizePath(app, { state }))
  const mail = (page: Page, skip = 0, outbox = world.outbox) =>
    mailFor(outbox, { url: page.url(), status: 200, text: '', headers: new Headers(), location: null }, skip)
  const heading = (page: Page) => page.locator('h1').textContent()
  const arrived = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

  /** What every page owes to screen readers, keyboards and small screens. */
  const checkPage = async (page: Page) => {
    assert.equal(await page.locator('h1').count(), 1)
    assert.equal(await page.locator('html').getAttribute('lang'), 'en')
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth')
      assert.ok(overflow <= 0, `${width}: ${overflow} px too wide`)
    }
    assert.deepEqual(await accessibilityFaults(page), [])
  }

  test('e-mail, code, password, and back to the application with a code that works', async () => {
    const { page, complaints } = await open()
    await begin(page)
    assert.equal(await heading(page), 'Sign in')
    await checkPage(page)
    await picture(page, '1-email')
    await page.getByLabel('E-mail address').evaluate(field => field.setAttribute('type', 'text'))
    await page.getByLabel('E-mail address').fill('ann at example')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('alert').waitFor()
    assert.match(await page.title(), /^Error: /)
    await picture(page, '2-email-error')
    await page.getByLabel('E-mail address').fill(email)
    await page.getByRole('button', { name: 'Continue' }).click()
    await arrived(page, 'Check your mail')
    await checkPage(page)
    await picture(page, '3-code')
    await page.getByLabel('6-digit code').fill('000000')
    await page.getByRole('button', { name: 'Continue' }).click()
    assert.match((await page.getByRole('alert').textContent()) ?? '', /4 tries left/)
    await checkPage(page)
    await picture(page, '4-code-error')
    await page.getByLabel('6-digit code').fill((await mail(page)).code)
    await page.getByRole('button', { name: 'Continue' }).click()
    await arrived(page, 'Enter your password')
    await checkPage(page)
    await picture(page, '5-password')
    await page.getByLabel('Password', { exact: true }).fill('not this one')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').waitFor()
    await checkPage(page)
    await picture(page, '6-password-error')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByLabel('Show password').check()
    assert.equal(await page.getByLabel('Password', { exact: true }).getAttribute('type'), 'text')
    await page.getByLabel('Show password').uncheck()
    assert.equal(await page.getByLabel('Password', { exact: true }).getAttribute('type'), 'password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(`${siteUrl}/callback**`)
    assert.equal(await heading(page), 'Welcome back')
    const back = new URL(page.url())
    assert.deepEqual([...back.searchParams.keys()], ['code', 'state', 'login_hint'])
    const fields = codeFields(app, back.searchParams.get('code') ?? '')
    const tokens = await oauthPost(world.url, 'token', fields)
    assert.ok(await tokenValid(world.url, tokens.body.access_token))
    await begin(page)
    assert.equal(await page.getByLabel('E-mail address').inputValue(), email)
    await page.keyboard.press('Enter')
    await arrived(page, 'Enter your password')
    assert.deepEqual(complaints, [])
  })

  test('a reload after a mistake shows the page with its notice, and asks nothing', async () => {
    const { page, complaints } = await open()
    await begin(page)
    await page.getByLabel('E-mail address').fill(email)
    await page.keyboard.press('Enter')
    await page.getByLabel('6-digit code').fill('000000')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
    assert.equal(await page.getByLabel('6-digit code').inputValue(), '')
    await page.reload()
    assert.match((await page.getByRole('alert').textContent()) ?? '', /4 tries left/)
    await page.getByRole('button', { name: 'Send a new code' }).click()
    await page.getByRole('status').waitFor()
    await checkPage(page)
    await picture(page, '13-code-sent')
    assert.deepEqual(complaints, [])
  })

  test('a forgotten password is chosen anew through the mailed link', async () => {
    await world.accounts.user(world.db, 'FAY', 'fay@example.com', password, { name: 'Fay Frost' })
    const { page, complaints } = await open()
    await begin(page)
    await page.getByLabel('E-mail address').fill('fay@example.com')
    await page.keyboard.press('Enter')
    await page.getByLabel('6-digit code').fill((await mail(page)).code)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Forgot your password?' }).click()
    await page.getByRole('status').waitFor()
    await checkPage(page)
    await picture(page, '14-reset-sent')
    const link = await until(
      () => /https?:\/\/\S+\/v1\/password\/[\w-]+/.exec(mailsTo(world.outbox, 'fay@example.com').at(-1) ?? '')?.[0],
      'The link',
    )
    await page.goto(link)
    await checkPage(page)
    await picture(page, '15-new-password')
    await page.getByLabel('New password', { exact: true }).fill('password1')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
    await checkPage(page)
    await page.getByLabel('New password', { exact: true }).fill('seven green bottles')
    await page.keyboard.press('Enter')
    await arrived(page, 'Your password is saved')
    await checkPage(page)
    await picture(page, '16-password-saved')
    assert.deepEqual(complaints, [])
  })

  test('by keyboard alone, with scripts switched off, on a phone', async () => {
    const { page } = await open({ javaScriptEnabled: false, viewport: phone })
    await begin(page)
    await page.locator('input:focus').waitFor()
    await page.keyboard.type(email)
    await page.keyboard.press('Enter')
    await page.waitForURL(/sign-in\//)
    await page.locator('input:focus').and(page.getByLabel('6-digit code')).waitFor()
    await page.keyboard.type((await mail(page)).code)
    await page.keyboard.press('Enter')
    await page
      .locator('input:focus')
      .and(page.getByLabel('Password', { exact: true }))
      .waitFor()
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')
    await page.waitForURL(`${siteUrl}/callback?code=**`)
  })

  test('the link confirms in the same browser, and shows the code on another device', async () => {
    const { page, context, complaints } = await open()
    await begin(page)
    await page.getByLabel('E-mail address').fill(email)
    await page.keyboard.press('Enter')
    await page.getByLabel('6-digit code').waitFor()
    const { link, code } = await mail(page)
    const elsewhere = await open()
    await elsewhere.page.goto(link)
    assert.equal(await elsewhere.page.locator('.big').textContent(), code)
    await checkPage(elsewhere.page)
    await picture(elsewhere.page, '8-link-elsewhere')
    const tab = await context.newPage()
    await tab.goto(link)
    await checkPage(tab)
    await picture(tab, '7-link')
    await tab.getByRole('button', { name: 'Continue' }).click()
    await arrived(tab, 'Enter your password')
    await elsewhere.page.goto(link)
    assert.equal(await heading(elsewhere.page), 'This link no longer works')
    await picture(elsewhere.page, '9-link-used')
    await page.reload()
    await arrived(page, 'Enter your password')
    assert.deepEqual(complaints, [])
  })

  test('a person with several accounts chooses one', async () => {
    const { page, complaints } = await open()
    await begin(page)
    await page.getByLabel('E-mail address').fill('cam@example.com')
    await page.keyboard.press('Enter')
    await page.getByLabel('6-digit code').fill((await mail(page)).code)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Choose an account' }).waitFor()
    await checkPage(page)
    await picture(page, '10-accounts')
    await page.getByRole('button', { name: /northwind/ }).click()
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await page.waitForURL(`${siteUrl}/callback**`)
    assert.equal(new URL(page.url()).searchParams.get('login_hint'), 'd northwind u CAMILLA')
    assert.deepEqual(complaints, [])
  })

  test('a second factor is set up during the sign-in, and asked for at the next one, without scripts', async () => {
    const db = await world.accounts.database('fabrikam')
    await world.accounts.user(db, 'GUS', 'gus@example.com', password)
    const { store } = world.server
    await writePolicy({ store, clock: world.clock }, systemCaller(db, 'fabrikam'), {
      mode: 'required',
      graceDays: 0,
      passkeys: 'factor',
    })
    const toPassword = async (page: Page, isKnown = false) => {
      await begin(page)
      await page.getByLabel('E-mail address').fill('gus@example.com')
      await page.keyboard.press('Enter')
      if (!isKnown) {
        await page.getByLabel('6-digit code').fill((await mail(page)).code)
        await page.keyboard.press('Enter')
      }
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.keyboard.press('Enter')
    }
    const { page, complaints } = await open()
    await toPassword(page)
    await arrived(page, 'Set up a second factor')
    await checkPage(page)
    await picture(page, '18-factor-set-up')
    const secret = (await page.locator('p.secret code').textContent()) ?? ''
    await page.getByLabel('6-digit code').fill(appCode(secret, seconds(world.clock)))
    await page.keyboard.press('Enter')
    await arrived(page, 'Your recovery codes')
    await checkPage(page)
    await picture(page, '19-recovery-codes')
    const code = (await page.locator('ul.codes code').first().textContent()) ?? ''
    await page.getByRole('button', { name: 'I have saved them' }).click()
    await page.waitForURL(`${siteUrl}/callback**`)
    const plain = await open({ javaScriptEnabled: false })
    await plain.context.addCookies(await page.context().cookies())
    await toPassword(plain.page, true)
    await arrived(plain.page, 'Second factor')
    await plain.page.getByLabel('6-digit code, or a recovery code').fill('000000')
    await plain.page.keyboard.press('Enter')
    await plain.page.getByRole('alert').waitFor()
    await picture(plain.page, '20-factor-error')
    await plain.page.getByLabel('6-digit code, or a recovery code').fill(code)
    await plain.page.keyboard.press('Enter')
    await plain.page.waitForURL(`${siteUrl}/callback**`)
    assert.deepEqual([...complaints, ...plain.complaints], [])
  })

  test('single sign-on goes to the provider and back by itself', async () => {
    const { page, complaints } = await open({ javaScriptEnabled: false })
    await begin(page)
    await page.getByLabel('E-mail address').fill('sue@example.com')
    await page.keyboard.press('Enter')
    await page.getByLabel('6-digit code').fill((await mail(page)).code)
    await page.keyboard.press('Enter')
    await page.waitForURL(`${provider.issuer}/**`)
    await page.fill('input[name=login]', 'mallory')
    await page.fill('input[name=password]', 'any')
    await page.click('button[type=submit]')
    await page.click('button[type=submit]')
    await page.getByRole('alert').waitFor()
    await picture(page, '11-sso-error')
    await page.context().clearCookies({ domain: '127.0.0.1', name: /_session|_interaction/ })
    await page.getByRole('link', { name: 'Try again' }).click()
    await page.waitForURL(`${provider.issuer}/**`)
    await page.fill('input[name=login]', 'sue')
    await page.fill('input[name=password]', 'any')
    await page.click('button[type=submit]')
    await page.click('button[type=submit]')
    await page.waitForURL(`${siteUrl}/callback**`)
    assert.equal(new URL(page.url()).searchParams.get('login_hint'), 'd contoso u SUE')
    // The provider's own pages ask for fonts from elsewhere, in vain.
    const blocked = complaints.filter(text => !/^Failed to load resource/.test(text))
    assert.deepEqual(blocked, [])
  })

  test('Cancel leads back with access_denied', async () => {
    const { page, complaints } = await open()
    await begin(page)
    await page.getByLabel('E-mail address').fill('')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.waitForURL(`${siteUrl}/callback**`)
    const back = new URL(page.url()).searchParams
    assert.deepEqual([back.get('error'), back.get('error_code'), back.get('state')], ['access_denied', '14', 'xyz'])
    assert.deepEqual(complaints, [])
  })

  test('no other site can frame the pages', async () => {
    const { page } = await open()
    await page.goto(`${siteUrl}/frame`)
    await page.waitForLoadState('networkidle')
    const frame = page.frames()[1]
    assert.match(frame?.url() ?? '', /^chrome-error:/)
    assert.equal(await frame?.locator('input').count(), 0)
  })

  test('under https, and on to wherever the application sends the person next', async () => {
    const certificate = makeCertificate()
    const tls = { cert: readFileSync(certificate.cert), key: readFileSync(certificate.key) }
    const home = createHttpsServer(tls, (_request, response) => {
      response.setHeader('content-type', 'text/html').end('<title>Home</title><h1>Home</h1>')
    })
    await once(home.listen(0, '127.0.0.1'), 'listening')
    const homeUrl = `https://localhost:${(home.address() as AddressInfo).port}/home`
    const callback = createHttpsServer(tls, (_request, response) =>
      response.writeHead(302, { location: homeUrl }).end(),
    )
    await once(callback.listen(0, '127.0.0.1'), 'listening')
    const redirectUri = `https://127.0.0.1:${(callback.address() as AddressInfo).port}/callback`
    const secure = await startAuth('sqlite', { settings: { tlsCert: certificate.cert, tlsKey: certificate.key } })
    try {
      const client = await secure.accounts.application({ redirectUri })
      const { page, context, complaints } = await open({ ignoreHTTPSErrors: true })
      await page.goto(secure.url + authorizePath(client, { state: 'xyz' }))
      await page.getByLabel('E-mail address').fill(email)
      await page.keyboard.press('Enter')
      await page.getByLabel('6-digit code').waitFor()
      await page.keyboard.type((await mail(page, 0, secure.outbox)).code)
      await page.keyboard.press('Enter')
      await page.getByLabel('Password', { exact: true }).fill(password)
      const asked = page.waitForRequest(request => request.url().startsWith(redirectUri))
      await page.keyboard.press('Enter')
      const back = new URL((await asked).url())
      assert.deepEqual([...back.searchParams.keys()], ['code', 'state', 'login_hint'])
      await page.waitForURL(homeUrl)
      assert.equal(await heading(page), 'Home')
      const cookies = await context.cookies(secure.url)
      assert.deepEqual(
        cookies.map(({ name, httpOnly, secure, sameSite, path }) => ({ name, httpOnly, secure, sameSite, path })),
        [{ name: '__Host-clientele-browser', httpOnly: true, secure: true, sameSite: 'Lax', path: '/' }],
      )
      assert.deepEqual(complaints, [])
    } finally {
      for (const server of [home, callback]) {
        server.closeAllConnections()
        server.close()
      }
      await secure.close()
      certificate.remove()
    }
  })

  test('an expired attempt and an unknown application each show a page that says so', async () => {
    const { page } = await open()
    await page.goto(`${world.url}/oauth/v1/sign-in/nonsense`)
    assert.equal(await heading(page), 'This sign-in is over')
    await checkPage(page)
    await picture(page, '12-over')
    await page.goto(`${world.url}/oauth/v1/authorize?client_id=unknown`)
    assert.equal(await heading(page), 'This sign-in link does not work')
    await page.getByText('Details').click()
    await checkPage(page)
    await picture(page, '17-unknown-application')
  })
})
