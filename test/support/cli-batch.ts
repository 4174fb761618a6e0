// Runs command lines in one other process, which all tests of a file share: starting a process is what costs most.
import { type ChildProcess, fork } from 'node:child_process'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { type CliResult, cleanEnv, root } from './cli.ts'

interface Options {
  readonly cwd?: string
  readonly input?: string
  readonly env?: Record<string, string>
}

interface Request extends Options {
  readonly id: number
  readonly argv: readonly string[]
}

interface Answer {
  readonly id: number
  readonly result: CliResult
}

const own = fileURLToPath(import.meta.url)
const waiting = new Map<number, PromiseWithResolvers<CliResult>>()
let requests = 0
let host: ChildProcess | undefined

/** Runs a command line as `bin/clientele` would. Command lines that are given at the same time run one after the other. */
export function runLine(argv: readonly string[], options: Options = {}): Promise<CliResult> {
  host ??= startHost()
  const id = requests++
  const answer = Promise.withResolvers<CliResult>()
  waiting.set(id, answer)
  host.channel?.ref()
  host.send({ id, argv, ...options } satisfies Request)
  return answer.promise
}

/** The results in the order of the commands. */
export function runBatch(commands: readonly (readonly string[])[], cwd: string): Promise<CliResult[]> {
  return Promise.all(commands.map(argv => runLine(argv, { cwd })))
}

/** Runs with --json and gives the object; a status that is not 0 is an error that shows what was said. */
export async function lineJson<T = Record<string, unknown>>(
  argv: readonly string[],
  options: Options = {},
): Promise<T> {
  const { status, stdout, stderr } = await runLine([...argv, '--json'], options)
  if (status !== 0) throw new Error(`clientele ${argv.join(' ')} ended with ${status}: ${stderr}`)
  return JSON.parse(stdout) as T
}

/** The process ends with this one, which it does not keep alive. */
function startHost(): ChildProcess {
  const child = fork(own, { env: cleanEnv(), cwd: root, execArgv: ['--disable-warning=ExperimentalWarning'] })
  child.on('message', message => {
    const { id, result } = message as Answer
    waiting.get(id)?.resolve(result)
    waiting.delete(id)
    if (waiting.size === 0) child.channel?.unref()
  })
  child.on('exit', (status, signal) => {
    host = undefined
    for (const { reject } of waiting.values())
      reject(new Error(`The process of the commands ended: ${status ?? signal}`))
    waiting.clear()
  })
  child.unref()
  return child
}

/** What the other process does: one command line at a time, since each has the standard streams to itself. */
async function serveLines(): Promise<void> {
  const { runProgram } = await import('../../src/cli/program.ts')
  const product = async () => (await import('../../src/app.ts')).product
  process.umask(0o077)
  const environment = { ...process.env }
  let turn = Promise.resolve()
  process.on('disconnect', () => process.exit(0))
  process.on('message', message => {
    const { id, argv, cwd = root, input = '', env = {} } = message as Request
    turn = turn.then(async () => {
      const said = { stdout: '', stderr: '' }
      for (const name of ['stdout', 'stderr'] as const) {
        process[name].write = (chunk: unknown) => {
          said[name] += String(chunk)
          return true
        }
      }
      Object.defineProperty(process, 'stdin', { value: Readable.from(input === '' ? [] : [Buffer.from(input)]) })
      process.chdir(cwd)
      process.env = { ...environment, ...env }
      process.exitCode = 0
      await runProgram(product, argv)
      process.stdout.removeAllListeners('error')
      process.send?.({ id, result: { status: Number(process.exitCode), ...said } } satisfies Answer)
    })
  })
}

if (process.argv[1] === own) await serveLines()
