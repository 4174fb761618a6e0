// Finds the records of an Update or a Delete by Criteria, and makes sure that they are as many as the client expects.

import { refuse } from '../../base/errors.ts'
import { member } from '../../base/json.ts'
import { joined } from '../../base/long-text.ts'
import type { Tx } from '../../storage/store.ts'
import type { OperationContext } from '../context.ts'
import { prepareRead, read } from '../read/read.ts'
import type { BulkRequest, RecordsRequest } from './write-plan.ts'

type Content = Record<string, unknown>

/** The answer to `Count`: how many records there are, and how many one request may change. */
export async function countRecords({ request }: BulkRequest, context: OperationContext): Promise<Content> {
  const fields = { '$COUNT()': 1 }
  // What the write itself would be refused for is told now.
  prepareRead(readOf(request, { Key: 1 }), context)
  const { Data } = await run(readOf(request, fields), context)
  return { Count: Data[0]?.['$COUNT()'], Most: context.limits.bulkRecords }
}

/** The records as they are before the transaction of the write, since a search may take long. */
export async function findRecords<R extends RecordsRequest & { bulk: BulkRequest }>(
  asked: R,
  context: OperationContext,
): Promise<R> {
  const { request, data } = asked.bulk
  const keys = await keysOf(readOf(request, { Key: 1 }), context)
  return { ...asked, records: keys.map(Key => ({ ...data, Key })) }
}

/** Refuses the write unless as many records as expected were found, and all of them still meet the Criteria. */
export async function checkExpected(
  { bulk, entity, member: spelling, records }: RecordsRequest,
  context: OperationContext,
  tx: Tx,
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
      : await keysOf(readOf({ ...bulk.request, entity }, { Key: 1 }, keys), { ...context, reader: tx })
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

/** The keys of the records; one more than may be changed when there are more. */
async function keysOf(request: BulkRequest['request'], context: OperationContext): Promise<unknown[]> {
  const most = context.limits.bulkRecords + 1
  const limits = { ...context.limits, readRecords: most, inValues: Math.max(most, context.limits.inValues) }
  const { Data } = await run(request, { ...context, limits })
  return Data.map(({ Key }) => Key)
}

async function run(request: BulkRequest['request'], context: OperationContext): Promise<{ Data: Content[] }> {
  return JSON.parse(joined(await read(prepareRead(request, { ...context, answer: undefined }))))
}
