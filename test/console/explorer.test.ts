// Tests the API explorer: completion, form and JSON, refusals at their place, links, and the token for a terminal.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '../support/until.ts'
import { checkScreen, consoleSuite } from './support.ts'

const editorOf = (page: Page) => page.getByRole('region', { name: 'Request' }).locator('.cm-content')

const linkTo = (body: object, more = ''): string =>
  `explorer?operation=Read&body=${encodeURIComponent(JSON.stringify(body))}${more}`

const driver = { Drivers: { IAbEntrySearcher: 'Service.Model.Access.Sql.AbEntrySearcher' } }
const companies = {
  AbEntry: {
    Scope: { Fields: { FullName: 1 } },
    Criteria: { SearchQuery: { CompanyName: { $EQ: 'Harbour Ltd' } }, Top: 5 },
  },
  Configuration: driver,
}

describe('the explorer', () => {
  consoleSuite('console explorer', desk => {
    before(async () => {
      for (const CompanyName of ['Lakeside Foods', 'Harbour Ltd'])
        await desk().crm.create('AbEntry', { Key: null, CompanyName })
    })

    test('begins with a Read of the address book, and shows it as a table', async () => {
      const { crm, open } = desk()
      const opened = await open('explorer', { until: 'td' })
      const { page } = opened
      await page.getByRole('cell', { name: 'Lakeside Foods' }).first().waitFor()
      assert.match(
        (await page.getByRole('status').filter({ hasText: 'records' }).textContent()) ?? '',
        /200.*ms.*B.*2 records/,
      )
      await checkScreen(opened, crm, 'explorer')
      assert.deepEqual(opened.complaints, [])
    })

    test('completes names from Schema and operators from the field', async () => {
      const { open } = desk()
      const opened = await open(linkTo({ AbEntry: { Criteria: { SearchQuery: {} } }, Configuration: driver }))
      const { page } = opened
      const editor = editorOf(page)
      await editor.getByText('"SearchQuery"').waitFor()
      await editor.getByText('{}').click()
      await page.keyboard.press('End')
      await page.keyboard.press('ArrowLeft')
      await page.keyboard.type('"compa')
      await page.getByRole('option', { name: /^CompanyName/ }).waitFor()
      // The list takes keys after a moment, so that it does not catch what was meant for the text.
      await page.waitForTimeout(200)
      await page.keyboard.press('Enter')
      await until(async () => ((await editor.textContent()) ?? '').includes('"CompanyName": { "$EQ":'), 'the condition')
      await page.keyboard.type('"Harbour Ltd"')
      await page.keyboard.press('Control+Enter')
      await page.getByText('1 record', { exact: true }).waitFor()
      assert.deepEqual(opened.complaints, [])
    })

    test('opens the request of a link, and the form and the JSON are one request', async () => {
      const { crm, open } = desk()
      const opened = await open(linkTo(companies, '&edit=form'), { until: 'td' })
      const { page } = opened
      assert.deepEqual(await page.getByRole('cell').allInnerTexts(), ['Harbour Ltd'])
      await page.getByRole('button', { name: 'Add field' }).waitFor()
      await checkScreen(opened, crm, 'explorer-form')
      await page.getByLabel('Limit').fill('7')
      await page.locator('label', { hasText: 'JSON' }).first().click()
      await until(
        async () => ((await editorOf(page).textContent()) ?? '').includes('"Top": 7'),
        'the number in the JSON',
      )
      await until(() => new URL(page.url()).searchParams.get('body')?.includes('"Top":7') ?? false, 'the address')
      await editorOf(page).getByText('7', { exact: true }).dblclick()
      await page.keyboard.type('3')
      await page.locator('label', { hasText: 'Form' }).first().click()
      await until(async () => (await page.getByLabel('Limit').inputValue()) === '3', 'the number in the form')
    })

    test('marks what the server refuses at its place, with its suggestion as a button', async () => {
      const { open } = desk()
      const wrong = { AbEntry: { Scope: { Fields: { FulName: 1 } } }, Configuration: driver }
      const { page } = await open(linkTo(wrong), { until: '.cm-lintRange-error' })
      assert.equal(await page.locator('.cm-lintRange-error').first().textContent(), '"FulName"')
      await page.locator('.cm-lintRange-error').first().hover()
      await page.getByRole('button', { name: 'FullName' }).click()
      await page.getByRole('button', { name: 'Run' }).click()
      await page.getByText('2 records').waitFor()
    })

    test('makes a token that only reads and ends today', async () => {
      const { crm, open } = desk()
      const { page } = await open('explorer', { until: 'td' })
      await page.getByRole('button', { name: 'Token for today' }).click()
      const token = await page.getByRole('dialog').locator('code').first().textContent()
      const ask = (operation: string, body: object): Promise<Response> =>
        fetch(`${crm.server.url}/api/${operation}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}` },
          body: JSON.stringify(body),
        })
      assert.equal((await ask('Read', companies)).status, 200)
      assert.equal((await ask('Create', { AbEntry: { Data: { Key: null, CompanyName: 'No' } } })).status, 403)
      const found = await crm.ok('Read', {
        PersonalAccessToken: { Scope: { Fields: { Name: 1, ExpirationDate: 1, Scope: 1 } } },
      })
      const made = found.PersonalAccessToken.Data.find(({ Name }: { Name: string }) => Name.startsWith('Explorer,'))
      assert.equal(made.Scope, 'data.readonly')
      assert.ok(Date.parse(made.ExpirationDate) - Date.now() <= 86_400_000)
    })
  })
})
