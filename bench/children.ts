// Starts and stops the programs of the bench, each in its own process.
import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Those of the bench itself, which runs with the flags of the product. */
export const flags = process.execArgv
const startLimitMs = 60_000
const children = new Set<ChildProcess>()

/** Logs go to files, since reading them here would take processor time from the measured programs. */
const logs = mkdtempSync(join(tmpdir(), 'clientele-bench-logs-'))
let logCount = 0

process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(logs, { recursive: true, force: true })
})

interface Served {
  readonly url: string
  readonly pid: number
  /** The time from process start to the first answer. */
  readonly startMs: number
  stop(): Promise<void>
}

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url))

/** Starts the product by its command line, with default logging, to a file. */
export function serveProduct(
  store: string,
  nodeFlags: readonly string[] = [],
  // One process, as the floor has, unless a case says otherwise.
  more: readonly string[] = ['--workers', '1'],
): Promise<Served> {
  const settings = ['--store', store, '--host', '127.0.0.1', '--port', '0', '--mail', 'file:/dev/null', '--json']
  return served([...nodeFlags, path('../bin/clientele'), 'serve', ...settings, ...more])
}

/** Starts a test server by the command line, as the tests of an application do. */
export const serveForTests = (): Promise<Served> => served([path('../bin/clientele'), 'test-server', '--json'])

/** Starts a bench program that prints `{"url": ...}` when it listens. */
export const serveProgram = (program: string, args: readonly string[]): Promise<Served> =>
  served([path(`./${program}`), ...args])

async function served(args: readonly string[]): Promise<Served> {
  const started = performance.now()
  const log = join(logs, `${logCount++}.log`)
  const file = openSync(log, 'w')
  const child = spawn(process.execPath, [...flags, ...args], { stdio: ['ignore', 'pipe', file] })
  closeSync(file)
  children.add(child)
  const failure = (what: string) => new Error(`${args.join(' ')} ${what}:\n${readFileSync(log, 'utf8').slice(0, 5000)}`)
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()))
  const url = await new Promise<string>((resolve, reject) => {
    let text = ''
    const timer = setTimeout(() => reject(failure('did not start')), startLimitMs)
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk
      const match = /"url"\s*:\s*"([^"]+)"/.exec(text)
      if (!match) return
      clearTimeout(timer)
      resolve(match[1] as string)
    })
    child.once('exit', () => reject(failure('has ended')))
  })
  const startMs = performance.now() - started
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    children.delete(child)
    rmSync(log, { force: true })
  }
  return { url, pid: child.pid as number, startMs, stop }
}

/** Starts the product and the floor on the same store. */
export async function serveBesideFloor(engine: string, store: string) {
  const [product, floor] = await Promise.all([serveProduct(store), serveProgram('floor/server.ts', [engine, store])])
  return { product, floor, stop: () => Promise.all([product.stop(), floor.stop()]) }
}

/** Starts a program that answers messages until the bench ends. */
export function helper(program: string): ChildProcess {
  const child = fork(path(`./${program}`), [], { execArgv: flags, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  children.add(child)
  return child
}

/** Returns a function that runs commands of the product in this file on a store and returns their JSON. */
export const commandOf =
  (program: string, store: string) =>
  (args: readonly string[], input = ''): Record<string, string> => {
    const text = execFileSync(process.execPath, [...flags, program, ...args, '--json'], {
      input,
      env: { ...process.env, CLIENTELE_STORE: store },
      stdio: ['pipe', 'pipe', 'inherit'],
      encoding: 'utf8',
    })
    return JSON.parse(text)
  }

/** Runs one command of the product and returns its JSON. */
export const command = (store: string, args: readonly string[], input?: string): Record<string, string> =>
  commandOf(path('../bin/clientele'), store)(args, input)

/** Runs one command of the product, and returns its JSON and the most memory of its own that it had. */
export async function commandWithMemory(
  store: string,
  args: readonly string[],
): Promise<{ answer: unknown; megabytes: number }> {
  const child = spawn(process.execPath, [...flags, path('../bin/clientele'), ...args, '--json'], {
    env: { ...process.env, CLIENTELE_STORE: store },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.add(child)
  let megabytes = 0
  const timer = setInterval(() => {
    megabytes = Math.max(megabytes, anonymousMemoryOf(child.pid as number))
  }, 200)
  let text = ''
  child.stdout.setEncoding('utf8').on('data', chunk => {
    text += chunk
  })
  const status = await new Promise(resolve => child.once('close', resolve))
  clearInterval(timer)
  children.delete(child)
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}`)
  return { answer: JSON.parse(text), megabytes }
}

export const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

/** The memory of a process in MB, its part of shared pages included; null where the system does not report it. */
export function ownMemoryOf(pid: number): number | null {
  try {
    const found = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))
    return Number(found?.[1] ?? 0) / 1024
  } catch {
    return null
  }
}

/**
 * The memory in MB that a process and its children have for themselves: without the file of a store, which SQLite maps and
 * whose pages the system takes back when it needs them.
 */
function anonymousMemoryOf(pid: number): number {
  try {
    const found = /^RssAnon:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    return childrenOf(pid).reduce((sum, child) => sum + anonymousMemoryOf(child), Number(found?.[1] ?? 0) / 1024)
  } catch {
    return 0
  }
}

/** The memory of a process and its children. */
export function memoryOf(pid: number): number | null {
  const own = ownMemoryOf(pid)
  return own === null ? null : childrenOf(pid).reduce((sum, child) => sum + (memoryOf(child) ?? 0), own)
}

/** Linux counts processor time in hundredths of a second. */
const ticksPerSecond = 100

/** The processor time of a process and its children, those that have ended included. */
export function cpuSecondsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  const own = [11, 12, 13, 14].reduce((sum, i) => sum + Number(fields[i]), 0) / ticksPerSecond
  return childrenOf(pid).reduce((sum, child) => sum + cpuSecondsOf(child), own)
}
