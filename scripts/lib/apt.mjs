// Installs Debian packages that tests need, where that needs no password.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'

/** Does nothing where there is no apt-get, or no right to use it; the caller looks whether the program is there. */
export async function installPackages(what, packages) {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return
  console.error(`Installing ${what} (apt-get install ${packages[0]}) ...`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const quiet = { stdio: ['ignore', 'ignore', 'inherit'], env, timeout: 300_000 }
  const patience = ['-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=20', '-o', 'Acquire::https::Timeout=20']
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', ...packages],
  ])
    await once(spawn('apt-get', [...patience, ...args], quiet), 'close').catch(() => {})
}
