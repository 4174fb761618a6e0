// Launches one browser for all suites of a process; each works in contexts of its own.
import { after, before } from 'node:test'
import type { Browser } from 'playwright-core'
import { launchBrowser } from './browser.ts'
import { startServer, type TestServer } from './server.ts'

let launched: Promise<Browser> | undefined

export function sharedBrowser(): Promise<Browser> {
  launched ??= launchBrowser()
  return launched
}

after(async () => (await launched)?.close())

/** A server for the tests of a suite, closed after them, and the browser. */
export function pagesInBrowser(): { server(): TestServer; browser(): Browser } {
  let server: TestServer
  let browser: Browser
  before(async () => {
    server = await startServer({ engine: 'sqlite' })
    browser = await sharedBrowser()
  })
  after(() => server?.close())
  return { server: () => server, browser: () => browser }
}
