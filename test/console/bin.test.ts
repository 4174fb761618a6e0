// Tests the recycle bin and the audit: units with what hangs on them, restore and its undo, and who wrote what.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkScreen, consoleSuite, goTo } from './support.ts'

describe('the recycle bin and the audit', () => {
  consoleSuite('console bin', desk => {
    test('an empty bin says what it is for; a filled one shows what was deleted together as one unit, restored by keys alone', async () => {
      const { crm, open } = desk()
      const opened = await open('bin', { until: 'text=The recycle bin is empty' })
      const { page } = opened
      await checkScreen(opened, crm, 'bin-empty')
      const company = await crm.create('AbEntry', { Key: null, CompanyName: 'Lakeside Foods' })
      const contact = await crm.create('AbEntry', { Key: null, ParentKey: company, LastName: 'Stone' })
      const harbour = await crm.create('AbEntry', { Key: null, CompanyName: 'Harbour Ltd' })
      const lone = await crm.create('Lead', { Key: null, LastName: 'Quinn' })
      await crm.ok('Delete', { AbEntry: { Data: { Key: company } } })
      await crm.ok('Delete', { Lead: { Data: { Key: lone } } })
      const call = { Key: null, Type: '60001', AbEntryKey: harbour, Subject: 'Prices of ferries' }
      await crm.ok('Delete', { Interaction: { Data: { Key: await crm.create('Interaction', call) } } })
      // The filter of the address.
      await goTo(page, `/d/${crm.database.name}/bin?kind=Lead`)
      await page.getByText('Quinn').first().waitFor()
      assert.equal(await page.getByText('Lakeside Foods').count(), 0)
      await goTo(page, `/d/${crm.database.name}/bin`)
      await page.getByText('Lakeside Foods').first().waitFor()
      await page.getByRole('button', { name: 'Restore Prices of ferries' }).waitFor()
      assert.equal(await page.getByRole('button', { name: /^Restore / }).count(), 3)
      await page.getByRole('button', { name: 'Show records deleted with Lakeside Foods' }).click()
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

    test('the audit lists writes by user and operation, with what they changed', async () => {
      const { crm, open } = desk()
      const company = await crm.create('AbEntry', { Key: null, CompanyName: 'Harbour Ferries' }, crm.user)
      await crm.ok('Update', { AbEntry: { Data: { Key: company, CompanyName: 'Harbour Group' } } }, crm.user)
      const query = new URLSearchParams({ user: crm.user.key, operation: 'Update' })
      const opened = await open(`audit?${query}`, { until: 'text=Harbour Group' })
      const { page } = opened
      assert.equal(await page.getByRole('row').count(), 2)
      await page.getByRole('button', { name: 'Show changes to Harbour Group' }).click()
      await page.getByText('Harbour Ferries').waitFor()
      await checkScreen(opened, crm, 'audit')
    })

    test('the audit is for administrators', async () => {
      const { crm, open } = desk()
      const { page } = await open('audit', { as: crm.user })
      await page.getByText('Only administrators can open this page.').waitFor()
    })
  })
})
