// The peers stand outside the product's own dependencies: they are installed when the bench first needs them.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('..', import.meta.url))

/** Throws when they cannot be had, without a network for example. */
export function installPeers(say: (line: string) => void): void {
  if (existsSync(`${folder}/node_modules/postgraphile/package.json`)) return
  say('installing postgraphile beside the bench ...')
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder, stdio: 'inherit' })
}
