// Asks the registry for known vulnerabilities of the locked packages.
import { spawnSync } from 'node:child_process'
import { npm } from './dependencies.mjs'
import { root } from './root.mjs'

/** Gives 0 when no package has a known vulnerability, 1 when one has, and 2 when the registry did not answer. */
export function audit() {
  const { stdout } = spawnSync(...npm(['audit', '--json']), { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 })
  const answer = answerIn(stdout)
  if (!answer.vulnerabilities) {
    console.error(`Not audited: ${answer.message ?? answer.error?.summary ?? 'the registry does not answer'}`)
    console.error('Nothing is known about the packages. Run it again where the registry of npm can be asked by POST.')
    return 2
  }
  const found = Object.values(answer.vulnerabilities)
  for (const { name, severity, range } of found) console.log(`${severity}  ${name} ${range}`)
  console.log(`${found.length} of ${answer.metadata?.dependencies?.total} packages have known vulnerabilities.`)
  return found.length === 0 ? 0 : 1
}

function answerIn(stdout) {
  try {
    return JSON.parse(stdout || '{}')
  } catch {
    return {}
  }
}
