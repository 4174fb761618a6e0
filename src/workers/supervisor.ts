// Keeps the workers of a server running: starts, replaces and stops them, and connects them with each other.
import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:net'
import type { Log } from '../base/log/log.ts'
import type { Settings } from '../config/settings.ts'
import type { WriteOrder, WriteReport } from '../http/handed-writes.ts'
import { listenAt } from '../http/listen.ts'
import type { SharedCounts } from '../http/rate-limits.ts'
import type { TeamState } from '../http/routes/probes.ts'
import type { Siblings } from '../storage/nodes/siblings.ts'
import type { Publication } from '../storage/transaction.ts'
import type { Assignment, FileCalls, SupervisorCalls } from './calls.ts'
import { type ConnectionLimits, Connections } from './connections.ts'
import type { SupervisedFile } from './supervised-file.ts'
import { WorkerProcess, type WorkerProgram } from './worker-process.ts'
import { WriteOffice } from './write-hand-over.ts'

interface SupervisorOptions {
  readonly count: number
  /** Where to listen, and whether clients speak TLS. */
  readonly settings: Pick<Settings, 'host' | 'port' | 'demo' | 'tlsCert'>
  readonly program: WorkerProgram
  readonly log: Log
  /** How workers write their part of the log. */
  readonly output: Pick<Assignment, 'logFormat' | 'terminal'>
  /** The SQLite file that the workers share; null on PostgreSQL. */
  readonly file: SupervisedFile | null
  /** How long a worker may take to stop before it is ended. */
  readonly stopMs: number
  /** How connections wait while no worker takes them. */
  readonly limits?: ConnectionLimits
}

/** A worker that dies younger than this is started again after a pause, which doubles each time. */
const steadyMs = 10_000
const firstPauseMs = 100
const longestPauseMs = 10_000
/** Longer than the longest pause with the start of a worker after it. */
const usualLimits: ConnectionLimits = { mostWaiting: 1_000, longestWaitMs: 15_000 }
/** How long a writer waits for a sibling that does not respond. */
const hearingMs = 100

const soundFile = { stoppedUncleanly: false, isDamaged: false }
const noFile: FileCalls = {
  wantTurn: () => {},
  leaveTurn: () => {},
  scan: async () => null,
  endScan: () => {},
  checked: () => {},
}

/** `Report` is what a worker reports when it is ready for requests. */
export class Supervisor<Report> {
  readonly #options: SupervisorOptions
  readonly #server = randomUUID()
  /** In the order in which they were started. */
  readonly #workers = new Set<WorkerProcess<Report>>()
  /** How often in a row a worker of this number has died young. */
  readonly #failures = new Map<number, number>()
  readonly #pauses = new Set<NodeJS.Timeout>()
  readonly #connections: Connections
  #listening: readonly Server[] = []
  #addresses: readonly string[] = []
  #leader: WorkerProcess<Report> | undefined
  #started = false
  #stopping = false
  #replacing: Promise<void> | undefined
  readonly #writes = new WriteOffice()
  #hear: (publications: readonly Publication[]) => void = () => {}

  constructor(options: SupervisorOptions) {
    this.#options = options
    const { limits = usualLimits, settings } = options
    this.#connections = new Connections(limits, settings.tlsCert !== null)
  }

  /** Listens and starts the first worker, which prepares the store, then the others. Fails when the first one cannot start. */
  async start(): Promise<Report> {
    const { add } = this.#connections
    const options = { pauseOnConnect: true, noDelay: true }
    const { servers, addresses } = await listenAt(this.#options.settings, () => createServer(options, add))
    this.#listening = servers
    this.#addresses = addresses
    const report = await this.#begin(1).ready
    this.#started = true
    const others = Array.from({ length: this.#options.count - 1 }, (_, i) => this.#begin(i + 2).ready)
    await Promise.allSettled(others)
    return report
  }

  /** Lets all workers finish their requests, and ends when they have ended. */
  async stop(): Promise<void> {
    this.#stopping = true
    for (const server of this.#listening) server.close()
    this.#connections.stop()
    for (const pause of this.#pauses) clearTimeout(pause)
    await Promise.all([...this.#workers].map(worker => this.#end(worker, false)))
    await this.#options.file?.close()
  }

  /** Replaces the workers one by one: each stops when its successor takes requests. */
  replace(): Promise<void> {
    this.#replacing ??= this.#replaceEach().finally(() => {
      this.#replacing = undefined
    })
    return this.#replacing
  }

  /** Where the server listens. */
  get addresses(): readonly string[] {
    return this.#addresses
  }

  get state(): TeamState {
    const ready = [...this.#workers].filter(({ state }) => state === 'ready').length
    return { wanted: this.#options.count, ready: Math.min(ready, this.#options.count) }
  }

  /** Makes a store of this process a sibling of those of the workers. It runs slow reads itself and has no turn to write. */
  siblings(): Siblings {
    return {
      file: {
        ...soundFile,
        isDamaged: () => false,
        checked: () => {},
        turn: { take: () => {}, leave: () => {} },
        scans: null,
      },
      publish: publications => this.#pass(publications),
      hear: deliver => {
        this.#hear = deliver
      },
    }
  }

  #begin(id: number): WorkerProcess<Report> {
    const { program, log } = this.#options
    const worker = new WorkerProcess<Report>(id, program, {
      calls: one => this.#calls(one),
      lines: text => log.pass(text),
      ended: (one, status, signal) => this.#ended(one, status, signal),
    })
    this.#workers.add(worker)
    return worker
  }

  #calls(worker: WorkerProcess<Report>): SupervisorCalls<Report> {
    const { count, output, file } = this.#options
    return {
      ...(file?.calls(worker.peer) ?? noFile),
      hello: () => ({
        worker: worker.id,
        count,
        addresses: this.#addresses,
        isFirst: !this.#started,
        server: this.#server,
        ...output,
        file: file?.assignment() ?? soundFile,
        handsWrites: file !== null,
      }),
      open: () => {
        if (worker.state !== 'stopping') this.#connections.join(worker)
      },
      took: ({ connection, accepted }) => this.#connections.answered(worker, connection, accepted),
      ready: report => {
        worker.isReady(report)
        this.#changed()
      },
      failed: why => {
        worker.reason = why
      },
      publish: publications => {
        this.#hear(publications)
        return this.#pass(publications, worker)
      },
      metrics: () => this.#metrics(),
      rates: counts => this.#passRates(counts, worker),
      handWrite: order => this.#handWrite(order, worker),
      resign: () => {
        if (this.#leader === worker) this.#leader = undefined
        this.#changed()
      },
    }
  }

  /** Settles when all other workers have received it, or are too slow. A worker that is starting has no caches yet. */
  async #pass(publications: readonly Publication[], from?: WorkerProcess<Report>): Promise<void> {
    const others = [...this.#workers].filter(worker => worker !== from)
    if (publications.every(({ background }) => background)) {
      for (const { peer } of others) peer.tell('heard', publications)
      return
    }
    const heard = Promise.allSettled(others.map(({ peer }) => peer.ask('heard', publications)))
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>(resolve => {
      timer = setTimeout(resolve, hearingMs)
    })
    await Promise.race([heard, late])
    clearTimeout(timer)
  }

  #passRates(counts: SharedCounts, from: WorkerProcess<Report>): void {
    for (const worker of this.#workers) if (worker !== from) worker.peer.tell('rates', counts)
  }

  async #handWrite(order: WriteOrder, from: WorkerProcess<Report>): Promise<WriteReport | null> {
    const leader = this.#leader
    if (!leader || leader === from || leader.state !== 'ready') return null
    return this.#writes.hand(order, handed => leader.peer.ask('write', handed))
  }

  async #metrics(): Promise<string> {
    const { addUp } = await import('../http/added-metrics.ts')
    const measured = [...this.#workers].filter(({ state }) => state !== 'starting')
    const answers = await Promise.allSettled(measured.map(({ peer }) => peer.ask('measure', null)))
    const values = answers.flatMap(answer => (answer.status === 'fulfilled' ? [answer.value] : []))
    return addUp(values, { ...this.state, droppedLines: this.#options.log.dropped() })
  }

  #ended(worker: WorkerProcess<Report>, status: number | null, signal: string | null): void {
    const { log } = this.#options
    this.#workers.delete(worker)
    this.#connections.lose(worker)
    this.#options.file?.forget(worker.peer)
    if (this.#leader === worker) this.#leader = undefined
    this.#changed()
    // The first worker of all is not replaced: its end is that of the start.
    if (this.#stopping || worker.state === 'stopping' || !this.#started) return
    const pauseMs = this.#pauseAfter(worker)
    log.error('a worker has ended; another one takes its place', {
      worker: worker.id,
      pid: worker.pid,
      reason: worker.state === 'starting' ? worker.reason : undefined,
      status: status ?? undefined,
      signal: signal ?? undefined,
      pauseMs,
    })
    const pause = setTimeout(() => {
      this.#pauses.delete(pause)
      this.#begin(worker.id)
    }, pauseMs)
    this.#pauses.add(pause)
  }

  #pauseAfter({ id, started }: WorkerProcess<Report>): number {
    const failures = performance.now() - started < steadyMs ? (this.#failures.get(id) ?? 0) + 1 : 0
    this.#failures.set(id, failures)
    return failures === 0 ? 0 : Math.min(longestPauseMs, firstPauseMs * 2 ** (failures - 1))
  }

  /** Assigns the background work to one worker, and sends all the number of workers. */
  #changed(): void {
    const ready = [...this.#workers].filter(({ state }) => state === 'ready')
    if (!this.#leader && ready[0] && !this.#stopping) {
      this.#leader = ready[0]
      this.#leader.peer.tell('lead', null)
    }
    for (const { peer } of this.#workers) peer.tell('team', this.state)
  }

  #end(worker: WorkerProcess<Report>, replaced: boolean): Promise<void> {
    this.#connections.leave(worker)
    return worker.stop(replaced, this.#options.stopMs)
  }

  async #replaceEach(): Promise<void> {
    const { log } = this.#options
    log.info('replacing the workers one by one')
    for (const old of [...this.#workers]) {
      if (this.#stopping || old.state !== 'ready') continue
      const next = this.#begin(old.id)
      try {
        await next.ready
      } catch (error) {
        log.error('the workers are not replaced, since a new one does not start', { error: error as Error })
        return
      }
      await this.#end(old, true)
    }
    log.info('the workers have been replaced')
  }
}
