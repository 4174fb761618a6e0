// Asks the registry for known vulnerabilities of the locked packages. Without an answer nothing is judged.
import { spawnSync } from 'node:child_process'
import { npm } from './dependencies.mjs'
import { root } from './root.mjs'

/** Gives 1 when a package has a known vulnerability. */
export function audit() {
  const { stdout } = spawnSync(...npm(['audit', '--json']), { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 })
  const told = JSON.parse(stdout || '{}')
  if (!told.vulnerabilities) {
    console.log(`Not audited: ${told.message ?? 'the registry does not answer'}`)
    return 0
  }
  const found = Object.values(told.vulnerabilities)
  for (const { name, severity, range } of found) console.log(`${severity}  ${name} ${range}`)
  console.log(`${found.length} of ${told.metadata?.dependencies?.total} packages have known vulnerabilities.`)
  return found.length === 0 ? 0 : 1
}
