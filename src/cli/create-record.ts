// Creates a record for a command by an ordinary write of the system user.
import { systemClock } from '../base/clock.ts'
import { Refusal } from '../base/errors.ts'
import type { Settings } from '../config/settings.ts'
import { systemContext } from '../operations/system/system-context.ts'
import { runWrites } from '../operations/write/write.ts'
import type { Store } from '../storage/store.ts'
import { CommandError } from './frame.ts'

/** The tenant of applications that serve all databases. */
export const everyDatabase = { id: 0, name: '' }

/** Returns the answer's Data. Refusals are shown without their path, since the person typed no request. */
export async function createRecord(
  store: Store,
  settings: Settings,
  database: { id: number; name: string },
  entity: string,
  data: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const context = await systemContext({ store, clock: systemClock, settings }, database)
  const request = { member: entity, entity: context.catalog.model.entity(entity), log: false, content: { Data: data } }
  try {
    const [answer] = await runWrites('Create', [request], context)
    return answer?.content.Data as Record<string, unknown>
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const lines = error.told().map(problem => problem.message.replaceAll(`${entity}.Data.`, ''))
    throw new CommandError(lines.join('\n'))
  }
}
