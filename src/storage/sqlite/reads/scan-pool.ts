// Runs slow reads in processes. Not threads: node:sqlite cannot interrupt a statement, but a process can be ended.
import type { ChildProcess } from 'node:child_process'
import { QueryTimeout, StoreUnavailable } from '../../../base/errors.ts'
import { startProcess } from '../../../base/programs/programs.ts'
import { environmentWithoutSettings } from '../../../base/secrets/environment.ts'
import type { Query } from '../../store.ts'
import { translate } from '../failures.ts'
import type { ScanAnswer, ScanRequest } from './scan-process.ts'

interface PoolOptions {
  readonly timeoutMs: number
  /** Receives the rows in packed pieces; `unpackRows` unpacks them. */
  readonly each: (packed: Uint8Array) => void
  /** Aborted when the client of the read is gone. */
  readonly gone?: (() => AbortSignal) | undefined
}

interface Times {
  /** A process that has been idle for so long is ended: its memory is worth more than the time of a start. */
  readonly restMs: number
  /** A process that has not opened the store after so long is ended. */
  readonly startMs: number
}

const usualTimes: Times = { restMs: 60_000, startMs: 30_000 }

/** A scan whose client is gone gets this long to end by itself: starting another process takes as much work. */
const graceMs = 1_000

interface Scan {
  readonly number: number
  readonly query: Query
  readonly each: PoolOptions['each']
  readonly resolve: () => void
  readonly reject: (reason: unknown) => void
  /** Removes the timer and the abort listener of the scan. */
  readonly unwatch: () => void
  worker?: ChildProcess
  /** Set when the client of the scan is gone. */
  abandoned?: { readonly reason: unknown }
}

export class ScanPool {
  readonly #path: string
  readonly #size: number
  /** Processes that have not opened the store yet. They have no scan, so a scan that is abandoned does not end them. */
  readonly #starting = new Set<ChildProcess>()
  readonly #idle: ChildProcess[] = []
  readonly #running = new Map<ChildProcess, Scan>()
  /** Processes that are ending. */
  readonly #ending = new Set<ChildProcess>()
  readonly #waiting = new Set<Scan>()
  readonly #rests = new WeakMap<ChildProcess, NodeJS.Timeout>()
  readonly #times: Times
  #count = 0
  #closed = false

  constructor(path: string, size: number, times: Partial<Times> = {}) {
    this.#path = path
    this.#size = size
    this.#times = { ...usualTimes, ...times }
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
    const ends = this.#all().map(worker => {
      const end = new Promise(resolve => worker.once('exit', resolve))
      worker.ref()
      worker.kill('SIGKILL')
      return end
    })
    await Promise.all(ends)
  }

  #all(): ChildProcess[] {
    return [...this.#starting, ...this.#idle, ...this.#running.keys(), ...this.#ending]
  }

  #next(): void {
    for (const scan of this.#waiting) {
      const worker = this.#wake()
      if (!worker) break
      this.#waiting.delete(scan)
      this.#running.set(worker, scan)
      scan.worker = worker
      hold(worker)
      const request: ScanRequest = { number: scan.number, query: scan.query }
      worker.send(request)
    }
    this.#grow()
  }

  /** Starts a process for each waiting scan, up to the size of the pool. */
  #grow(): void {
    while (this.#starting.size < this.#waiting.size && this.#all().length < this.#size) this.#start()
  }

  /** Gives the process no further scans. */
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

  #start(): void {
    const worker = startProcess(new URL('./scan-process.ts', import.meta.url), [this.#path], {
      serialization: 'advanced',
      // The process holds one answer at a time; without limits V8 would grow the heap instead of collecting.
      execArgv: ['--max-semi-space-size=2', '--max-old-space-size=512'],
      env: environmentWithoutSettings(),
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    worker.on('message', (answer: ScanAnswer) => this.#hear(worker, answer))
    worker.on('error', () => worker.kill('SIGKILL'))
    worker.on('exit', () => this.#lose(worker))
    this.#starting.add(worker)
    setTimeout(() => this.#starting.has(worker) && worker.kill('SIGKILL'), this.#times.startMs).unref()
  }

  #hear(worker: ChildProcess, answer: ScanAnswer): void {
    if ('ready' in answer) {
      this.#starting.delete(worker)
      if (!this.#closed) this.#rest(worker)
      return
    }
    const scan = this.#running.get(worker)
    if (!scan || scan.number !== answer.number) return
    if ('packed' in answer) {
      if (!scan.abandoned) this.#pass(scan, answer.packed)
      return
    }
    this.#running.delete(worker)
    scan.unwatch()
    if (scan.abandoned) scan.reject(scan.abandoned.reason)
    else if ('end' in answer) scan.resolve()
    else scan.reject(translate(Object.assign(new Error(answer.error.message), answer.error)))
    this.#rest(worker)
  }

  #rest(worker: ChildProcess): void {
    letGo(worker)
    this.#idle.push(worker)
    this.#rests.set(worker, setTimeout(() => this.#dismiss(worker), this.#times.restMs).unref())
    this.#next()
  }

  /** If the receiver of rows throws, the scan fails with its error. */
  #pass(scan: Scan, packed: Uint8Array): void {
    try {
      scan.each(packed)
    } catch (error) {
      this.#end(scan, error)
    }
  }

  /** Keeps the process if the scan ends within the grace time, and ends it otherwise. Until then the scan occupies the process. */
  #abandon(scan: Scan, reason: unknown): void {
    const { worker } = scan
    if (worker) {
      scan.abandoned = { reason }
      setTimeout(() => this.#running.get(worker) === scan && this.#end(scan, reason), graceMs).unref()
    } else this.#fail(scan, reason)
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
    // A process that cannot start fails one waiting scan. Otherwise it would be started again endlessly.
    const scan = this.#starting.delete(worker) ? this.#waiting.values().next().value : this.#running.get(worker)
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
