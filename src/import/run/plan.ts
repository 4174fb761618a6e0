// Plans an import: finds rows of one record, then runs every row through the write in transactions that are rolled back.
import { shareOf } from '../../accounts/caller.ts'
import type { Tx } from '../../storage/store.ts'
import * as rowStatements from '../stored/rows.ts'
import type { ImportRow } from '../stored/statements.ts'
import { richTextsOf, untilWritten, writeBatch } from './batch.ts'
import {
  externalIdentity,
  fieldIdentity,
  type Identity,
  type ImportJob,
  identitiesOf,
  isIndexed,
  nameIn,
  namesOf,
  passOf,
  type RankedRow,
  rankOf,
  recordOfRow,
  rowsOfRanks,
  rowsOfStep,
  stepsOf,
} from './job.ts'
import { advance, countsIn, withOutcomes } from './progress.ts'
import type { RowOutcome } from './row-writer.ts'

/** The position of an import whose rows are not indexed yet. */
export const unindexed = -1
/** A record that more rows of the file are about is planned from the first of them and the last ones. */
const mostEarlier = 200
/** How often a batch is planned again with further rows before it. */
const mostRounds = 3
const removedAtOnce = 2_000

/** Runs one step and returns the import after it. */
export async function planStep(job: ImportJob): Promise<ImportRow> {
  if (job.stored.position === unindexed) return indexRows(job)
  const { store } = job.context
  const steps = stepsOf(job)
  const position = job.stored.position
  const rows = position < steps ? await rowsOfStep(job, position) : []
  const outcomes = rows.length === 0 ? [] : await planRows(job, rows)
  const counts = withOutcomes(countsIn(job.stored.counts), outcomes)
  const isLast = position + 1 >= steps
  return store.write(
    async tx => {
      await rowStatements.insertRows(
        tx,
        store.dialect,
        outcomes.map(outcome => storedRow(job, outcome)),
      )
      const step = { position: position + 1, counts }
      return advance(tx, job, isLast ? { ...step, status: 'planned', plan: counts } : step)
    },
    { share: shareOf(job.context.caller), alone: true },
  )
}

export const storedRow = ({ place }: ImportJob, outcome: RowOutcome): rowStatements.StoredRow => ({
  db: place.db,
  import: place.import,
  row: outcome.row,
  outcome: outcome.outcome,
  record: outcome.id,
  rank: outcome.rank,
  changes: outcome.changes,
  problems: outcome.problems.length === 0 ? null : JSON.stringify(outcome.problems),
  version: outcome.version,
  before: outcome.before,
  made: outcome.made,
})

/** Removes what an earlier plan has left, and stores what identifies the rows. */
async function indexRows(job: ImportJob): Promise<ImportRow> {
  const { store, catalog, caller } = job.context
  const options = { share: shareOf(caller), alone: true }
  for (const remove of [rowStatements.removeIdentities]) {
    while ((await store.write(tx => tx.run(remove(store.dialect, job.place)), options)) > 0);
  }
  for (let to = removedAtOnce; to < job.stored.rows + removedAtOnce; to += removedAtOnce)
    await store.write(tx => tx.run(rowStatements.removeRowsUpTo(store.dialect, { ...job.place, to })), options)
  let { stored } = job
  if (isIndexed(job)) {
    for (let step = 0; step < job.chunks.length; step++) {
      const rows = await rowsOfChunk(job, step)
      const identities = rows.flatMap(({ cells, rank }) => {
        const record = recordOfRow(cells, job, catalog)
        const all = [...identitiesOf(record, job), ...namesOf(record, job)]
        return distinct(all).map(({ kind, value }) => ({ ...job.place, kind, value, rank }))
      })
      stored = await store.write(async tx => {
        await rowStatements.insertIdentities(tx, store.dialect, identities)
        return advance(tx, { ...job, stored }, { position: unindexed })
      }, options)
    }
  }
  return store.write(tx => advance(tx, { ...job, stored }, { position: 0 }), options)
}

async function rowsOfChunk(job: ImportJob, chunk: number): Promise<RankedRow[]> {
  const rows = await rowsOfStep({ ...job, passes: 1 }, chunk)
  return rows.map(one => ({ ...one, rank: rankOf(passOf(one.cells, job), one.row) }))
}

const distinct = (identities: readonly Identity[]): Identity[] => [
  ...new Map(identities.map(one => [nameIn(one), one])).values(),
]

/** Carries the outcomes out of a transaction that must not be committed. */
class RolledBack extends Error {
  readonly outcomes: readonly RowOutcome[]
  constructor(outcomes: readonly RowOutcome[]) {
    super('Planned')
    this.outcomes = outcomes
  }
}

async function planRows(job: ImportJob, rows: readonly RankedRow[]): Promise<readonly RowOutcome[]> {
  const { store, caller } = job.context
  const ranks = new Set(isIndexed(job) ? await earlierRanks(job, rows) : [])
  for (let round = 1; ; round++) {
    const earlier = await rowsOfRanks(job, [...ranks])
    const richTexts = await richTextsOf(job, [...earlier, ...rows])
    const outcomes = await untilWritten(async refused => {
      const work = async (tx: Tx): Promise<never> => {
        throw new RolledBack(await writeBatch(tx, { job, rows, earlier, refused, richTexts, isPlan: true }))
      }
      try {
        return await store.write(work, { share: shareOf(caller), alone: true })
      } catch (error) {
        if (error instanceof RolledBack) return error.outcomes
        throw error
      }
    })
    const further = round === mostRounds ? [] : await rowsOfSameRecords(job, rows, outcomes, ranks)
    if (further.length === 0) return outcomes.map(withoutFresh)
    for (const rank of further) ranks.add(rank)
  }
}

/** A record that the plan has created is not there after it. */
const withoutFresh = (outcome: RowOutcome): RowOutcome => ({
  ...outcome,
  id: outcome.outcome === 'create' ? null : outcome.id,
  version: null,
  before: null,
  made: null,
})

/** The ranks of earlier rows that are about the same records, or that are the parents of these rows. */
async function earlierRanks(job: ImportJob, rows: readonly RankedRow[]): Promise<number[]> {
  const { store, catalog } = job.context
  const first = (rows[0] as RankedRow).rank
  const own = new Set(rows.map(({ rank }) => rank))
  const identities = distinct(
    rows.flatMap(({ cells }) => {
      const record = recordOfRow(cells, job, catalog)
      const parents = record.references
        .filter(({ target }) => target.entity === job.entity.name)
        .map(({ target, source, value }) =>
          source === null ? fieldIdentity(target.by as string, value) : externalIdentity(source, value),
        )
      return [...identitiesOf(record, job), ...parents]
    }),
  )
  const found = new Map<string, number[]>()
  for (const [kind, some] of Map.groupBy(identities, one => one.kind)) {
    const values = some.map(({ value }) => value)
    for (const { value, rank } of await store.rows(
      rowStatements.ranksOf(store.dialect, { ...job.place, kind, values }),
    ))
      if (rank < first && !own.has(rank)) {
        const name = nameIn({ kind, value })
        found.set(name, [...(found.get(name) ?? []), rank])
      }
  }
  return [...found.values()].flatMap(ranks =>
    ranks.length <= mostEarlier ? ranks : [ranks[0] as number, ...ranks.slice(1 - mostEarlier)],
  )
}

/** Earlier rows that change records which these rows change too, although they name them in another way. */
async function rowsOfSameRecords(
  job: ImportJob,
  rows: readonly RankedRow[],
  outcomes: readonly RowOutcome[],
  known: ReadonlySet<number>,
): Promise<number[]> {
  const { store } = job.context
  const records = [...new Set(outcomes.flatMap(({ id, outcome }) => (outcome !== 'create' && id !== null ? [id] : [])))]
  if (records.length === 0) return []
  const first = (rows[0] as RankedRow).rank
  const same = await store.rows(rowStatements.rowsOfRecords(store.dialect, { ...job.place, records }))
  return same.flatMap(({ rank }) => (rank < first && !known.has(rank) ? [rank] : [])).slice(-mostEarlier)
}
