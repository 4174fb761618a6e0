// Provides a command with the operations of a database, on behalf of a user or of the service itself, without a server.
import { type Caller, createCallers } from '../accounts/caller.ts'
import type { Database } from '../accounts/databases.ts'
import { systemClock } from '../base/clock.ts'
import { Refusal } from '../base/errors.ts'
import { identifierMaker } from '../base/text/identifier.ts'
import { joined } from '../base/text/long-text.ts'
import { commonKey } from '../config/installation-key.ts'
import { limitsOf } from '../config/limits.ts'
import type { OperationName } from '../entities/entity.ts'
import { redirectPolicyOf } from '../entities/rules/redirect-uri.ts'
import { type OperationCall, type OperationParts, runOperation } from '../envelope/run.ts'
import { traceKeepers } from '../erasure/index.ts'
import { decodeKey } from '../fields/record-key.ts'
import { Catalogs } from '../model/catalog.ts'
import { systemCaller } from '../operations/system/system-context.ts'
import type { Store } from '../storage/store.ts'
import type { CommandContext } from './command.ts'
import { CommandError, refusalError } from './failure.ts'
import { recordsOf, userKeyOf } from './records.ts'
import { withDatabase } from './with-store.ts'

/** How a command follows a long operation, and ends it. */
export type Watch = Pick<OperationCall, 'onProgress' | 'gone'>

interface OperationTools {
  readonly parts: OperationParts
  readonly caller: Caller
  /** The content of the entity's member of the answer; a refusal is a failure of the command. */
  run<T>(operation: OperationName, entity: string, content: object, watch?: Watch): Promise<T>
}

export const withOperations = (
  context: CommandContext,
  work: (tools: OperationTools) => Promise<number | undefined>,
): Promise<number | undefined> =>
  withDatabase(context, ({ store, database }) =>
    withParts(store, context, async parts => {
      const caller = await callerOf(store, database, context)
      const run: OperationTools['run'] = async (operation, entity, content, watch = {}) => {
        const body = { parsed: () => ({ [entity]: content }) }
        const text = joined(await runOperation({ operation, body, caller, idempotency: null, ...watch }, parts))
        return JSON.parse(text)[entity]
      }
      try {
        return await work({ parts, caller, run })
      } catch (error) {
        throw error instanceof Refusal ? refusalError(error, message => message) : error
      }
    }),
  )

export async function withParts<T>(
  store: Store,
  { loaded }: CommandContext,
  work: (parts: OperationParts) => Promise<T>,
): Promise<T> {
  const catalogs = new Catalogs(store)
  try {
    return await work({
      ...{ store, catalogs, clock: systemClock, traces: traceKeepers },
      limits: limitsOf(loaded.values),
      newId: identifierMaker(systemClock),
      commonKey: commonKey(loaded.values, store),
      redirects: redirectPolicyOf(loaded.values),
    })
  } finally {
    catalogs.close()
  }
}

/** The user of `--user`, or the service itself, as an administrator. */
export async function callerOf(store: Store, database: Database, { options, loaded }: CommandContext): Promise<Caller> {
  const system = systemCaller(database.id, database.name)
  if (options.user === undefined) return system
  const records = recordsOf({ store, clock: systemClock, settings: loaded.values }, database)
  const uid = decodeKey(await userKeyOf(records, String(options.user)))?.id ?? ''
  const callers = createCallers(store)
  const person = await callers.find(database.id, uid)
  callers.close()
  if (!person) throw new CommandError(`${uid} is disabled.`)
  return { ...system, ...person }
}
