// Runs Create, Update, Upsert, Delete and Restore: the records of a request in one transaction, by default all or none.
import { shareOf } from '../../accounts/caller.ts'
import { Problems, Refusal, refuse } from '../../base/errors.ts'
import { nextTurnIfLong } from '../../base/scheduling/loop-turn.ts'
import { member } from '../../base/text/json.ts'
import type { WriteOperation } from '../../entities/entity.ts'
import { encodeKey } from '../../fields/record-key.ts'
import { readCatalog } from '../../model/catalog.ts'
import { editFieldOptions } from '../../options/edit.ts'
import { ConstraintViolation } from '../../storage/statements/constraint-violation.ts'
import type { Tx } from '../../storage/store.ts'
import { deleteRecord } from '../bin/delete-record.ts'
import { restoreRecord } from '../bin/restore-record.ts'
import type { EntityRequest, OperationContext } from '../context.ts'
import type { RefusedCount } from '../operation-request.ts'
import { type Data, echo, writeRecord } from '../record/record-write.ts'
import type { WriteSetting } from '../record/rule-context.ts'
import { RowStore } from '../rows/row-store.ts'
import { recordSchemaHistory } from '../schema/schema-history.ts'
import { writeSchema } from '../schema/schema-write.ts'
import { checkExpected, countRecords, findRecords } from './bulk.ts'
import { cleanTexts } from './clean-texts.ts'
import { hashPasswords } from './hash-passwords.ts'
import { type Idempotency, once } from './idempotency.ts'
import { checkMatch } from './matching.ts'
import { answersAfterSave, readsAfterSave, type WriteResult } from './read-after-save.ts'
import { RefusedRecords, RefusedRecordsError } from './refused-records.ts'
import { lockIdentities, upsertRecord } from './upsert.ts'
import { checkCount, type PlannedWrite, pathOf, planWrite, type RecordsRequest } from './write-plan.ts'

/** An entity's member of the answer: `Data`, or `FieldOptions`. */
interface WriteAnswer {
  readonly member: string
  readonly content: Record<string, unknown>
  /** How many records of a partial request were refused and written, and why; absent when none was refused. */
  readonly refused?: RefusedCount
}

/** A partial request whose refusals keep changing from pass to pass is given up. */
const mostPasses = 10

export async function runWrites(
  operation: WriteOperation,
  requests: readonly EntityRequest[],
  context: OperationContext,
  idempotency?: Idempotency,
  /** Runs first in the transaction; what it throws undoes everything. */
  first?: (tx: Tx) => Promise<void>,
): Promise<WriteAnswer[]> {
  const asked = planAll(operation, requests, context)
  const refused = new RefusedRecords()
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
    const run = () => writeAll(operation, planned, { rows, context, hashes, richTexts }, refused)
    const whole = () => (idempotency ? once(rows, context, idempotency, run) : run())
    return first ? first(tx).then(whole) : whole()
  }
  const partial = planned.some(write => isOfRecords(write) && write.partial)
  for (let pass = 1; ; pass++) {
    try {
      return await store.write(work, { share: shareOf(caller), gone: context.gone })
    } catch (error) {
      if (pass === mostPasses || !partial) throw asRefusal(error)
      // The next pass leaves these out. After a conflict with another writer it sees the writes of the other.
      if (error instanceof RefusedRecordsError) refused.addAll(error.refused)
      else if (!isUniqueViolation(error)) throw asRefusal(error)
    }
  }
}

type RecordsWrite = Extract<PlannedWrite, RecordsRequest>

const isOfRecords = (write: PlannedWrite): write is RecordsWrite => write.kind === 'records' || write.kind === 'bulk'

/** Answers a request that only counts, and must not write anything. */
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

const isUniqueViolation = (error: unknown): boolean => error instanceof ConstraintViolation && error.kind === 'unique'

/** Two concurrent writers may both find a name unused; the store's unique constraint refuses the second. */
function asRefusal(error: unknown): unknown {
  if (!isUniqueViolation(error)) return error
  return new Refusal([{ error: 'AlreadyExists', path: '', message: 'A value that must be unique exists already.' }])
}

type WriteContext = Omit<WriteSetting, 'options'>

/** Writes all parts in order and collects their problems; any problem rolls everything back. */
async function writeAll(
  operation: WriteOperation,
  planned: readonly PlannedWrite[],
  shared: WriteContext,
  refused: RefusedRecords,
): Promise<WriteAnswer[]> {
  const problems = new Problems()
  const pass = { operation, problems, moved: new Set<string>(), refused, newlyRefused: new RefusedRecords() }
  const answers: WriteAnswer[] = []
  let current = shared
  if (operation === 'Upsert') await lockIdentities(planned.filter(isOfRecords), shared.rows)
  for (const write of planned) {
    if (isOfRecords(write)) {
      const entity = current.context.catalog.model.entity(write.entity.name)
      answers.push(await writeRecords({ ...write, entity }, current, pass))
    } else {
      answers.push(await writeOther(operation, write, current, problems))
      current = await withNewCatalog(current)
    }
  }
  problems.throwIfAny()
  if (pass.newlyRefused.count > 0) throw new RefusedRecordsError(pass.newlyRefused)
  return answers
}

/** One run of all parts of a request. */
interface Pass {
  readonly operation: WriteOperation
  readonly problems: Problems
  /** The records that this request has already deleted or restored. */
  readonly moved: Set<string>
  /** Records of partial requests that earlier passes, and this one, have refused. */
  readonly refused: RefusedRecords
  readonly newlyRefused: RefusedRecords
}

/** Reloads the catalog, so that later parts of the request see new items and fields. */
async function withNewCatalog(shared: WriteContext): Promise<WriteContext> {
  const { tx, dialect, db } = shared.rows
  return { ...shared, context: { ...shared.context, catalog: await readCatalog(tx, dialect, db) } }
}

async function writeRecords(asked: RecordsRequest, shared: WriteContext, pass: Pass): Promise<WriteAnswer> {
  const { member, entity, records, many, options, match } = asked
  const { operation, problems, refused, newlyRefused } = pass
  const setting = { ...shared, options }
  await checkExpected(asked, shared.context, shared.rows)
  if (operation === 'Upsert') await checkMatch(asked, shared.rows)
  const written: (WriteResult & { data: Data; index: number })[] = []
  for (const [index, data] of records.entries()) {
    if (problems.full) break
    const path = pathOf(asked, index)
    if (refused.has(path)) continue
    const turn = nextTurnIfLong()
    if (turn) await turn
    const own = asked.partial ? new Problems() : problems
    const one = await writeOne({ member, entity, data, path, match }, setting, { ...pass, problems: own })
    if (one) written.push({ ...one, data, index })
    if (asked.partial && own.count > 0) newlyRefused.add(path, index, own)
  }
  const reads = operation !== 'Delete' && operation !== 'Restore' && problems.count === 0 && readsAfterSave(asked)
  const saved = reads
    ? await answersAfterSave(
        { ...asked, records: written.map(({ data }) => data) },
        written,
        shared.context,
        shared.rows.tx,
      )
    : written.map(({ answer }) => answer)
  const byIndex = new Map(written.map(({ index }, i) => [index, saved[i]]))
  const answers = records.flatMap((_, index) => byIndex.get(index) ?? refused.answer(pathOf(asked, index)) ?? [])
  const content = asked.bulk ? { Count: saved.length, Data: answers } : { Data: many ? answers : answers[0] }
  const messages = refused.messagesOf(records.map((_, index) => pathOf(asked, index)))
  const count = answers.length - saved.length
  return { member, content, ...(count > 0 && { refused: { count, written: saved.length, messages } }) }
}

async function writeOne(
  request: Parameters<typeof upsertRecord>[0],
  setting: WriteSetting,
  { operation, problems, moved }: Pass,
): Promise<WriteResult | null> {
  if (operation === 'Upsert') return upsertRecord(request, setting, problems)
  if (operation === 'Create' || operation === 'Update') {
    const draft = await writeRecord(operation, request, setting, problems)
    return draft && { id: draft.id, answer: echo(request, draft) }
  }
  const { name, knownBy } = request.entity.entity
  const keyOf = (id: string) => (knownBy ? member(request.data, 'Key') : encodeKey(name, id))
  if (operation === 'Delete') {
    const id = await deleteRecord(request, setting, problems, moved)
    return id === null ? null : { id, answer: { Key: keyOf(id) } }
  }
  const restored = await restoreRecord(request, setting, problems, moved)
  return restored && { id: restored.id, answer: { Key: keyOf(restored.id), ...restored.answer } }
}

/** Option items and field definitions have their own writers, which throw a Refusal. */
async function writeOther(
  operation: WriteOperation,
  { kind, request }: Exclude<PlannedWrite, RecordsRequest>,
  { rows, context }: WriteContext,
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
