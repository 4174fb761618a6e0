// Tests dashboards: a manager arranges reports by keys and by drag, shares them, and another person reads them.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkScreen, consoleSuite } from './support.ts'

describe('dashboards', () => {
  consoleSuite('console dashboards', desk => {
    test('she arranges four reports, saves and shares them; he opens a number of hers', async () => {
      const { crm, open } = desk()
      const AbEntryKey = await crm.create('AbEntry', { Key: null, CompanyName: 'Lakeside Foods' })
      const CloseDate = `${new Date().getUTCFullYear()}-03-15`
      const sale = { Key: null, AbEntryKey, Objective: 'Fridges', Status: 3, ActualRevenue: 120 }
      await crm.create('Opportunity', { ...sale, CloseDate })

      const opened = await open('dashboards', { until: 'text=No dashboards yet' })
      const { page } = opened
      await page.getByRole('button', { name: 'New dashboard' }).click()
      await page.getByRole('textbox', { name: 'Dashboard' }).fill('Board meeting')
      await page.getByRole('switch', { name: 'Share with everyone' }).check()
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      const tile = (name: string) => page.getByRole('region', { name, exact: true })
      await tile('Revenue').locator('svg[role=img]').waitFor()

      await page.getByRole('button', { name: 'Edit dashboard' }).click()
      await page.getByRole('button', { name: 'Add report' }).click()
      await page.getByRole('menuitem', { name: 'Open cases' }).click()
      await page.getByRole('button', { name: 'Remove: Pipeline' }).click()
      const handle = page.getByRole('button', { name: 'Move Revenue' })
      await handle.focus()
      await page.keyboard.press('Alt+ArrowRight')
      await page.getByText('Revenue is now at position 2.').waitFor()
      await handle.focus()
      await page.keyboard.press('Alt+Shift+ArrowRight')
      await page.getByText('3 wide, 2 high.').waitFor()
      await page.getByRole('button', { name: 'Show as table: Revenue' }).click()
      const corner = (await tile('Forecast').locator('[data-corner]').boundingBox()) as { x: number; y: number }
      await page.mouse.move(corner.x + 8, corner.y + 8)
      await page.mouse.down()
      await page.mouse.move(corner.x + 8, corner.y - 200, { steps: 4 })
      await page.mouse.up()
      await checkScreen(opened, crm, 'dashboard-edit')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByRole('button', { name: 'Edit dashboard' }).waitFor()

      const hers = await open('dashboards', { as: crm.user, until: 'section[data-width]' })
      const sections = hers.page.locator('section[data-width]')
      assert.deepEqual(
        await sections.evaluateAll(all =>
          all.map(one => ['aria-label', 'data-width', 'data-height'].map(name => one.getAttribute(name))),
        ),
        [
          ['Forecast', '2', '1'],
          ['Revenue', '3', '2'],
          ['Activity', '2', '2'],
          ['Open cases', '2', '2'],
        ],
      )
      assert.equal(await hers.page.getByRole('button', { name: 'Edit dashboard' }).count(), 0)
      await sections.getByRole('link', { name: '$120.00' }).first().click()
      await hers.page.waitForURL(/opportunities\?filter=/)
      await hers.page.getByText('Fridges').first().waitFor()
    })
  })
})
