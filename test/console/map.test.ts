// Tests the map: places with their numbers, an area that becomes the filter of the list, and keys alone.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '../support/until.ts'
import { checkScreen, consoleSuite, goTo } from './support.ts'

const companies = [
  ['Lakeside Foods', 'Ottawa', -75.7, 45.4],
  ['Harbour Ltd', 'Ottawa', -75.6, 45.5],
  ['Meadow Inc', 'Sydney', 151.2, -33.9],
] as const

const foundIs = (page: Page, text: string): Promise<boolean> =>
  until(async () => (await page.locator('[data-found]').textContent()) === text, text)

describe('the map', () => {
  consoleSuite('console map', desk => {
    test('says that the address book is empty, else shows places with the number of their entries, and lists those of a place', async () => {
      const { crm, open } = desk()
      const opened = await open('map')
      const { page } = opened
      await page.getByText('The address book is empty').waitFor()
      for (const [CompanyName, City, Longitude, Latitude] of companies) {
        const Address = { City, Location: { Longitude, Latitude } }
        await crm.create('AbEntry', { Key: null, CompanyName, Address })
      }
      await crm.create('AbEntry', { Key: null, CompanyName: 'Nowhere Inc' })
      await page.reload()
      await page.getByText('Nowhere Inc').waitFor()
      await page.getByRole('button', { name: 'Ottawa: 2 entries' }).waitFor()
      await page.getByText('1 without a position').waitFor()
      await checkScreen(opened, crm, 'map')
      await page.getByRole('button', { name: 'Sydney: 1 entries' }).press('Enter')
      await foundIs(page, '1 entry')
      await page
        .getByRole('complementary')
        .getByRole('link', { name: /Meadow Inc/ })
        .waitFor()
      assert.equal(new URL(page.url()).searchParams.get('place'), 'Sydney|')
    })

    test('an area that is drawn, or visible, finds who is in it, and opens as a list with the same filter', async () => {
      const { crm, open } = desk()
      const { page, complaints } = await open('map?at=-75_45_20', { until: 'svg [role=button]' })
      await page.keyboard.press('d')
      const svg = page.locator('svg:has([role=button])')
      const { width = 0, height = 0 } = (await svg.boundingBox()) ?? {}
      const [x, y] = [width / 2, height / 2]
      for (const [east, south] of [
        [-120, -120],
        [120, -120],
        [120, 120],
        [-120, 120],
      ] as const)
        await svg.click({ position: { x: x + east, y: y + south } })
      await page.keyboard.press('Enter')
      await foundIs(page, '2 entries')
      assert.match(new URL(page.url()).searchParams.get('filter') ?? '', /INBOUND/)
      await page.getByRole('link', { name: 'Open as list' }).click()
      await page.waitForURL(/entries\?filter=/)
      await page.getByText('Harbour Ltd').first().waitFor()
      await page.getByText('Lakeside Foods').first().waitFor()
      assert.equal(await page.getByText('Meadow Inc').count(), 0)
      await page.goBack()
      await foundIs(page, '2 entries')
      await page.getByRole('button', { name: 'Show all' }).click()
      await foundIs(page, '4 entries')

      // Keys alone take what is visible as the area.
      await goTo(page, `/d/${crm.database.name}/map?at=151_-34_20`)
      await page.locator('svg [role=button]').first().waitFor()
      await page.keyboard.press('+')
      await page.waitForURL(/at=151.000_-34.000_32.00/)
      await page.keyboard.press('v')
      await foundIs(page, '1 entry')
      assert.deepEqual(complaints, [])
    })
  })
})
