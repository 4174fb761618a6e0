// Writes a batch of rows inside a transaction: options and identities first, then each row in its order.
import { seconds } from '../../base/clock.ts'
import { readCatalog } from '../../model/catalog.ts'
import type { OperationContext } from '../../operations/context.ts'
import { BatchedRows } from '../../operations/rows/batched-rows.ts'
import type { RowStore } from '../../operations/rows/row-store.ts'
import { cleanTexts } from '../../operations/write/clean-texts.ts'
import { lockIdentities } from '../../operations/write/upsert.ts'
import { editFieldOptions } from '../../options/edit.ts'
import { ConstraintViolation } from '../../storage/statements/constraint-violation.ts'
import type { Tx } from '../../storage/store.ts'
import { missingOptions, type RowProblem, recordOf } from '../mapping/row-record.ts'
import { recordsOfRows } from '../stored/rows.ts'
import { type ImportJob, matchOf, type RankedRow, recordOfRow, rowOfRank } from './job.ts'
import { unmatchedRows, unsharedRows, withoutChildren } from './matches.ts'
import { References } from './references.ts'
import { type PreparedRow, type RowOutcome, RowRefusedError, RowWriter, refusedRow } from './row-writer.ts'

interface Batch {
  readonly job: ImportJob
  readonly rows: readonly RankedRow[]
  /** Rows that are written before, since the plan has to see what they leave; they have no outcome of their own. */
  readonly earlier: readonly RankedRow[]
  /** Rows that an earlier attempt has refused after they had written something, and why. */
  readonly refused: ReadonlyMap<number, readonly RowProblem[]>
  readonly richTexts: Awaited<ReturnType<typeof cleanTexts>>
  /** Nothing is committed. */
  readonly isPlan: boolean
}

const noHashes: ReadonlyMap<string, string> = new Map()

/** Sanitizes rich texts, which takes long, before the transaction. */
export const richTextsOf = ({ entity, mapping, context }: ImportJob, rows: readonly RankedRow[]) =>
  cleanTexts([{ entity, records: rows.map(({ cells }) => recordOf(cells, mapping, context.catalog).data) }])

export async function writeBatch(tx: Tx, batch: Batch): Promise<RowOutcome[]> {
  const { job, isPlan } = batch
  const { dialect } = job.context.store
  const rows = new BatchedRows(tx, dialect, job.place.db)
  const context = await withOptions(rows, batch)
  const all = [...batch.earlier, ...batch.rows].sort((a, b) => a.rank - b.rank)
  const prepared = all.map(row => ({ ...row, record: recordOfRow(row.cells, job, context.catalog) }))
  if (!isPlan) await lockBatch(prepared, job, rows)
  const setting = { rows, context, options: {}, hashes: noHashes, richTexts: batch.richTexts }
  const references = await referencesOf(prepared, batch, rows, context)
  const unshared = unsharedRows(prepared, job)
  const unmatched = await unmatchedRows(unshared, { job, rows, context })
  const writer = new RowWriter({ job, rows, context, setting, references, unmatched })
  const own = new Set(batch.rows.map(({ rank }) => rank))
  const checked = new Set(isPlan ? withoutChildren(unshared, prepared, job).map(({ rank }) => rank) : [])
  const outcomes: RowOutcome[] = []
  const firstChild = prepared.findIndex(({ record }) => record.references.length > 0)
  for (const [i, row] of prepared.entries()) {
    // Only then, since a row before may become the company that is named.
    if (i === firstChild) await writer.createCompanies(prepared.slice(i).filter(({ rank }) => !batch.refused.has(rank)))
    const refused = batch.refused.get(row.rank)
    const outcome = refused
      ? refusedRow(row, refused)
      : await writer.write(row, own.has(row.rank) && checked.has(row.rank))
    if (own.has(row.rank)) outcomes.push(outcome)
  }
  await rows.flush()
  return outcomes
}

/** Creates the options that the rows name and the database lacks, where the mapping says so. */
async function withOptions(rows: RowStore, { job, rows: batch, earlier }: Batch): Promise<OperationContext> {
  const { mapping, entity } = job
  const context = { ...job.context, now: seconds(job.context.store.clock) }
  if (mapping.createOptions.size === 0) return context
  const missing = [...batch, ...earlier].flatMap(({ cells }) => missingOptions(cells, mapping, context.catalog))
  if (missing.length === 0) return context
  const FieldOptions: Record<string, object[]> = {}
  for (const [field, some] of Map.groupBy(missing, one => one.field)) {
    const names = new Map(some.map(({ name }) => [name.toLowerCase(), name]))
    FieldOptions[field] = [...names.values()].map(Name => ({ Name }))
  }
  await editFieldOptions(rows.tx, { member: entity.name, entity, content: { FieldOptions } }, context)
  return { ...context, catalog: await readCatalog(rows.tx, rows.dialect, rows.db) }
}

async function lockBatch(
  prepared: readonly PreparedRow[],
  { entity, mapping }: ImportJob,
  rows: RowStore,
): Promise<void> {
  if (mapping.match.length === 0 && !mapping.byExternal) return
  const requests = prepared.map(({ record }) => {
    const { data, external } = record
    const keyed = external && mapping.byExternal ? { ...data, ExternalKey: external } : data
    return { entity, records: [keyed], match: matchOf(record, mapping) }
  })
  await lockIdentities(requests, rows)
}

async function referencesOf(
  prepared: readonly PreparedRow[],
  { job, isPlan }: Batch,
  rows: RowStore,
  context: OperationContext,
): Promise<References> {
  const references = new References(job, rows, context, new Map())
  const all = prepared.flatMap(({ record }) => record.references)
  if (all.length === 0) return references
  await references.load(all)
  const ranks = await references.ranksInFile(all)
  if (isPlan || ranks.length === 0) return references
  const named = { ...job.place, rows: [...new Set(ranks.map(rowOfRank))] }
  for (const { rank, record } of await rows.tx.rows(recordsOfRows(rows.dialect, named)))
    if (record !== null) references.known.set(rank, record)
  return references
}

/** Refusals, and conflicts with other writers, after which a batch is tried again. */
const mostAttempts = 300
const mostConflicts = 10

/** Runs a batch, again without each row that was refused after it had written something. */
export async function untilWritten<T>(
  work: (refused: ReadonlyMap<number, readonly RowProblem[]>) => Promise<T>,
): Promise<T> {
  const refused = new Map<number, readonly RowProblem[]>()
  let conflicts = 0
  for (let attempt = 0; ; attempt++) {
    try {
      return await work(refused)
    } catch (error) {
      if (attempt >= mostAttempts) throw error
      if (error instanceof RowRefusedError && !refused.has(error.rank)) refused.set(error.rank, error.problems)
      else if (!(error instanceof ConstraintViolation) || ++conflicts > mostConflicts) throw error
    }
  }
}
