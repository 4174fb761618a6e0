// Finds a Chromium for the browser tests, or installs Debian's package where that needs no password.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

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
export function ensureChromium() {
  const found = findChromium()
  if (found && (process.env.CHROMIUM_PATH || found.endsWith(shell))) return found
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) installShell()
  const installed = findChromium()
  if (installed) return installed
  throw new Error(
    `The browser tests need Chromium or Chrome. Install one (on Debian and Ubuntu: sudo apt-get install ${shell}), or name one in CHROMIUM_PATH.`,
  )
}

function installShell() {
  console.error(`Installing Chromium for the browser tests (apt-get install ${shell}) ...`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const quiet = { stdio: ['ignore', 'ignore', 'inherit'], env, timeout: 300_000 }
  const patience = ['-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=20', '-o', 'Acquire::https::Timeout=20']
  spawnSync('apt-get', [...patience, 'update', '-qq'], quiet)
  const packages = [shell, 'fonts-liberation']
  spawnSync('apt-get', [...patience, 'install', '-y', '-qq', '--no-install-recommends', ...packages], quiet)
}
