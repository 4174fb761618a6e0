// Records the progress of an import together with what a step has written, and only while this process holds the lease.
import { seconds } from '../../base/clock.ts'
import type { Tx } from '../../storage/store.ts'
import { advanceImport, type ImportRow } from '../stored/statements.ts'
import type { ImportJob } from './job.ts'
import { LeaseLostError, leaseMs } from './lease.ts'
import type { RowOutcome } from './row-writer.ts'

type Counts = Readonly<Record<'create' | 'update' | 'unchanged' | 'reject' | 'done' | 'left', number>>

const noCounts: Counts = { create: 0, update: 0, unchanged: 0, reject: 0, done: 0, left: 0 }

export const countsIn = (json: string): Counts => ({ ...noCounts, ...(JSON.parse(json) as Partial<Counts>) })

export function withOutcomes(counts: Counts, outcomes: readonly Pick<RowOutcome, 'outcome'>[]): Counts {
  const sum: Record<string, number> = { ...counts, done: counts.done + outcomes.length }
  for (const { outcome } of outcomes) sum[outcome] = (sum[outcome] ?? 0) + 1
  return sum as Counts
}

interface Step {
  readonly position: number
  readonly status?: string
  readonly counts?: Counts
  readonly plan?: Counts
  readonly left?: readonly object[]
}

/** Moves the import on, as a part of the transaction of the step; returns it as it is then. */
export async function advance(tx: Tx, { stored, context }: ImportJob, step: Step): Promise<ImportRow> {
  const { store } = context
  const changed = seconds(store.clock)
  const next = {
    ...stored,
    position: step.position,
    status: step.status ?? stored.status,
    counts: step.counts ? JSON.stringify(step.counts) : stored.counts,
    plan_counts: step.plan ? JSON.stringify(step.plan) : stored.plan_counts,
    left: step.left ? JSON.stringify(step.left) : stored.left,
    changed,
  }
  const moved = await tx.run(
    advanceImport(store.dialect, {
      ...{ db: stored.db, id: stored.id, holder: stored.holder ?? '', status: stored.status },
      ...{ from: stored.position, position: next.position, next: next.status, changed },
      ...{ counts: next.counts, plan: next.plan_counts, left: next.left },
      until: next.status === stored.status ? store.clock.now() + leaseMs : 0,
    }),
  )
  if (moved === 0) throw new LeaseLostError('The import has another holder or state')
  return next
}
