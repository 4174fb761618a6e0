// Tests the start screen: what is due, who was not contacted, what the pipeline is worth, and an empty database.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkScreen, consoleSuite, goTo } from './support.ts'

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

describe('the start screen', () => {
  consoleSuite('console start', desk => {
    test('an empty database offers a first entry, sample data and a first request', async () => {
      const { crm, open } = desk()
      const opened = await open('')
      const { page } = opened
      await page.getByRole('heading', { name: 'This database is empty' }).waitFor()
      assert.match((await page.locator('code').first().textContent()) ?? '', /curl .*\/api\/Read/)
      await checkScreen(opened, crm, 'start-empty')
      await page.getByRole('button', { name: 'Add your first customer' }).click()
      await page.getByRole('dialog', { name: 'New Entry' }).getByRole('textbox', { name: 'Company' }).waitFor()
    })

    test('shows tasks, quiet customers and sums, completes a task with a way back, and follows what others change', async () => {
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
      await crm.create('Task', { Key: null, Activity: 'Prepare the visit', DateTime: daysAgo(-2) })
      await crm.create('Opportunity', { Key: null, AbEntryKey: lake, Objective: 'Fridges', ForecastRevenue: 1200.5 })
      // A suspended sale is open, and one of a colleague is not hers.
      const suspended = { Objective: 'Shelves', ForecastRevenue: 300, Status: 6 }
      await crm.create('Opportunity', { Key: null, AbEntryKey: lake, ...suspended })
      await crm.create('Opportunity', {
        ...{ Key: null, AbEntryKey: lake, Objective: 'Lamps', ForecastRevenue: 50 },
        Leader: { Uid: 'JOE' },
      })

      const opened = await open('', { until: 'text=Send the offer', follows: true })
      const { page } = opened
      await page.getByText('$1,500.50').first().waitFor()
      await page.getByText('2 opportunities').waitFor()
      const quiet = page.getByRole('region', { name: 'Not contacted recently' })
      assert.deepEqual(await quiet.getByRole('link').allInnerTexts(), ['Lakeside Foods'])
      await checkScreen(opened, crm, 'start')

      const due = page.getByRole('region', { name: 'Due tasks' })
      assert.deepEqual(await due.getByRole('heading', { level: 3 }).allInnerTexts(), ['Overdue: 1', 'Coming up'])
      const pipeline = page.getByRole('region', { name: 'Open opportunities' })
      await pipeline.getByText('suspended ones count').waitFor()
      await pipeline.locator('label', { hasText: 'Everyone' }).click()
      await pipeline.getByText('$1,550.50').first().waitFor()
      await page.reload()
      await pipeline.getByText('3 opportunities').waitFor()
      await pipeline.locator('label', { hasText: 'Mine' }).click()
      await pipeline.getByText('2 opportunities').waitFor()

      // She moves what is overdue to today, takes it back, and ticks it off.
      await due.getByRole('button', { name: /Send the offer.*today/i }).press('Enter')
      await due.getByRole('heading', { name: 'Today' }).waitFor()
      await page.keyboard.press('Control+z')
      await due.getByRole('heading', { name: 'Overdue: 1' }).waitFor()
      await page.getByRole('checkbox', { name: 'Complete “Send the offer”' }).click()
      await page.getByText('Nothing due').waitFor()
      assert.equal((await crm.get('Task', task, { Completed: 1 })).Completed, true)
      await page.keyboard.press('Control+z')
      await page.getByRole('checkbox', { name: 'Complete “Send the offer”' }).waitFor()
      assert.equal((await crm.get('Task', task, { Completed: 1 })).Completed, false)

      await crm.create('Opportunity', { Key: null, AbEntryKey: lake, Objective: 'Tables', ForecastRevenue: 100 })
      await page.getByText('3 opportunities').waitFor()

      // Whose customers and how many days are in the address.
      await goTo(page, `/d/${crm.database.name}?days=7&whose=all`)
      await quiet.getByText('Lakeside Foods').waitFor()
      await quiet.locator('label', { hasText: 'Mine' }).click()
      await page.waitForURL(url => !url.searchParams.has('whose'))
      assert.equal(new URL(page.url()).searchParams.get('days'), '7')
      assert.deepEqual(opened.complaints, [])
    })
  })

  consoleSuite('console sample data', desk => {
    test('an administrator fills an empty database with one press, once', async () => {
      const { crm, open } = desk()
      const opened = await open('')
      const { page } = opened
      await page.getByRole('button', { name: 'Add sample data' }).click()
      await page.getByText('Open opportunities').waitFor()
      await page.getByRole('region', { name: 'Not contacted recently' }).waitFor()
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
