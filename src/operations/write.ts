// Create, Update, Delete and Restore: all records of a request in one transaction, all of them or none.
import { Problems, Refusal, refuse } from '../base/errors.ts'
import { isObject, member, nameOf } from '../fields/checks.ts'
import { encodeKey } from '../fields/record-key.ts'
import type { ModelEntity } from '../model/model.ts'
import { ConstraintViolation } from '../storage/constraint-violation.ts'
import type { Tx } from '../storage/store.ts'
import type { EntityRequest, OperationContext } from './context.ts'
import { deleteRecord } from './delete-record.ts'
import { hashPasswords } from './hash-passwords.ts'
import { type Idempotency, once } from './idempotency.ts'
import { type Data, echo, type RecordRequest, writeRecord } from './record-write.ts'
import { restoreRecord } from './restore-record.ts'
import { RowStore } from './row-store.ts'
import type { WriteSetting } from './rule-context.ts'

export type WriteOperation = 'Create' | 'Update' | 'Delete' | 'Restore'

/** What stands under an entity member of the answer: `Data`, or `FieldOptions`. */
export interface WriteAnswer {
  readonly member: string
  readonly content: Record<string, unknown>
}

/** A request whose records are known to be objects. */
export interface RecordsRequest {
  readonly member: string
  readonly entity: ModelEntity
  readonly records: readonly Data[]
  /** `Data` was an array, and is answered by one. */
  readonly many: boolean
  readonly options: Readonly<Record<string, unknown>>
}

export async function runWrites(
  operation: WriteOperation,
  requests: readonly EntityRequest[],
  context: OperationContext,
  idempotency?: Idempotency,
): Promise<WriteAnswer[]> {
  const problems = new Problems()
  const planned = requests.map(request => problems.try(() => plan(operation, request, context)))
  problems.throwIfAny()
  const known = planned.filter(request => request !== undefined)
  const count = known.reduce((sum, request) => sum + request.records.length, 0)
  checkCount(count, context)
  const hashes = await hashPasswords(known.flatMap(({ entity, records }) => records.map(data => ({ entity, data }))))
  const { store, caller } = context
  const work = (tx: Tx): Promise<WriteAnswer[]> => {
    const rows = new RowStore(tx, store.dialect, caller.db)
    const run = () => writeAll(operation, known, { rows, context, hashes })
    return idempotency ? once(rows, context, idempotency, run) : run()
  }
  try {
    return await store.write(work)
  } catch (error) {
    throw asRefusal(error)
  }
}

/** Two writers at once may both find a name free; the store's own constraint stops the second. */
export function asRefusal(error: unknown): unknown {
  if (!(error instanceof ConstraintViolation) || error.kind !== 'unique') return error
  return new Refusal([{ error: 'AlreadyExists', path: '', message: 'A value that must be unique exists already.' }])
}

function checkCount(count: number, { limits }: OperationContext): void {
  if (count <= limits.writeRecords) return
  const message = `A write carries at most ${limits.writeRecords} records (write-records), not ${count}.`
  refuse('LimitExceeded', '', message)
}

function plan(operation: WriteOperation, request: EntityRequest, context: OperationContext): RecordsRequest {
  const { entity, member: spelling, content } = request
  if (!entity) return refuse('UnsupportedOperation', spelling, `${spelling} does not take part in ${operation}.`)
  const needed = operation === 'Restore' ? 'Delete' : operation
  if (!entity.entity.operations.includes(needed)) {
    refuse('UnsupportedOperation', spelling, `${entity.name} does not take part in ${operation}.`)
  }
  checkAdministrator(entity, spelling, context)
  return { member: spelling, entity, ...recordsOf(request), options: optionsOf(content) }
}

export function checkAdministrator(entity: ModelEntity, spelling: string, { caller }: OperationContext): void {
  if (!entity.entity.adminWrites || caller.admin) return
  refuse('AdministratorRequired', spelling, `Only an administrator may write ${entity.name}.`)
}

/** The records of a request: one, or an array of them. */
export function recordsOf({ member: spelling, content }: EntityRequest): { records: Data[]; many: boolean } {
  const data = member(content as Record<string, unknown>, 'Data')
  const many = Array.isArray(data)
  const records = many ? data : [data]
  const problems = new Problems()
  records.forEach((record, i) => {
    const path = recordPath(spelling, many, i)
    if (record === undefined) problems.add('InvalidRequest', path, `${path} is missing.`)
    else if (!isObject(record)) problems.add('InvalidRequest', path, `${path} takes an object, not ${nameOf(record)}.`)
  })
  problems.throwIfAny()
  return { records: records as Data[], many }
}

/** `AbEntry.Data`, or `AbEntry.Data[3]`. */
export const recordPath = (spelling: string, many: boolean, index: number): string =>
  many ? `${spelling}.Data[${index}]` : `${spelling}.Data`

export function optionsOf(content: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const options = member(content as Record<string, unknown>, 'Options')
  if (!isObject(options)) return {}
  return Object.fromEntries(Object.entries(options).map(([name, value]) => [name.toLowerCase(), value]))
}

type Shared = Omit<WriteSetting, 'options'>

/** All records in order, each with its own problems; any problem undoes them all. */
async function writeAll(
  operation: WriteOperation,
  requests: readonly RecordsRequest[],
  shared: Shared,
): Promise<WriteAnswer[]> {
  const problems = new Problems()
  const moved = new Set<string>()
  const answers: WriteAnswer[] = []
  for (const { member: spelling, entity, records, many, options } of requests) {
    const setting = { ...shared, options }
    const written: unknown[] = []
    for (const [i, data] of records.entries()) {
      const request = { entity, data, path: recordPath(spelling, many, i) }
      written.push(await writeOne(operation, request, setting, problems, moved))
    }
    answers.push({ member: spelling, content: { Data: many ? written : written[0] } })
  }
  problems.throwIfAny()
  return answers
}

async function writeOne(
  operation: WriteOperation,
  request: RecordRequest,
  setting: WriteSetting,
  problems: Problems,
  moved: Set<string>,
): Promise<unknown> {
  if (operation === 'Create' || operation === 'Update') {
    const draft = await writeRecord(operation, request, setting, problems)
    return draft && echo(request, draft)
  }
  const move = operation === 'Delete' ? deleteRecord : restoreRecord
  const id = await move(request, setting, problems, moved)
  return id === null ? null : { Key: encodeKey(request.entity.name, id) }
}
