// Tests the start screen: what is due, who was not contacted, what the pipeline is worth, and an empty database.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkScreen, eachConsole } from './support.ts'

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

describe('the start screen', () => {
  eachConsole('console start', (desk, pageTest) => {
    pageTest('an empty database offers a first entry, sample data and a first request', async () => {
      const { crm, open } = desk()
      const opened = await open('')
      const { page } = opened
      await page.getByRole('heading', { name: 'This database is empty' }).waitFor()
      assert.match((await page.locator('code').first().textContent()) ?? '', /curl .*\/api\/Read/)
      await checkScreen(opened, crm, 'start-empty')
      await page.getByRole('button', { name: 'Add the first customer' }).click()
      await page.getByRole('dialog', { name: 'New Entry' }).getByRole('textbox', { name: 'Company' }).waitFor()
    })

    test('shows tasks, quiet customers and sums, and completes a task, which can be undone', async () => {
      const { crm, open } = desk()
      const lake = await crm.create('AbEntry', {
        Key: null,
        CompanyName: 'Lakeside Foods',
        Address: { City: 'Ottawa' },
        LastContactDate: daysAgo(40),
        AccountManager: { Uid: 'MASTER' },
      })
      await crm.create('AbEntry', { Key: null, CompanyName: 'Harbour Ltd', LastContactDate: daysAgo(3) })
      const task = await crm.create('Task', {
        Key: null,
        Activity: 'Send the offer',
        DateTime: daysAgo(1),
        AbEntryKey: lake,
      })
      await crm.create('Opportunity', { Key: null, AbEntryKey: lake, Objective: 'Fridges', ForecastRevenue: 1200.5 })
      await crm.create('Opportunity', { Key: null, AbEntryKey: lake, Objective: 'Shelves', ForecastRevenue: 300 })

      const opened = await open('', { until: 'text=Send the offer' })
      const { page } = opened
      await page.getByText('$1,500.50').first().waitFor()
      await page.getByText('2 opportunities').waitFor()
      const quiet = page.getByRole('region', { name: 'Not contacted lately' })
      assert.deepEqual(await quiet.getByRole('link').allInnerTexts(), ['Lakeside Foods'])
      await checkScreen(opened, crm, 'start')

      await page.getByRole('checkbox', { name: 'Complete “Send the offer”' }).click()
      await page.getByText('Nothing is due').waitFor()
      assert.equal((await crm.get('Task', task, { Completed: 1 })).Completed, true)
      await page.keyboard.press('Control+z')
      await page.getByRole('checkbox', { name: 'Complete “Send the offer”' }).waitFor()
      assert.equal((await crm.get('Task', task, { Completed: 1 })).Completed, false)
      assert.deepEqual(opened.complaints, [])
    })

    pageTest('keeps whose customers and how many days in the address', async () => {
      const { open } = desk()
      const { page } = await open('?days=7&whose=all', { until: 'text=Lakeside Foods' })
      await page.locator('label', { hasText: 'Mine' }).click()
      await page.waitForURL(url => !url.searchParams.has('whose'))
      assert.equal(new URL(page.url()).searchParams.get('days'), '7')
    })

    test('follows what others change', async () => {
      const { crm, open } = desk()
      const { page } = await open('', { until: 'text=Open opportunities', follows: true })
      const lake = await crm.create('AbEntry', { Key: null, CompanyName: 'Meadow Inc' })
      await crm.create('Opportunity', { Key: null, AbEntryKey: lake, Objective: 'Tables', ForecastRevenue: 100 })
      await page.getByText('3 opportunities').waitFor()
    })
  })

  eachConsole('console sample data', desk => {
    test('an administrator fills an empty database with one press, once', async () => {
      const { crm, open } = desk()
      const opened = await open('')
      const { page } = opened
      await page.getByRole('button', { name: 'Add sample data' }).click()
      await page.getByText('Open opportunities').waitFor()
      await page.getByRole('region', { name: 'Not contacted lately' }).waitFor()
      const count = { AbEntry: { Scope: { Fields: { '$COUNT()': 1 } } } }
      const { AbEntry } = await crm.call('Read', count)
      assert.equal(AbEntry.Data[0]['$COUNT()'], 300)
      const again = await page.evaluate(`fetch('/console/api/sample-data', {
        method: 'POST', headers: { 'x-clientele-console': 'acme' }, body: '{}' }).then(answer => answer.text())`)
      assert.match(String(again), /this one has entries already/)
      assert.deepEqual(opened.complaints, [])
    })
  })
})
