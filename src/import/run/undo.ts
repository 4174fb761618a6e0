// Undoes an import from its last row to its first: fields get back what they had, created records go to the bin.
import { shareOf } from '../../accounts/caller.ts'
import { Problems, Refusal } from '../../base/errors.ts'
import { encodeKey } from '../../fields/record-key.ts'
import { collectUnit } from '../../operations/bin/delete-cascade.ts'
import { deleteRecord } from '../../operations/bin/delete-record.ts'
import { type Data, writeRecord } from '../../operations/record/record-write.ts'
import type { WriteSetting } from '../../operations/record/rule-context.ts'
import { RowStore } from '../../operations/rows/row-store.ts'
import type { ChunkPlace } from '../stored/chunks.ts'
import { latestVersion, rowsBetween, type StoredRow, setVersions } from '../stored/rows.ts'
import type { ImportRow } from '../stored/statements.ts'
import { type ImportJob, rankOf, stepsOf } from './job.ts'
import { advance, countsIn } from './progress.ts'

/** The rows that the import lists; `counts` has the number of all. */
const mostListed = 1_000
const member = 'row'

interface LeftRow {
  readonly row: number
  readonly key: string
  readonly reason: string
}

export async function undoStep(job: ImportJob): Promise<ImportRow> {
  const { store, caller } = job.context
  const { position } = job.stored
  const steps = stepsOf(job)
  const rows = position < steps ? await rowsBackwards(job, position, steps) : []
  const status = position + 1 >= steps ? { status: 'undone' } : {}
  return store.write(
    async tx => {
      const undo = new Undo(job, new RowStore(tx, store.dialect, job.place.db))
      const left: LeftRow[] = []
      for (const row of rows) {
        const reason = await undo.row(row)
        if (reason !== null) left.push({ row: row.row, key: encodeKey(job.entity.name, row.record ?? ''), reason })
      }
      const counts = countsIn(job.stored.counts)
      const listed = [...(JSON.parse(job.stored.left) as LeftRow[]), ...left].slice(0, mostListed)
      return advance(tx, job, {
        ...{ position: position + 1, left: listed, ...status },
        counts: { ...counts, done: counts.done + rows.length, left: counts.left + left.length },
      })
    },
    { share: shareOf(caller), alone: true },
  )
}

/** The rows of a chunk that were written, last first; the second pass comes before the first. */
async function rowsBackwards(job: ImportJob, position: number, steps: number): Promise<StoredRow[]> {
  const { store } = job.context
  const step = steps - 1 - position
  const pass = Math.floor(step / job.chunks.length)
  const { first, rows } = job.chunks[step % job.chunks.length] as ChunkPlace
  const range = { ...job.place, from: first, to: first + rows - 1 }
  const found = await store.rows(rowsBetween(store.dialect, range))
  const ofPass = found.filter(({ rank }) => rank >= rankOf(pass, 0) && rank < rankOf(pass + 1, 0))
  return ofPass.filter(({ version, made }) => version !== null || made !== null).reverse()
}

class Undo {
  readonly #job: ImportJob
  readonly #rows: RowStore
  readonly #setting: WriteSetting

  constructor(job: ImportJob, rows: RowStore) {
    this.#job = job
    this.#rows = rows
    this.#setting = { rows, context: job.context, options: {}, hashes: new Map() }
  }

  /** Null, or why the record was left as it is. */
  async row({ record, outcome, before, made }: StoredRow): Promise<string | null> {
    try {
      const reason = record === null ? null : await this.#record(record, outcome, before)
      if (reason === null && made !== null) await this.#removeMade(made)
      return reason
    } catch (error) {
      if (error instanceof Refusal) return error.message
      throw error
    }
  }

  async #record(id: string, outcome: string, before: string | null): Promise<string | null> {
    const { entity } = this.#job
    const stored = await this.#rows.one(entity.entity.table, { id }, { lock: 'update' })
    if (!stored || stored.deleted !== null) return outcome === 'create' ? null : 'The record was deleted since.'
    const [latest] = await this.#rows.tx.rows(latestVersion(this.#rows.dialect, { ...this.#job.place, record: id }))
    if (Number(stored.version) !== Number(latest?.version)) return 'The record was changed since.'
    if (outcome === 'create') return this.#remove(id)
    return before === null ? null : this.#restore(id, JSON.parse(before) as Data)
  }

  async #remove(id: string): Promise<string | null> {
    const { entity, context } = this.#job
    const unit = await collectUnit(this.#rows, context.catalog.model, entity, id)
    const others = [...unit].reduce((sum, [name, ids]) => sum + (name === 'Address' ? 0 : ids.size), 0)
    if (others > 1) return 'Other records belong to it since.'
    const problems = new Problems()
    const data = { Key: encodeKey(entity.name, id) }
    await deleteRecord({ entity, data, path: member }, this.#setting, problems, new Set())
    return reasonOf(problems)
  }

  async #restore(id: string, before: Data): Promise<string | null> {
    const { entity, place } = this.#job
    const problems = new Problems()
    const data = { ...before, Key: encodeKey(entity.name, id) }
    const draft = await writeRecord('Update', { entity, data, path: member }, this.#setting, problems)
    if (!draft) return reasonOf(problems)
    const version = Number(draft.row.version)
    await this.#rows.tx.run(setVersions(this.#rows.dialect, { ...place, record: id, version }))
    return null
  }

  /** A company that was created for the row stays when something else belongs to it, or it was changed. */
  async #removeMade(id: string): Promise<void> {
    const stored = await this.#rows.one(this.#job.entity.entity.table, { id }, { lock: 'update' })
    if (stored && stored.deleted === null && stored.version === 1) await this.#remove(id)
  }
}

const reasonOf = (problems: Problems): string | null =>
  problems.count === 0 ? null : new Refusal(problems.list).message.replaceAll(`${member}.`, '')
