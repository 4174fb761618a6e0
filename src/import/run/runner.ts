// Works on imports in the background: one process holds each of them, does step after step, and hands it over when it stops.
import { setImmediate } from 'node:timers/promises'
import { seconds } from '../../base/clock.ts'
import { errorsOf, Refusal, StoreUnavailable, unlessUnavailable } from '../../base/errors.ts'
import type { Job } from '../../base/scheduling/jobs.ts'
import { topics } from '../../storage/nodes/topics.ts'
import type { ImportParts } from '../parts.ts'
import {
  failImport,
  holdImport,
  type ImportRow,
  importById,
  releaseImport,
  renewLease,
  workingImports,
} from '../stored/statements.ts'
import { commitStep } from './commit.ts'
import { type ImportJob, jobOf } from './job.ts'
import { hasEnded, LeaseLostError, leaseMs, newHolder } from './lease.ts'
import { planStep } from './plan.ts'
import { undoStep } from './undo.ts'

const steps: Readonly<Record<string, (job: ImportJob) => Promise<ImportRow>>> = {
  planning: planStep,
  committing: commitStep,
  undoing: undoStep,
}

const lookSeconds = 5
const renewMs = leaseMs / 4
/** Imports that one process works on at a time. */
const atOnce = 2
/** A step that fails so often ends the import. */
const mostFailures = 5

export class ImportRunner {
  readonly #parts: ImportParts
  readonly #holder = newHolder()
  readonly #running = new Map<string, Promise<void>>()
  /** The step of an import that failed last, and how often in a row. */
  readonly #failures = new Map<string, { readonly position: number; readonly count: number }>()
  #unsubscribe = () => {}
  #stopped = false

  constructor(parts: ImportParts) {
    this.#parts = parts
  }

  readonly job: Job = { name: 'looking for imports', everySeconds: lookSeconds, run: () => this.look() }

  start(): void {
    const look = () => void this.look().catch((error: Error) => this.#parts.log.error('imports failed', { error }))
    this.#unsubscribe = this.#parts.operations.store.subscribe(topics.import, look, look)
    look()
  }

  /** Ends after the steps under way. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#unsubscribe()
    await Promise.all(this.#running.values())
  }

  /** Takes the imports that no process works on. */
  async look(): Promise<void> {
    const { store } = this.#parts.operations
    if (this.#stopped || this.#running.size >= atOnce) return
    const working = await store.rows(workingImports(store.dialect, {}))
    const now = store.clock.now()
    for (const stored of working.filter(one => one.held_until < now || this.#mayTake(one.holder))) {
      const name = `${stored.db} ${stored.id}`
      if (this.#stopped || this.#running.has(name) || this.#running.size >= atOnce) continue
      const work = this.drive(stored)
        .then(() => true)
        .catch((error: Error) => {
          this.#parts.log.error('an import failed', { error, db: stored.db, import: stored.id })
          return !(error instanceof StoreUnavailable)
        })
        .then(isStoreThere => {
          this.#running.delete(name)
          if (isStoreThere && !this.#stopped) void this.look().catch(() => {})
        })
      this.#running.set(name, work)
    }
  }

  /** Works on an import until its phase is over, or another process holds it. Returns whether it held the import. */
  async drive(
    { db, id }: Pick<ImportRow, 'db' | 'id'>,
    onStep: (stored: ImportRow) => void = () => {},
  ): Promise<boolean> {
    const { store } = this.#parts.operations
    const now = store.clock.now()
    const [found] = await store.rows(importById(store.dialect, { db, id }))
    const before = this.#mayTake(found?.holder ?? null) ? (found?.holder ?? '') : this.#holder
    const held = { db, id, holder: this.#holder, before, until: now + leaseMs, now }
    if ((await store.write(tx => tx.run(holdImport(store.dialect, held)))) === 0) return false
    const [stored] = await store.rows(importById(store.dialect, { db, id }))
    const renewing = setInterval(() => this.#renew(db, id), renewMs)
    try {
      if (stored) await this.#work(stored, onStep)
    } finally {
      clearInterval(renewing)
      const released = { db, id, holder: this.#holder }
      await unlessUnavailable(store.write(tx => tx.run(releaseImport(store.dialect, released))))
    }
    return true
  }

  #mayTake(holder: string | null): boolean {
    return holder !== null && (holder === this.#holder || hasEnded(holder, this.#holder))
  }

  /** A renewal that fails needs no answer: the next step notices when the lease is lost. */
  #renew(db: number, id: string): void {
    const { store } = this.#parts.operations
    const lease = { db, id, holder: this.#holder, until: store.clock.now() + leaseMs }
    store.write(tx => tx.run(renewLease(store.dialect, lease))).catch(() => {})
  }

  async #work(first: ImportRow, onStep: (stored: ImportRow) => void): Promise<void> {
    let stored = first
    let job: ImportJob | null = null
    try {
      for (let step = steps[stored.status]; step && !this.#stopped; step = steps[stored.status]) {
        const { catalogs } = this.#parts.operations
        // A step that creates options, or another user, changes the catalog.
        if (!job || (await catalogs.get(stored.db)) !== job.context.catalog) job = await jobOf(stored, this.#parts)
        if (!job) throw new Refusal([{ error: 'AccessDenied', path: '', message: 'The user of the import is gone.' }])
        stored = await step({ ...job, stored })
        onStep(stored)
        await setImmediate()
      }
      this.#failures.delete(stored.id)
    } catch (error) {
      await this.#failed(stored, error)
    }
  }

  async #failed({ db, id, position }: ImportRow, error: unknown): Promise<void> {
    const { operations, log } = this.#parts
    const { store, clock } = operations
    if (error instanceof LeaseLostError) return
    // An outage is no fault of the import: the next look goes on with it.
    if (error instanceof StoreUnavailable) throw error
    const before = this.#failures.get(id)
    const count = before?.position === position ? before.count + 1 : 1
    this.#failures.set(id, { position, count })
    const isRefused = error instanceof Refusal
    if (!isRefused) log.error('a step of an import failed', { error: error as Error, db, import: id })
    if (!isRefused && count < mostFailures) return
    const internal = [{ ErrorCode: -9001, Path: '', Message: 'A fault of this server; its log has the details.' }]
    const problems = JSON.stringify(isRefused ? errorsOf(error.told()) : internal)
    const failed = { db, id, holder: this.#holder, problems, changed: seconds(clock) }
    await unlessUnavailable(store.write(tx => tx.run(failImport(store.dialect, failed))))
  }
}
