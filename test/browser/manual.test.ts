// Tests the pages below /docs in a real Chromium: their width, their contrast, and the way to the contents on a phone.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { accessibilityFaults, pagesInBrowser, phone, picture } from '../support/browser.ts'

describe('documents in a browser', () => {
  const { server, browser } = pagesInBrowser()

  const paths = ['', '/reference/api', '/reference/entities/ab-entry', '/explanations/performance']
  for (const path of paths) {
    test(`/docs${path} fits every screen, light and dark`, async () => {
      const page = await browser().newPage()
      const complaints: string[] = []
      page.on('console', message => complaints.push(message.text()))
      await page.goto(`${server().url}/docs${path}`)
      for (const width of [320, 390, 800, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth')
        assert.ok(overflow <= 0, `${width}: ${overflow} px too wide`)
      }
      assert.deepEqual(await accessibilityFaults(page), [])
      await picture(page, `docs${path.replaceAll('/', '-')}`)
      assert.deepEqual(complaints, [])
      await page.close()
    })
  }

  test('on a phone the contents are one touch away, and lead to a page', async () => {
    const page = await browser().newPage({ viewport: phone, javaScriptEnabled: false })
    await page.goto(`${server().url}/docs`)
    await page.getByRole('link', { name: 'Contents' }).click()
    const entry = page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'The data API' })
    await entry.click()
    assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), 'The data API')
    await page.close()
  })
})
