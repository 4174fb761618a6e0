// Creates the context of operations that the service runs itself: commands, new databases, sample data.
import type { Caller } from '../../accounts/caller.ts'
import { type Clock, seconds } from '../../base/clock.ts'
import { identifierMaker } from '../../base/text/identifier.ts'
import { type Limits, limitsOf } from '../../config/limits.ts'
import type { Settings } from '../../config/settings.ts'
import { redirectPolicyOf } from '../../entities/rules/redirect-uri.ts'
import { systemUid } from '../../fields/kinds/user.ts'
import { localeOf } from '../../locale/locale.ts'
import type { Catalog } from '../../model/catalog.ts'
import { readCatalog } from '../../model/catalog.ts'
import type { Reader, Store } from '../../storage/store.ts'
import { everyDriver, type OperationContext } from '../context.ts'
import type { TraceKeeper } from '../erase/traces.ts'

/** The system user, as an administrator of a database. */
export const systemCaller = (db: number, database: string): Caller => ({
  db,
  database,
  uid: systemUid,
  admin: true,
  principals: [`User\t${systemUid}`, 'User\t*'],
  culture: 'en-US',
  timeZone: 'UTC',
  sessionsFrom: 0,
  application: null,
  chain: null,
  scope: ['data', 'webaccess'],
})

export interface SystemParts {
  readonly store: Store
  readonly clock: Clock
  readonly settings: Settings
  /** Needed by Erase alone. */
  readonly traces?: readonly TraceKeeper[]
}

/** `reader` is the transaction that created the database, when its rows are not visible outside yet. */
export async function systemContext(
  { store, clock, settings, traces = [] }: SystemParts,
  { id, name }: { id: number; name: string },
  reader: Reader = store,
): Promise<OperationContext> {
  const catalog: Catalog = await readCatalog(reader, store.dialect, id)
  const limits: Limits = limitsOf(settings)
  return {
    store,
    catalog,
    caller: systemCaller(id, name),
    now: seconds(clock),
    settings: { drivers: everyDriver, culture: 'en-US', timeZone: 'UTC', absoluteSchemaKeys: true },
    locale: localeOf('en-US', 'UTC'),
    timeZone: 'UTC',
    limits,
    newId: identifierMaker(clock),
    traces,
    redirects: redirectPolicyOf(settings),
  }
}
