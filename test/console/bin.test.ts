// Tests the recycle bin and the audit: units with what hangs on them, restore and its undo, and who wrote what.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkScreen, eachConsole } from './support.ts'

describe('the recycle bin and the audit', () => {
  eachConsole('console bin', (desk, pageTest) => {
    test('an empty bin says what it is for', async () => {
      const { crm, open } = desk()
      const opened = await open('bin', { until: 'text=The recycle bin is empty' })
      await checkScreen(opened, crm, 'bin-empty')
    })

    test('shows what was deleted together as one unit, and restores it by keys alone', async () => {
      const { crm, open } = desk()
      const company = await crm.create('AbEntry', { Key: null, CompanyName: 'Lakeside Foods' })
      const contact = await crm.create('AbEntry', { Key: null, ParentKey: company, LastName: 'Stone' })
      const harbour = await crm.create('AbEntry', { Key: null, CompanyName: 'Harbour Ltd' })
      const lone = await crm.create('Lead', { Key: null, LastName: 'Quinn' })
      await crm.ok('Delete', { AbEntry: { Data: { Key: company } } })
      await crm.ok('Delete', { Lead: { Data: { Key: lone } } })
      const call = { Key: null, Type: '60001', AbEntryKey: harbour, Subject: 'Prices of ferries' }
      await crm.ok('Delete', { Interaction: { Data: { Key: await crm.create('Interaction', call) } } })
      const opened = await open('bin', { until: 'text=Lakeside Foods' })
      const { page } = opened
      assert.equal(await page.getByRole('button', { name: /^Restore / }).count(), 3)
      await page.getByRole('button', { name: 'Restore Prices of ferries' }).waitFor()
      await page.getByRole('button', { name: 'Show what was deleted with Lakeside Foods' }).click()
      await page.getByText('Stone', { exact: true }).waitFor()
      await checkScreen(opened, crm, 'bin')

      await page.locator('body').click({ position: { x: 640, y: 700 } })
      await page.keyboard.press('j')
      const restore = page.getByRole('button', { name: 'Restore Lakeside Foods' })
      const isReached = () => restore.evaluate(one => one === one.ownerDocument.activeElement)
      for (let turn = 0; turn < 3 && !(await isReached()); turn++) await page.keyboard.press('j')
      await page.keyboard.press('Enter')
      await restore.waitFor({ state: 'detached' })
      assert.equal((await crm.get('AbEntry', contact, { LastName: 1 })).LastName, 'Stone')
      await page.keyboard.press('Control+z')
      await restore.waitFor()
    })

    pageTest('keeps its filters in the address', async () => {
      const { open } = desk()
      const { page } = await open('bin?kind=Lead', { until: 'text=Quinn' })
      assert.equal(await page.getByText('Lakeside Foods').count(), 0)
    })

    test('the audit lists writes by user and operation, with what they changed', async () => {
      const { crm, open } = desk()
      const company = await crm.create('AbEntry', { Key: null, CompanyName: 'Harbour Ferries' }, crm.user)
      await crm.ok('Update', { AbEntry: { Data: { Key: company, CompanyName: 'Harbour Group' } } }, crm.user)
      const query = new URLSearchParams({ user: crm.user.key, operation: 'Update' })
      const opened = await open(`audit?${query}`, { until: 'text=Harbour Group' })
      const { page } = opened
      assert.equal(await page.getByRole('row').count(), 2)
      await page.getByRole('button', { name: 'Show what changed in Harbour Group' }).click()
      await page.getByText('Harbour Ferries').waitFor()
      await checkScreen(opened, crm, 'audit')
    })

    pageTest('the audit is for administrators', async () => {
      const { crm, open } = desk()
      const { page } = await open('audit', { as: crm.user })
      await page.getByText('Only administrators can open this page.').waitFor()
    })
  })
})
