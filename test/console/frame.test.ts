// Tests what every screen has: navigation, palette, keys, requests, languages, themes, and the way back to the sign-in.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkScreen, consoleSuite, goTo } from './support.ts'

describe('the frame of the console', () => {
  consoleSuite(
    'console frame',
    desk => {
      test('the palette finds screens, actions and records by keys alone, and sequences of letters are text in its field', async () => {
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
        await input.waitFor()
        await page.keyboard.type('gs')
        assert.equal(await input.inputValue(), 'gs')
        assert.match(page.url(), /\/account/)
        await input.fill('start')
        await page.getByRole('option', { name: /Start/ }).first().waitFor()
        await page.keyboard.press('Enter')
        await page.waitForURL(/\/d\/acme\/?$/)
        assert.deepEqual(complaints, [])
      })

      test('without a network she goes on with what is loaded; a screen that is not says so and comes by itself', async () => {
        const { open } = desk()
        const { page } = await open('leads?new=1')
        const company = page.getByRole('textbox', { name: 'Company', exact: true })
        await company.fill('Lost and Found')
        await page.evaluate('window.isSamePage = true')
        await page.context().setOffline(true)
        try {
          const banner = page.getByText('No connection to the server.')
          await banner.waitFor()
          // The explorer is not loaded ahead.
          await goTo(page, new URL(page.url()).pathname.replace('leads', 'explorer'))
          await page.getByText('This page could not be loaded').waitFor()
          await page.context().setOffline(false)
          await page.getByRole('heading', { name: 'API explorer', level: 1 }).waitFor()
          await page.locator('.cm-content').first().waitFor()
          await banner.waitFor({ state: 'detached' })
          await page.goBack()
          assert.equal(await company.inputValue(), 'Lost and Found')
          assert.equal(await page.evaluate('window.isSamePage'), true, 'the page was not loaded again')
        } finally {
          await page.context().setOffline(false)
        }
        await page.getByRole('button', { name: 'Cancel' }).click()
      })

      test('the question mark lists the shortcuts, and an unknown page says so inside the frame', async () => {
        const { crm, open } = desk()
        const opened = await open('account')
        const { page } = opened
        await page.keyboard.press('?')
        const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
        await help.getByText('Undo last change').waitFor()
        await page.keyboard.press('Escape')
        await help.waitFor({ state: 'detached' })
        await checkScreen(opened, crm, 'account')
        await goTo(page, `/d/${crm.database.name}/no-such-page`)
        await page.getByText('Page not found').waitFor()
        await page.getByRole('navigation', { name: 'Navigation' }).waitFor()
      })

      test('speaks the language of the browser, and those that are chosen in the menu', async () => {
        const { open } = desk()
        const { page, complaints } = await open('account', { language: 'de-DE', until: 'h1:has-text("Konto")' })
        const lang = () => page.locator('html').getAttribute('lang')
        assert.equal(await lang(), 'de')
        for (const [menu, name, language, heading] of [
          ['Sprache', 'Français', 'fr', 'Compte'],
          ['Langue', 'Español', 'es', 'Cuenta'],
        ] as const) {
          await page.getByRole('button', { name: 'Mary Master' }).click()
          await page.getByRole('menuitem', { name: menu }).click()
          await page.getByRole('menuitem', { name }).click()
          await page.getByRole('heading', { level: 1, name: heading }).waitFor()
          assert.equal(await lang(), language)
        }
        assert.deepEqual(complaints, [])
      })

      test('on a phone the navigation opens over the page', async () => {
        const { open } = desk()
        const { page, complaints } = await open('account', { isPhone: true })
        await page.getByRole('button', { name: 'Open navigation' }).click()
        await page.getByRole('dialog').getByRole('link', { name: 'Start' }).click()
        await page.waitForURL(/\/d\/acme\/?$/)
        await page.getByRole('dialog').waitFor({ state: 'detached' })
        assert.deepEqual(complaints, [])
      })

      test('a dialog reports a session that ended, and the page stays open until it is loaded again', async () => {
        const { crm, open } = desk()
        const { page } = await open('account')
        await page.context().clearCookies()
        await crm.create('AbEntry', { Key: null, CompanyName: 'Later' })
        await page.keyboard.press('Control+k')
        await page.keyboard.type('later')
        await page.getByRole('dialog', { name: 'You were signed out' }).waitFor()
        assert.match(page.url(), /\/account/)
        await page.reload()
        await page.waitForURL(/\/oauth\/v1\/sign-in\//)
        await page.getByLabel('E-mail').waitFor()
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
    },
    { reloads: true },
  )
})
