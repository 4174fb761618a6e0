// Starts the product's own processes and threads: by their source files, or by name where the product is compiled.
import { type ChildProcess, type ForkOptions, fork } from 'node:child_process'
import { basename, join } from 'node:path'
import { getAsset } from 'node:sea'
import { fileURLToPath } from 'node:url'
import { Worker, type WorkerOptions } from 'node:worker_threads'
import { isExecutable, isSource, productFolder } from '../product-files.ts'
import { sourceImports } from './source-imports.ts'

/** The compiled main file runs the program that its first argument names so; `scripts/dist/entry.mjs` has the list. */
const named = (source: URL): string => `clientele:${basename(source.pathname, '.ts')}`

const mainFile = (): string => join(productFolder, isSource ? 'src/main.ts' : 'lib/main.js')

/** Whether a process of this machine has the number. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** `source` is the file of the program; the executable takes its name instead. */
export function startProcess(
  source: URL,
  args: readonly string[],
  options: ForkOptions & { readonly execArgv: readonly string[] },
): ChildProcess {
  if (isSource)
    return fork(fileURLToPath(source), args, { ...options, execArgv: [...options.execArgv, ...sourceImports] })
  if (!isExecutable) return fork(mainFile(), [named(source), ...args], options)
  // The executable takes flags of Node from this variable alone.
  const env = { ...(options.env ?? process.env), NODE_OPTIONS: options.execArgv.join(' ') }
  return fork(named(source), args, { ...options, env, execArgv: [] })
}

export function startThread(source: URL, options: WorkerOptions): Worker {
  if (isSource) return new Worker(source, options)
  const argv = [named(source)]
  return isExecutable
    ? new Worker(getAsset('boot.cjs', 'utf8'), { ...options, argv, eval: true })
    : new Worker(mainFile(), { ...options, argv })
}

/** What a copy of this process runs, for the module cluster. */
export function ownProgram(args: readonly string[]): { readonly exec: string; readonly args: readonly string[] } {
  // The executable has no file to name: the first argument stands in its place.
  const [first = '', ...rest] = args
  return isExecutable ? { exec: first, args: rest } : { exec: mainFile(), args }
}

/** The command line that starts this program again, wherever it is called. */
export const mainCommand = (): readonly string[] =>
  isExecutable ? [process.execPath] : [process.execPath, ...process.execArgv, mainFile()]
