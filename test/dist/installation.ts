// Runs an installed Clientele as its user does: in an empty folder, with nothing in PATH but what tests put there.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The program and its first arguments. */
export type Launcher = readonly [string, ...string[]]

interface Ran {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

interface Serving {
  readonly url: string
  readonly facts: Record<string, unknown>
  stop(): Promise<void>
}

const coreutils = ['cat', 'cp', 'date', 'ls', 'mkdir', 'mv', 'rm', 'sleep', 'uname']

export class Installation {
  readonly folder = mkdtempSync(join(tmpdir(), 'clientele-installed-'))
  readonly #launcher: Launcher
  readonly #env: Record<string, string>
  readonly #running = new Set<ChildProcess>()

  constructor(launcher: Launcher) {
    this.#launcher = launcher
    const path = join(this.folder, '.path')
    mkdirSync(path)
    for (const name of coreutils) symlinkSync(join('/usr/bin', name), join(path, name))
    this.#env = { PATH: path, HOME: join(this.folder, '.home') }
    mkdirSync(join(this.folder, '.home'))
  }

  start(args: readonly string[]): ChildProcess {
    const [program, ...first] = this.#launcher
    const child = spawn(program, [...first, ...args], { cwd: this.folder, env: this.#env })
    this.#running.add(child)
    child.once('close', () => this.#running.delete(child))
    return child
  }

  run(args: readonly string[], input = ''): Promise<Ran> {
    const child = this.start(args)
    const read = outputOf(child)
    child.stdin?.end(input)
    return new Promise(resolve => child.once('close', status => resolve({ status, ...read() })))
  }

  /** The object that a command prints; fails when the command does. */
  async json<Result>(args: readonly string[], input = ''): Promise<Result> {
    const { status, stdout, stderr } = await this.run([...args, '--json'], input)
    if (status !== 0) throw new Error(`clientele ${args.join(' ')} ended with ${status}: ${stderr}${stdout}`)
    return JSON.parse(stdout) as Result
  }

  /** Runs a server until it is stopped. `args` is empty for what `clientele` alone does. */
  serve(args: readonly string[]): Promise<Serving> {
    const child = this.start([...args, '--json'])
    const read = outputOf(child)
    const ended = new Promise<void>(resolve => child.once('close', () => resolve()))
    const stop = async () => {
      child.kill('SIGTERM')
      await ended
    }
    return new Promise((resolve, reject) => {
      child.stdout?.on('data', () => {
        const { stdout } = read()
        if (!stdout.includes('\n')) return
        const facts = JSON.parse(stdout) as Record<string, unknown>
        resolve({ url: facts.url as string, facts, stop })
      })
      ended.then(() => reject(new Error(`It ended: ${read().stderr}`)))
    })
  }

  remove(): void {
    for (const child of this.#running) child.kill('SIGKILL')
    rmSync(this.folder, { recursive: true, force: true })
  }
}

function outputOf(child: ChildProcess): () => { stdout: string; stderr: string } {
  const texts = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', text => {
      texts[name] += text
    })
  }
  return () => ({ ...texts })
}
