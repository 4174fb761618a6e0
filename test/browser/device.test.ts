// Tests the page of typed device codes and the consent in a real Chromium: four languages, keyboard, phone, dark.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import type { TestApplication } from '../support/accounts.ts'
import { type AuthWorld, email, password, startAuth } from '../support/auth.ts'
import { accessibilityFaults, phone, picture } from '../support/browser.ts'
import type { Json } from '../support/crm.ts'
import { mailFor } from '../support/person.ts'
import { sharedBrowser } from '../support/shared-browser.ts'
import { apiResource, standardPost } from '../support/standard.ts'

describe('devices in a browser', () => {
  let world: AuthWorld
  let browser: Browser
  let app: TestApplication
  before(async () => {
    world = await startAuth('sqlite', { settings: { standardLane: 'any' } })
    browser = await sharedBrowser()
    app = await world.accounts.application({ isPublic: true, name: 'Backup tool' })
  })
  after(() => world?.close())

  test('the page speaks four languages, and is whole on a phone and in the dark', async () => {
    const titles = {
      en: 'Connect a device',
      de: 'Gerät verbinden',
      fr: 'Connecter un appareil',
      es: 'Conectar un dispositivo',
    }
    for (const [locale, title] of Object.entries(titles)) {
      const context = await browser.newContext({ locale, viewport: phone })
      const page = await context.newPage()
      await page.goto(`${world.url}/device?user_code=BBBB-CCCC`)
      assert.equal(await page.locator('h1').textContent(), title)
      assert.equal(await page.locator('html').getAttribute('lang'), locale)
      await picture(page, `device-${locale}`)
      assert.deepEqual(await accessibilityFaults(page), [])
      await context.close()
    }
  })

  test('by keyboard, without scripts: a wrong code, the right one, sign-in, consent, and the device has its tokens', async () => {
    const fields = { client_id: app.clientId, resource: apiResource(world) }
    const device = (await standardPost(world, 'device_authorization', fields)).body as unknown as Json
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(device.verification_uri)
    await page.locator('input:focus').waitFor()
    await page.keyboard.type('bbbbcccc')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
    await picture(page, 'device-wrong')
    await page.getByLabel('Code of the device').fill(device.user_code.toLowerCase())
    await page.keyboard.press('Enter')
    await page.getByLabel('E-mail address').fill(email)
    await page.keyboard.press('Enter')
    await page.getByLabel('6-digit code').waitFor()
    const mail = { url: page.url(), status: 200, text: '', headers: new Headers(), location: null }
    await page.getByLabel('6-digit code').fill((await mailFor(world.outbox, mail)).code)
    await page.keyboard.press('Enter')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Allow Backup tool?' }).waitFor()
    await picture(page, 'device-consent')
    await page.getByRole('button', { name: 'Only allow reading' }).click()
    await page.getByRole('heading', { name: 'Your device is connected' }).waitFor()
    await picture(page, 'device-connected')
    const asked = { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', client_id: app.clientId }
    const { body } = await standardPost(world, 'token', { ...asked, device_code: device.device_code })
    assert.equal(body.scope, 'data.readonly')
    await context.close()
  })
})
