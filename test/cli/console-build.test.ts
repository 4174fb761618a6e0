// Tests that `npm start` ends the build of the console, with all processes that the build has started, together with the server.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, describe, test } from 'node:test'
import { cleanEnv, root } from '../support/cli.ts'
import { isRunning } from '../support/processes.ts'
import { arrives, until } from '../support/until.ts'

const folder = mkdtempSync(join(tmpdir(), 'clientele-console-build-'))
after(() => rmSync(folder, { recursive: true }))

/** A copy of the repository whose console has no packages yet, so that its build begins with `npm ci`. */
function copyRepository(name: string): string {
  const copy = join(folder, name)
  mkdirSync(copy)
  for (const part of ['scripts', 'bin', 'package.json', 'package-lock.json'])
    cpSync(join(root, part), join(copy, part), { recursive: true })
  const derived = ['node_modules', 'dist', '.build']
  const isSource = (path: string) => !derived.includes(basename(path))
  cpSync(join(root, 'console'), join(copy, 'console'), { recursive: true, filter: isSource })
  for (const part of ['src', 'node_modules', 'packages', 'docs']) symlinkSync(join(root, part), join(copy, part))
  return copy
}

/** In the place of npm, which would need the network: it writes its process id and that of its child, and takes for ever. */
const npm = `
  const { spawn } = require('node:child_process')
  const { writeFileSync, renameSync } = require('node:fs')
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  writeFileSync(process.env.PIDS + '.new', JSON.stringify({ args: process.argv.slice(2), pids: [process.pid, child.pid] }))
  renameSync(process.env.PIDS + '.new', process.env.PIDS)
  setInterval(() => {}, 1000)`

interface Start {
  readonly server: ChildProcess
  readonly output: () => string
  /** The processes of the build: its script, npm, and the child of npm. */
  readonly build: readonly number[]
}

/** Resolves as soon as the build runs npm; the server is still starting then. */
async function start(name: string): Promise<Start> {
  const copy = copyRepository(name)
  const [program, pids] = [join(folder, `${name}-npm.js`), join(folder, `${name}-pids`)]
  writeFileSync(program, npm)
  const env = cleanEnv({
    CLIENTELE_TEST_NO_CONSOLE: '',
    npm_execpath: program,
    npm_node_execpath: process.execPath,
    PIDS: pids,
  })
  const args = ['--port', '0', '--host', '127.0.0.1', '--data-dir', join(copy, 'data')]
  const server = spawn(process.execPath, [join(copy, 'scripts/start.mjs'), ...args], { cwd: copy, env })
  let output = ''
  for (const stream of [server.stdout, server.stderr])
    stream.setEncoding('utf8').on('data', text => {
      output += text
    })
  await until(() => existsSync(pids) || server.exitCode !== null, 'The npm of the build')
  assert.ok(existsSync(pids), output)
  const started = JSON.parse(readFileSync(pids, 'utf8')) as { args: string[]; pids: number[] }
  assert.equal(started.args[0], 'ci')
  const { pid } = JSON.parse(readFileSync(join(copy, 'console/.build/state.json'), 'utf8')) as { pid: number }
  const build = [pid, ...started.pids]
  for (const one of build) assert.ok(isRunning(one), `process ${one}`)
  return { server, output: () => output, build }
}

const ended = async ({ server, build }: Start): Promise<void> => {
  if (server.exitCode === null && server.signalCode === null)
    await arrives(once(server, 'exit'), 'The end of the server')
  await until(() => !build.some(isRunning), 'The end of the build')
}

describe('npm start while the console is being built', () => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    test(`${signal} ends the server, the build, its npm, and the child of npm`, async () => {
      const started = await start(signal)
      await until(() => started.output().includes('is ready'), 'The server')
      started.server.kill(signal)
      await ended(started)
      assert.equal(started.server.exitCode, 0)
    })
  }

  test('SIGTERM before the server is ready ends them too', async () => {
    const started = await start('early')
    started.server.kill('SIGTERM')
    await ended(started)
  })
})
