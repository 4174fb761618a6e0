// Opens the console in a real browser as a person who is signed in, and checks a screen as a whole.
import assert from 'node:assert/strict'
import { after, afterEach, test } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { accessibilityFaults, desktop, launchBrowser, phone, picture } from '../support/browser.ts'
import { type Crm, type CrmOptions, eachCrm, type Json, type Person } from '../support/crm.ts'
import { type Engine, engines } from '../support/engines.ts'

interface Visit {
  /** The administrator unless said. */
  readonly as?: Person
  readonly isPhone?: boolean
  readonly language?: string
  /** The page does not hear of the changes of others. */
  readonly isDeaf?: boolean
  /** The page counts as open when it follows the changes of others. */
  readonly follows?: boolean
  /** What has to be seen before the page counts as open: a selector. */
  readonly until?: string
}

/** A page of the console that a person has opened. */
interface OpenPage {
  readonly page: Page
  readonly person: Person
  /** What the browser complained of: faults of scripts, and what the policy of the page forbids. */
  readonly complaints: readonly string[]
  /** The answers of the lane by the text of the request. */
  readonly answers: ReadonlyMap<string, Json>
}

interface Desk {
  readonly crm: Crm
  /** Opens a screen by its path below the database: `entries`. */
  open(path: string, visit?: Visit): Promise<OpenPage>
}

/** Declares a test on one engine: of a variant, or of what the page alone does. The main path of each screen is a `test`, on both. */
export type PageTest = (title: string, work: () => Promise<void>) => void

let launched: Promise<Browser> | undefined

/** The browser of this process, which its suites share. */
const browser = (): Promise<Browser> => {
  launched ??= launchBrowser()
  return launched
}

after(async () => (await launched)?.close())

/**
 * Declares a suite for each engine: a server with a database, and a page for each test that asks for one. Pages are closed after
 * their test, since they would go on to follow what others change; their context stays, with the files it has loaded.
 */
export function eachConsole(
  title: string,
  suite: (desk: () => Desk, pageTest: PageTest) => void,
  options: Pick<CrmOptions, 'settings'> = {},
): void {
  const declare = (crm: () => Crm, engine: Engine): void => {
    const contexts = new Map<string, Promise<BrowserContext>>()
    const opened = (): Promise<BrowserContext[]> => Promise.all(contexts.values())
    afterEach(async () => {
      for (const context of await opened()) await Promise.all(context.pages().map(page => page.close()))
    })
    after(async () => {
      for (const context of await opened()) await context.close()
    })
    const open: Desk['open'] = async (path, visit = {}) => {
      const { as = crm().admin, isPhone = false, language = 'en-US' } = visit
      const kind = `${as.uid} ${isPhone} ${language}`
      const context =
        contexts.get(kind) ??
        browser().then(one =>
          one.newContext({
            baseURL: crm().server.url,
            viewport: isPhone ? phone : desktop,
            locale: language,
            reducedMotion: 'reduce',
          }),
        )
      contexts.set(kind, context)
      return openPage(await context, crm(), path, visit)
    }
    suite(() => ({ crm: crm(), open }), engine === engines[0] ? test : () => {})
  }
  eachCrm(title, declare, options)
}

async function openPage(context: BrowserContext, crm: Crm, path: string, visit: Visit): Promise<OpenPage> {
  const person = visit.as ?? crm.admin
  await context.addCookies([await sessionCookie(crm, person)])
  const page = await context.newPage()
  if (visit.isDeaf) await page.route('**/webhooks/v1/events*', route => route.abort())
  page.setDefaultTimeout(20_000)
  const following = visit.follows ? page.waitForRequest(/webhooks\/v1\/events\?after=(?!now)/) : null
  const complaints: string[] = []
  const answers = new Map<string, Json>()
  page.on('pageerror', error => complaints.push(String(error)))
  page.on('console', message => {
    if (message.type() === 'error' && isComplaint(message.text())) complaints.push(message.text())
  })
  page.on('response', async response => {
    const body = response.request().postData()
    if (!response.url().includes('/console/api/') || body === null) return
    answers.set(body, await response.json().catch(() => null))
  })
  await page.goto(`/d/${crm.database.name}${path === '' || path.startsWith('?') ? path : `/${path}`}`)
  await page.waitForSelector(visit.until ?? 'main h1')
  await following
  return { page, person, complaints, answers }
}

/** Failed requests are what some tests are about; the browser notes each. */
const isComplaint = (text: string): boolean => !text.startsWith('Failed to load resource')

/** A session as the end of a sign-in makes it; the sign-in itself has tests of its own. */
async function sessionCookie({ server, database }: Crm, { uid }: Person) {
  const { sessions } = server.app.authorization
  const who = { db: database.id, database: database.name, uid, email: `${uid.toLowerCase()}@example.com` }
  const text = await server.store.write(tx => sessions.begin(tx, who, { headers: { 'user-agent': 'Test browser' } }))
  const [name = '', value = ''] = (text.split(';')[0] ?? '').split('=')
  return { name, value, url: server.url, httpOnly: true, sameSite: 'Strict' as const }
}

/**
 * What every screen has to be: without complaints of the browser, without faults of accessibility in light and dark, and
 * with requests in its drawer that answer the same to a token. Takes pictures of it.
 */
export async function checkScreen(opened: OpenPage, crm: Crm, name: string): Promise<void> {
  const { page, complaints } = opened
  // The page looks the same on both engines, and axe takes longer than all else here.
  if (crm.engine === engines[0]) {
    await picture(page, `console-${name}`)
    assert.deepEqual(await accessibilityFaults(page), [], `${name}: accessibility`)
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await replayRequests(opened, crm, name)
  assert.deepEqual(complaints, [], `${name}: complaints of the browser`)
}

/** Sends the requests of the drawer with the person's token, and compares the answers with what the screen got. */
async function replayRequests({ page, person, answers }: OpenPage, crm: Crm, name: string): Promise<void> {
  await page.keyboard.press('Control+j')
  await page.waitForSelector('[role=dialog] section, [role=dialog] p')
  const shown = await page.locator('pre[data-request]').evaluateAll(all =>
    all.map(one => ({
      operation: (one as unknown as { dataset: { request: string } }).dataset.request,
      text: one.textContent ?? '',
    })),
  )
  for (const { operation, text } of shown) {
    const body = JSON.parse(text) as Json
    if (operation !== 'Read') continue
    const answer = await crm.ok(operation, body, person)
    assert.deepEqual(
      answer,
      answers.get(JSON.stringify(body)),
      `${name}: the drawer shows another request than was sent`,
    )
  }
  await page.keyboard.press('Escape')
  await page.waitForSelector('[role=dialog]', { state: 'detached' })
}
