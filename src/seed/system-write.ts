// Runs ordinary writes as the system user, in a database or in none.

import type { WriteOperation } from '../entities/entity.ts'
import { type SystemParts, systemContext } from '../operations/system/system-context.ts'
import { runWrites } from '../operations/write/write.ts'

type Data = Readonly<Record<string, unknown>>

/** Returns the entity's member of the answer. */
export async function systemWrite(
  parts: SystemParts,
  database: { readonly id: number; readonly name: string },
  operation: WriteOperation,
  entity: string,
  content: Data,
): Promise<Data> {
  const context = await systemContext(parts, database)
  const request = { member: entity, entity: context.catalog.model.entity(entity), log: false, content }
  const [answer] = await runWrites(operation, [request], context)
  return answer?.content ?? {}
}

/** Creates records and returns the answer for each. */
export async function systemCreate(
  parts: SystemParts,
  database: { readonly id: number; readonly name: string },
  entity: string,
  records: readonly Data[],
): Promise<readonly Data[]> {
  if (records.length === 0) return []
  return (await systemWrite(parts, database, 'Create', entity, { Data: records })).Data as readonly Data[]
}
