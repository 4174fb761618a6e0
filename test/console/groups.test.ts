// Tests the lists of a manager: opportunities by the city of their client, with sums and in groups, as a saved view.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Crm } from '../support/crm.ts'
import { checkScreen, consoleSuite } from './support.ts'

/** Three sales to clients in two cities. */
async function makeSales(crm: Crm): Promise<void> {
  for (const [City, ...amounts] of [
    ['Kingston', 1000, 200],
    ['Halifax', 30],
  ] as const) {
    const AbEntryKey = await crm.create('AbEntry', { Key: null, CompanyName: `${City} Foods`, Address: { City } })
    for (const ForecastRevenue of amounts)
      await crm.create('Opportunity', { Key: null, AbEntryKey, Objective: `Ovens for ${City}`, ForecastRevenue })
  }
}

describe('the list of a manager', () => {
  consoleSuite('console groups', desk => {
    test('she shows the city of clients, filters by it, adds amounts up, groups, opens a group and saves it', async () => {
      const { crm, open } = desk()
      await makeSales(crm)
      const opened = await open('opportunities', { until: '[role=row][data-key]' })
      const { page } = opened

      // She adds the column of the client's city.
      await page.getByRole('button', { name: 'Columns', exact: true }).click()
      await page.getByRole('textbox', { name: 'Find column' }).fill('client · address · city')
      await page.getByRole('checkbox', { name: 'Client · Address · City' }).click()
      await page.keyboard.press('Escape')
      await page.getByRole('columnheader', { name: 'Client · Address · City' }).waitFor()
      await page.getByRole('gridcell', { name: 'Halifax', exact: true }).waitFor()

      // She adds up the amounts.
      await page.getByRole('columnheader', { name: 'Forecast' }).getByRole('button').click({ button: 'right' })
      await page.getByRole('menuitem', { name: 'Show sum' }).click()
      await page.getByText('$1,230.00').waitFor()

      // She groups by the city.
      await page.getByRole('button', { name: 'Group', exact: true }).click()
      await page
        .getByRole('searchbox', { name: 'Find field' })
        .or(page.getByPlaceholder('Find field'))
        .fill('address · city')
      await page.getByRole('option', { name: 'Client · Address · City' }).click()
      const table = page.getByRole('table', { name: 'Opportunities' })
      await table.getByRole('row', { name: 'Kingston 2 $1,200.00' }).waitFor()
      await table.getByRole('row', { name: 'Halifax 1 $30.00' }).waitFor()
      await table.getByRole('row', { name: 'Total 3 $1,230.00' }).waitFor()
      await checkScreen(opened, crm, 'opportunities-grouped')

      // A group opens as the list of its records, with the same sum.
      await table.getByRole('link', { name: 'Kingston' }).click()
      await page.getByText('$1,200.00').waitFor()
      await page.getByRole('status', { name: '2 records' }).waitFor()
      assert.equal(new URL(page.url()).searchParams.get('filter'), 'AbEntry/Address/City~is~Kingston')
      await checkScreen(opened, crm, 'opportunities-sum')
      await page.goBack()
      await table.waitFor()
    })
  })
})
