// Installs the peers, which are not dependencies of the product, when the bench first needs them.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('..', import.meta.url))

/** Throws when the peers cannot be installed, for example without a network. */
export function installPeers(say: (line: string) => void): void {
  if (existsSync(`${folder}/node_modules/postgraphile/package.json`)) return
  say('installing postgraphile beside the bench ...')
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder, stdio: 'inherit' })
}
