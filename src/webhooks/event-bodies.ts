// Renders events as the JSON that webhooks send, with the rights of the person for whom they are rendered.
import { sql } from 'kysely'
import type { Caller } from '../accounts/caller.ts'
import { seconds } from '../base/clock.ts'
import { joined } from '../base/long-text.ts'
import { shownChanges } from '../entities/history.ts'
import { schemaKind } from '../entities/index.ts'
import { type OperationParts, runOperation } from '../envelope/run.ts'
import { eventTypeOf, type LoggedEvent } from '../events/event-log.ts'
import { encodeKey } from '../fields/record-key.ts'
import type { EntityTables } from '../model/entity-tables.ts'
import type { ModelEntity } from '../model/model.ts'
import { bindContext } from '../query/functions/call.ts'
import { driverIdentifier, driverImplementations } from '../query/plan/drivers.ts'
import { type Args, statementsOn } from '../storage/statement.ts'
import { type Filter, filterOf } from './filter.ts'
import { namesOf, type RecordNames } from './record-names.ts'
import type { TargetSettings } from './target.ts'

/** An event and the body of its request; null where there is nothing to send. */
export interface RenderedEvent {
  readonly event: LoggedEvent
  readonly body: string | null
}

interface Change {
  readonly Field: string
  readonly Before: unknown
  readonly After: unknown
}

type Shown = Readonly<Record<string, unknown>>

interface HistoryRow {
  readonly id: string
  readonly parent_kind: string
  readonly parent_id: string
  readonly changes: string
}

/** A larger body is sent without its data, and with a flag. */
const largestBody = 256 * 1024
/** How much of a record's later history is looked at to find the record as it was. */
const mostLaterWrites = 5_000

const Drivers = Object.fromEntries(Object.keys(driverImplementations).map(name => [name, driverIdentifier(name)]))

const statement = statementsOn<EntityTables>()

const changesOf = statement((db, p: Args<{ db: number; ids: readonly string[] }>, dialect) =>
  db
    .selectFrom('history')
    .select(['id', 'parent_kind', 'parent_id', 'changes'])
    .where('db', '=', p('db'))
    .where(dialect.inList(sql.ref('id'), p('ids'), 'text')),
)
const laterHistory = statement((db, p: Args<{ db: number; records: readonly string[]; after: string }>, dialect) =>
  db
    .selectFrom('history')
    .select(['id', 'parent_kind', 'parent_id', 'changes'])
    .where('db', '=', p('db'))
    .where(dialect.inList(sql.ref('parent_id'), p('records'), 'text'))
    .where('id', '>', p('after'))
    .orderBy('id')
    .limit(sql.lit(mostLaterWrites)),
)

/** Rows of History by record, in the order of writing. */
type LaterWrites = ReadonlyMap<string, readonly HistoryRow[]>

export const recordKey = (entity: string, record: string): string => `${entity} ${record}`

/** How an event is rendered: what of it is sent, and which events are. */
interface Rendering extends Pick<TargetSettings, 'payload' | 'filter'> {
  /** The person whose rights decide what is sent. */
  readonly caller: Caller
}

/** Gives the events in their order. An event is not sent when the person may not read the record, or the filter says so. */
export async function renderEvents(
  events: readonly LoggedEvent[],
  { caller, payload, filter }: Rendering,
  parts: OperationParts,
): Promise<readonly RenderedEvent[]> {
  if (events.length === 0) return []
  const whole = payload === 'full' || filter !== null
  const readable = await readRecords(events, caller, whole, parts)
  const needsChanges = whole || payload === 'changes'
  const changes = needsChanges ? await readChanges(events, caller.db, parts) : new Map<string, readonly Change[]>()
  const later: LaterWrites = whole ? await readLater(events, caller.db, parts) : new Map()
  const judges = await judgesOf(filter, caller, parts)
  return events.map(event => {
    const current = readable.get(recordKey(event.entity, event.record))
    // An administrator may hear of a record that is gone for good; nobody else can be judged by it.
    if (!current && !caller.admin && event.entity !== schemaKind) return { event, body: null }
    const changed = changes.get(event.id) ?? []
    const sides = whole ? sidesOf(event, current ?? null, changed, later) : null
    const fields = new Set(changed.map(({ Field }) => Field))
    if (sides && filter !== null && !judges(event.entity)({ ...sides, changed: fields })) return { event, body: null }
    const data = {
      ...(payload === 'thin' ? {} : { changes: changed }),
      ...(payload === 'full' && sides ? sides : {}),
    }
    return { event, body: bodyOf(event, caller.database, data) }
  })
}

/** The body of an event; without its data when it would be too large. */
export function bodyOf(event: LoggedEvent, database: string, data: object): string {
  const envelope = (more: object, flags: object) =>
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
        ...more,
      },
      by: { uid: event.uid, application: event.application },
      ...flags,
    })
  const body = envelope(data, {})
  return Buffer.byteLength(body) <= largestBody ? body : envelope({}, { truncated: true })
}

/** The records that the caller may read, live ones and those in the recycle bin, by entity and identifier. */
async function readRecords(
  events: readonly LoggedEvent[],
  caller: Caller,
  whole: boolean,
  parts: OperationParts,
): Promise<Map<string, Shown>> {
  const found = new Map<string, Shown>()
  for (const [entity, ofEntity] of Map.groupBy(events, ({ entity }) => entity)) {
    if (entity === schemaKind) continue
    const ids = [...new Set(ofEntity.map(({ record }) => record))]
    for (const Deleted of [false, true]) {
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
): Promise<readonly Shown[]> {
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
  return (JSON.parse(joined(text)) as Record<string, { Data: readonly Shown[] }>)[entity]?.Data ?? []
}

async function readChanges(
  events: readonly LoggedEvent[],
  db: number,
  { store }: OperationParts,
): Promise<Map<string, readonly Change[]>> {
  const ids = events.map(({ id }) => id)
  const rows = (await store.rows(changesOf(store.dialect, { db, ids }))) as unknown as HistoryRow[]
  return new Map(rows.map(({ id, changes }) => [id, JSON.parse(shownChanges(changes)) as Change[]]))
}

async function readLater(events: readonly LoggedEvent[], db: number, { store }: OperationParts): Promise<LaterWrites> {
  const records = [...new Set(events.map(({ record }) => record))]
  const [after = ''] = events.map(({ id }) => id).sort()
  const rows = (await store.rows(laterHistory(store.dialect, { db, records, after }))) as unknown as HistoryRow[]
  return Map.groupBy(rows, row => recordKey(row.parent_kind, row.parent_id))
}

/**
 * The record before and after the write: as it is now, with what later writes have changed taken back. So a receiver that
 * is behind gets each state once, as those that are not behind did.
 */
function sidesOf(
  event: LoggedEvent,
  current: Shown | null,
  changes: readonly Change[],
  later: LaterWrites,
): { original: Shown | null; record: Shown | null } {
  if (current === null) return { original: null, record: null }
  const record: Record<string, unknown> = { ...current, Version: event.version }
  const writes = later.get(recordKey(event.entity, event.record)) ?? []
  for (const row of writes.filter(({ id }) => id > event.id).reverse()) takeBack(record, JSON.parse(row.changes))
  const original = { ...record, Version: event.version === null ? null : event.version - 1 }
  takeBack(original, changes)
  return {
    original: event.operation === 'created' ? null : original,
    record: event.operation === 'deleted' ? null : record,
  }
}

function takeBack(record: Record<string, unknown>, changes: readonly Change[]): void {
  for (const { Field, Before } of changes) if (Field in record) record[Field] = Before
}

async function judgesOf(
  filter: unknown,
  caller: Caller,
  { catalogs, clock, limits }: OperationParts,
): Promise<(entity: string) => Filter> {
  const { model, findUid } = await catalogs.get(caller.db)
  const bind = bindContext(seconds(clock), 'UTC', caller.uid, findUid)
  const made = new Map<string, Filter>()
  return name => {
    const entity = model.findMember(name) as ModelEntity
    const known = made.get(name) ?? filterOf(filter, model, entity, limits, bind)
    made.set(name, known)
    return known
  }
}
