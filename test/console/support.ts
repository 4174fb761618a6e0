// Opens the console in a real browser as a person who is signed in, and checks a screen as a whole.
import assert from 'node:assert/strict'
import { after, afterEach } from 'node:test'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { accessibilityFaults, desktop, phone, picture } from '../support/browser.ts'
import { type Crm, type CrmOptions, eachCrm, type Json, type Person } from '../support/crm.ts'
import { type Engine, engines } from '../support/engines.ts'
import { sharedBrowser } from '../support/shared-browser.ts'

interface Visit {
  /** The database that is visited, with its administrator; that of the suite unless said. */
  readonly within?: Crm
  /** The administrator unless said. */
  readonly as?: Person
  readonly isPhone?: boolean
  readonly language?: string
  /** The page does not receive the changes of other users. */
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

interface SuiteOptions extends Pick<CrmOptions, 'settings'> {
  /** The first of the run unless said: `smoke.test.ts` alone drives the console on the other one. */
  readonly on?: readonly Engine[]
  /** Each test loads the console anew. Else tests go on in the console that an earlier one has loaded, as a person does. */
  readonly reloads?: boolean
}

/** A profile of the browser, and the pages of it that no test uses. */
interface Profile {
  readonly context: BrowserContext
  readonly language: string
  readonly idle: Page[]
  /** Who is signed in. */
  uid: string
}

/** What is recorded of a page. */
interface PageRecord {
  /** Who was signed in when the console was loaded. */
  uid: string
  isDeaf: boolean
  complaints: string[]
  readonly answers: Map<string, Json>
}

const records = new WeakMap<Page, PageRecord>()

/**
 * Declares a suite on one engine: a server with a database, and a page for each test that asks for one. A test gets a page that
 * an earlier test has left. To load the console into it takes two thirds of the processor time of a new page, which starts a
 * process; to go on in the loaded console takes a tenth.
 */
export function consoleSuite(
  title: string,
  suite: (desk: () => Desk) => void,
  { on = engines.slice(0, 1), reloads = false, ...options }: SuiteOptions = {},
): void {
  const declare = (crm: () => Crm): void => {
    const profiles: Profile[] = []
    afterEach(async () => {
      for (const profile of profiles) await leavePages(profile, reloads ? null : crm().database.name)
    })
    after(async () => {
      for (const { context } of profiles) await context.close()
    })
    const open: Desk['open'] = async (path, visit = {}) => {
      const { within = crm(), language = 'en-US' } = visit
      const { as = within.admin } = visit
      const ofLanguage = profiles.filter(one => one.language === language)
      let profile =
        ofLanguage.find(({ uid }) => uid === as.uid) ??
        ofLanguage.find(({ context, idle }) => context.pages().length === idle.length)
      if (profile === undefined) {
        const settings = { baseURL: crm().server.url, locale: language, reducedMotion: 'reduce' } as const
        const context = await (await sharedBrowser()).newContext(settings)
        profile = { context, language, idle: [], uid: as.uid }
        profiles.push(profile)
      }
      return openPage(profile, within, path, visit)
    }
    suite(() => ({ crm: crm(), open }))
  }
  eachCrm(title, declare, options, on)
}

/** An address in the frame of the console that reads nothing. */
const nowhere = 'nowhere'

/** Takes the pages of a test out of their screens, which would go on to read what others change, and keeps them for the next test. */
async function leavePages({ context, idle }: Profile, stayIn: string | null): Promise<void> {
  for (const page of context.pages()) {
    if (idle.includes(page)) continue
    if (await page.opener()) {
      await page.close()
      continue
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.emulateMedia({ colorScheme: null })
    if (stayIn !== null && !records.get(page)?.isDeaf && new URL(page.url()).pathname.startsWith(`/d/${stayIn}`)) {
      await goTo(page, `/d/${stayIn}/${nowhere}`)
      await page.getByText('Page not found').waitFor()
      await page.evaluate(
        'for (const one of document.querySelectorAll(".mantine-Notification-closeButton")) one.click()',
      )
    } else {
      // A page of the same site, since the process of the page would end with another one.
      await page.goto('/healthz')
    }
    idle.push(page)
  }
}

async function openPage(profile: Profile, crm: Crm, path: string, visit: Visit): Promise<OpenPage> {
  const { as: person = crm.admin, isDeaf = false, follows = false } = visit
  const page = profile.idle.pop() ?? (await newPage(profile.context))
  const record = records.get(page) as PageRecord
  record.complaints = []
  await page.setViewportSize(visit.isPhone ? phone : desktop)
  const address = `/d/${crm.database.name}${path === '' || path.startsWith('?') ? path : `/${path}`}`
  const isThere = new URL(page.url()).pathname === `/d/${crm.database.name}/${nowhere}`
  const isLoaded = isThere && [profile, record].every(({ uid }) => uid === person.uid)
  if (isLoaded && !isDeaf && !follows) {
    await goTo(page, address)
  } else {
    Object.assign(record, { isDeaf, uid: person.uid })
    record.answers.clear()
    profile.uid = person.uid
    await profile.context.addCookies([await sessionCookie(crm, person)])
    if (isDeaf) await page.route('**/webhooks/v1/events*', route => route.abort())
    const following = follows ? page.waitForRequest(/webhooks\/v1\/events\?after=(?!now)/) : null
    await page.goto(address)
    await following
  }
  await page.waitForSelector(visit.until ?? 'main h1:not(:has-text("Page not found"))')
  const { complaints, answers } = record
  return { page, person, complaints, answers }
}

async function newPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  page.setDefaultTimeout(120_000)
  const record: PageRecord = { uid: '', isDeaf: false, complaints: [], answers: new Map() }
  records.set(page, record)
  page.on('pageerror', error => record.complaints.push(String(error)))
  page.on('console', message => {
    if (message.type() === 'error' && isComplaint(message.text())) record.complaints.push(message.text())
  })
  page.on('response', async response => {
    const body = response.request().postData()
    if (!response.url().includes('/console/api/') || body === null) return
    record.answers.set(body, await response.json().catch(() => null))
  })
  return page
}

/** Goes to another screen without loading the console again, as its links do. */
export const goTo = (page: Page, path: string): Promise<void> =>
  page.evaluate(`history.pushState(null, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`)

/** Failed requests are what some tests are about; the browser notes each. */
const isComplaint = (text: string): boolean => !text.startsWith('Failed to load resource')

/** A session as the end of a sign-in makes it; the sign-in itself has tests of its own. */
async function sessionCookie({ server, database }: Crm, { uid }: Person) {
  const { sessions } = server.app
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
  await picture(page, `console-${name}`)
  assert.deepEqual(await accessibilityFaults(page), [], `${name}: accessibility`)
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

/** What cannot be undone is done at the second click. */
export async function twice(place: Locator, name: string): Promise<void> {
  await place.getByRole('button', { name }).click()
  await place.getByRole('button', { name: 'Click again' }).click()
}
