// Runs several command lines in one other process, for tests that need many of them: starting is what costs most.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type CliResult, cleanEnv, root } from './cli.ts'

interface Request {
  readonly cwd: string
  readonly commands: readonly (readonly string[])[]
}

/** The results in the order of the commands. None of them may read standard input. */
export function runBatch(commands: Request['commands'], cwd: string): Promise<CliResult[]> {
  return new Promise((resolve, reject) => {
    const own = fileURLToPath(import.meta.url)
    const child = spawn(process.execPath, [own], { env: cleanEnv(), cwd: root, stdio: ['pipe', 'pipe', 'inherit'] })
    let text = ''
    child.stdout.setEncoding('utf8').on('data', chunk => {
      text += chunk
    })
    child.on('error', reject)
    child.on('close', status => {
      if (status === 0) resolve(JSON.parse(text) as CliResult[])
      else reject(new Error(`The batch ended with ${status}: ${text}`))
    })
    child.stdin.end(JSON.stringify({ cwd, commands } satisfies Request))
  })
}

/** What the other process does. */
async function serveBatch(): Promise<void> {
  const { text } = await import('node:stream/consumers')
  const { runProgram } = await import('../../src/cli/program.ts')
  const { cwd, commands } = JSON.parse(await text(process.stdin)) as Request
  process.chdir(cwd)
  const results: CliResult[] = []
  const write = process.stdout.write.bind(process.stdout)
  for (const argv of commands) {
    const said = { stdout: '', stderr: '' }
    for (const name of ['stdout', 'stderr'] as const) {
      process[name].write = (chunk: unknown) => {
        said[name] += String(chunk)
        return true
      }
    }
    process.exitCode = 0
    await runProgram(async () => (await import('../../src/app.ts')).product, argv)
    results.push({ status: Number(process.exitCode), ...said })
    process.stdout.removeAllListeners('error')
  }
  process.exitCode = 0
  write(JSON.stringify(results))
}

if (process.argv[1] === join(root, 'test', 'support', 'cli-batch.ts')) await serveBatch()
