// Finds the records of an Update or a Delete by Criteria, and checks their number against Expected.

import { refuse } from '../../base/errors.ts'
import { member } from '../../base/text/json.ts'
import { joined } from '../../base/text/long-text.ts'
import { isHeavy } from '../../query/plan/latency-guard.ts'
import { Overrun } from '../../storage/pacing/overrun.ts'
import type { OperationContext } from '../context.ts'
import { prepareRead, read } from '../read/read.ts'
import type { RowStore } from '../rows/row-store.ts'
import type { BulkRequest, RecordsRequest } from './write-plan.ts'

type Content = Record<string, unknown>

/** The answer to `Count`: how many records there are, and how many one request may change. */
export async function countRecords({ request }: BulkRequest, context: OperationContext): Promise<Content> {
  const fields = { '$COUNT()': 1 }
  // Refuses what the write would refuse.
  prepareRead(readOf(request, { Key: 1 }), context)
  const { Data } = await run(readOf(request, fields), context)
  return { Count: Data[0]?.['$COUNT()'], Most: context.limits.bulkRecords }
}

/** Finds the records before the transaction of the write, since a search may take long. */
export async function findRecords<R extends RecordsRequest & { bulk: BulkRequest }>(
  asked: R,
  context: OperationContext,
): Promise<R> {
  const { request, data } = asked.bulk
  const found = await foundBy(readOf(request, { Key: 1, Version: 1 }), context)
  const versions = new Map(found.map(({ Key, Version }) => [Key, Version]))
  return { ...asked, records: found.map(({ Key }) => ({ ...data, Key })), bulk: { ...asked.bulk, versions } }
}

/** Refuses the write unless as many records as expected were found, and all of them still meet the Criteria. */
export async function checkExpected(
  { bulk, entity, member: spelling, records }: RecordsRequest,
  context: OperationContext,
  rows: RowStore,
): Promise<void> {
  if (!bulk) return
  const most = context.limits.bulkRecords
  const path = `${spelling}.Criteria`
  if (records.length > most) {
    refuse('LimitExceeded', path, `More than ${most} records meet ${path}, and one request changes at most so many.`)
  }
  const keys = records.map(({ Key }) => Key)
  const still =
    keys.length === 0
      ? keys
      : await stillMatching({ ...bulk, request: { ...bulk.request, entity } }, context, rows, keys)
  if (still.length === bulk.expected && keys.length === bulk.expected) return
  const message = `${still.length} records meet ${path}, and ${spelling}.Expected is ${bulk.expected}.`
  refuse('CountDiffers', `${spelling}.Expected`, message)
}

/** A Read of the records that meet the Criteria, of all or of some. */
function readOf(request: BulkRequest['request'], Fields: Content, among: readonly unknown[] | null = null) {
  const criteria = member(request.content as Content, 'Criteria') as Content
  const query = member(criteria, 'SearchQuery') ?? {}
  const others = Object.entries(criteria).filter(([name]) => name.toLowerCase() !== 'searchquery')
  const SearchQuery = among === null ? query : { $AND: [query, { Key: { $IN: among } }] }
  const content = { Scope: { Fields }, Criteria: { ...Object.fromEntries(others), SearchQuery } }
  return { ...request, content }
}

/**
 * Which of the records still meet the Criteria. Costly Criteria are not evaluated again, since the transaction holds up other
 * writers, and on SQLite all requests: of their records those count that were not changed meanwhile.
 */
async function stillMatching(
  { request, versions }: BulkRequest,
  context: OperationContext,
  rows: RowStore,
  keys: readonly unknown[],
): Promise<readonly unknown[]> {
  const { asked } = prepareRead(readOf(request, { Key: 1 }), context)
  const inside = { ...context, reader: rows.tx, readTime: rows.readTime }
  if (isHeavy(asked.condition)) {
    const content = { Scope: { Fields: { Key: 1, Version: 1 } }, Criteria: { SearchQuery: { Key: { $IN: keys } } } }
    const now = await foundBy({ ...request, log: true, content }, inside)
    return now.filter(({ Key, Version }) => versions?.get(Key) === Version)
  }
  try {
    return await foundBy(readOf(request, { Key: 1 }, keys), inside)
  } catch (error) {
    if (!(error instanceof Overrun)) throw error
    const path = `${request.member}.Criteria`
    return refuse('LimitExceeded', path, `${path} takes too long to evaluate. Change fewer records with one request.`)
  }
}

/** The records that a request finds; one more than may be changed when there are more. */
async function foundBy(request: BulkRequest['request'], context: OperationContext): Promise<Content[]> {
  const most = context.limits.bulkRecords + 1
  const limits = { ...context.limits, readRecords: most, inValues: Math.max(most, context.limits.inValues) }
  return (await run(request, { ...context, limits })).Data
}

async function run(request: BulkRequest['request'], context: OperationContext): Promise<{ Data: Content[] }> {
  return JSON.parse(joined(await read(prepareRead(request, { ...context, answer: undefined }))))
}
