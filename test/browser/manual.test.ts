// Tests the pages below /docs in a real Chromium: their width, their contrast, and the way to the contents on a phone.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { accessibilityFaults, phone, picture } from '../support/browser.ts'
import { pagesInBrowser } from '../support/shared-browser.ts'

describe('documents in a browser', () => {
  const { server, browser } = pagesInBrowser()
  const complaints: string[] = []
  let page: Page
  before(async () => {
    page = await browser().newPage()
    page.on('console', message => complaints.push(message.text()))
  })
  after(() => page?.close())

  const paths = ['', '/reference/api', '/reference/entities/ab-entry', '/explanations/performance']
  for (const path of paths) {
    test(`/docs${path} fits every screen, light and dark`, async () => {
      await page.goto(`${server().url}/docs${path}`)
      for (const width of [320, 390, 800, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth')
        assert.ok(overflow <= 0, `${width}: ${overflow} px too wide`)
      }
      assert.deepEqual(await accessibilityFaults(page, { repeats: true }), [])
      await picture(page, `docs${path.replaceAll('/', '-')}`)
      assert.deepEqual(complaints, [])
    })
  }

  test('a bad contrast is found, light and dark, in the last row of a long table', async () => {
    await page.goto(`${server().url}/docs/reference/entities/ab-entry`)
    // Not by the attribute, which the policy of the page forbids.
    const last = "document.querySelector('tbody tr:last-child td:last-child')"
    await page.evaluate(`${last}.style.cssText = 'color: #555; background: #444'`)
    const faults = await accessibilityFaults(page, { repeats: true })
    assert.equal(faults.length, 2, faults.join('\n'))
    for (const fault of faults) assert.match(fault, /^color-contrast: <td style/)
  })

  test('on a phone the contents are one touch away, and lead to a page', async () => {
    const plain = await browser().newPage({ viewport: phone, javaScriptEnabled: false })
    await plain.goto(`${server().url}/docs`)
    await plain.getByRole('link', { name: 'Contents' }).click()
    const entry = plain.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'The data API' })
    await entry.click()
    assert.equal(await plain.getByRole('heading', { level: 1 }).textContent(), 'The data API')
    await plain.close()
  })
})
