// Tests the way into the console in a real Chromium, and that pages of other sites cannot go along.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { type AuthWorld, eachAuth, email, password } from '../support/auth.ts'
import { engines } from '../support/engines.ts'
import { mailFor } from '../support/person.ts'
import { sharedBrowser } from '../support/shared-browser.ts'

const forged = { AbEntry: { Data: { Key: null, Type: 'Company', CompanyName: 'Forged' } } }
const count = { AbEntry: { Scope: { Fields: { '$COUNT()': 1 } }, Criteria: { SearchQuery: {} } } }

/** Sends the request in every way that a page has, and gives what the page learned of the answers. */
const attack = (target: string, body: object): string => `(async () => {
  const body = ${JSON.stringify(JSON.stringify(body))}, target = ${JSON.stringify(target)}
  const ways = [
    { mode: 'no-cors' },
    { mode: 'cors' },
    { mode: 'cors', headers: { 'x-clientele-console': 'acme', 'content-type': 'application/json' } },
  ]
  const learned = []
  for (const way of ways) {
    const answer = await fetch(target, { method: 'POST', credentials: 'include', body, ...way }).catch(() => null)
    learned.push(answer === null ? 'refused' : await answer.text())
  }
  return learned
})()`

async function signIn(page: Page, { outbox }: AuthWorld): Promise<void> {
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
  const shown = { url: page.url(), status: 200, text: '', headers: new Headers(), location: null }
  await page.getByLabel('Code').fill((await mailFor(outbox, shown)).code)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/\/d\/acme/)
}

eachAuth('the way into the console', (world, engine) => {
  let context: BrowserContext
  let site: Server
  before(async () => {
    context = await (await sharedBrowser()).newContext()
    site = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<h1>Another site</h1>'))
    await once(site.listen(0, '127.0.0.1'), 'listening')
  })
  after(async () => {
    await context?.close()
    site?.closeAllConnections()
    site?.close()
  })
  const inPage = (page: Page, path: string, body?: object) =>
    page.evaluate<{ status: number; body: Record<string, unknown> }>(`fetch('/console/api/${path}', {
      method: '${body ? 'POST' : 'GET'}',
      headers: { 'x-clientele-console': 'acme' },
      ${body ? `body: ${JSON.stringify(JSON.stringify(body))},` : ''}
    }).then(async answer => ({ status: answer.status, body: await answer.json() }))`)

  test('leads from the first page through the sign-in to the console, without a complaint of the browser', async () => {
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', message => {
      if (/Content.Security|Refused|violat/i.test(message.text())) complaints.push(message.text())
    })
    page.on('pageerror', error => complaints.push(String(error)))
    await page.goto(`${world().url}/`)
    await page.getByLabel('Database').fill('acme')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(/\/oauth\/v1\/sign-in\//)
    await signIn(page, world())
    const { status, body } = await inPage(page, 'session')
    assert.deepEqual([status, body.database], [200, 'acme'])
    const [cookie] = (await context.cookies()).filter(({ name }) => name.startsWith('clientele-console-'))
    assert.deepEqual([cookie?.httpOnly, cookie?.sameSite, cookie?.path], [true, 'Strict', '/'])
    assert.ok(!(await page.evaluate<string>('document.cookie')).includes('clientele-console'))
    await page.goto(`${world().url}/`)
    await page.getByRole('link', { name: /acme/ }).click()
    await page.waitForURL(/\/d\/acme/)
    assert.deepEqual(complaints, [])
    await page.close()
  })

  // The pages are the same on both engines: the second one has the way in alone.
  if (engine !== engines[0]) return

  test('is closed to pages of other sites, and of other ports of the same host', async () => {
    const { port } = site.address() as AddressInfo
    const own = await context.newPage()
    await own.goto(`${world().url}/d/acme`)
    const before = await inPage(own, 'Read', count)
    assert.equal(before.status, 200)
    for (const origin of [`http://localhost:${port}`, `http://127.0.0.1:${port}`]) {
      const page = await context.newPage()
      await page.goto(origin)
      for (const path of ['/console/api/Create', '/api/Create']) {
        const learned = await page.evaluate<string[]>(attack(world().url + path, forged))
        assert.ok(!learned.some(text => text.includes('"Code":0')), `${origin} ${path}: ${learned}`)
      }
      await page.close()
    }
    assert.deepEqual((await inPage(own, 'Read', count)).body, before.body, 'nothing was written')
    await own.close()
  })

  test('ends by signing out', async () => {
    const page = await context.newPage()
    // A page of a database would ask for a new sign-in by itself.
    await page.goto(world().url)
    assert.equal((await inPage(page, 'sign-out', {})).status, 200)
    assert.equal((await context.cookies()).filter(({ name }) => name.startsWith('clientele-console-')).length, 0)
    assert.equal((await inPage(page, 'session')).status, 401)
    await page.goto(`${world().url}/d/acme`)
    await page.waitForURL(/\/oauth\/v1\/sign-in\//)
    await page.close()
  })
})
