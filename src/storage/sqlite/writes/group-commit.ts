// Commits writers in groups: those that are ready together share one transaction and one fsync.
import { StoreUnavailable } from '../../../base/errors.ts'
import type { TimingKind } from '../../options.ts'
import type { Query, Tx } from '../../store.ts'
import { type Executor, type Publication, Transaction } from '../../transaction.ts'
import type { Connection } from '../connection.ts'
import { BUSY, primaryCode, translate } from '../failures.ts'

/** A group ends after this many writers or this much work, so that the first of them is not kept waiting. */
const groupSize = 256
const groupMs = 10
/** A group waits for writers that arrive one after the other, but not longer than this. */
const fillMs = 3
/** How many groups run with savepoints after a group without them had to be run again. */
const savepointGroups = 50
/** Another process may hold the lock: first look again soon, then less often. */
const eagerRetryMs = 1
const eagerForMs = 200
const patientRetryMs = 5
/** After a long group a pause gives other processes their turn: they look for the lock at intervals. */
const longGroupMs = 20
const courtesyMs = 6

interface Job {
  readonly work: (tx: Tx) => Promise<unknown>
  readonly resolve: (value: never) => void
  readonly reject: (reason: unknown) => void
  readonly deadline: number
  readonly alone: boolean
}

interface Done {
  readonly job: Job
  readonly value: unknown
  readonly publications: Iterable<Publication>
}

interface GroupCommitOptions {
  readonly connection: Connection
  /** Throws when what is written would be lost. Called before a group and again before its writers are answered. */
  readonly check: () => void
  /** Tells other processes, as part of the transaction. */
  readonly announce: (publication: Publication) => void
  readonly committed: () => void
  /** Hears of each publication after its commit and before its writer is answered. */
  readonly deliver: (publication: Publication) => void
  readonly onTiming: (kind: TimingKind, ms: number) => void
  /** The time in ms, from any beginning. */
  readonly now?: () => number
}

export class GroupCommit {
  readonly #options: GroupCommitOptions
  readonly #executor: Executor
  readonly #now: () => number
  readonly #queue: Job[] = []
  #draining: Promise<void> | undefined
  #closed = false
  /** How many statements have run that may have changed rows. */
  #changes = 0
  #savepointsLeft = 0

  constructor(options: GroupCommitOptions) {
    const { connection } = options
    this.#options = options
    this.#now = options.now ?? (() => performance.now())
    this.#executor = {
      rows: query => this.#counted(query, connection.rows(query)),
      read: query => this.#counted(query, connection.arrays(query)),
      run: query => this.#counted(query, connection.run(query)),
      defer: query => this.#counted(query, connection.run(query)),
      // Writers of a group often publish the same; it is written once, before the commit.
      announcement: () => null,
    }
  }

  /** `alone`: see WriteOptions. */
  submit<T>(work: (tx: Tx) => Promise<T>, waitMs: number, alone = false): Promise<T> {
    if (this.#closed) return Promise.reject(new StoreUnavailable('The store is closed.'))
    return new Promise<T>((resolve, reject) => {
      this.#queue.push({ work, resolve, reject, deadline: this.#now() + waitMs, alone })
      this.#draining ??= this.#drain()
    })
  }

  /** Ends after the writers that have been accepted. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#draining
  }

  async #drain(): Promise<void> {
    while (this.#queue.length > 0) {
      await this.#fill()
      if (!(await this.#begin())) continue
      const started = this.#now()
      await this.#group(started)
      if (this.#now() - started > longGroupMs) await pause(courtesyMs)
    }
    this.#draining = undefined
  }

  /**
   * Lets the requests that have arrived be heard, so that their writers share the commit. As long as a turn of the event
   * loop brings more of them it is worth another; whoever is alone has waited for one turn.
   */
  async #fill(): Promise<void> {
    const started = this.#now()
    for (let heard = 0; this.#queue.length > heard && this.#now() - started < fillMs; ) {
      heard = this.#queue.length
      await nextTurn()
    }
  }

  /** Takes the write lock without stopping the event loop; false when nobody is left who wants it. */
  async #begin(): Promise<boolean> {
    const started = this.#now()
    for (;;) {
      this.#dismissLate()
      if (this.#queue.length === 0) return false
      try {
        this.#options.check()
        this.#options.connection.control('BEGIN IMMEDIATE')
        return true
      } catch (error) {
        if (primaryCode(error) !== BUSY) {
          for (const job of this.#queue.splice(0)) job.reject(translate(error))
          return false
        }
      }
      await pause(this.#now() - started < eagerForMs ? eagerRetryMs : patientRetryMs)
    }
  }

  #dismissLate(): void {
    const now = this.#now()
    if (!this.#queue.some(job => job.deadline <= now)) return
    for (const job of this.#queue.splice(0)) {
      if (job.deadline > now) this.#queue.push(job)
      else job.reject(new StoreUnavailable('The store is busy: others have been writing to it for too long.'))
    }
  }

  /** A statement that fails has changed nothing: SQLite takes back what it had begun. */
  #counted<T>({ facts }: Query, result: T): T {
    if (!facts?.reads) this.#changes++
    return result
  }

  /**
   * Most groups have nobody in them who fails, and so nothing to take back: they are run without savepoints. If somebody
   * does fail who has changed something, all that the group did is taken back, and it is run again with one for each.
   */
  async #group(started: number): Promise<void> {
    const apart = this.#savepointsLeft > 0
    if (apart) this.#savepointsLeft--
    const done: Done[] = []
    while (done.length < groupSize && this.#now() - started < groupMs) {
      if (done.length > 0 && (this.#queue[0]?.alone || done[0]?.job.alone)) break
      const job = this.#queue.shift()
      if (!job) break
      if (!(await this.#runOne(job, done, apart && !job.alone))) return
    }
    this.#commit(done)
  }

  /** False when the whole transaction is gone. */
  async #runOne(job: Job, done: Done[], apart: boolean): Promise<boolean> {
    const { connection } = this.#options
    const tx = new Transaction(this.#executor)
    const before = this.#changes
    try {
      if (apart) connection.control('SAVEPOINT writer')
      const value = await job.work(tx)
      const unsettled = tx.settled()
      if (unsettled) await unsettled
      const publications = tx.end()
      if (apart) connection.control('RELEASE writer')
      done.push({ job, value, publications })
      return true
    } catch (error) {
      tx.abandon()
      const reason = translate(error)
      if (apart ? this.#undoOne() : this.#changes === before && connection.database.isTransaction) {
        job.reject(reason)
        return true
      }
      this.#undoAll(job, reason, done, apart)
      return false
    }
  }

  /** Takes back what the writer of the savepoint did; false when that cannot be done, as it may be for a full disk. */
  #undoOne(): boolean {
    const { connection } = this.#options
    try {
      for (const step of ['ROLLBACK TO writer', 'RELEASE writer']) connection.control(step)
      return true
    } catch {
      return false
    }
  }

  #undoAll(job: Job, reason: unknown, done: readonly Done[], apart: boolean): void {
    const { connection } = this.#options
    if (connection.database.isTransaction) connection.control('ROLLBACK')
    const others = done.map(other => other.job)
    if (apart || others.length === 0) {
      for (const one of [...others, job]) one.reject(reason)
      return
    }
    this.#queue.unshift(...others, job)
    this.#savepointsLeft = savepointGroups
  }

  #commit(done: readonly Done[]): void {
    const { connection, check, announce, committed, deliver, onTiming } = this.#options
    const started = this.#now()
    const published = new Map<string, Publication>()
    for (const { publications } of done) {
      for (const publication of publications) published.set(`${publication.topic}\n${publication.payload}`, publication)
    }
    try {
      for (const publication of published.values()) announce(publication)
      connection.control('COMMIT')
      check()
    } catch (error) {
      if (connection.database.isTransaction) connection.control('ROLLBACK')
      for (const { job } of done) job.reject(translate(error))
      return
    }
    onTiming('commit', this.#now() - started)
    committed()
    for (const publication of published.values()) deliver(publication)
    for (const { job, value } of done) job.resolve(value as never)
  }
}

const nextTurn = (): Promise<void> => new Promise(resolve => setImmediate(resolve))
const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))
