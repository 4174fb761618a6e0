// Renders events as the JSON that webhooks send, with the rights of the person for whom they are rendered.
import type { Caller } from '../../accounts/caller.ts'
import { seconds } from '../../base/clock.ts'
import { StoreUnavailable } from '../../base/errors.ts'
import { nextTurnIfLong } from '../../base/scheduling/loop-turn.ts'
import { WorkExceeded } from '../../base/scheduling/work-budget.ts'
import { joined } from '../../base/text/long-text.ts'
import { isPersonal } from '../../entities/entity.ts'
import { schemaKind } from '../../entities/index.ts'
import { type OperationParts, runOperation } from '../../envelope/run.ts'
import { readChanges } from '../../events/event-changes.ts'
import { eventTypeOf, type LoggedEvent } from '../../events/event-log.ts'
import { encodeKey } from '../../fields/record-key.ts'
import type { ModelEntity } from '../../model/model.ts'
import { hasScope } from '../../oauth/scope.ts'
import { bindContext } from '../../query/functions/call.ts'
import { driverIdentifier, driverImplementations } from '../../query/plan/drivers.ts'
import { type Filter, filterOf } from '../targets/filter.ts'
import type { TargetSettings } from '../targets/target.ts'
import { type EventGroup, groupsOf, type RecordFields, recordKey, sidesOf, withNewWrites } from './past-records.ts'
import { namesOf, type RecordNames } from './record-names.ts'

/** An event and the body of its request; null where there is nothing to send. */
export interface RenderedEvent {
  readonly event: LoggedEvent
  readonly body: string | null
  /** Why the event could not be rendered, although it may have to be sent. */
  readonly failure?: RenderingFailure
}

interface RenderingFailure {
  /** For the owner of a target. */
  readonly message: string
  readonly cause?: Error
  /** The event is not rendered again. */
  readonly isFinal: boolean
}

/** A larger body is sent without its data, and with a flag. */
const largestBody = 256 * 1024

/** The change in the history of a merge that lists the merged records; others that begin with it are values that were lost. */
const mergedField = 'Merged'

const Drivers = Object.fromEntries(Object.keys(driverImplementations).map(name => [name, driverIdentifier(name)]))

/** How events are rendered. */
interface Rendering extends Pick<TargetSettings, 'payload' | 'filter'> {
  /** The person whose rights decide what is sent. */
  readonly caller: Caller
}

/**
 * Gives the events in their order. An event is not sent when the person may not read the record, or the filter excludes it.
 * An event that cannot be rendered does not affect the others.
 */
export async function renderEvents(
  events: readonly LoggedEvent[],
  rendering: Rendering,
  parts: OperationParts,
): Promise<readonly RenderedEvent[]> {
  if (events.length === 0) return []
  const { caller, payload, filter } = rendering
  if (payload === 'thin' && filter === null) {
    // Without changes, except for the keys of merged records.
    const merged = events.filter(({ operation }) => operation === 'merged').map(({ id }) => id)
    return renderGroup({ events, rows: new Map([['', merged]]), beyond: new Set() }, rendering, parts)
  }
  const rendered: RenderedEvent[] = []
  for (const group of await groupsOf(events, payload === 'full' || filter !== null, caller.db, parts.store)) {
    rendered.push(...(await renderGroup(group, rendering, parts)))
  }
  return rendered
}

async function renderGroup(
  group: EventGroup,
  rendering: Rendering,
  parts: OperationParts,
): Promise<readonly RenderedEvent[]> {
  try {
    return await renderTogether(group, rendering, parts)
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error
    const [event, ...others] = group.events
    if (event && others.length === 0) return [{ event, body: null, failure: failureOf(error) }]
    const half = Math.ceil(group.events.length / 2)
    const halves = [group.events.slice(0, half), group.events.slice(half)]
    return (await Promise.all(halves.map(some => renderEvents(some, rendering, parts)))).flat()
  }
}

/** The filter needs the record as it was, and too much was written since. */
const changedTooMuch: RenderingFailure = {
  message: 'The record was changed too much since this event for the filter of the target to judge it.',
  isFinal: true,
}

const failureOf = (error: unknown): RenderingFailure => ({
  message:
    error instanceof WorkExceeded
      ? `The filter of the target is too much work for this event: ${error.message}`
      : 'The event could not be rendered. The log of the server has the cause.',
  cause: error instanceof Error ? error : new Error(String(error)),
  // Another attempt would take as much work.
  isFinal: error instanceof WorkExceeded,
})

async function renderTogether(
  made: EventGroup,
  { caller, payload, filter }: Rendering,
  parts: OperationParts,
): Promise<readonly RenderedEvent[]> {
  const { model } = await parts.catalogs.get(caller.db)
  const whole = payload === 'full' || filter !== null
  const readable = await readRecords(
    made.events.filter(({ entity }) => mayRead(model.findMember(entity), caller)),
    caller,
    whole,
    parts,
  )
  const group = whole ? await withNewWrites(made, caller.db, parts.store) : made
  const changes = await readChanges([...group.rows.values()].flat(), caller.db, parts.store)
  const sides = whole ? sidesOf(group, readable, changes) : null
  const judges = await judgesOf(filter, caller, parts)
  const rendered: RenderedEvent[] = []
  for (const event of group.events) {
    const turn = nextTurnIfLong()
    if (turn) await turn
    const current = readable.get(recordKey(event.entity, event.record))
    const entity = model.findMember(event.entity)
    const isErased = event.operation === 'erased' && mayRead(entity, caller)
    if (!current && !isErased && !mayReadGone(entity, caller)) {
      rendered.push({ event, body: null })
    } else if (current && group.beyond.has(event.id)) {
      const failed = { event, body: null, failure: changedTooMuch }
      rendered.push(filter === null ? { event, body: truncatedBody(event, caller.database) } : failed)
    } else {
      const noted = changes.get(event.id) ?? []
      const from = noted.find(({ Field }) => Field === mergedField)?.After
      const changed = noted.filter(({ Field }) => !Field.startsWith(mergedField))
      const states = sides && (sides.get(event.id) ?? { original: null, record: null })
      const fields = new Set(changed.map(({ Field }) => Field))
      // Every receiver of the entity has to forget the record.
      const isWanted = isErased || !states || filter === null || judges(event.entity)({ ...states, changed: fields })
      const data = {
        ...(from ? { from } : {}),
        ...(payload === 'thin' ? {} : { changes: changed }),
        ...(payload === 'full' && states ? states : {}),
      }
      rendered.push({ event, body: isWanted ? bodyOf(event, caller.database, isErased ? {} : data) : null })
    }
  }
  return rendered
}

/** Whether the rights and the scope of the caller allow reading the entity at all. */
const mayRead = (entity: ModelEntity | undefined, caller: Caller): boolean =>
  entity !== undefined &&
  (caller.admin || !entity.entity.adminReads) &&
  hasScope(caller, 'read', entity.entity.tokenScope)

/** Whether the caller gets the events of a record that is gone for good: an administrator does, unless it was personal. */
const mayReadGone = (entity: ModelEntity | undefined, caller: Caller): boolean =>
  entity?.name === schemaKind || (caller.admin && mayRead(entity, caller) && !(entity && isPersonal(entity.entity)))

/** The body of an event; without its data when it would be too large. */
export function bodyOf(event: LoggedEvent, database: string, data: object): string {
  const body = bodyWith(event, database, data, {})
  return Buffer.byteLength(body) <= largestBody ? body : truncatedBody(event, database)
}

const truncatedBody = (event: LoggedEvent, database: string): string =>
  bodyWith(event, database, {}, { truncated: true })

const bodyWith = (event: LoggedEvent, database: string, data: object, flags: object): string =>
  JSON.stringify({
    id: event.id,
    type: eventTypeOf(event),
    timestamp: new Date(event.at).toISOString(),
    database,
    entity: event.entity,
    data: {
      key: event.entity === schemaKind ? event.record : encodeKey(event.entity, event.record),
      version: event.version,
      operation: event.operation,
      ...data,
    },
    by: { uid: event.uid, application: event.application },
    ...flags,
  })

/** The records that the caller may read, live ones and those in the recycle bin, by entity and identifier. */
async function readRecords(
  events: readonly LoggedEvent[],
  caller: Caller,
  whole: boolean,
  parts: OperationParts,
): Promise<Map<string, RecordFields>> {
  const found = new Map<string, RecordFields>()
  for (const [entity, ofEntity] of Map.groupBy(events, ({ entity }) => entity)) {
    if (entity === schemaKind) continue
    const ids = [...new Set(ofEntity.map(({ record }) => record))]
    // The bin is looked into second, and a record that left it meanwhile is found by the third look.
    for (const Deleted of [false, true, false]) {
      const missing = ids.filter(id => !found.has(recordKey(entity, id)))
      if (missing.length === 0) continue
      const wanted = await namesOf(entity, missing, Deleted, caller.db, parts)
      for (const shown of await readNamed(entity, wanted, { Deleted, whole }, caller, parts)) {
        for (const id of wanted.idsOf(shown)) found.set(recordKey(entity, id), shown)
      }
    }
  }
  return found
}

async function readNamed(
  entity: string,
  { fields, condition, count }: RecordNames,
  { Deleted, whole }: { readonly Deleted: boolean; readonly whole: boolean },
  caller: Caller,
  parts: OperationParts,
): Promise<readonly RecordFields[]> {
  if (count === 0) return []
  const parsed = () => ({
    [entity]: {
      Scope: { Fields: whole ? 1 : Object.fromEntries(fields.map(name => [name, 1])) },
      Criteria: { SearchQuery: condition, Top: count },
      Options: { Deleted },
    },
    Configuration: { Drivers },
    // History has values in the form that does not depend on the reader.
    Globalization: { Culture: 'en-US', TimeZone: 'UTC' },
  })
  const text = await runOperation(
    { operation: 'Read', body: { parsed }, caller, idempotency: null, byKey: true },
    parts,
  )
  return (JSON.parse(joined(text)) as Record<string, { Data: readonly RecordFields[] }>)[entity]?.Data ?? []
}

async function judgesOf(
  filter: unknown,
  caller: Caller,
  { catalogs, clock, limits }: OperationParts,
): Promise<(entity: string) => Filter> {
  const catalog = await catalogs.get(caller.db)
  const { model } = catalog
  const bind = bindContext(seconds(clock), 'UTC', caller.uid, catalog)
  const made = new Map<string, Filter>()
  return name => {
    const entity = model.findMember(name) as ModelEntity
    const known = made.get(name) ?? filterOf(filter, model, entity, limits, bind)
    made.set(name, known)
    return known
  }
}
