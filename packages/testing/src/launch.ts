// Starts the server: in this process where its Node can run it, else as a child process that ends with this one.
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import * as nodeModules from 'node:module'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import type { ServerFiles } from './find-server.ts'
import type { ServerFacts } from './wire.ts'

export interface LaunchOptions {
  readonly clock?: string
  readonly data?: string
  readonly port?: number
  readonly store?: string
  readonly settings?: Readonly<Record<string, unknown>>
}

export interface Launched {
  readonly facts: ServerFacts
  close(): Promise<void>
}

/** The oldest Node that runs the server itself. */
const oldestNode = 26
/** A child that does not end by itself within this time is killed. */
const stopMs = 10_000

export const canRunHere = (): boolean => Number(process.versions.node.split('.', 1)[0]) >= oldestNode

interface ServerModules {
  readonly product: unknown
  startTestServer(product: unknown, options: LaunchOptions): Promise<Launched>
}

export async function launchHere({ root, ...files }: ServerFiles, options: LaunchOptions): Promise<Launched> {
  // Compiled code is kept for the next test process, in the same place as by the program itself.
  nodeModules.enableCompileCache?.(join(root, 'node_modules', '.cache', 'clientele'))
  const load = (path = '') => import(pathToFileURL(path).href) as Promise<Partial<ServerModules>>
  const { product } = await load(files.modules?.app)
  const { startTestServer } = await load(files.modules?.start)
  if (!startTestServer) throw new Error(`The server at ${root} has no test mode; update it.`)
  return startTestServer(product, options)
}

export async function launchChild({ bin, modules }: ServerFiles, options: LaunchOptions): Promise<Launched> {
  const args = ['test-server', '--json', '--watch-stdin', ...flagsOf(options)]
  const child = spawn(modules === null ? bin : process.execPath, modules === null ? args : [bin, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const ended = new Promise<void>(resolve => child.once('close', () => resolve()))
  const facts = await firstLine(child)
  // A test that fails before it closes the server must not be kept alive by it.
  child.unref()
  for (const stream of [child.stdin, child.stdout, child.stderr]) (stream as { unref?: () => void }).unref?.()
  return {
    facts,
    close: async () => {
      child.ref()
      child.stdin.end()
      const kill = setTimeout(() => child.kill('SIGKILL'), stopMs)
      await ended
      clearTimeout(kill)
    },
  }
}

function firstLine(child: ChildProcessByStdio<Writable, Readable, Readable>): Promise<ServerFacts> {
  return new Promise((resolve, reject) => {
    let out = ''
    let errors = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text
    })
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text
      if (!out.includes('\n')) return
      const said = JSON.parse(out) as ServerFacts & { error?: { message: string } }
      if (said.error) reject(new Error(said.error.message))
      else resolve(said)
    })
    child.once('error', reject)
    child.once('close', status => reject(new Error(`clientele test-server ended with ${status}. ${errors}`)))
  })
}

const flagName = (name: string): string => `--${name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`

function flagsOf({ settings = {}, ...options }: LaunchOptions): string[] {
  return Object.entries({ ...options, ...settings }).flatMap(([name, value]) =>
    value === undefined ? [] : [flagName(name), String(value)],
  )
}
