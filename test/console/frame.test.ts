// Tests what every screen has: navigation, palette, keys, requests, languages, themes, and the way back to the sign-in.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkScreen, eachConsole } from './support.ts'

describe('the frame of the console', () => {
  eachConsole('console frame', (desk, pageTest) => {
    test('the palette finds screens, actions and records by keys alone', async () => {
      const { crm, open } = desk()
      await crm.create('AbEntry', { Key: null, CompanyName: 'Northern Lights' })
      const opened = await open('account')
      const { page, complaints } = opened
      await page.keyboard.press('Control+k')
      const input = page.getByRole('combobox', { name: 'Search records' })
      await input.waitFor()
      await page.keyboard.type('north')
      await page.getByRole('option', { name: /Northern Lights/ }).waitFor()
      // A click beside the options leaves the focus in the field.
      await page.getByRole('dialog').getByText('Records', { exact: true }).click()
      await page.keyboard.press('Escape')
      await input.waitFor({ state: 'detached' })
      const reference = page.waitForEvent('popup')
      await page.keyboard.type('gi')
      await (await reference).getByRole('heading', { level: 1 }).first().waitFor()
      await page.keyboard.press('Control+k')
      await page.keyboard.type('start')
      await page.getByRole('option', { name: /Start/ }).first().waitFor()
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/d\/acme\/?$/)
      assert.deepEqual(complaints, [])
    })

    pageTest('sequences of letters go to screens, but not while a field is edited', async () => {
      const { open } = desk()
      const { page } = await open('')
      await page.keyboard.type('gu')
      await page.getByRole('heading', { name: 'Account' }).waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Search records' }).fill('')
      await page.keyboard.type('gs')
      assert.match(page.url(), /\/account/)
    })

    pageTest('the question mark lists the shortcuts', async () => {
      const { crm, open } = desk()
      const opened = await open('account')
      const { page } = opened
      await page.keyboard.press('?')
      const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
      await help.getByText('Undo the last change').waitFor()
      await page.keyboard.press('Escape')
      await help.waitFor({ state: 'detached' })
      await checkScreen(opened, crm, 'account')
    })

    pageTest('an unknown page says so inside the frame', async () => {
      const { open } = desk()
      const { page } = await open('no-such-page', { until: 'text=There is no such page' })
      await page.getByRole('navigation', { name: 'Navigation' }).waitFor()
    })

    pageTest('speaks German, French and Spanish', async () => {
      const { open } = desk()
      for (const [language, word] of [
        ['de-DE', 'Konto'],
        ['fr-FR', 'Compte'],
        ['es-ES', 'Cuenta'],
      ] as const) {
        const { page, complaints } = await open('account', { language, until: `h1:has-text("${word}")` })
        assert.equal(await page.locator('html').getAttribute('lang'), language.slice(0, 2))
        assert.deepEqual(complaints, [])
      }
    })

    pageTest('on a phone the navigation opens over the page', async () => {
      const { open } = desk()
      const { page, complaints } = await open('account', { isPhone: true })
      await page.getByRole('button', { name: 'Open the navigation' }).click()
      await page.getByRole('dialog').getByRole('link', { name: 'Start' }).click()
      await page.waitForURL(/\/d\/acme\/?$/)
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      assert.deepEqual(complaints, [])
    })

    pageTest('without a session the browser is sent to the sign-in, and would come back', async () => {
      const { open } = desk()
      const { page } = await open('account')
      await page.context().clearCookies()
      await page.goto(page.url())
      await page.waitForURL(/\/oauth\/v1\/sign-in\//)
      await page.getByLabel('E-mail').waitFor()
    })

    pageTest('a session that ends while one works is told, without losing the page', async () => {
      const { crm, open } = desk()
      const { page } = await open('account')
      await page.context().clearCookies()
      await crm.create('AbEntry', { Key: null, CompanyName: 'Later' })
      await page.keyboard.press('Control+k')
      await page.keyboard.type('later')
      await page.getByRole('dialog', { name: 'You were signed out' }).waitFor()
      assert.match(page.url(), /\/account/)
    })

    test('signing out ends the session', async () => {
      const { open } = desk()
      const { page } = await open('account')
      await page.getByRole('button', { name: 'Mary Master' }).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
      await page.waitForURL(url => url.pathname === '/')
      await page.goto('/d/acme')
      await page.waitForURL(/\/oauth\/v1\/sign-in\//)
    })
  })
})
