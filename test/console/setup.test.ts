// Tests the set-up of people and data in the console: lists and forms from Schema, options, products and fields.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { picture } from '../support/browser.ts'
import { until } from '../support/until.ts'
import { checkScreen, consoleSuite } from './support.ts'

const names = (page: Page, list: string): Promise<string[]> =>
  page
    .getByRole('list', { name: list, exact: true })
    .getByRole('textbox')
    .evaluateAll(all => all.map(one => (one as unknown as { value: string }).value))

describe('the set-up', () => {
  consoleSuite('console setup', desk => {
    test('lists its areas, and each opens', async () => {
      const { crm, open } = desk()
      const opened = await open('setup')
      const { page } = opened
      await checkScreen(opened, crm, 'setup')
      const main = page.getByRole('main')
      const areas = ['Groups', 'Sales teams', 'Territories', 'Currencies', 'Column setups']
      for (const area of areas) {
        await page.getByRole('link', { name: new RegExp(`^${area}`) }).click()
        await page.getByRole('heading', { name: area, level: 1 }).waitFor()
        await main
          .getByRole('row')
          .or(main.getByText(/^No .+ yet$|Could not load/))
          .first()
          .waitFor()
        assert.equal(await main.getByText('Could not load').count(), 0, area)
        await main.getByRole('link', { name: 'Settings' }).click()
      }
      assert.deepEqual(opened.complaints, [])
    })

    test('tells when the whole store was checked, and of damage', async () => {
      const { crm, open } = desk()
      const { store, url } = crm.server
      const before = await open('setup')
      await before.page.getByText('The whole store has not been checked yet.').waitFor()
      const findings = JSON.stringify([{ check: 'integrity', state: 'fail', text: 'a page', todo: 'Restore.' }])
      await store.write(tx =>
        tx.run({
          sql: `insert into store_check (id, finished, took_ms, findings) values (1, ${Date.now()}, 1500, '${findings}')`,
          params: [],
        }),
      )
      await until(async () => (await (await fetch(`${url}/readyz`)).text()).includes('"damage":1'), 'The result')
      const { page } = await open('setup')
      await page
        .getByRole('alert')
        .getByText(/Found damage in 1 place\. Ask the operator/)
        .waitFor()
    })

    test('a user is added, changed in place, and deleted with a way back', async () => {
      const { crm, open } = desk()
      const opened = await open('setup/users', { until: 'td' })
      const { page } = opened
      await checkScreen(opened, crm, 'setup-users')
      await page.keyboard.press('n')
      const form = page.getByRole('dialog')
      await form.getByRole('textbox', { name: 'User id' }).fill('ZOE')
      await form.getByRole('button', { name: 'Add' }).click()
      await form.getByRole('alert').first().waitFor()
      await form.getByRole('textbox', { name: 'Last name' }).fill('Quinn')
      await form.getByRole('textbox', { name: 'E-mail' }).fill('zoe@example.com')
      await form.getByRole('button', { name: 'Add' }).click()
      await page.getByRole('button', { name: 'Quinn' }).click()
      await form.getByRole('button', { name: /First name/ }).click()
      await page.keyboard.type('Zoe')
      await page.keyboard.press('Enter')
      const read = async (): Promise<unknown> =>
        (
          await crm.ok('Read', {
            User: {
              Scope: { Fields: { FirstName: 1, Enabled: 1 } },
              Criteria: { SearchQuery: { Uid: { $EQ: 'ZOE' } } },
            },
          })
        ).User.Data
      await until(async () => JSON.stringify(await read()).includes('"FirstName":"Zoe"'), 'the first name')
      await form.getByRole('button', { name: 'Delete' }).click()
      await until(async () => JSON.stringify(await read()) === '[]', 'the deletion')
      const notice = page.getByRole('alert').filter({ hasText: 'Deleted' })
      await notice.getByRole('button', { name: 'Undo' }).click()
      await until(async () => JSON.stringify(await read()).includes('Zoe'), 'the restoration')
      assert.deepEqual(opened.complaints, [])
    })

    test('a group gets its members, which can be undone', async () => {
      const { crm, open } = desk()
      const opened = await open('setup/groups')
      const { page } = opened
      await page.getByRole('button', { name: /^New/ }).first().click()
      const form = page.getByRole('dialog')
      await form.getByRole('textbox', { name: 'Name' }).fill('Night shift')
      await form.getByRole('button', { name: 'Add' }).click()
      await page.getByRole('button', { name: 'Night shift' }).click()
      await form.getByRole('button', { name: /Members/ }).click()
      await page.keyboard.type('joe')
      await page.getByRole('option', { name: /Joe/ }).click()
      await page.keyboard.press('Escape')
      const members = async (): Promise<string> =>
        JSON.stringify(
          (
            await crm.ok('Read', {
              SecurityGroup: {
                Scope: { Fields: { Members: { Uid: 1 } } },
                Criteria: { SearchQuery: { Name: { $EQ: 'Night shift' } } },
              },
            })
          ).SecurityGroup.Data,
        )
      await until(async () => (await members()).includes('"JOE"'), 'the member')
      await page.keyboard.press('Control+z')
      await until(async () => !(await members()).includes('"JOE"'), 'the member gone again')
      assert.deepEqual(opened.complaints, [])
    })

    test('a rate of a currency is added with its date, and a wrong one is refused at its field', async () => {
      const { crm, open } = desk()
      const opened = await open('setup/currencies')
      const { page } = opened
      await page.getByRole('button', { name: /^New/ }).first().click()
      const form = page.getByRole('dialog')
      await form.getByRole('textbox', { name: 'Currency' }).fill('NOK')
      await page.getByRole('option', { name: 'Norwegian Krone' }).click()
      await form.getByRole('textbox', { name: 'Rate' }).fill('-1')
      await form.getByRole('button', { name: 'Add' }).click()
      await form.getByRole('alert').first().waitFor()
      await form.getByRole('textbox', { name: 'Rate' }).fill('10.5')
      await form.getByLabel('Valid from').fill('2026-01-01')
      await form.getByRole('button', { name: 'Add' }).click()
      await page.getByRole('row').filter({ hasText: '10.5' }).waitFor()
      const { CurrencyRate } = await crm.ok('Read', {
        CurrencyRate: {
          Scope: { Fields: { Rate: 1, EffectiveDate: 1 } },
          Criteria: { SearchQuery: { CurrencyCode: { $EQ: 'NOK' } } },
        },
      })
      assert.deepEqual(CurrencyRate.Data, [{ Rate: 10.5, EffectiveDate: '2026-01-01' }])
      assert.deepEqual(opened.complaints, [])
    })

    test('a column setup is renamed in place', async () => {
      const { crm, open } = desk()
      const opened = await open('setup/columns', { until: 'td' })
      const { page } = opened
      const first = page.getByRole('row').nth(1).getByRole('button').first()
      const before = (await first.textContent()) ?? ''
      await first.click()
      const drawer = page.getByRole('dialog')
      await drawer.getByRole('button', { name: /Name/ }).click()
      await page.keyboard.press('Control+a')
      await page.keyboard.type('Our own columns')
      await page.keyboard.press('Enter')
      const named = async (name: string): Promise<boolean> =>
        (
          await crm.ok('Read', {
            ColumnSetup: {
              Scope: { Fields: { Key: 1 } },
              Criteria: { SearchQuery: { Name: { $EQ: name }, EntityType: { $IN: [1, 2, 5, 19, 10003, 10015] } } },
            },
          })
        ).ColumnSetup.Data.length === 1
      await until(() => named('Our own columns'), 'the new name')
      await page.keyboard.press('Control+z')
      await until(() => named(before), 'the name before')
      assert.deepEqual(opened.complaints, [])
    })

    test('options are added, renamed, moved by keys, hidden and removed', async () => {
      const { crm, open } = desk()
      const opened = await open('setup/options?list=Lead%2FSource', { until: 'ol li' })
      const { page } = opened
      await checkScreen(opened, crm, 'setup-options')
      const before = await names(page, 'Source')
      await page.getByPlaceholder('New item').fill('Podcast')
      await page.keyboard.press('Enter')
      await until(async () => (await names(page, 'Source')).at(-1) === 'Podcast', 'the new item')
      await page.getByRole('button', { name: 'Move “Podcast”' }).focus()
      await page.keyboard.press('Alt+ArrowUp')
      await until(async () => (await names(page, 'Source')).at(-2) === 'Podcast', 'the new place')
      await page.getByRole('textbox', { name: 'Name: Podcast' }).fill('Radio')
      await page.keyboard.press('Enter')
      await until(async () => (await names(page, 'Source')).includes('Radio'), 'the new name')
      await page.getByRole('button', { name: 'Delete “Radio”' }).click()
      await until(async () => JSON.stringify(await names(page, 'Source')) === JSON.stringify(before), 'the removal')
      assert.deepEqual(opened.complaints, [])
    })

    test('stages are moved by dragging and by keys, which can be undone', async () => {
      const { crm, open } = desk()
      const process = await crm.create('SalesProcessSetup', { Key: null, Description: 'Tenders' })
      for (const Description of ['Talk', 'Offer', 'Contract']) {
        await crm.create('SalesStageSetup', { Key: null, SalesProcessSetupKey: process, Description })
      }
      const opened = await open('setup/processes', { until: 'text=Contract' })
      const { page } = opened
      const stages = page.getByRole('region', { name: 'Tenders' }).getByRole('listitem')
      const are = (...names: string[]) =>
        until(async () => {
          const texts = await stages.allInnerTexts()
          return names.every((name, at) => texts[at]?.includes(name))
        }, names.join(', '))
      await are('Talk', 'Offer', 'Contract')
      await checkScreen(opened, crm, 'setup-processes')
      await page.getByRole('button', { name: 'Move “Talk”' }).dragTo(stages.nth(2))
      await are('Offer', 'Contract', 'Talk')
      await page.getByRole('button', { name: 'Move “Contract”' }).focus()
      await page.keyboard.press('Alt+ArrowUp')
      await are('Contract', 'Offer', 'Talk')
      await page.keyboard.press('Control+z')
      await are('Offer', 'Contract', 'Talk')
      const read = await crm.ok('Read', {
        SalesStageSetup: {
          Scope: { Fields: { Description: 1 } },
          Criteria: { SearchQuery: { SalesProcessSetupKey: { $EQ: process } } },
          OrderBy: { Fields: [{ Sequence: 'ASC' }] },
        },
      })
      assert.deepEqual(
        read.SalesStageSetup.Data.map(({ Description }: { Description: string }) => Description),
        ['Offer', 'Contract', 'Talk'],
      )
      assert.deepEqual(opened.complaints, [])
    })

    test('a product gets a category by a check box', async () => {
      const { crm, open } = desk()
      const opened = await open('setup/products', { until: 'td' })
      const { page } = opened
      await checkScreen(opened, crm, 'setup-products')
      const box = page.getByRole('checkbox', { name: 'Support plan: Training' })
      await box.click()
      await until(() => box.isChecked(), 'the check')
      const { Opportunity } = await crm.ok('Read', {
        Opportunity: { FieldOptions: { Product: [{ DisplayValue: 1, AssociatedCategories: [{ DisplayValue: 1 }] }] } },
      })
      const plan = Opportunity.FieldOptions.Product.find(
        ({ DisplayValue }: { DisplayValue: string }) => DisplayValue === 'Support plan',
      )
      assert.deepEqual(plan.AssociatedCategories, [{ DisplayValue: 'Training' }])
    })

    test('a field is defined with a preview, and is there at once', async () => {
      const { crm, open } = desk()
      const opened = await open('setup/fields')
      const { page } = opened
      await page.getByText('No custom fields yet').waitFor()
      await page.keyboard.press('n')
      const form = page.getByRole('dialog')
      await form.getByLabel('Name').fill('Loyalty number')
      await page.keyboard.press('Escape')
      await form.waitFor({ state: 'detached' })
      await page.keyboard.press('n')
      await form.getByRole('region', { name: 'Preview' }).getByRole('textbox', { name: 'Loyalty number' }).waitFor()
      await picture(page, 'console-field-form')
      await form.getByRole('button', { name: 'Add' }).click()
      await page.getByRole('button', { name: 'Loyalty number' }).waitFor()
      await checkScreen(opened, crm, 'setup-fields')
      const { Schema } = await crm.ok('Read', {
        Schema: { Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery: { Name: { $EQ: 'Loyalty number' } } } },
        Compatibility: { SchemaObject: '1.0' },
      })
      assert.equal(Schema.Data.length, 1)

      // Values of a field go with it for good, so the button says how many, and asks twice.
      const path = Schema.Data[0].Key.replace('/AbEntry/', '')
      await crm.create('AbEntry', { Key: null, CompanyName: 'Lakeside', [path]: 'L 7' })
      await page.getByRole('button', { name: 'Loyalty number' }).click()
      const remove = page.getByRole('dialog').getByRole('button', { name: 'Delete, with the values of 1 record' })
      await remove.click()
      await page.getByRole('button', { name: 'Click again' }).click()
      await page.getByText('No custom fields yet').waitFor()
    })
  })
})
