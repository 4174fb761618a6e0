// Creates the context of operations that the service runs in the name of a user who is not there.
import type { Caller } from '../accounts/caller.ts'
import { seconds } from '../base/clock.ts'
import { localeOf } from '../locale/locale.ts'
import type { Catalog } from '../model/catalog.ts'
import { everyDriver, type OperationContext } from '../operations/context.ts'
import type { OperationParts } from './run.ts'

interface Acting {
  readonly caller: Caller
  readonly catalog: Catalog
  readonly timeZone: string
}

export function serviceContext(
  { store, clock, limits, newId, traces, redirects }: Omit<OperationParts, 'catalogs' | 'commonKey'>,
  { caller, catalog, timeZone }: Acting,
): OperationContext {
  return {
    ...{ store, catalog, caller, limits, newId, traces, redirects, timeZone },
    now: seconds(clock),
    settings: { drivers: everyDriver, culture: null, timeZone, absoluteSchemaKeys: false },
    locale: localeOf(caller.culture, timeZone),
  }
}
