// Runs slow reads in processes. Not threads: node:sqlite cannot interrupt a statement, but a process can be ended.
import { type ChildProcess, fork } from 'node:child_process'
import { QueryTimeout, StoreUnavailable } from '../../../base/errors.ts'
import type { Query } from '../../store.ts'
import { translate } from '../failures.ts'
import type { ScanAnswer, ScanRequest } from './scan-process.ts'

interface PoolOptions {
  readonly timeoutMs: number
  /** Receives the rows in packed pieces; `unpackRows` unpacks them. */
  readonly each: (packed: Uint8Array) => void
  /** Tells when nobody wants the rows any more. */
  readonly gone?: (() => AbortSignal) | undefined
}

/** A process that has had nothing to do for so long is ended: it takes more memory than starting it takes time. */
const restMs = 60_000

/** To start a process takes longer: a scan whose rows nobody wants any more may end by itself for so long. */
const graceMs = 300

interface Scan {
  readonly number: number
  readonly query: Query
  readonly each: PoolOptions['each']
  readonly resolve: () => void
  readonly reject: (reason: unknown) => void
  /** Stops watching for what would end the scan early. */
  readonly unwatch: () => void
  worker?: ChildProcess
  /** Nobody wants its rows any more. */
  unwanted?: boolean
}

export class ScanPool {
  readonly #path: string
  readonly #size: number
  readonly #idle: ChildProcess[] = []
  readonly #running = new Map<ChildProcess, Scan>()
  /** Processes that were told to end. */
  readonly #ending = new Set<ChildProcess>()
  readonly #waiting = new Set<Scan>()
  readonly #rests = new WeakMap<ChildProcess, NodeJS.Timeout>()
  readonly #restMs: number
  #count = 0
  #closed = false

  constructor(path: string, size: number, rest = restMs) {
    this.#path = path
    this.#size = size
    this.#restMs = rest
  }

  scan(query: Query, { timeoutMs, each, gone }: PoolOptions): Promise<void> {
    if (this.#closed) return Promise.reject(new StoreUnavailable('The store is closed.'))
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const signal = gone?.()
    const tooLong = `The query ran longer than ${timeoutMs / 1000} s and was ended.`
    const timer = setTimeout(() => this.#end(scan, new QueryTimeout(tooLong)), timeoutMs)
    const abort = () => this.#abandon(scan, signal?.reason)
    const unwatch = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    }
    const scan: Scan = { number: ++this.#count, query, each, resolve, reject, unwatch }
    signal?.addEventListener('abort', abort)
    this.#waiting.add(scan)
    if (signal?.aborted) abort()
    this.#next()
    return promise
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const scan of this.#waiting) this.#fail(scan, new StoreUnavailable('The store is closed.'))
    const ends = [...this.#idle, ...this.#running.keys(), ...this.#ending].map(worker => {
      const end = new Promise(resolve => worker.once('exit', resolve))
      worker.ref()
      worker.kill('SIGKILL')
      return end
    })
    await Promise.all(ends)
  }

  #next(): void {
    for (const scan of this.#waiting) {
      const worker = this.#wake() ?? (this.#running.size + this.#ending.size < this.#size ? this.#start() : undefined)
      if (!worker) return
      this.#waiting.delete(scan)
      this.#running.set(worker, scan)
      scan.worker = worker
      hold(worker)
      const request: ScanRequest = { number: scan.number, query: scan.query }
      worker.send(request)
    }
  }

  /** Nobody is given the process from now on. */
  #dismiss(worker: ChildProcess): void {
    this.#idle.splice(this.#idle.indexOf(worker), 1)
    this.#ending.add(worker)
    worker.kill('SIGKILL')
  }

  #wake(): ChildProcess | undefined {
    const worker = this.#idle.pop()
    if (worker) clearTimeout(this.#rests.get(worker))
    return worker
  }

  #start(): ChildProcess {
    // The environment without settings, some of which are secret and none of which the process needs.
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('CLIENTELE_')))
    const worker = fork(new URL('./scan-process.ts', import.meta.url), [this.#path], {
      serialization: 'advanced',
      // The process holds one answer at a time; without limits V8 would grow the heap instead of collecting.
      execArgv: ['--max-semi-space-size=2', '--max-old-space-size=512'],
      env,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    worker.on('message', (answer: ScanAnswer) => this.#hear(worker, answer))
    worker.on('error', () => worker.kill('SIGKILL'))
    worker.on('exit', () => this.#lose(worker))
    return worker
  }

  #hear(worker: ChildProcess, answer: ScanAnswer): void {
    const scan = this.#running.get(worker)
    if (!scan || scan.number !== answer.number) return
    if ('packed' in answer) {
      if (!scan.unwanted) this.#pass(scan, answer.packed)
      return
    }
    this.#running.delete(worker)
    scan.unwatch()
    letGo(worker)
    this.#idle.push(worker)
    this.#rests.set(worker, setTimeout(() => this.#dismiss(worker), this.#restMs).unref())
    if ('end' in answer) scan.resolve()
    else scan.reject(translate(Object.assign(new Error(answer.error.message), answer.error)))
    this.#next()
  }

  /** If the receiver of rows throws, the scan fails with its error: nobody wants further rows. */
  #pass(scan: Scan, packed: Uint8Array): void {
    try {
      scan.each(packed)
    } catch (error) {
      this.#abandon(scan, error)
    }
  }

  /** The process of a scan that ends soon serves the next one; another is ended. */
  #abandon(scan: Scan, reason: unknown): void {
    this.#fail(scan, reason)
    scan.unwanted = true
    const { worker } = scan
    if (worker) setTimeout(() => this.#running.get(worker) === scan && this.#end(scan, reason), graceMs).unref()
  }

  /** Rows that its process has sent already are not passed on. */
  #end(scan: Scan, reason: unknown): void {
    this.#fail(scan, reason)
    if (!scan.worker) return
    this.#running.delete(scan.worker)
    this.#ending.add(scan.worker)
    scan.worker.kill('SIGKILL')
  }

  #fail(scan: Scan, reason: unknown): void {
    this.#waiting.delete(scan)
    scan.unwatch()
    scan.reject(reason)
  }

  #lose(worker: ChildProcess): void {
    const scan = this.#running.get(worker)
    this.#running.delete(worker)
    this.#ending.delete(worker)
    clearTimeout(this.#rests.get(worker))
    const at = this.#idle.indexOf(worker)
    if (at >= 0) this.#idle.splice(at, 1)
    if (scan) this.#fail(scan, new StoreUnavailable('The process that ran the query has ended.'))
    if (!this.#closed) this.#next()
  }
}

/** An idle process must not keep this one alive; a working one must. */
function letGo(worker: ChildProcess): void {
  worker.unref()
  worker.channel?.unref()
}

function hold(worker: ChildProcess): void {
  worker.ref()
  worker.channel?.ref()
}
