// Measures what a person waits for in the console: from the act inside the page until what it asked for is painted.
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { CDPSession, Page } from 'playwright-core'

/** The processor of the browser is so many times slower than this machine. */
const throttle = 4

export interface Measured {
  readonly name: string
  readonly unit: 'ms' | 'MB' | 'kB'
  readonly figure: number
  readonly most: number | null
  readonly note?: string
}

interface Sizes {
  readonly times: number
  readonly scroll: number
}

const p95 = (samples: readonly number[]): number =>
  [...samples].sort((a, b) => a - b)[Math.ceil(samples.length * 0.95) - 1] as number

/** What runs in the page; a text, since the types of a page are not those of Node. */
const helpers = `window.bench = {
  /** The frame that shows what the page has now is made: its callback runs before it is painted, the task right after. */
  painted: () => new Promise(done => requestAnimationFrame(() => scheduler.postTask(done, { priority: 'user-blocking' }))),
  /** Looks at once at each change that a test may wait for. Reports of all others would take time of the page. */
  until: (test, more = {}) => new Promise((done, fail) => {
    const end = setTimeout(() => fail(new Error('Nothing came: ' + test)), 30000)
    const look = () => {
      if (!test()) return
      watch.disconnect()
      clearTimeout(end)
      bench.painted().then(done)
    }
    const watch = new MutationObserver(look)
    watch.observe(document, { subtree: true, childList: true, attributeFilter: ['data-key', 'aria-busy', 'style'], ...more })
    look()
  }),
  async time(act, test, more) {
    const began = performance.now()
    act()
    await bench.until(test, more)
    return performance.now() - began
  },
  grid: () => document.querySelector('[role=grid]'),
  rows: () => [...document.querySelectorAll('[role=row][data-key]')].slice(0, 12).map(row => row.dataset.key).join(),
  /** Rows of another list than this one are there, and none is on its way. */
  hasOther: before => {
    const grid = bench.grid()
    if (!grid) return document.querySelector('main h3, main h2') !== null
    const rows = grid.getAttribute('aria-busy') === 'true' ? '' : bench.rows()
    return rows !== '' && rows !== before
  },
  change(act) {
    const before = bench.rows()
    return bench.time(act, () => bench.hasOther(before))
  },
  go(path) {
    history.pushState(null, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
  },
  type(input, text) {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, text)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  },
  watchKeys() {
    bench.keys = []
    bench.observer?.disconnect()
    bench.observer = new PerformanceObserver(list => {
      for (const { name, duration, interactionId } of list.getEntries())
        if (name === 'keydown') bench.keys.push(duration)
    })
    bench.observer.observe({ type: 'event', durationThreshold: 16 })
  },
}`

/** People look at what they have before they go on: by then a list is counted, and nothing of the act before is left to do. */
const restMs = 600

const list = '/d/bench/entries'
const at = (params: Readonly<Record<string, string>>): string => `${list}?${new URLSearchParams(params)}`

/** Loads the first view without a cache, and adds up the scripts that it needs. */
export async function firstView(page: Page): Promise<Measured> {
  await page.goto('/d/bench')
  await page.waitForSelector('main h2')
  const files = await page.evaluate<string[]>(
    `performance.getEntriesByType('resource').map(one => one.name).filter(name => new URL(name).pathname.endsWith('.js'))`,
  )
  const dist = new URL('../../console/dist/assets/', import.meta.url)
  const sizes = files.map(file => gzipSync(readFileSync(new URL(basename(file), dist)), { level: 9 }).length)
  const figure = sizes.reduce((sum, size) => sum + size, 0) / 1000
  return { name: 'script of the first view, gzip', unit: 'kB', figure, most: 280 }
}

export async function* measureConsole(page: Page, { times, scroll }: Sizes): AsyncGenerator<Measured> {
  const cdp = await page.context().newCDPSession(page)
  await page.goto(list)
  await page.waitForSelector('[role=row][data-key]')
  await page.evaluate(helpers)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: throttle })
  const ms = (name: string, most: number | null, samples: readonly number[]): Measured => ({
    name: `${name}, p95`,
    unit: 'ms',
    figure: p95(samples),
    most,
    note: samples.map(Math.round).join(' '),
  })
  const words = await wordsOf(page)
  yield ms('list: order by a column with an index', 150, await changes(page, sorts, times))
  yield ms('list: filter', 150, await changes(page, filters, times))
  yield ms('list: search', 150, await searches(page, words, times, list))
  yield ms('list: search in the order of names', 150, await searches(page, words, times, sorted('-FullName')))
  yield ms('list: order without an index', null, await changes(page, slowSorts, Math.min(times, slowSorts.length)))
  yield ms('record from the list', 100, await records(page, times))
  yield ms('key to paint: cursor', 50, await keys(page, times, 'j'))
  yield ms('key to paint: search box', 50, await typed(page, times))
  yield* palette(page, words, times, ms)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  yield await memory(page, cdp, scroll)
}

const sorted = (sort: string) => at({ sort })
const sorts = [
  '-FullName',
  'Email',
  '-Email',
  'LastContactDate',
  '-LastContactDate',
  'CreationDate',
  '-CreationDate',
].map(sorted)
const slowSorts = ['Address/City', 'Position', 'Department'].map(sorted)
const filters = [
  'Type~in~Company',
  'Type~in~Individual',
  'Type~in~Contact',
  'LastContactDate~last~90~D',
  'FullName~starts~M',
  'Type~in~Company*FullName~starts~S',
  'Email~filled',
].map(filter => at({ filter }))

/** The same for all lists: who changes the order or a filter leaves the columns as they are. */
const columns = 'cols=FullName_Type_Phone_Email_Address/City_LastContactDate_Position'

/** Goes to each address in turn. There are more of them than the page keeps lists, so that no rows are there already. */
async function changes(page: Page, addresses: readonly string[], times: number): Promise<number[]> {
  const samples: number[] = []
  const go = (address: string) =>
    page.evaluate<number>(`bench.change(() => bench.go(${JSON.stringify(`${address}&${columns}`)}))`)
  await go(at({ from: 'q' }))
  for (let turn = 0; turn < times; turn++) {
    await page.waitForTimeout(restMs)
    samples.push(await go(addresses[turn % addresses.length] as string))
  }
  // By way of a list that is none of those, to one without their columns.
  for (const address of [at({ from: 'w' }), sorted('-FullName')])
    await page.evaluate(`bench.change(() => bench.go(${JSON.stringify(address)}))`)
  return samples
}

/** Beginnings of names that the store has, from all over the alphabet. */
async function wordsOf(page: Page): Promise<string[]> {
  const words: string[] = []
  for (const letter of 'bcdfghklmnprst') {
    await page.evaluate(`bench.change(() => bench.go(${JSON.stringify(at({ from: letter }))}))`)
    const name = (await page.locator('[role=row][data-key] a').nth(3).textContent()) ?? ''
    words.push(name.toLowerCase().slice(0, 4).trim())
  }
  return [...new Set(words)]
}

async function searches(page: Page, words: readonly string[], times: number, address: string): Promise<number[]> {
  const samples: number[] = []
  await page.evaluate(`bench.change(() => bench.go(${JSON.stringify(at({ from: 'q' }))}))`)
  await page.evaluate(`bench.change(() => bench.go(${JSON.stringify(address)}))`)
  for (let turn = 0; turn < times; turn++) {
    // The second time around with a letter less, so that the rows are others.
    const word = words[turn % words.length] as string
    const text = turn < words.length ? word : word.slice(0, -1)
    const act = `bench.type(document.getElementById('list-search'), ${JSON.stringify(text)})`
    await page.waitForTimeout(restMs)
    samples.push(await page.evaluate<number>(`bench.change(() => ${act})`))
  }
  await page.evaluate(`bench.change(() => bench.type(document.getElementById('list-search'), ''))`)
  return samples
}

/** A person points at a row, and opens it a moment later. */
async function records(page: Page, times: number): Promise<number[]> {
  const samples: number[] = []
  for (let turn = 0; turn < times; turn++) {
    const link = page.locator('[role=row][data-key] a').nth(turn % 12)
    await link.hover()
    await page.waitForTimeout(400)
    const name = (await link.textContent()) ?? ''
    const key = await link.evaluate(one => String((one as unknown as { href: string }).href))
    const click = `document.querySelector('a[href="${new URL(key).pathname}"]').click()`
    const there = `() => [...document.querySelectorAll('h2')].some(one => one.textContent === ${JSON.stringify(name)}) && document.querySelector('#details') !== null`
    samples.push(await page.evaluate<number>(`bench.time(() => ${click}, ${there})`))
    await page.evaluate(`history.back()`)
    await page.evaluate(`bench.until(() => bench.rows() !== '')`)
  }
  return samples
}

const observed = async (page: Page, times: number): Promise<number[]> => {
  await page.evaluate('bench.painted()')
  await page.waitForTimeout(300)
  const slow = await page.evaluate<number[]>('bench.keys')
  // The browser tells of those that took 16 ms and more.
  return [...slow, ...Array.from({ length: Math.max(0, times - slow.length) }, () => 16)]
}

async function keys(page: Page, times: number, key: string): Promise<number[]> {
  await page.evaluate('bench.watchKeys(); bench.grid().focus()')
  for (let turn = 0; turn < times; turn++) {
    await page.keyboard.press(key)
    await page.waitForTimeout(60)
  }
  return observed(page, times)
}

async function typed(page: Page, times: number): Promise<number[]> {
  await page.locator('#list-search').focus()
  await page.evaluate('bench.watchKeys()')
  const text = 'northern lakes and trading company of the harbour'
  for (let turn = 0; turn < times; turn++) await page.keyboard.press(text[turn % text.length] as string, { delay: 80 })
  const samples = await observed(page, times)
  await page.evaluate(`bench.until(() => bench.grid()?.getAttribute('aria-busy') !== 'true')`)
  await page.evaluate(`bench.change(() => bench.type(document.getElementById('list-search'), ''))`)
  return samples
}

async function* palette(
  page: Page,
  words: readonly string[],
  times: number,
  ms: (name: string, most: number, samples: readonly number[]) => Measured,
): AsyncGenerator<Measured> {
  const press = `document.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', code: 'KeyK', ctrlKey: true, bubbles: true }))`
  const isOpen = `() => document.querySelectorAll('dialog [role=option]').length > 0`
  const input = `document.querySelector('dialog input')`
  const [opening, searching]: [number[], number[]] = [[], []]
  for (let turn = 0; turn < times; turn++) {
    await page.waitForTimeout(restMs)
    opening.push(await page.evaluate<number>(`bench.time(() => ${press}, ${isOpen})`))
    const word = words[turn % words.length] as string
    const found = `() => [...document.querySelectorAll('dialog [role=option]')].some(one => one.textContent.toLowerCase().includes('${word}'))`
    const search = `bench.type(${input}, '${word}')`
    searching.push(await page.evaluate<number>(`bench.time(() => ${search}, ${found}, { characterData: true })`))
    await page.keyboard.press('Escape')
    await page.waitForSelector('dialog', { state: 'detached' })
  }
  yield ms('palette: open', 100, opening)
  yield ms('palette: search', 100, searching)
}

/** What is left when collecting frees nothing more: one collection leaves what finalizers and weak references still hold. */
async function heapMb(cdp: CDPSession): Promise<number> {
  for (let last = Number.POSITIVE_INFINITY; ; ) {
    await cdp.send('HeapProfiler.collectGarbage')
    const { usedSize } = await cdp.send('Runtime.getHeapUsage')
    if (usedSize > last * 0.99) return Math.min(usedSize, last) / 1024 / 1024
    last = usedSize
    await setTimeout(500)
  }
}

/** The heap after a long way down a list, beside that at its beginning. */
async function memory(page: Page, cdp: CDPSession, rows: number): Promise<Measured> {
  await page.evaluate(`bench.change(() => bench.go(${JSON.stringify(at({ sort: 'FullName' }))}))`)
  const before = await heapMb(cdp)
  const height = 36
  const down = `(async () => {
    const grid = bench.grid()
    const known = () => grid.scrollHeight / ${height}
    for (let last = 0; known() < ${rows} && known() !== last; ) {
      last = known()
      grid.scrollTo({ top: grid.scrollHeight })
      // At the end of the list nothing more comes.
      await bench.until(() => known() !== last).catch(() => {})
    }
    return known()
  })()`
  const seen = await page.evaluate<number>(down)
  const after = await heapMb(cdp)
  const note = `${Math.round(seen)} rows, ${before.toFixed(1)} MB before, ${after.toFixed(1)} MB after`
  return {
    name: `heap after ${rows.toLocaleString('en')} rows, growth`,
    unit: 'MB',
    figure: after - before,
    most: 10,
    note,
  }
}
