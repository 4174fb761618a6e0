// Commits writers in groups: those that are ready together share one transaction and one fsync.
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { Overloaded, StoreUnavailable } from '../../../base/errors.ts'
import { nextTurnIfLong } from '../../../base/loop-turn.ts'
import type { MaybePromise } from '../../../base/maybe-promise.ts'
import { ownShare, RoundRobin, type Share } from '../../../base/round-robin.ts'
import type { TimingKind } from '../../options.ts'
import type { WriteTurn } from '../../siblings.ts'
import type { Query, Tx, WriteOptions } from '../../store.ts'
import { type Executor, type Publication, Transaction } from '../../transaction.ts'
import type { Connection } from '../connection.ts'
import { BUSY, primaryCode, translate } from '../failures.ts'

/** A group ends after this many writers or this much work, so that the first of them is not kept waiting. */
const groupSize = 256
const groupMs = 10
const mostWaiting = 10_000
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
  readonly share: Share
}

interface Submission extends Pick<WriteOptions, 'alone' | 'share' | 'gone'> {
  readonly waitMs: number
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
  /** Shares the lock with the other processes of the server. */
  readonly turn?: WriteTurn | undefined
  /** Hears the publications of a group after its commit; its writers are answered when the promise settles. */
  readonly deliver: (publications: readonly Publication[]) => MaybePromise<void>
  readonly onTiming: (kind: TimingKind, ms: number) => void
  /** The time in ms, from any beginning. */
  readonly now?: () => number
}

export class GroupCommit {
  readonly #options: GroupCommitOptions
  readonly #executor: Executor
  readonly #now: () => number
  readonly #queue = new RoundRobin<Job>()
  /** Writers of a group that was taken back, which come before all others. */
  readonly #again: Job[] = []
  #draining: Promise<void> | undefined
  #closed = false
  /** How many statements have run that may have changed rows. */
  #changes = 0
  #savepointsLeft = 0
  /** How long a writer took lately, in ms. */
  #usualMs = 0
  /** Ends with the turn of the event loop, when the writer under way has to wait for the next one. */
  #pause: Promise<void> | undefined

  constructor(options: GroupCommitOptions) {
    const { connection } = options
    this.#options = options
    this.#now = options.now ?? (() => performance.now())
    this.#executor = {
      rows: query => this.#inTurn(() => this.#counted(query, connection.rows(query))),
      read: query => this.#inTurn(() => this.#counted(query, connection.arrays(query))),
      run: query => this.#inTurn(() => this.#counted(query, connection.run(query))),
      defer: query => this.#inTurn(() => this.#counted(query, connection.run(query))),
      // Writers of a group often publish the same; it is written once, before the commit.
      announcement: () => null,
    }
  }

  submit<T>(work: (tx: Tx) => Promise<T>, { waitMs, alone = false, share = ownShare, gone }: Submission): Promise<T> {
    if (this.#closed) return Promise.reject(new StoreUnavailable('The store is closed.'))
    const expectedMs = this.#queue.ahead(share.tenant) * this.#usualMs
    if (expectedMs > waitMs || this.#queue.size >= mostWaiting) {
      const message = 'The server is busy: too many writes wait for their turn.'
      return Promise.reject(new Overloaded(message, Math.ceil(waitMs / 1000)))
    }
    return new Promise<T>((resolve, reject) => {
      const job: Job = { work, resolve, reject, deadline: this.#now() + waitMs, alone, share }
      this.#queue.add(share, job)
      // Only writers that wait beyond the next turn of the event loop are watched.
      if (gone && this.#draining) dropWhenGone(gone(), () => this.#queue.delete(share, job), reject)
      this.#draining ??= this.#drain()
    })
  }

  /** Ends after the writers that have been accepted. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#draining
  }

  async #drain(): Promise<void> {
    while (this.#waiting > 0) {
      await this.#fill()
      await this.#options.turn?.take()
      const begun = await this.#begin()
      const started = this.#now()
      if (begun) await this.#group(started)
      this.#options.turn?.leave()
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
    for (let heard = 0; this.#waiting > heard && this.#now() - started < fillMs; ) {
      heard = this.#waiting
      await nextTurn()
    }
  }

  /** Takes the write lock without stopping the event loop; false when nobody is left who wants it. */
  async #begin(): Promise<boolean> {
    const started = this.#now()
    for (;;) {
      this.#dismissLate()
      if (this.#waiting === 0) return false
      try {
        this.#options.check()
        this.#options.connection.control('BEGIN IMMEDIATE')
        return true
      } catch (error) {
        if (primaryCode(error) !== BUSY) {
          for (let job = this.#next(); job; job = this.#next()) job.reject(translate(error))
          return false
        }
      }
      await pause(this.#now() - started < eagerForMs ? eagerRetryMs : patientRetryMs)
    }
  }

  #dismissLate(): void {
    const now = this.#now()
    for (const job of [...this.#queue].filter(({ deadline }) => deadline <= now)) {
      this.#queue.delete(job.share, job)
      job.reject(new StoreUnavailable('The store is busy: others have been writing to it for too long.'))
    }
  }

  get #waiting(): number {
    return this.#queue.size + this.#again.length
  }

  #next(): Job | undefined {
    return this.#again.shift() ?? this.#queue.take()
  }

  /**
   * A writer of many records lets requests that do not write have their turns of the event loop. Statements that come in the
   * meantime keep their order.
   */
  #inTurn<T>(step: () => T): MaybePromise<T> {
    this.#pause ??= nextTurnIfLong()?.then(() => {
      this.#pause = undefined
    })
    return this.#pause ? this.#pause.then(step) : step()
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
    while (done.length < groupSize && this.#now() - started < groupMs && !done[0]?.job.alone) {
      const job = this.#next()
      if (!job) break
      if (job.alone && done.length > 0) {
        this.#again.push(job)
        break
      }
      const before = this.#now()
      const goesOn = await this.#runOne(job, done, apart && !job.alone)
      this.#usualMs += (this.#now() - before - this.#usualMs) / 10
      if (!goesOn) return
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
    this.#again.unshift(...others, job)
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
      for (const publication of published.values()) if (!publication.local) announce(publication)
      connection.control('COMMIT')
      check()
    } catch (error) {
      if (connection.database.isTransaction) connection.control('ROLLBACK')
      for (const { job } of done) job.reject(translate(error))
      return
    }
    onTiming('commit', this.#now() - started)
    committed()
    const answer = () => {
      for (const { job, value } of done) job.resolve(value as never)
    }
    // The next group need not wait until other processes have heard.
    void Promise.resolve(deliver([...published.values()])).then(answer)
  }
}

function dropWhenGone(signal: AbortSignal, drop: () => boolean, reject: (reason: unknown) => void): void {
  const abort = () => void (drop() && reject(signal.reason))
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort, { once: true })
}
