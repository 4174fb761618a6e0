// Tests the pages below /reference in a real Chromium: their policy, width and contrast, search with and without scripts, links.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { accessibilityFaults, picture } from '../support/browser.ts'
import { pagesInBrowser } from '../support/shared-browser.ts'

describe('the reference in a browser', () => {
  const { server, browser } = pagesInBrowser()
  const complaints: string[] = []
  const elsewhere: string[] = []
  let page: Page
  before(async () => {
    page = await browser().newPage()
    page.on('console', message => complaints.push(message.text()))
    page.on('request', request => {
      const url = request.url()
      if (!url.startsWith(server().url) && !url.startsWith('data:')) elsewhere.push(url)
    })
  })
  after(() => page?.close())

  for (const path of ['', '/AbEntry', '/errors', '/Authorization', '/search?q=key']) {
    test(`/reference${path} fits every screen, light and dark, and asks no other server`, async () => {
      const answer = await page.goto(`${server().url}/reference${path}`)
      const policy = answer?.headers()['content-security-policy'] ?? ''
      assert.match(
        policy,
        /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'; connect-src 'self';/,
      )
      assert.doesNotMatch(policy, /unsafe/)
      for (const width of [320, 390, 800, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth')
        assert.ok(overflow <= 0, `${width}: ${overflow} px too wide`)
      }
      assert.deepEqual(await accessibilityFaults(page, { repeats: true }), [])
      await picture(page, `reference${path.replaceAll(/\W/g, '-')}`)
      assert.deepEqual([complaints, elsewhere], [[], []])
    })
  }

  test('finds operations, entities, fields and error codes while one types, and leads to each', async () => {
    await page.goto(`${server().url}/reference`)
    await page.keyboard.press('/')
    for (const [typed, title, place] of [
      ['opportunitycreate', 'OpportunityCreate', '/reference/Opportunity#OpportunityCreate'],
      ['campaign', 'Campaign', '/reference/Campaign'],
      ['abentry.companyname', 'AbEntry.CompanyName', '/reference/AbEntry#CompanyName'],
      ['-4006', '-4006 VersionConflict', '/reference/errors#error-4006'],
    ] as const) {
      await page.getByRole('searchbox').fill(typed)
      const first = page.locator('#results li a').first()
      await page.locator('#results strong', { hasText: title }).first().waitFor()
      assert.equal(await first.locator('strong').textContent(), title)
      assert.equal(await first.getAttribute('href'), place)
      const target = place.split('#')[1]
      const linked = await (await fetch(server().url + place)).text()
      assert.ok(target === undefined || linked.includes(`id="${target}"`), place)
    }
  })

  test('works without scripts, and is linked from the first page and the documents', async () => {
    const plain = await browser().newPage({ javaScriptEnabled: false })
    await plain.goto(server().url)
    await plain.getByRole('link', { name: '/reference' }).click()
    await plain.getByRole('searchbox').fill('retry')
    await plain.getByRole('searchbox').press('Enter')
    assert.ok((await plain.locator('#results li').count()) > 0)
    await plain.getByRole('link', { name: 'Documentation', exact: true }).click()
    assert.equal(new URL(plain.url()).pathname, '/docs')
    await plain.getByRole('link', { name: 'API reference' }).first().click()
    assert.equal(new URL(plain.url()).pathname, '/reference')
    await plain.close()
  })

  test('has a tag for each page, and a page for a wrong address', async () => {
    const first = await fetch(`${server().url}/reference/AbEntry`)
    const etag = first.headers.get('etag') as string
    const again = await fetch(`${server().url}/reference/AbEntry`, { headers: { 'if-none-match': etag } })
    assert.equal(again.status, 304)
    const wrong = await fetch(`${server().url}/reference/Missing`)
    assert.equal(wrong.status, 404)
    assert.match(await wrong.text(), /There is no such page/)
    const hostile = await (
      await fetch(`${server().url}/reference/search?q=${encodeURIComponent('<script>alert(1)</script>')}`)
    ).text()
    assert.ok(!hostile.includes('<script>alert'))
  })
})
