// Tests the reports: chart and table agree with each other and with the server, and each figure opens its list.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { checkScreen, consoleSuite } from './support.ts'

/** The figures of the bars, and those of the table, in the same order. */
async function figures(page: Page): Promise<{ bars: number[]; cells: number[] }> {
  await page.waitForSelector('svg[role=img]')
  const valuesOf = async (selector: string): Promise<number[]> => {
    const all = await page.locator(selector).all()
    return Promise.all(all.map(async one => Number(await one.getAttribute('data-value'))))
  }
  return { bars: await valuesOf('svg[role=img] [data-value]'), cells: await valuesOf('td[data-value]') }
}

const year = new Date().getUTCFullYear()

describe('the reports', () => {
  consoleSuite('console reports', desk => {
    before(async () => {
      const { crm } = desk()
      const AbEntryKey = await crm.create('AbEntry', { Key: null, CompanyName: 'Lakeside Foods' })
      const sales = [
        { Objective: 'Fridges', Status: 3, ActualRevenue: 0.1, CloseDate: `${year}-03-15` },
        { Objective: 'Shelves', Status: 3, ActualRevenue: 0.2, CloseDate: `${year}-03-31T12:00:00Z` },
        { Objective: 'Ovens', Status: 3, ActualRevenue: 700, CloseDate: `${year - 1}-12-15` },
        { Objective: 'Tables', ForecastRevenue: 5000, CloseDate: `${year}-07-01T12:00:00Z` },
      ]
      for (const sale of sales) await crm.create('Opportunity', { Key: null, AbEntryKey, ...sale })
      const process = await crm.create('SalesProcessSetup', { Key: null, Description: 'Kitchens' })
      const stage = { Key: null, SalesProcessSetupKey: process, Description: 'Talk', TargetAge: 5 }
      const staged = { SalesProcessSetupKey: process, SalesStageSetupKey: await crm.create('SalesStageSetup', stage) }
      await crm.create('Opportunity', { Key: null, AbEntryKey, Objective: 'Kitchen', ForecastRevenue: 900, ...staged })
      for (const Type of ['60001', '60001', '60002'])
        await crm.create('Interaction', { Key: null, Type, AbEntryKey, Subject: 'Prices' })
    })

    test('revenue is exact, a month opens as a list of its sales, and the period is in the address', async () => {
      const { crm, open } = desk()
      const opened = await open('reports', { until: 'svg[role=img]' })
      const { page } = opened
      const { bars, cells } = await figures(page)
      assert.equal(bars.length, 24)
      assert.deepEqual(bars, cells)
      const march = page.getByRole('row', { name: new RegExp(`^Mar ${year}`) })
      assert.deepEqual(await march.getByRole('cell').allTextContents(), ['$0.30', '–', '2', '0'])
      const total = page.getByRole('row', { name: /^Total/ })
      assert.deepEqual(await total.getByRole('cell').allTextContents(), ['$0.30', '$5,000.00', '2', '1'])
      await checkScreen(opened, crm, 'reports-revenue')
      await march.getByRole('link', { name: '$0.30' }).click()
      await page.waitForURL(/opportunities\?filter=/)
      await page.getByText('Shelves').first().waitFor()
      await page.getByText('Fridges').first().waitFor()
      assert.equal(await page.getByText('Ovens').count(), 0)
      await page.goBack()
      await march.waitFor()

      // The period is in the address.
      await page.locator('input[aria-label=Period]').click()
      await page.getByRole('option', { name: 'Last year' }).click()
      await page.getByRole('row', { name: new RegExp(`^Dec ${year - 1}`) }).waitFor()
      assert.equal(new URL(page.url()).searchParams.get('period'), 'lastYear')
      assert.deepEqual(await total.getByRole('cell').allTextContents(), ['$700.00', '–', '1', '0'])
    })

    for (const [report, rows] of [
      ['pipeline', ['Talk$900.001', 'No stage$5,000.001']],
      ['ages', ['Talk10000 days0 days5 days']],
      ['activity', ['Mary Master213']],
    ] as const) {
      test(`${report}: chart and table agree, and a figure opens its list`, async () => {
        const { crm, open } = desk()
        const opened = await open(`reports?report=${report}`, { until: 'svg[role=img]' })
        const { page } = opened
        const { bars, cells } = await figures(page)
        assert.deepEqual(bars, cells)
        assert.ok(bars.some(value => value > 0))
        const shown = await page.locator('tbody tr:has(td)').allTextContents()
        for (const row of rows) assert.ok(shown.includes(row), `${row} in ${JSON.stringify(shown)}`)
        await checkScreen(opened, crm, `reports-${report}`)
        await page.locator('tbody a').first().click()
        await page.waitForURL(/\?filter=/)
        const [expected, count] = report === 'activity' ? ['Prices', 2] : ['Kitchen', 1]
        const rowsOfList = page.locator('[role=row][data-key]')
        await rowsOfList.getByText(expected).first().waitFor()
        assert.equal(await rowsOfList.count(), count)
      })
    }

    test('keys change the report, and a phone shows it', async () => {
      const { open } = desk()
      const { page, complaints } = await open('reports', { until: 'svg[role=img]', isPhone: true })
      await page.keyboard.press('3')
      await page.getByRole('heading', { name: 'Pipeline' }).waitFor()
      assert.equal(new URL(page.url()).searchParams.get('report'), 'pipeline')
      assert.deepEqual(complaints, [])
    })
  })
})
