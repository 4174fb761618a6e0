// Builds the web console into console/dist, in which the server finds it, when its sources differ from those of the last build.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, openSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { extname, join, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { npm, whyInstall } from './dependencies.mjs'
import { findNode } from './node.mjs'
import { root } from './root.mjs'

const folder = join(root, 'console')
const dist = join(folder, 'dist')
/** What a build writes before it is complete: its state, its log and its files. */
const work = join(folder, '.build')
const state = join(work, 'state.json')
const log = join(work, 'log')
/** After so long a process with the number of a build is another one. */
const longestMs = 10 * 60_000

/** What is not a source in the folder of the console. */
const derived = new Set(['node_modules', 'dist', '.build'])

const filesIn = path =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry =>
      join(entry.parentPath ?? entry.path, entry.name)
        .slice(path.length + 1)
        .split(sep)
        .join('/'),
    )
    .sort()

/** The sources outside of the console's folder that a build is made from. */
const shared = 'packages/client/src'

/** The digest of everything that a build is made from. */
function stamp() {
  const digest = createHash('sha256')
  const add = (name, path) => {
    const bytes = readFileSync(path)
    digest.update(`${name} ${bytes.length}\n`).update(bytes)
  }
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !derived.has(name))
  const files = entries.flatMap(entry =>
    entry.isDirectory() ? filesIn(join(folder, entry.name)).map(file => `${entry.name}/${file}`) : [entry.name],
  )
  for (const file of files.sort()) add(file, join(folder, file))
  for (const file of filesIn(join(root, shared))) add(`${shared}/${file}`, join(root, shared, file))
  return digest.digest('hex')
}

const readJson = path => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {})

const isBuilt = () => readJson(join(dist, 'build.json')).stamp === stamp()

/** Starts a build in a process of its own, so that nothing waits for it. Its log is console/.build/log. */
export function buildConsoleInBackground() {
  if (isBuilt() || isBuilding()) return
  mkdirSync(work, { recursive: true })
  const output = openSync(log, 'w')
  const script = join(root, 'scripts', 'console.mjs')
  // A group of its own, so that the server can end the build together with the npm that the build has started.
  const stdio = ['ignore', output, output]
  const child = spawn(process.execPath, [script, '--background'], { cwd: root, stdio, detached: true })
  child.unref()
  let running = true
  child.once('exit', () => {
    running = false
  })
  const end = () => {
    if (running) endGroup(child.pid)
  }
  process.once('exit', end)
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) endBy(signal, end)
  // Written here, so that the first page says what goes on.
  writeState({ pid: child.pid })
}

/** A signal that comes before the server handles it ends this process without the event `exit`. */
function endBy(signal, end) {
  const listener = () => {
    if (process.listenerCount(signal) > 1) return
    end()
    process.off(signal, listener)
    process.kill(process.pid, signal)
  }
  process.on(signal, listener)
}

function endGroup(pid) {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGTERM')
  } catch {}
}

const writeState = facts => writeFileSync(state, JSON.stringify({ ...facts, began: Date.now() }))

function isBuilding() {
  const { pid, failed, began } = readJson(state)
  if (!pid || failed || Date.now() - began > longestMs) return false
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Builds unless the last build has the same sources. `background`: others on this machine go first. */
export async function buildConsole({ background = false } = {}) {
  if (background) setPriority(10)
  const wanted = stamp()
  if (readJson(join(dist, 'build.json')).stamp === wanted) return
  mkdirSync(work, { recursive: true })
  writeState({ pid: process.pid })
  const made = join(work, `dist-${process.pid}`)
  try {
    installPackages()
    runVite(made)
    await compressFiles(made)
    writeFileSync(join(made, 'build.json'), JSON.stringify({ stamp: wanted, files: filesIn(made) }))
    if (existsSync(dist)) renameSync(dist, join(made, 'before'))
    renameSync(made, dist)
    rmSync(join(dist, 'before'), { recursive: true, force: true })
    rmSync(state, { force: true })
  } catch (error) {
    writeState({ failed: true })
    throw error
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
}

/** The packages of the console are those of its build; none is needed where the console is served. */
export function installPackages() {
  const reason = whyInstall(folder)
  if (reason === null) return
  console.error(`Installing the packages of the console (${reason}) ...`)
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  runToEnd(npm(args), 'The packages of the console could not be installed')
}

export const vite = () => join(folder, 'node_modules', 'vite', 'bin', 'vite.js')

function runVite(made) {
  console.error('Building the console ...')
  const args = [vite(), 'build', '--outDir', made, '--emptyOutDir', '--logLevel', 'warn']
  runToEnd([findNode(), args], 'The console could not be built')
}

function runToEnd([program, args], failure) {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' })
  if (status === 0) return
  console.error(`${stdout ?? ''}${stderr ?? ''}`.trim())
  throw new Error(`${failure}. The lines above say why; "npm run console" tries again.`)
}

const compressible = new Set(['.js', '.css', '.svg', '.json'])
/** Shorter files fit into one packet as they are. */
const shortest = 1000

/** Compressed here once, since a good compression takes seconds. */
async function compressFiles(made) {
  const names = filesIn(made).filter(name => name.startsWith('assets/') && compressible.has(extname(name)))
  const brotli = promisify(brotliCompress)
  const compress = promisify(gzip)
  await Promise.all(
    names.map(async name => {
      const path = join(made, name)
      const bytes = await readFile(path)
      if (bytes.length < shortest) return
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
      await writeFile(`${path}.br`, await brotli(bytes, { params }))
      await writeFile(`${path}.gz`, await compress(bytes, { level: 9 }))
    }),
  )
}
