// Launches a real Chromium, takes pictures of pages, and checks labels and contrast.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { findChromium } from '../../scripts/lib/chromium.mjs'
import { root } from './cli.ts'

export async function launchBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? findChromium()
  if (!executablePath) throw new Error('The browser tests need Chromium; npm test installs it')
  const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run']
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-quic', ...quiet] })
}

const sizes = { desktop: { width: 1280, height: 860 }, phone: { width: 390, height: 844 } } as const

/** Pictures of the page, light and dark, desktop and phone, in artifacts/screenshots. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = join(root, 'artifacts', 'screenshots')
  mkdirSync(folder, { recursive: true })
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: join(folder, `${name}-${size}-${colorScheme}.png`) })
    }
  }
  await page.setViewportSize(sizes.desktop)
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Fields without exactly one label. The scripts are texts, since they run in the page and not here. */
export const unlabelled = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('input:not([type=hidden])')]
    .filter(input => input.labels.length !== 1)
    .map(input => input.outerHTML)`)

const contrastScript = `(() => {
  const parse = color => (color.match(/[\\d.]+/g) ?? []).map(Number)
  const linear = v => (v / 255 <= 0.03928 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4)
  const luminance = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
  const behind = element => {
    for (let at = element; at; at = at.parentElement) {
      const color = parse(getComputedStyle(at).backgroundColor)
      if (color.length === 3 || color[3] > 0) return color
    }
    return [255, 255, 255]
  }
  return [...document.querySelectorAll('h1,p,label,button,a,li,span,strong,input')].flatMap(element => {
    const [a, b] = [luminance(parse(getComputedStyle(element).color)), luminance(behind(element))]
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
    return ratio < 4.5 ? [element.tagName + ' ' + element.textContent.trim().slice(0, 30) + ': ' + ratio.toFixed(2)] : []
  })
})()`

/** Texts whose contrast with what is behind them is below WCAG AA, light and dark. */
export async function lowContrast(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    found.push(...(await page.evaluate<string[]>(contrastScript)))
  }
  return found
}
