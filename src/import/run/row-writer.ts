// Writes rows as records by the code of Create and Upsert, and tells what became of each.
import { errorRegistry } from '../../base/error-codes.ts'
import { errorsOf, Problems, Refusal } from '../../base/errors.ts'
import { nextTurnIfLong } from '../../base/scheduling/loop-turn.ts'
import { encodeKey } from '../../fields/record-key.ts'
import type { OperationContext } from '../../operations/context.ts'
import type { Draft } from '../../operations/record/draft.ts'
import { changesIn } from '../../operations/record/record-history.ts'
import { type Data, writeRecord } from '../../operations/record/record-write.ts'
import type { WriteSetting } from '../../operations/record/rule-context.ts'
import { hasChanges } from '../../operations/record/save-record.ts'
import type { RowStore } from '../../operations/rows/row-store.ts'
import { upsertDraft } from '../../operations/write/upsert.ts'
import { excerpt } from '../mapping/convert.ts'
import type { Mapping } from '../mapping/mapping.ts'
import { type RowProblem, type RowRecord, type RowReference, withType } from '../mapping/row-record.ts'
import { before, filledOnly } from './before.ts'
import { type ImportJob, isUnidentified, matchOf, type RankedRow } from './job.ts'
import { namesCompany, type References } from './references.ts'

export interface PreparedRow extends RankedRow {
  readonly record: RowRecord
}

/** What becomes of a row. */
export interface RowOutcome {
  readonly row: number
  readonly rank: number
  readonly outcome: 'create' | 'update' | 'unchanged' | 'reject'
  readonly id: string | null
  readonly version: number | null
  readonly changes: string | null
  readonly problems: readonly RowProblem[]
  /** What the written fields had before; JSON. */
  readonly before: string | null
  /** A company that was created for the row. */
  readonly made: string | null
}

/** A row that was refused after it had written something: the batch is written again without it. */
export class RowRefusedError extends Error {
  readonly rank: number
  readonly problems: readonly RowProblem[]
  constructor(rank: number, problems: readonly RowProblem[]) {
    super('A row of an import was refused')
    this.rank = rank
    this.problems = problems
  }
}

interface WriterParts {
  readonly job: ImportJob
  readonly rows: RowStore
  readonly context: OperationContext
  readonly setting: WriteSetting
  readonly references: References
  /** The ranks of rows that match no record. */
  readonly unmatched: ReadonlySet<number>
}

const member = 'row'

export class RowWriter {
  readonly #parts: WriterParts
  readonly #checks: WriteSetting
  readonly #request: { readonly member: string; readonly path: string }
  /** Companies that were created for rows, by rank. */
  readonly #made = new Map<number, string>()

  constructor(parts: WriterParts) {
    this.#parts = parts
    this.#checks = { ...parts.setting, checksOnly: true }
    this.#request = { member, path: member }
  }

  /**
   * Creates the companies that rows name and neither file nor database has, all before the first of the rows is written: one
   * that is created between two rows costs a statement for each of its tables.
   */
  async createCompanies(prepared: readonly PreparedRow[]): Promise<void> {
    const { references, job } = this.#parts
    if (!job.mapping.createParents) return
    for (const row of prepared) {
      const { rank, record } = row
      if (this.#problemsOf(row).length > 0) continue
      const missing = record.references.filter(reference => references.find(reference, rank) === 'none')
      // A row of the file may become the company, and a row with another missing record is refused.
      if (!missing.every(one => namesCompany(one) && !references.isInFile(one))) continue
      for (const reference of missing) this.#made.set(rank, await this.#createCompany(reference, rank))
    }
  }

  /** `checksOnly`: no later row depends on this one, and nothing is committed. */
  async write(prepared: PreparedRow, checksOnly: boolean): Promise<RowOutcome> {
    const turn = nextTurnIfLong()
    if (turn) await turn
    const problems = this.#problemsOf(prepared)
    let made: string | null = null
    try {
      const linked = await this.#linked(prepared, problems)
      made = linked.made
      if (problems.length === 0) return await this.#writeRecord(prepared, linked, checksOnly)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      throw new RowRefusedError(prepared.rank, problemsOf(error, this.#parts.job))
    }
    if (made !== null) throw new RowRefusedError(prepared.rank, problems)
    return refusedRow(prepared, problems)
  }

  #problemsOf({ record }: PreparedRow): RowProblem[] {
    const { mapping } = this.#parts.job
    const isRefused = mapping.unidentified === 'reject' && isUnidentified(record, mapping)
    return isRefused ? [...record.problems, lacksIdentity(mapping)] : [...record.problems]
  }

  async #writeRecord(
    prepared: PreparedRow,
    { data, made }: { data: Data; made: string | null },
    checksOnly: boolean,
  ): Promise<RowOutcome> {
    const { job, rows, context, setting, references, unmatched } = this.#parts
    const { entity, mapping } = job
    const { external } = prepared.record
    const own = new Problems()
    let previous: string | null = null
    const match = matchOf(prepared.record, mapping)
    const request = { ...this.#request, entity, data, match }
    const write = checksOnly ? this.#checks : setting
    const isMatched = match.length > 0 || (mapping.byExternal && external !== null)
    const isCreate = data.Key === undefined && (!isMatched || unmatched.has(prepared.rank))
    let id: string | null = null
    let draft: Draft | null = null
    if (isCreate) {
      const ExternalKeys = external ? { ExternalKeys: [external] } : {}
      draft = await writeRecord('Create', { ...request, data: { ...data, ...ExternalKeys } }, write, own)
    } else {
      const keyed = external ? { ...data, ExternalKey: external } : data
      const written = await upsertDraft({ ...request, data: keyed }, write, own, async found => {
        if (mapping.onMatch === 'skip') return null
        const fixed = prepared.record.data.Type === undefined ? without(found, 'Type') : found
        const stored = await before(fixed, { rows, context, entity })
        previous = JSON.stringify(stored)
        return mapping.onMatch === 'fill' ? filledOnly(fixed, stored) : fixed
      })
      id = written?.id ?? null
      draft = written?.draft ?? null
    }
    if (own.count > 0) {
      const problems = problemsOf(new Refusal(own.list, own.count - own.list.length), job)
      if (made !== null) throw new RowRefusedError(prepared.rank, problems)
      return refusedRow(prepared, problems)
    }
    id = draft?.id ?? id
    if (id !== null) references.known.set(prepared.rank, id)
    const isChanged = draft !== null && (draft.creating || hasChanges(draft))
    const outcome = isChanged ? (draft?.creating ? 'create' : 'update') : 'unchanged'
    const { row, rank } = prepared
    return {
      ...{ row, rank, outcome, id, made, problems: [] },
      version: isChanged ? Number(draft?.row.version ?? 1) : null,
      changes: draft && outcome === 'update' ? changesIn(draft, context) : null,
      before: outcome === 'update' ? previous : null,
    }
  }

  /** The data with the keys of the records that the row refers to, and with its Type. */
  async #linked({ rank, record }: PreparedRow, problems: RowProblem[]): Promise<{ data: Data; made: string | null }> {
    const { references, job } = this.#parts
    const keys: Record<string, unknown> = {}
    let made: string | null = this.#made.get(rank) ?? null
    for (const reference of record.references) {
      const found = references.find(reference, rank)
      const { entity, path } = reference.target
      if (found !== 'none') {
        if ('problem' in found) problems.push(found.problem)
        else keys[path] = encodeKey(entity as string, found.id)
      } else if (job.mapping.createParents && namesCompany(reference)) {
        if (problems.length > 0) continue
        made = await this.#createCompany(reference, rank)
        keys[path] = encodeKey(entity as string, made)
      } else problems.push(unknownReference(reference))
    }
    const data = { ...record.data, ...keys }
    const typed = job.entity.name === 'AbEntry' ? withType(data, keys.ParentKey !== undefined) : data
    return { data: typed, made }
  }

  async #createCompany(reference: RowReference, rank: number): Promise<string> {
    const { job, setting, references } = this.#parts
    const own = new Problems()
    const data = { Type: 'Company', CompanyName: reference.value }
    const draft = await writeRecord('Create', { entity: job.entity, data, path: member }, setting, own)
    if (!draft) throw new RowRefusedError(rank, problemsOf(new Refusal(own.list), job))
    references.add(reference, draft.id)
    return draft.id
  }
}

const without = (data: Data, name: string): Data =>
  Object.fromEntries(Object.entries(data).filter(([member]) => member !== name))

function lacksIdentity({ match, byExternal }: Mapping): RowProblem {
  const names = [...(byExternal ? ['ExternalKey'] : []), ...match]
  const Message = `The row has no value of ${names.join(', ')}, by which it would be matched.`
  return { Path: names[0] ?? '', ErrorCode: errorRegistry.Required.code, Message }
}

function unknownReference({ target, column, value }: RowReference): RowProblem {
  const what = target.entity === 'AbEntry' && target.by === 'CompanyName' ? 'company' : (target.entity ?? 'record')
  const Message = `Column ${column}: neither the file nor the database has a ${what} "${excerpt(value)}".`
  return { Path: target.path, ErrorCode: errorRegistry.UnknownKey.code, Message, Column: column }
}

export const refusedRow = ({ row, rank }: RankedRow, problems: readonly RowProblem[]): RowOutcome => ({
  ...{ row, rank, outcome: 'reject', id: null, version: null, changes: null, problems, before: null, made: null },
})

/** Problems of a write with paths relative to the record, and the columns of the file that they are about. */
function problemsOf(refusal: Refusal, { mapping }: ImportJob): RowProblem[] {
  return errorsOf(refusal.told()).map(({ ErrorCode, Path, Message }) => {
    const path = Path.startsWith(`${member}.`) ? Path.slice(member.length + 1) : Path === member ? '' : Path
    const use = mapping.uses.find(
      one =>
        one.kind === 'field' &&
        (path === one.conversion.target.path || path.startsWith(`${one.conversion.target.path}.`)),
    )
    const text = Message.replaceAll(`${member}.`, '')
    return { Path: path, ErrorCode, Message: text, ...(use ? { Column: use.column } : {}) }
  })
}
