// Launches a real Chromium, takes pictures of pages, and looks for faults of accessibility with axe.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before } from 'node:test'
import axe from 'axe-core'
import { type Browser, chromium, type Page } from 'playwright-core'
import { findChromium } from '../../scripts/lib/chromium.mjs'
import { root } from './cli.ts'
import { startServer, type TestServer } from './server.ts'

export async function launchBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? findChromium()
  if (!executablePath) throw new Error('The browser tests need Chromium; npm test installs it')
  const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run']
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-quic', ...quiet] })
}

/** A server and a browser for the tests of a suite, closed after them. */
export function pagesInBrowser(): { server(): TestServer; browser(): Browser } {
  let server: TestServer
  let browser: Browser
  before(async () => {
    server = await startServer({ engine: 'sqlite' })
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await server?.close()
  })
  return { server: () => server, browser: () => browser }
}

export const desktop = { width: 1280, height: 860 }
export const phone = { width: 390, height: 844 }

/** What the pictures of a page show. JPEG, since a PNG takes several times as long. */
const pictures = {
  light: { colorScheme: 'light', viewport: desktop },
  dark: { colorScheme: 'dark', viewport: desktop },
  phone: { colorScheme: 'light', viewport: phone },
} as const

// Texts, since they run in the page and not here.
const pageWidth = 'document.documentElement.scrollWidth'
/** Labels of buttons that do not fit, and are not meant to end with an ellipsis. */
const cutLabels = `[...document.querySelectorAll('button, button *')]
  .filter(one => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX === 'hidden')
  .filter(one => one.clientWidth > 1 && getComputedStyle(one).textOverflow !== 'ellipsis')
  .map(one => one.textContent)`

/** Takes pictures of the page into artifacts/screenshots. On a phone it must not be wider than the screen, nor cut its buttons. */
export async function picture(page: Page, name: string): Promise<void> {
  for (const [kind, { colorScheme, viewport }] of Object.entries(pictures)) {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: join(root, 'artifacts', 'screenshots', `${name}-${kind}.jpg`), quality: 80 })
  }
  const width = await page.evaluate<number>(pageWidth)
  assert.ok(width <= phone.width, `${name}: a phone shows ${phone.width} pixels of a page that is ${width} wide`)
  assert.deepEqual(await page.evaluate<string[]>(cutLabels), [], `${name}: a phone cuts the labels of buttons`)
  await page.setViewportSize(desktop)
}

const runAxe = (options: object) => `axe.run(${JSON.stringify(options)}).then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ': ' + nodes.map(node => node.html).join(' ')))`

/** Only what is wrong is described; style sheets are read ahead for a rule that does not run. */
const onlyFaults = { resultTypes: ['violations'], preload: false }
/** Labels and structure are the same in light and dark; only the contrast of colours is not. */
const axeOptions = { light: onlyFaults, dark: { ...onlyFaults, runOnly: ['color-contrast'] } } as const

/** What axe finds wrong with the page, light and dark: labels, contrast, structure. The page's policy does not apply to it. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    found.push(...(await page.evaluate<string[]>(runAxe(axeOptions[colorScheme]))))
  }
  return found
}
