// Finds a Chromium for the browser tests, or installs Debian's package where that needs no password.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installPackages } from './apt.mjs'

/** The browser without windows, which opens a page three times as fast as the whole one. */
const shell = 'chromium-headless-shell'
const names = [shell, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** The path of an installed Chromium, or null. */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH
  if (named && existsSync(named)) return named
  for (const name of names) {
    for (const folder of (process.env.PATH ?? '').split(delimiter)) {
      const path = join(folder, name)
      if (existsSync(path)) return path
    }
  }
  return elsewhere.find(path => existsSync(path)) ?? null
}

/** The path of a Chromium, which is installed if there is none, or only the whole one. */
export async function ensureChromium() {
  const found = findChromium()
  if (found && (process.env.CHROMIUM_PATH || found.endsWith(shell))) return found
  await installPackages('Chromium for the browser tests', [shell, 'fonts-liberation'])
  const installed = findChromium()
  if (installed) return installed
  throw new Error(
    `The browser tests need Chromium or Chrome. Install one (on Debian and Ubuntu: sudo apt-get install ${shell}), or name one in CHROMIUM_PATH.`,
  )
}
