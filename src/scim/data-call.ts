// Runs operations of the data API for SCIM and for hand-overs, as the system user.
import type { Caller } from '../accounts/caller.ts'
import { joined } from '../base/text/long-text.ts'
import type { OperationName } from '../entities/entity.ts'
import { withinBudget } from '../envelope/budget.ts'
import { type OperationParts, runOperation } from '../envelope/run.ts'
import { everyDriverNamed } from '../query/plan/drivers.ts'

/** A record as a Read or the answer to a write has it. */
// biome-ignore lint/suspicious/noExplicitAny: the members are those of the Scope.
export type DataRecord = any

/** The members of a body that name entities: their content, by entity or alias. */
type Members = Readonly<Record<string, object>>

/** The answers of all members. */
export async function runMembers(
  parts: OperationParts,
  caller: Caller,
  operation: OperationName,
  members: Members,
): Promise<Readonly<Record<string, { Data: DataRecord; PageKey?: string }>>> {
  const whole = { ...members, Configuration: everyDriverNamed }
  const body = { parsed: () => withinBudget(whole, parts.limits) }
  return JSON.parse(joined(await runOperation({ operation, body, caller, idempotency: null }, parts)))
}

/** The records that a Read of one entity finds. */
export const readRecords = async (
  parts: OperationParts,
  caller: Caller,
  entity: string,
  content: object,
): Promise<readonly DataRecord[]> =>
  (await runMembers(parts, caller, 'Read', { [entity]: content }))[entity]?.Data ?? []
