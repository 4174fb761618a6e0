// Runs Create, Update, Delete and Restore: all records of a request in one transaction, all or none.
import { shareOf } from '../../accounts/caller.ts'
import { Problems, Refusal, refuse } from '../../base/errors.ts'
import { member } from '../../base/json.ts'
import { nextTurnIfLong } from '../../base/loop-turn.ts'
import type { WriteOperation } from '../../entities/entity.ts'
import { encodeKey } from '../../fields/record-key.ts'
import { readCatalog } from '../../model/catalog.ts'
import { editFieldOptions } from '../../options/edit.ts'
import { ConstraintViolation } from '../../storage/constraint-violation.ts'
import type { Tx } from '../../storage/store.ts'
import { deleteRecord } from '../bin/delete-record.ts'
import { restoreRecord } from '../bin/restore-record.ts'
import type { EntityRequest, OperationContext } from '../context.ts'
import { echo, type RecordRequest, writeRecord } from '../record/record-write.ts'
import type { WriteSetting } from '../record/rule-context.ts'
import { RowStore } from '../rows/row-store.ts'
import { recordSchemaHistory } from '../schema/schema-history.ts'
import { writeSchema } from '../schema/schema-write.ts'
import { checkExpected, countRecords, findRecords } from './bulk.ts'
import { cleanTexts } from './clean-texts.ts'
import { hashPasswords } from './hash-passwords.ts'
import { type Idempotency, once } from './idempotency.ts'
import { answersAfterSave, readsAfterSave, type Written } from './read-after-save.ts'
import { checkCount, type PlannedWrite, pathOf, planWrite, type RecordsRequest } from './write-plan.ts'

/** An entity's member of the answer: `Data`, or `FieldOptions`. */
interface WriteAnswer {
  readonly member: string
  readonly content: Record<string, unknown>
}

export async function runWrites(
  operation: WriteOperation,
  requests: readonly EntityRequest[],
  context: OperationContext,
  idempotency?: Idempotency,
  /** Runs first in the transaction; what it throws undoes everything. */
  first?: (tx: Tx) => Promise<void>,
): Promise<WriteAnswer[]> {
  const asked = planAll(operation, requests, context)
  if (asked.some(write => write.kind === 'bulk' && write.bulk.expected === null)) return countAll(asked, context)
  const planned = await Promise.all(asked.map(write => (write.kind === 'bulk' ? findRecords(write, context) : write)))
  const hashes = await hashPasswords(
    planned.flatMap(write => (isOfRecords(write) ? write.records.map(data => ({ ...write, data })) : [])),
    context,
  )
  const richTexts = await cleanTexts(planned.filter(isOfRecords))
  const { store, caller } = context
  const work = (tx: Tx): Promise<WriteAnswer[]> => {
    const rows = new RowStore(tx, store.dialect, caller.db)
    const run = () => writeAll(operation, planned, { rows, context, hashes, richTexts })
    const whole = () => (idempotency ? once(rows, context, idempotency, run) : run())
    return first ? first(tx).then(whole) : whole()
  }
  try {
    return await store.write(work, { share: shareOf(caller), gone: context.gone })
  } catch (error) {
    throw asRefusal(error)
  }
}

type OfRecords = Extract<PlannedWrite, RecordsRequest>

const isOfRecords = (write: PlannedWrite): write is OfRecords => write.kind === 'records' || write.kind === 'bulk'

/** Answers a request that only counts; it may not write anything beside. */
async function countAll(asked: readonly PlannedWrite[], context: OperationContext): Promise<WriteAnswer[]> {
  const answers: WriteAnswer[] = []
  for (const write of asked) {
    if (write.kind !== 'bulk' || write.bulk.expected !== null)
      return refuse('InvalidRequest', '', 'A batch counts, with Count in each of its members, or it writes.')
    answers.push({ member: write.member, content: await countRecords(write.bulk, context) })
  }
  return answers
}

function planAll(
  operation: WriteOperation,
  requests: readonly EntityRequest[],
  context: OperationContext,
): PlannedWrite[] {
  const problems = new Problems()
  const planned = requests.map(request => problems.try(() => planWrite(operation, request, context)))
  problems.throwIfAny()
  const known = planned.filter(write => write !== undefined)
  checkCount(
    known.reduce((sum, write) => sum + (isOfRecords(write) ? write.records.length : write.count), 0),
    context,
  )
  return known
}

/** Two concurrent writers may both find a name unused; the store's unique constraint refuses the second. */
function asRefusal(error: unknown): unknown {
  if (!(error instanceof ConstraintViolation) || error.kind !== 'unique') return error
  return new Refusal([{ error: 'AlreadyExists', path: '', message: 'A value that must be unique exists already.' }])
}

type Shared = Omit<WriteSetting, 'options'>

/** Writes all parts in order and collects their problems; any problem rolls everything back. */
async function writeAll(
  operation: WriteOperation,
  planned: readonly PlannedWrite[],
  shared: Shared,
): Promise<WriteAnswer[]> {
  const problems = new Problems()
  const moved = new Set<string>()
  const answers: WriteAnswer[] = []
  let current = shared
  for (const write of planned) {
    if (isOfRecords(write)) {
      const entity = current.context.catalog.model.entity(write.entity.name)
      answers.push(await writeRecords(operation, { ...write, entity }, current, problems, moved))
    } else {
      answers.push(await writeOther(operation, write, current, problems))
      current = await withNewCatalog(current)
    }
  }
  problems.throwIfAny()
  return answers
}

/** Reloads the catalog, so that later parts of the request see new items and fields. */
async function withNewCatalog(shared: Shared): Promise<Shared> {
  const { tx, dialect, db } = shared.rows
  return { ...shared, context: { ...shared.context, catalog: await readCatalog(tx, dialect, db) } }
}

async function writeRecords(
  operation: WriteOperation,
  asked: RecordsRequest,
  shared: Shared,
  problems: Problems,
  moved: Set<string>,
): Promise<WriteAnswer> {
  const { member, entity, records, many, options } = asked
  const setting = { ...shared, options }
  await checkExpected(asked, shared.context, shared.rows.tx)
  const written: Written[] = []
  for (const [i, data] of records.entries()) {
    if (problems.full) break
    const turn = nextTurnIfLong()
    if (turn) await turn
    const request = { entity, data, path: pathOf(asked, i) }
    const one = await writeOne(operation, request, setting, problems, moved)
    if (one) written.push(one)
  }
  const reads = (operation === 'Create' || operation === 'Update') && problems.count === 0 && readsAfterSave(asked)
  const answers = reads
    ? await answersAfterSave(asked, written, shared.context, shared.rows.tx)
    : written.map(({ answer }) => answer)
  const content = asked.bulk ? { Count: answers.length, Data: answers } : { Data: many ? answers : answers[0] }
  return { member, content }
}

async function writeOne(
  operation: WriteOperation,
  request: RecordRequest,
  setting: WriteSetting,
  problems: Problems,
  moved: Set<string>,
): Promise<Written | null> {
  if (operation === 'Create' || operation === 'Update') {
    const draft = await writeRecord(operation, request, setting, problems)
    return draft && { id: draft.id, answer: echo(request, draft) }
  }
  const move = operation === 'Delete' ? deleteRecord : restoreRecord
  const id = await move(request, setting, problems, moved)
  if (id === null) return null
  const { name, knownBy } = request.entity.entity
  return { id, answer: { Key: knownBy ? member(request.data, 'Key') : encodeKey(name, id) } }
}

/** Option items and field definitions have their own writers, which throw a Refusal. */
async function writeOther(
  operation: WriteOperation,
  { kind, request }: Exclude<PlannedWrite, RecordsRequest>,
  { rows, context }: Shared,
  problems: Problems,
): Promise<WriteAnswer> {
  try {
    const { store, caller } = context
    const before = await readCatalog(rows.tx, store.dialect, caller.db)
    const content =
      kind === 'schema'
        ? await writeSchema(operation, rows.tx, request, context)
        : ((await editFieldOptions(rows.tx, request, context)) as Record<string, unknown>)
    await recordSchemaHistory(rows, context, before, await readCatalog(rows.tx, store.dialect, caller.db))
    return { member: request.member, content }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    problems.addRefusal(error)
    return { member: request.member, content: {} }
  }
}
