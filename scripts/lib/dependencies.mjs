// Installs the dependencies when they are missing or differ from the lock file.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findNode, oldestNode } from './node.mjs'
import { root } from './root.mjs'

/** Without `development`, what tests and checks alone need is not installed, and not asked for. */
export function ensureDependencies({ development = true } = {}) {
  const reason = whyInstall(root, development) ?? whyNoNode()
  if (reason === null) return
  console.error(`Installing dependencies (${reason}); this takes a minute the first time ...`)
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error', ...(development ? [] : ['--omit=dev'])]
  const result = spawnSync(...npm(args), { cwd: root, encoding: 'utf8' })
  if (result.status === 0 && whyInstall(root, development) === null) return
  console.error(`${result.stderr ?? ''}`.trim())
  throw new Error('The dependencies could not be installed. The lines above say why; "npm ci" tries again.')
}

/**
 * Why the packages of a folder are to be installed; null when they are there. Compares versions, not file times, since a
 * checkout or a copy changes file times.
 */
export function whyInstall(folder, development = true) {
  const installed = packagesIn(join(folder, 'node_modules', '.package-lock.json'))
  if (installed === null) return 'none are there'
  const wanted = packagesIn(join(folder, 'package-lock.json')) ?? {}
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === '' || entry.optional || entry.link) continue
    if (!development && (entry.dev || entry.devOptional)) continue
    if (installed[path]?.version !== entry.version) return `${path.replace(/^node_modules\//, '')} is missing or old`
  }
  return null
}

/** The Node of the dependencies is optional, since many machines have one that is new enough. */
function whyNoNode() {
  try {
    findNode()
    return null
  } catch {
    return `Node ${oldestNode} is missing`
  }
}

function packagesIn(file) {
  if (!existsSync(file)) return null
  return JSON.parse(readFileSync(file, 'utf8')).packages ?? {}
}

/**
 * The program and arguments of the npm that started this script, with the current Node, since the Node among the
 * dependencies may be replaced.
 */
export function npm(args) {
  const { npm_execpath: cli, npm_node_execpath: node } = process.env
  if (cli?.endsWith('.js') && node && existsSync(node)) return [node, [cli, ...args]]
  return ['npm', args]
}
