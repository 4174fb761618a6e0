// Tests passkeys in a real Chromium with a virtual authenticator: account page, second factor, only proof, invitation.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { type FactorPolicy, writePolicy } from '../../src/factors/policy.ts'
import { systemCaller } from '../../src/operations/system/system-context.ts'
import { consoleSignIn } from '../sessions/console.ts'
import { type AuthWorld, email, password, startAuth } from '../support/auth.ts'
import { accessibilityFaults, picture } from '../support/browser.ts'
import { mailFor, mailsTo, Person } from '../support/person.ts'
import { sharedBrowser } from '../support/shared-browser.ts'
import { until } from '../support/until.ts'

/** An authenticator inside the device, which checks the person. */
const device = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
} as const

/** A browser profile with a virtual authenticator. */
interface Visitor {
  readonly page: Page
  readonly context: BrowserContext
  readonly complaints: readonly string[]
  /** Whether the person gives the finger as soon as the browser asks. */
  present(isPresent: boolean): Promise<void>
  /** The person says no, as after the browser's own dialog. */
  refuses(refuses: boolean): Promise<void>
  keys(): Promise<number>
}

describe('passkeys in a browser', () => {
  let world: AuthWorld
  let url: string
  const contexts: BrowserContext[] = []

  before(async () => {
    world = await startAuth('sqlite', { settings: { publicUrl: 'http://localhost:0' } })
    url = world.url.replace('127.0.0.1', 'localhost')
    await world.accounts.user(world.db, 'BOSS', 'boss@example.com', password, { admin: true, name: 'Bo Boss' })
  })
  after(async () => {
    await Promise.all(contexts.map(context => context.close()))
    await world?.close()
  })

  const policy = (passkeys: FactorPolicy['passkeys']) => {
    const { server, clock, db } = world
    const parts = { store: server.store, clock }
    return writePolicy(parts, systemCaller(db, ''), { mode: 'offered', graceDays: 0, passkeys })
  }

  const visit = async (): Promise<Visitor> => {
    const context = await (await sharedBrowser()).newContext({ baseURL: url, reducedMotion: 'reduce' })
    contexts.push(context)
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('pageerror', error => complaints.push(String(error)))
    page.on('console', message => {
      if (/Content.Security|Refused|violat/i.test(message.text())) complaints.push(message.text())
    })
    const session: CDPSession = await context.newCDPSession(page)
    await session.send('WebAuthn.enable', { enableUI: false })
    const options = { ...device, automaticPresenceSimulation: true }
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', { options })
    return {
      page,
      context,
      complaints,
      present: async enabled => {
        await session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
      },
      refuses: async refuses => {
        await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: !refuses })
      },
      keys: async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
    }
  }
  const begin = (page: Page) => page.goto('/console/sign-in?database=acme&fresh=1')
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
  const arrived = (page: Page) => page.waitForURL(/\/d\/acme/)
  const check = async (page: Page, name: string) => {
    await picture(page, name)
    assert.deepEqual(await accessibilityFaults(page), [], name)
  }
  /** Through e-mail, code and password. */
  const byPassword = async (page: Page, isKnown = false) => {
    await begin(page)
    await page.getByLabel('E-mail address').fill(email)
    await button(page, 'Continue').click()
    if (!isKnown) {
      const code = page.getByLabel('6-digit code')
      await code.waitFor()
      const shown = { url: page.url(), status: 200, text: '', headers: new Headers(), location: null }
      await code.fill((await mailFor(world.outbox, shown)).code)
      await button(page, 'Continue').click()
    }
    await page.getByLabel('Password', { exact: true }).fill(password)
    await button(page, 'Sign in').click()
  }
  const linkTo = (address: string) =>
    until(
      () => /https?:\/\/\S+\/v1\/password\/[\w-]+/.exec(mailsTo(world.outbox, address).at(-1) ?? '')?.[0],
      'The link',
    )

  test('one set up on the account page is the second factor, then enough alone, and is suggested for the e-mail', async () => {
    const visitor = await visit()
    const { page } = visitor
    await byPassword(page)
    await arrived(page)
    await page.goto('/d/acme/account?tab=signIns')
    await visitor.refuses(true)
    await button(page, 'Set up a passkey').click()
    await page.getByText('The browser made no passkey').waitFor()
    await visitor.refuses(false)
    await button(page, 'Set up a passkey').click()
    const codes = page.getByRole('dialog', { name: 'Your recovery codes' })
    await codes.getByRole('listitem').nth(9).waitFor()
    await button(page, 'I have saved them').click()
    await page
      .getByRole('table', { name: 'Passkeys' })
      .getByRole('cell', { name: /Chrome on Linux/ })
      .waitFor()
    assert.equal(await visitor.keys(), 1)
    await check(page, 'console-account-passkeys')

    await visitor.present(false)
    await byPassword(page, true)
    await page.getByRole('heading', { level: 1, name: 'Second factor' }).waitFor()
    await check(page, '21-factor-passkey')
    await visitor.present(true)
    await button(page, 'Use a passkey').click()
    await arrived(page)

    await policy('alone')
    await visitor.present(false)
    await begin(page)
    await check(page, '22-email-passkey')
    await visitor.refuses(true)
    await visitor.present(true)
    await button(page, 'Use a passkey').click()
    await page.getByRole('alert').filter({ hasText: 'The browser gave no passkey' }).waitFor()
    await visitor.refuses(false)
    await button(page, 'Use a passkey').click()
    await arrived(page)

    // The browser suggests the passkey in the field of the e-mail: the person takes it, and presses nothing.
    await begin(page)
    await arrived(page)
    await policy('factor')
    assert.deepEqual(visitor.complaints, [])
  })

  test('an invited person sets one up in place of a password, and signs in with it', async () => {
    await policy('alone')
    const boss = await consoleSignIn({ url, outbox: world.outbox }, { database: 'acme' }, new Person(url), {
      email: 'boss@example.com',
      password,
    })
    await boss.ask('auth/v1/invitations', { People: [{ Email: 'new@example.com' }] })
    const visitor = await visit()
    const { page } = visitor
    await page.goto(await linkTo('new@example.com'))
    await check(page, '23-invitation-passkey')
    await button(page, 'Use a passkey instead of a password').click()
    await page.getByRole('heading', { level: 1, name: 'Your recovery codes' }).waitFor()
    await button(page, 'I have saved them').click()
    await arrived(page)
    assert.equal(await visitor.keys(), 1)
    await begin(page)
    await arrived(page)
    await policy('factor')
    assert.deepEqual(visitor.complaints, [])
  })
})
