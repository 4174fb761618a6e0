// Tests the import of a file as a person does it: columns, plan, commit, rejected rows, undo, and coming back to it.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { checkScreen, consoleSuite, goTo } from './support.ts'
import { csv } from './walks.ts'

describe('imports', () => {
  consoleSuite('console imports', desk => {
    const content = [
      'Company;E-mail;City;Last contact;Category;Remark',
      'Lakeside Foods;info@lakeside.example;Bern;03/04/2026;Boat club;old',
      'Harbour Ferries;harbour@ferries.example;Oslo;05/06/2026;;new',
      'Mountain Air;not an address;Zermatt;07/08/2026;;wrong',
      'Stone Works;info@stone.example;Basel;;;same',
    ].join('\n')
    const file = csv('customers.csv', content)

    test('a file with a new, a changed, an unchanged and a rejected row is imported and undone', async () => {
      const { crm, open } = desk()
      const lakeside = await crm.create('AbEntry', {
        ...{ CompanyName: 'Lakeside Foods', Email: 'info@lakeside.example', Address: { City: 'Thun' } },
      })
      const stone = { CompanyName: 'Stone Works', Email: 'info@stone.example', Address: { City: 'Basel' } }
      await crm.create('AbEntry', stone)
      const opened = await open('imports', { until: 'text=No imports yet' })
      const { page } = opened
      await checkScreen(opened, crm, 'imports-empty')
      await page.locator('input[type=file]').setInputFiles(file)
      const check = page.getByRole('button', { name: 'Check rows' })
      await page.getByText('Please choose for: Last contact').waitFor()
      assert.ok(await check.isDisabled())
      await page.getByText('1 value is not an option of').waitFor()
      await checkScreen(opened, crm, 'import-columns')

      await page.getByText('Day, month, year', { exact: true }).click()
      await page.getByRole('checkbox', { name: 'Add them as options' }).check()
      await page.getByRole('button', { name: /^Field for Remark/ }).click()
      await page.getByPlaceholder('Find field').fill('position')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Field for Remark: Position' }).click()
      await page.getByRole('option', { name: 'Do not import' }).click()
      // The columns are as they were left when a person comes back.
      await goTo(page, `/d/${crm.database.name}/imports`)
      await page.getByRole('link', { name: 'customers.csv' }).click()
      await page.keyboard.press('Control+Enter')

      const run = page.getByRole('button', { name: 'Import 2 rows' })
      await run.waitFor()
      await page.getByText('not an address').first().waitFor()
      assert.equal((await crm.get('AbEntry', lakeside, { Address: { City: 1 } })).Address.City, 'Thun')
      await page.getByText('Boat club', { exact: true }).waitFor()
      await checkScreen(opened, crm, 'import-check')
      await page.getByText('Changed 1', { exact: true }).click()
      await page.getByRole('deletion').getByText('Thun').waitFor()
      await page.getByRole('insertion').getByText('Bern', { exact: true }).waitFor()
      assert.equal(await page.getByText('Harbour Ferries').count(), 0)
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download rejected rows' }).click(),
      ])
      assert.equal(download.suggestedFilename(), 'customers-rejected.csv')
      assert.match(await readFile(await download.path(), 'utf8'), /Mountain Air;not an address;.*Email/)

      await run.click()
      await page.getByRole('heading', { name: '2 rows imported' }).waitFor()
      assert.equal((await crm.get('AbEntry', lakeside, { Address: { City: 1 } })).Address.City, 'Bern')
      await checkScreen(opened, crm, 'import-result')
      await crm.ok('Update', { AbEntry: { Data: { Key: lakeside, Website: 'https://lakeside.example' } } })
      await page.getByRole('button', { name: 'Undo import' }).click()
      await page.getByRole('heading', { name: 'The import was undone' }).waitFor()
      await page.getByText('1 record was left as it is').waitFor()
      await page.getByText('The record was changed since.').waitFor()
      const query = { Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery: { CompanyName: 'Harbour Ferries' } } }
      assert.deepEqual((await crm.ok('Read', { AbEntry: query })).AbEntry.Data, [])
    })

    const otherSystems: [file: string, rows: number][] = [
      ['google-contacts', 3],
      ['outlook', 2],
      ['hubspot', 2],
      ['salesforce', 2],
      ['pipedrive', 2],
    ]
    for (const [name, rows] of otherSystems)
      test(`the file of ${name} is imported as it is, by the keyboard, and undone`, async () => {
        const { crm, open } = desk()
        const opened = await open('imports', { until: 'text=Drop a file here' })
        const { page } = opened
        const content = await readFile(new URL(`../import/layouts/${name}.csv`, import.meta.url), 'utf8')
        await page.locator('input[type=file]').setInputFiles(csv(`${name}.csv`, content))
        await page.getByRole('button', { name: 'Check rows' }).waitFor()
        assert.ok(await page.getByRole('checkbox', { name: 'Create companies that do not exist yet' }).isChecked())
        assert.equal(await page.getByText('Please choose for').count(), 0)
        assert.equal(await page.getByText('not an option of').count(), 0)
        await checkScreen(opened, crm, `import-${name}`)
        await page.keyboard.press('Control+Enter')
        await page.getByRole('button', { name: `Import ${rows} rows` }).waitFor()
        assert.equal(await page.getByText('rejected row').count(), 0)
        await page.keyboard.press('Control+Enter')
        await page.getByRole('heading', { name: `${rows} rows imported` }).waitFor()
        const people = {
          Scope: { Fields: { Type: 1 } },
          Criteria: { SearchQuery: { Email: { $LIKE: '%@layout.example' } } },
        }
        assert.ok((await crm.ok('Read', { AbEntry: people })).AbEntry.Data.length >= 2)
        await page.getByRole('button', { name: 'Undo import' }).click()
        await page.getByRole('heading', { name: 'The import was undone' }).waitFor()
        assert.deepEqual((await crm.ok('Read', { AbEntry: people })).AbEntry.Data, [])
      })

    test('columns and plan fit a phone, in German; another format says what to do', async () => {
      const { crm, open } = desk()
      const opened = await open('imports', { isPhone: true, language: 'de-DE', isDeaf: true })
      const { page } = opened
      await page.locator('input[type=file]').setInputFiles({ ...file, name: 'kunden.xls' })
      await page.getByRole('alert').getByText('kunden.xls kann nicht importiert werden').waitFor()
      await page
        .locator('input[type=file]')
        .setInputFiles(csv('kunden.csv', content.replace('Last contact', 'Letzter Kontakt')))
      await page.getByText('Bitte noch wählen').waitFor()
      const overflow = 'document.documentElement.scrollWidth - innerWidth'
      assert.ok(Number(await page.evaluate(overflow)) <= 0)
      await page.getByText('Tag, Monat, Jahr', { exact: true }).click()
      await page.getByRole('button', { name: 'Zeilen prüfen' }).click()
      await page.getByRole('button', { name: 'Spalten ändern' }).waitFor()
      assert.ok(Number(await page.evaluate(overflow)) <= 0)
      await checkScreen(opened, crm, 'import-check-german')
    })
  })
})
