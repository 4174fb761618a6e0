// Commits writers in groups: writers that are ready together share one transaction and one fsync.
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { StoreUnavailable } from '../../../base/errors.ts'
import { nextTurnIfLong } from '../../../base/scheduling/loop-turn.ts'
import type { MaybePromise } from '../../../base/scheduling/maybe-promise.ts'
import { ownShare } from '../../../base/scheduling/round-robin.ts'
import type { WriteTurn } from '../../nodes/siblings.ts'
import type { TimingKind } from '../../options.ts'
import type { Query, Tx, WriteOptions } from '../../store.ts'
import { type Executor, type Publication, Transaction } from '../../transaction.ts'
import type { Connection } from '../connection.ts'
import { BUSY, primaryCode, translate } from '../failures.ts'
import { type WriteJob, WriteQueue } from './write-queue.ts'

/** Limits of a group in writers and in time, so that its first writer does not wait long. */
const groupSize = 256
const groupMs = 10
/** A group waits for writers that arrive one after the other, but not longer than this. */
const fillMs = 3
/** How many groups run with savepoints after a group without them had to be run again. */
const savepointGroups = 50
/** While another process holds the lock, it is tried at the eager interval first, then at the patient one. */
const eagerRetryMs = 1
const eagerForMs = 200
const patientRetryMs = 5
/** A long group is followed by a pause, in which other processes can take the lock: they try it at intervals. */
const longGroupMs = 20
const courtesyMs = 6

interface Submission extends Pick<WriteOptions, 'alone' | 'share' | 'gone'> {
  readonly waitMs: number
}

interface FinishedWrite {
  readonly job: WriteJob
  readonly value: unknown
  readonly publications: Iterable<Publication>
}

interface GroupCommitOptions {
  readonly connection: Pick<Connection, 'rows' | 'arrays' | 'timedArrays' | 'run' | 'control'> & {
    readonly database: { readonly isTransaction: boolean }
  }
  /** Throws when writes would be lost. Called before a group and again before its writers are answered. */
  readonly check: () => void
  /** Writes a publication for other processes, as part of the transaction. */
  readonly announce: (publication: Publication) => void
  readonly committed: () => void
  /** Shares the lock with the other processes of the server. */
  readonly turn?: WriteTurn | undefined
  /** Receives the publications of a group after its commit; its writers are answered when the promise settles. */
  readonly deliver: (publications: readonly Publication[]) => MaybePromise<void>
  readonly onTiming: (kind: TimingKind, ms: number) => void
  /** A monotonic clock in ms. */
  readonly now?: () => number
}

export class GroupCommit {
  readonly #options: GroupCommitOptions
  readonly #executor: Executor
  readonly #now: () => number
  readonly #queue: WriteQueue
  #draining: Promise<void> | undefined
  #closed = false
  /** How many statements have run that may have changed rows. */
  #changes = 0
  #savepointsLeft = 0
  /** Set while the current writer waits for the next turn of the event loop. */
  #pause: Promise<void> | undefined

  constructor(options: GroupCommitOptions) {
    const { connection } = options
    this.#options = options
    this.#now = options.now ?? (() => performance.now())
    this.#queue = new WriteQueue(this.#now)
    this.#executor = {
      rows: query => this.#inTurn(() => this.#counted(query, connection.rows(query))),
      read: (query, time) => {
        const read = () => (time ? connection.timedArrays(query, time) : connection.arrays(query))
        return this.#inTurn(() => this.#counted(query, read()))
      },
      run: query => this.#inTurn(() => this.#counted(query, connection.run(query))),
      defer: query => this.#inTurn(() => this.#counted(query, connection.run(query))),
      // Writers of a group often publish the same; #commit announces each publication once.
      announcement: () => null,
    }
  }

  submit<T>(work: (tx: Tx) => Promise<T>, { waitMs, alone = false, share = ownShare, gone }: Submission): Promise<T> {
    if (this.#closed) return Promise.reject(new StoreUnavailable('The store is closed.'))
    const refusal = this.#queue.refusalOf(share, waitMs)
    if (refusal) return Promise.reject(refusal)
    return new Promise<T>((resolve, reject) => {
      const job: WriteJob = { work, resolve, reject, deadline: this.#now() + waitMs, alone, share }
      this.#queue.add(job)
      // Only writers that wait beyond the next turn of the event loop are watched.
      if (gone && this.#draining) this.#queue.dropWhenGone(job, gone())
      this.#draining ??= this.#drain()
    })
  }

  /** Resolves after all accepted writers. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#draining
  }

  async #drain(): Promise<void> {
    while (this.#queue.size > 0) {
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
   * Waits for requests that have arrived, so that their writers share the commit: as long as a turn of the event loop adds
   * writers, it waits for another turn. A single writer waits for one turn.
   */
  async #fill(): Promise<void> {
    const started = this.#now()
    for (let counted = 0; this.#queue.size > counted && this.#now() - started < fillMs; ) {
      counted = this.#queue.size
      await nextTurn()
    }
  }

  /** Takes the write lock without blocking the event loop. False when no writer is left to use it. */
  async #begin(): Promise<boolean> {
    const started = this.#now()
    for (;;) {
      this.#queue.dismissLate()
      if (this.#queue.size === 0) return false
      try {
        this.#options.check()
        this.#options.connection.control('BEGIN IMMEDIATE')
        return true
      } catch (error) {
        if (primaryCode(error) !== BUSY) {
          for (let job = this.#queue.take(); job; job = this.#queue.take()) job.reject(translate(error))
          return false
        }
      }
      await pause(this.#now() - started < eagerForMs ? eagerRetryMs : patientRetryMs)
    }
  }

  /**
   * A writer of many records yields to the event loop, so that other requests are served. Statements that arrive meanwhile
   * keep their order.
   */
  #inTurn<T>(step: () => T): MaybePromise<T> {
    this.#pause ??= nextTurnIfLong()?.then(() => {
      this.#pause = undefined
    })
    return this.#pause ? this.#pause.then(step) : step()
  }

  /** A statement that fails has changed nothing: SQLite rolls it back. */
  #counted<T>({ facts }: Query, result: T): T {
    if (!facts?.reads) this.#changes++
    return result
  }

  /**
   * A group runs without savepoints, since few writers fail. A writer that fails before its first change is dropped. One that fails
   * later forces the group to be rolled back and run again with a savepoint for each writer.
   */
  async #group(started: number): Promise<void> {
    const withSavepoint = this.#savepointsLeft > 0
    if (withSavepoint) this.#savepointsLeft--
    const done: FinishedWrite[] = []
    while (done.length < groupSize && this.#now() - started < groupMs && !done[0]?.job.alone) {
      const job = this.#queue.take()
      if (!job) break
      if (job.alone && done.length > 0) {
        this.#queue.postpone(job)
        break
      }
      const before = this.#now()
      const goesOn = await this.#runOne(job, done, withSavepoint && !job.alone)
      this.#queue.took(this.#now() - before)
      if (!goesOn) return
    }
    this.#commit(done)
  }

  /** False when the whole group was rolled back. */
  async #runOne(job: WriteJob, done: FinishedWrite[], withSavepoint: boolean): Promise<boolean> {
    const { connection } = this.#options
    const tx = new Transaction(this.#executor)
    const before = this.#changes
    try {
      if (withSavepoint) connection.control('SAVEPOINT writer')
      const value = await job.work(tx)
      const unsettled = tx.settled()
      if (unsettled) await unsettled
      const publications = tx.end()
      if (withSavepoint) connection.control('RELEASE writer')
      done.push({ job, value, publications })
      return true
    } catch (error) {
      tx.abandon()
      const reason = translate(error)
      if (withSavepoint ? this.#rollBackWriter() : this.#changes === before && connection.database.isTransaction) {
        job.reject(reason)
        return true
      }
      this.#rollBackGroup(job, reason, done, withSavepoint)
      return false
    }
  }

  /** Rolls back to the savepoint of the writer. False when that fails, for example on a full disk. */
  #rollBackWriter(): boolean {
    const { connection } = this.#options
    try {
      for (const step of ['ROLLBACK TO writer', 'RELEASE writer']) connection.control(step)
      return true
    } catch {
      return false
    }
  }

  #rollBackGroup(job: WriteJob, reason: unknown, done: readonly FinishedWrite[], withSavepoint: boolean): void {
    const { connection } = this.#options
    if (connection.database.isTransaction) connection.control('ROLLBACK')
    const others = done.map(other => other.job)
    if (withSavepoint || others.length === 0) {
      for (const one of [...others, job]) one.reject(reason)
      return
    }
    this.#queue.runFirst([...others, job])
    this.#savepointsLeft = savepointGroups
  }

  #commit(done: readonly FinishedWrite[]): void {
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
    // The next group starts without waiting until other processes have received the publications.
    void Promise.resolve(deliver([...published.values()])).then(answer)
  }
}
