// Tests where the console shows custom records beside their lists: on the pages of what they belong to, and in the palette.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { consoleSuite } from './support.ts'

describe('custom records', () => {
  consoleSuite('console custom records', desk => {
    test('have a tab on the page of what they belong to, once there are some, and the palette finds them', async () => {
      const { crm, open } = desk()
      const CustomSetupKey = await crm.create('CustomSetup', { Name: 'Contract', TAG: 'CON', ParentEntity: 'AbEntry' })
      const client = await crm.create('AbEntry', { Key: null, CompanyName: 'Harbour Tools' })
      const { page, complaints } = await open(`entries/${client}`, { until: '#details', follows: true })
      const tab = page.getByRole('tab', { name: /Custom records/ })
      await page.getByRole('tab', { name: /Timeline/ }).waitFor()
      assert.equal(await tab.count(), 0)
      await crm.create('CustomChild', { CustomSetupKey, ParentKey: client, Name: 'Lease of ovens' })
      await tab.click()
      const row = page.getByRole('listitem').filter({ hasText: 'Lease of ovens' })
      await row.getByText('Contract').waitFor()
      await row.getByRole('link', { name: 'Lease of ovens' }).click()
      await page.waitForURL(/custom-children\//)
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Search records' }).fill('harbour')
      await page
        .getByRole('option', { name: /Harbour Tools/ })
        .first()
        .waitFor()
      await page.getByRole('combobox', { name: 'Search records' }).fill('lease')
      await page
        .getByRole('option', { name: /Lease of ovens.*Contract/ })
        .first()
        .waitFor()
      assert.deepEqual(complaints, [])
    })
  })
})
