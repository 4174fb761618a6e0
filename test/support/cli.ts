// Runs bin/clientele as another process.
import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

export interface CliResult {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

interface CliOptions {
  readonly env?: Record<string, string>
  readonly cwd?: string
  readonly input?: string
  /** The Node that runs bin/clientele; this process's own unless said. */
  readonly node?: string
  /** Another copy of the repository. */
  readonly root?: string
  /** The script that is run, in the repository; `bin/clientele` unless said. */
  readonly script?: string | undefined
}

/** A Node of this machine that is older than the product needs; null when there is none. */
export function olderNode(): string | null {
  const folders = [
    process.env.npm_node_execpath ?? '',
    ...(process.env.PATH ?? '').split(delimiter).map(f => join(f, 'node')),
  ]
  for (const path of folders.filter(candidate => candidate !== '' && existsSync(candidate))) {
    const version = spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout
    const major = Number(/^v(\d+)/.exec(version)?.[1] ?? 0)
    if (major >= 20 && major < 26) return path
  }
  return null
}

/** The environment of a test, without settings that the person who runs it may have. */
export function cleanEnv(extra: Record<string, string> = {}): Record<string, string> {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('CLIENTELE_'))
  return { ...(Object.fromEntries(kept) as Record<string, string>), CLIENTELE_TEST_NO_CONSOLE: '1', ...extra }
}

export function startCli(
  args: readonly string[],
  { env, cwd, node, root: from = root, script = 'bin/clientele' }: CliOptions = {},
): ChildProcessWithoutNullStreams {
  const options = { env: cleanEnv(env), cwd: cwd ?? from }
  return spawn(node ?? process.execPath, [join(from, script), ...args], options)
}

export function runCli(args: readonly string[], options: CliOptions = {}): Promise<CliResult> {
  return new Promise((resolve, reject) => {
    const child = startCli(args, options)
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', text => {
      stdout += text
    })
    child.stderr.setEncoding('utf8').on('data', text => {
      stderr += text
    })
    child.on('error', reject)
    child.on('close', status => resolve({ status, stdout, stderr }))
    child.stdin.end(options.input ?? '')
  })
}

/** Runs with --json and gives the object; a status that is not 0 is an error that shows what was said. */
export async function cliJson<T = Record<string, unknown>>(
  args: readonly string[],
  options: CliOptions = {},
): Promise<T> {
  const result = await runCli([...args, '--json'], options)
  if (result.status !== 0) throw new Error(`clientele ${args.join(' ')} ended with ${result.status}: ${result.stderr}`)
  return JSON.parse(result.stdout) as T
}

export interface ServingChild {
  readonly url: string
  readonly pid: number
  readonly child: ChildProcessWithoutNullStreams
  /** What it wrote to standard error (the log). */
  log(): string
  /** Ends with the exit status, or the signal's name. */
  readonly ended: Promise<number | string>
  /** Has it end in good order, and waits for that. */
  close(): Promise<void>
}

/** `clientele serve`, or a script that does the same, on a free port; settles when it says that it is ready. */
export function serveChild(args: readonly string[], options: CliOptions = {}): Promise<ServingChild> {
  return new Promise((resolve, reject) => {
    const command = options.script === undefined ? ['serve'] : []
    const child = startCli([...command, '--json', '--port', '0', '--host', '127.0.0.1', ...args], options)
    let stdout = ''
    let stderr = ''
    const ended = new Promise<number | string>(end =>
      child.on('close', (status, signal) => end(status ?? signal ?? '')),
    )
    ended.then(status => reject(new Error(`serve ended with ${status}: ${stderr}`)))
    child.stderr.setEncoding('utf8').on('data', text => {
      stderr += text
    })
    child.stdout.setEncoding('utf8').on('data', text => {
      stdout += text
      if (!stdout.includes('\n')) return
      const { url, pid } = JSON.parse(stdout) as { url: string; pid: number }
      const close = async () => {
        child.kill('SIGTERM')
        await ended
      }
      resolve({ url, pid, child, log: () => stderr, ended, close })
    })
  })
}
