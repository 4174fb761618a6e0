// Reads the records that Match finds by the values of fields, within limits.
import { sql } from 'kysely'
import { refuse } from '../../base/errors.ts'
import { joined } from '../../base/text/long-text.ts'
import { operandOfPart } from '../../fields/part-access.ts'
import type { ModelEntity } from '../../model/model.ts'
import { splitPath } from '../../model/resolve.ts'
import { Overrun } from '../../storage/pacing/overrun.ts'
import { type EntityRequest, everyDriver, type OperationContext } from '../context.ts'
import { prepareRead, read } from '../read/read.ts'
import { cachedStatement } from '../rows/row-statements.ts'
import type { RowStore } from '../rows/row-store.ts'
import type { RecordsRequest } from './write-plan.ts'

/** Matching by fields without an index reads all records of the entity for each record of the request, so both are limited. */
const mostUnindexed = { records: 10_000, reads: 200_000 }

interface Matching {
  readonly request: Pick<EntityRequest, 'member' | 'entity' | 'content'>
  readonly rows: RowStore
  readonly context: OperationContext
  readonly path: string
}

/** Reads records by values that match; refuses a read that takes too long. */
export async function matching({ request, rows, context, path }: Matching): Promise<Record<string, unknown>[]> {
  const reading = prepareRead(
    { ...request, log: true },
    {
      ...{ ...context, reader: rows.tx, readTime: rows.readTime, byKey: true, answer: undefined },
      settings: { ...context.settings, drivers: everyDriver },
    },
  )
  try {
    return (JSON.parse(joined(await read(reading))) as { Data: Record<string, unknown>[] }).Data
  } catch (error) {
    if (!(error instanceof Overrun)) throw error
    const message = `${path} takes too long: many records have the same values. Send fewer records, match another field too, or use ExternalKey.`
    return refuse('LimitExceeded', path, message)
  }
}

/** Whether an index of the entity begins with the field, so that equal values are found at once. */
export function isIndexed(entity: ModelEntity, name: string): boolean {
  const [first, ...inner] = splitPath(name)
  const field = entity.field(first ?? '')
  if (!field || inner.length > 0) return false
  if (field.udf) return true
  const column = operandOfPart(field.part(entity.root))?.sources[0]?.column
  return column === 'id' || (entity.entity.indexes ?? []).some(({ columns }) => columns[1] === column)
}

/** Refuses a Match without an index that would read too many records. */
export async function checkMatch(
  { entity, match, member: spelling, records }: Pick<RecordsRequest, 'entity' | 'match' | 'member' | 'records'>,
  rows: RowStore,
): Promise<void> {
  if (match.length === 0 || match.some(name => isIndexed(entity, name))) return
  const { table } = entity.entity
  const most = Math.min(mostUnindexed.records, Math.floor(mostUnindexed.reads / records.length))
  const beyond = cachedStatement(`beyond ${table}`, (db, p) =>
    db
      .selectFrom(table)
      .select('id')
      .where('db', '=', p('db'))
      .limit(1)
      .offset(sql<number>`${p('most')}`),
  )
  const [more] = await rows.tx.read(beyond(rows.dialect, { db: rows.db, most }))
  if (!more) return
  const path = `${spelling}.Match`
  const message = `${path} names no field with an index, and there are more than ${most} records to search for each of the ${records.length} records sent. Send fewer records, match another field too, or use ExternalKey.`
  refuse('LimitExceeded', path, message)
}
