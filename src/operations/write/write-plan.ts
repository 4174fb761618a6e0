// Classifies a write request before anything is read: records, items of option lists, or definitions of fields.
import { isFresh } from '../../accounts/caller.ts'
import { Problems, refuse } from '../../base/errors.ts'
import { isEmpty, isObject, member, nameOf } from '../../base/text/json.ts'
import { canUpsert, type EntityOperation, type WriteOperation } from '../../entities/entity.ts'
import type { ModelEntity } from '../../model/model.ts'
import { splitPath } from '../../model/resolve.ts'
import type { EntityRequest, OperationContext } from '../context.ts'
import type { Data } from '../record/record-write.ts'

/** A request whose records are known to be objects. */
export interface RecordsRequest {
  readonly member: string
  readonly entity: ModelEntity
  readonly records: readonly Data[]
  /** `Data` is an array in the request and in the answer. */
  readonly many: boolean
  readonly options: Readonly<Record<string, unknown>>
  /** Records that are refused do not prevent the write of the others. */
  readonly partial: boolean
  /** The fields by which an Upsert finds its records. */
  readonly match: readonly string[]
  /** The records were found by Criteria. */
  readonly bulk?: BulkRequest
}

/** An Update or a Delete of all records that meet the Criteria of its request. */
export interface BulkRequest {
  readonly request: EntityRequest
  /** What an Update changes; empty for a Delete. */
  readonly data: Data
  /** The number of records that the client expects; null when it requests that number. */
  readonly expected: number | null
  /** The Version of each record that was found, by its key. */
  readonly versions?: ReadonlyMap<unknown, unknown>
}

export type PlannedWrite =
  | (RecordsRequest & { readonly kind: 'records' })
  | (RecordsRequest & { readonly kind: 'bulk'; readonly bulk: BulkRequest })
  | { readonly kind: 'schema' | 'fieldOptions'; readonly request: EntityRequest; readonly count: number }

export function planWrite(operation: WriteOperation, request: EntityRequest, context: OperationContext): PlannedWrite {
  const { entity, content } = request
  if (operation === 'Update' && member(content as Record<string, unknown>, 'FieldOptions') !== undefined) {
    return { kind: 'fieldOptions', request, count: 1 }
  }
  if (entity === context.catalog.model.schema) {
    return { kind: 'schema', request, count: recordsOf(request).records.length }
  }
  if ((operation === 'Update' || operation === 'Delete') && hasCriteria(content)) {
    return { kind: 'bulk', ...planBulk(operation, request, context) }
  }
  if (operation === 'Upsert') return { kind: 'records', ...planUpsert(request, entity, context) }
  return { kind: 'records', ...planRecords(operation === 'Restore' ? 'Delete' : operation, request, entity, context) }
}

/** The most fields of `Match`. */
const mostMatchFields = 3

/** The paths of the fields of `Match`. */
function matchFieldsOf({ member: spelling, entity, content }: EntityRequest): readonly string[] {
  const sent = member(content as Record<string, unknown>, 'Match')
  if (isEmpty(sent)) return []
  const fields = typeof sent === 'string' ? [sent] : sent
  const path = `${spelling}.Match`
  if (!Array.isArray(fields) || !fields.every(name => typeof name === 'string'))
    return refuse('WrongType', path, `${path} takes the names of fields, such as ["Email"].`)
  if (fields.length > mostMatchFields)
    return refuse('LimitExceeded', path, `${path} names at most ${mostMatchFields} fields, not ${fields.length}.`)
  return fields.map(name => {
    const [first = '', ...inner] = splitPath(name)
    const field = entity.field(first)
    return field ? [field.name, ...inner].join('/') : refuse('UnknownField', path, entity.unknownField(name))
  })
}

function planUpsert(request: EntityRequest, entity: ModelEntity, context: OperationContext): RecordsRequest {
  if (!canUpsert(entity.entity))
    refuse('UnsupportedOperation', request.member, `${entity.name} does not take part in Upsert.`)
  checkOperation('Update', request, entity, context)
  return { ...planRecords('Create', request, entity, context), match: matchFieldsOf(request) }
}

/** Empty Criteria without Count and Expected are ignored. */
function hasCriteria(content: EntityRequest['content']): boolean {
  const [criteria, ...numbers] = ['Criteria', 'Count', 'Expected'].map(name => member(content as Data, name))
  return numbers.some(number => !isEmpty(number)) || (isObject(criteria) && Object.keys(criteria).length > 0)
}

function planBulk(operation: 'Update' | 'Delete', request: EntityRequest, context: OperationContext) {
  const { member: spelling, entity } = request
  const content = request.content as Record<string, unknown>
  checkOperation(operation, request, entity, context)
  if (entity.entity.knownBy)
    refuse('UnsupportedOperation', spelling, `Records of ${entity.name} are named one by one, not by Criteria.`)
  const problems = new Problems()
  const data = operation === 'Update' ? bulkData(content, spelling, problems) : {}
  const expected = expectedIn(content, spelling, problems)
  const criteria = member(content, 'Criteria')
  if (!isObject(criteria)) {
    problems.add(
      'InvalidRequest',
      `${spelling}.Criteria`,
      `${spelling}.Criteria is an object, not ${nameOf(criteria)}.`,
    )
  } else if (!isEmpty(member(criteria, 'Top'))) {
    problems.add('InvalidRequest', `${spelling}.Criteria.Top`, `${spelling}.Criteria.Top is for a Read.`)
  }
  problems.throwIfAny()
  const bulk = { request, data, expected }
  const options = optionsOf(content)
  return { member: spelling, entity, records: [], many: true, options, partial: isPartial(options), match: [], bulk }
}

/** Checks the values of an Update by Criteria: one set for all records, without a key or a version of one of them. */
function bulkData(content: Record<string, unknown>, spelling: string, problems: Problems): Data {
  const [data, path] = [member(content, 'Data'), `${spelling}.Data`]
  if (!isObject(data)) {
    problems.add('InvalidRequest', path, `${path} takes an object, not ${nameOf(data)}.`)
    return {}
  }
  for (const name of ['Key', 'Version']) {
    if (isEmpty(member(data, name))) continue
    problems.add(
      'KeyNotAllowed',
      `${path}.${name}`,
      `${path}.${name} is of one record, and Criteria say which are meant.`,
    )
  }
  return Object.fromEntries(Object.entries(data).filter(([name]) => !/^(key|version)$/i.test(name)))
}

function expectedIn(content: Record<string, unknown>, spelling: string, problems: Problems): number | null {
  const [count, expected] = [member(content, 'Count'), member(content, 'Expected')]
  const path = `${spelling}.Expected`
  if (count === true && isEmpty(expected)) return null
  if (typeof expected === 'number' && Number.isInteger(expected) && expected >= 0 && count !== true) return expected
  const how = 'A write by Criteria has Count true, and then as Expected the number that was counted'
  if (isEmpty(expected)) problems.add('Required', path, `${how}.`)
  else problems.add('InvalidValue', path, `${how}; this has ${JSON.stringify(expected)}.`)
  return null
}

export function planRecords(
  operation: Exclude<EntityOperation, 'Read'>,
  request: EntityRequest,
  entity: ModelEntity,
  context: OperationContext,
): RecordsRequest {
  const { member: spelling, content } = request
  checkOperation(operation, request, entity, context)
  const options = optionsOf(content)
  return { member: spelling, entity, ...recordsOf(request), options, partial: isPartial(options), match: [] }
}

/** `Options.AllOrNothing: false` */
const isPartial = (options: Readonly<Record<string, unknown>>): boolean => options.allornothing === false

function checkOperation(
  operation: Exclude<EntityOperation, 'Read'>,
  { member: spelling }: EntityRequest,
  entity: ModelEntity,
  { caller, now }: OperationContext,
): void {
  if (!entity.entity.operations.includes(operation)) {
    refuse('UnsupportedOperation', spelling, `${entity.name} does not take part in ${operation}.`)
  }
  if (entity.entity.adminWrites && !caller.admin) {
    refuse('AdministratorRequired', spelling, `Only an administrator may write ${entity.name}.`)
  }
  if (entity.entity.freshProof && operation !== 'Validate' && !isFresh(caller, now)) {
    refuse('FreshProof', spelling, `Sign in again to write ${entity.name}: the last sign-in is too long ago.`)
  }
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

/** The path of a record in problems; a record found by Criteria is named by its key. */
export const pathOf = ({ member: spelling, many, bulk, records }: RecordsRequest, index: number): string =>
  bulk ? `${spelling}.Data[${records[index]?.Key}]` : recordPath(spelling, many, index)

function optionsOf(content: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const options = member(content as Record<string, unknown>, 'Options')
  if (!isObject(options)) return {}
  return Object.fromEntries(Object.entries(options).map(([name, value]) => [name.toLowerCase(), value]))
}

export function checkCount(count: number, { limits }: OperationContext): void {
  if (count <= limits.writeRecords) return
  refuse('LimitExceeded', '', `A write carries at most ${limits.writeRecords} records (write-records), not ${count}.`)
}
