// Launches a real Chromium, takes pictures of pages, and looks for faults of accessibility with axe.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import axe from 'axe-core'
import { type Browser, chromium, type Page } from 'playwright-core'
import { findChromium } from '../../scripts/lib/chromium.mjs'
import { root } from './cli.ts'

export async function launchBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? findChromium()
  if (!executablePath) throw new Error('The browser tests need Chromium; npm test installs it')
  const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run']
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-quic', ...quiet] })
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

/** A run of all tests takes no pictures; `npm test -- test/console` does. */
const takesPictures = process.env.CLIENTELE_TEST_PICTURES !== 'none'

/** On a phone the page must not be wider than the screen, nor cut its buttons. Takes pictures into artifacts/screenshots. */
export async function picture(page: Page, name: string): Promise<void> {
  for (const [kind, { colorScheme, viewport }] of takesPictures ? Object.entries(pictures) : []) {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: join(root, 'artifacts', 'screenshots', `${name}-${kind}.jpg`), quality: 80 })
  }
  await page.setViewportSize(phone)
  const width = await page.evaluate<number>(pageWidth)
  assert.ok(width <= phone.width, `${name}: a phone shows ${phone.width} pixels of a page that is ${width} wide`)
  assert.deepEqual(await page.evaluate<string[]>(cutLabels), [], `${name}: a phone cuts the labels of buttons`)
  await page.setViewportSize(desktop)
}

/** Only violations are reported, by their HTML; preloaded style sheets would serve a rule that does not run. */
const onlyFaults = { resultTypes: ['violations'], preload: false, selectors: false }
const contrast = 'color-contrast'

/** `context` is an expression in the page: what axe looks at. */
const runAxe = (context: string, options: object) =>
  `axe.run(${context}, ${JSON.stringify({ ...onlyFaults, ...options })}).then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ': ' + nodes.map(node => node.html).join(' ')))`

/**
 * One visible element of each look: those with the same colours, fonts and positions, and so all that is around them, have
 * the same contrast. Fields are all there, since a placeholder has a colour of its own.
 */
const samples = `(() => {
  const numbers = new Map(), looks = new WeakMap(), found = new Map()
  const lookOf = one => {
    if (one === null) return 0
    if (looks.has(one)) return looks.get(one)
    const { color, backgroundColor, backgroundImage, opacity, fontSize, fontWeight, textShadow, position, clipPath, filter } =
      getComputedStyle(one)
    const key = [lookOf(one.parentElement), color, backgroundColor, backgroundImage, opacity, fontSize, fontWeight,
      textShadow, position, clipPath, filter].join(';')
    if (!numbers.has(key)) numbers.set(key, numbers.size + 1)
    looks.set(one, numbers.get(key))
    return numbers.get(key)
  }
  for (const one of document.querySelectorAll('body, body *')) {
    const isField = one.matches('input, select, textarea')
    const hasText = [...one.childNodes].some(node => node.nodeType === 3 && node.data.trim() !== '')
    if (!(isField || hasText) || !one.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    const look = isField ? one : lookOf(one)
    if (!found.has(look)) found.set(look, one)
  }
  return { include: [...found.values()] }
})()`

/**
 * What axe finds wrong with the page, light and dark: labels, contrast, structure. Labels and structure are the same in both;
 * only the contrast of colours is not. A long page of text, where nothing lies above another thing, says that it `repeats`
 * itself: its contrast is computed once for each look, and not for each cell of a table. The page's policy does not apply to axe.
 */
export async function accessibilityFaults(page: Page, { repeats = false } = {}): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe.source)
  const run = (context: string, options: object) => page.evaluate<string[]>(runAxe(context, options))
  const contrastFaults = () => run(repeats ? samples : 'document', { runOnly: [contrast] })
  await page.emulateMedia({ colorScheme: 'light' })
  const found = repeats
    ? [...(await run('document', { rules: { [contrast]: { enabled: false } } })), ...(await contrastFaults())]
    : await run('document', {})
  await page.emulateMedia({ colorScheme: 'dark' })
  return [...found, ...(await contrastFaults())]
}
