// Starts a worker as a process and tracks its state: starting, ready, stopping, ended.
import cluster, { type Worker } from 'node:cluster'
import type { Socket } from 'node:net'
import { isExecutable } from '../base/product-files.ts'
import type { ConnectionOffer, SupervisorCalls, WorkerCalls } from './calls.ts'
import type { ConnectionTaker } from './connections.ts'
import { Peer } from './peer.ts'

/** What a worker runs. */
export interface WorkerProgram {
  readonly exec: string
  readonly args: readonly string[]
}

interface WorkerEvents<Report> {
  readonly calls: (worker: WorkerProcess<Report>) => SupervisorCalls<Report>
  /** Receives the lines that a worker writes to its standard output: its part of the log. */
  readonly lines: (text: string) => void
  readonly ended: (worker: WorkerProcess<Report>, status: number | null, signal: string | null) => void
}

type State = 'starting' | 'ready' | 'stopping'

export class WorkerProcess<Report> implements ConnectionTaker {
  readonly id: number
  readonly peer: Peer<WorkerCalls, SupervisorCalls<Report>>
  readonly started = performance.now()
  /** Settles when the worker takes requests; fails when it ends before. */
  readonly ready: Promise<Report>
  readonly ended: Promise<void>
  state: State = 'starting'
  readonly #process: Worker
  readonly #ready = Promise.withResolvers<Report>()
  /** Why the worker could not start. */
  reason = 'It ended before it was ready.'
  #killing: NodeJS.Timeout | undefined

  constructor(id: number, { exec, args }: WorkerProgram, { calls, lines, ended }: WorkerEvents<Report>) {
    this.id = id
    this.ready = this.#ready.promise
    this.ready.catch(() => {})
    // Standard output is a pipe to this process, the only one that writes the log.
    cluster.setupPrimary({
      exec,
      args: [...args],
      // The executable has its flags of Node inside, and would take them for its own.
      execArgv: isExecutable ? [] : process.execArgv,
      serialization: 'advanced',
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    this.#process = cluster.fork()
    this.peer = new Peer(message => void this.#send(message))
    this.peer.serve(calls(this))
    this.#process.on('message', this.peer.receive)
    // A message to a process that is ending fails; its end is noticed by `exit`.
    this.#process.on('error', () => {})
    this.#process.process.stdout?.setEncoding('utf8').on('data', wholeLines(lines))
    this.ended = new Promise(resolve => {
      this.#process.once('exit', (status, signal) => {
        clearTimeout(this.#killing)
        this.peer.end()
        this.#ready.reject(new Error(this.reason))
        ended(this, status, signal)
        resolve()
      })
    })
  }

  get pid(): number | undefined {
    return this.#process.process.pid
  }

  isReady(report: Report): void {
    if (this.state === 'starting') this.state = 'ready'
    this.#ready.resolve(report)
  }

  /** Lets the worker finish its requests; ends it after the time. */
  stop(replaced: boolean, withinMs: number): Promise<void> {
    this.state = 'stopping'
    this.peer.tell('stop', { replaced })
    this.#killing ??= setTimeout(() => this.#process.process.kill('SIGKILL'), withinMs)
    return this.ended
  }

  /** This process keeps its handle until the worker has answered. */
  offer(number: number, socket: Socket): void {
    const offer: ConnectionOffer = { connection: number }
    if (this.#process.isConnected()) this.#process.process.send(offer, socket, { keepOpen: true }, () => {})
  }

  #send(message: object): void {
    if (this.#process.isConnected()) this.#process.send(message, () => {})
  }
}

/** Passes text on in whole lines, so that lines of several processes are not mixed. */
function wholeLines(pass: (lines: string) => void): (text: string) => void {
  let rest = ''
  return text => {
    const end = text.lastIndexOf('\n') + 1
    if (end === 0) {
      rest += text
      return
    }
    pass(rest + text.slice(0, end))
    rest = text.slice(end)
  }
}
