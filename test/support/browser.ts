// Launches a real Chromium, takes pictures of pages, and looks for faults of accessibility with axe.
import { mkdirSync } from 'node:fs'
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

const sizes = { desktop: { width: 1280, height: 860 }, phone: { width: 390, height: 844 } } as const

/** With CLIENTELE_PICTURES=1: pictures of the page, light and dark, desktop and phone, in artifacts/screenshots. */
export async function picture(page: Page, name: string): Promise<void> {
  if (process.env.CLIENTELE_PICTURES) await takePictures(page, name)
  await page.setViewportSize(sizes.desktop)
  await page.emulateMedia({ colorScheme: 'light' })
}

async function takePictures(page: Page, name: string): Promise<void> {
  const folder = join(root, 'artifacts', 'screenshots')
  mkdirSync(folder, { recursive: true })
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: join(folder, `${name}-${size}-${colorScheme}.png`) })
    }
  }
}

// A text, since it runs in the page and not here.
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
