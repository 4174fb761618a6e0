// What a write request asks for, before anything is read: records, items of option lists, or definitions of fields.
import { Problems, refuse } from '../../base/errors.ts'
import { isObject, member, nameOf } from '../../base/json.ts'
import type { EntityOperation, WriteOperation } from '../../entities/entity.ts'
import type { ModelEntity } from '../../model/model.ts'
import type { EntityRequest, OperationContext } from '../context.ts'
import type { Data } from '../record/record-write.ts'

/** A request whose records are known to be objects. */
export interface RecordsRequest {
  readonly member: string
  readonly entity: ModelEntity
  readonly records: readonly Data[]
  /** `Data` was an array, and is answered by one. */
  readonly many: boolean
  readonly options: Readonly<Record<string, unknown>>
}

export type PlannedWrite =
  | (RecordsRequest & { readonly kind: 'records' })
  | { readonly kind: 'schema' | 'fieldOptions'; readonly request: EntityRequest; readonly count: number }

export function planWrite(operation: WriteOperation, request: EntityRequest, context: OperationContext): PlannedWrite {
  const { entity, content } = request
  if (operation === 'Update' && member(content as Record<string, unknown>, 'FieldOptions') !== undefined) {
    return { kind: 'fieldOptions', request, count: 1 }
  }
  if (entity === context.catalog.model.schema) {
    return { kind: 'schema', request, count: recordsOf(request).records.length }
  }
  return { kind: 'records', ...planRecords(operation === 'Restore' ? 'Delete' : operation, request, entity, context) }
}

export function planRecords(
  operation: Exclude<EntityOperation, 'Read'>,
  request: EntityRequest,
  entity: ModelEntity,
  { caller }: OperationContext,
): RecordsRequest {
  const { member: spelling, content } = request
  if (!entity.entity.operations.includes(operation)) {
    refuse('UnsupportedOperation', spelling, `${entity.name} does not take part in ${operation}.`)
  }
  if (entity.entity.adminWrites && !caller.admin) {
    refuse('AdministratorRequired', spelling, `Only an administrator may write ${entity.name}.`)
  }
  return { member: spelling, entity, ...recordsOf(request), options: optionsOf(content) }
}

/** The records of a request: one, or an array of them. */
function recordsOf({ member: spelling, content }: EntityRequest): { records: Data[]; many: boolean } {
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

function optionsOf(content: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const options = member(content as Record<string, unknown>, 'Options')
  if (!isObject(options)) return {}
  return Object.fromEntries(Object.entries(options).map(([name, value]) => [name.toLowerCase(), value]))
}

export function checkCount(count: number, { limits }: OperationContext): void {
  if (count <= limits.writeRecords) return
  refuse('LimitExceeded', '', `A write carries at most ${limits.writeRecords} records (write-records), not ${count}.`)
}
