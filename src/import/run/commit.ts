// Commits an import chunk by chunk: the records, what became of the rows and the progress are one transaction.
import { shareOf } from '../../accounts/caller.ts'
import { insertRows, removeRows, rowsBetween } from '../stored/rows.ts'
import type { ImportRow } from '../stored/statements.ts'
import { richTextsOf, untilWritten, writeBatch } from './batch.ts'
import { type ImportJob, type RankedRow, rowsOfStep, stepsOf } from './job.ts'
import { storedRow } from './plan.ts'
import { advance, countsIn, withOutcomes } from './progress.ts'

export async function commitStep(job: ImportJob): Promise<ImportRow> {
  const { store, caller } = job.context
  const position = job.stored.position
  const steps = stepsOf(job)
  const sent = position < steps ? await rowsOfStep(job, position) : []
  const [first, last] = [sent[0]?.row ?? 0, sent.at(-1)?.row ?? -1]
  const planned =
    sent.length === 0 ? [] : await store.rows(rowsBetween(store.dialect, { ...job.place, from: first, to: last }))
  const refusedBefore = new Set(planned.filter(({ outcome }) => outcome === 'reject').map(({ row }) => row))
  const rows = sent.filter(({ row }) => !refusedBefore.has(row))
  const rejected = sent.filter(({ row }) => refusedBefore.has(row)).map(() => ({ outcome: 'reject' as const }))
  const richTexts = await richTextsOf(job, rows)
  const status = position + 1 >= steps ? { status: 'committed' } : {}
  return untilWritten(refused =>
    store.write(
      async tx => {
        const batch = { job, rows, earlier: [] as RankedRow[], refused, richTexts, isPlan: false }
        const outcomes = rows.length === 0 ? [] : await writeBatch(tx, batch)
        if (rows.length > 0) {
          const places = { ...job.place, rows: rows.map(({ row }) => row) }
          await tx.run(removeRows(store.dialect, places))
          await insertRows(
            tx,
            store.dialect,
            outcomes.map(outcome => storedRow(job, outcome)),
          )
        }
        const counts = withOutcomes(countsIn(job.stored.counts), [...outcomes, ...rejected])
        return advance(tx, job, { position: position + 1, counts, ...status })
      },
      { share: shareOf(caller), alone: true },
    ),
  )
}
