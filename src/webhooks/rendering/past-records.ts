// Restores records as they were after and before each of some writes, by taking later writes back, and limits how much of them is read.
import { type NotNull, sql } from 'kysely'
import { byLengthOfChanges, type Change, divided, mostChangeBytes } from '../../events/event-changes.ts'
import type { LoggedEvent } from '../../events/event-log.ts'
import type { EntityTables } from '../../model/entity-tables.ts'
import { type Args, statementsOn } from '../../storage/statement.ts'
import type { Store } from '../../storage/store.ts'

export type RecordFields = Readonly<Record<string, unknown>>

/** A record after and before a write; null where it did not exist. */
interface Sides {
  readonly record: RecordFields | null
  readonly original: RecordFields | null
}

/** Events that are rendered together, with the rows of History that this takes. */
export interface EventGroup {
  readonly events: readonly LoggedEvent[]
  /** The rows of History of each record, the newest first; those of later writes are among them. */
  readonly rows: ReadonlyMap<string, readonly string[]>
  /** Events whose records were changed too much since: they cannot be restored. */
  readonly beyond: ReadonlySet<string>
}

/** The most later writes of the records of one call that are looked at. */
const mostWrites = 5_000
/** The most events of a group for which whole records are read. */
const mostWhole = 25

export const recordKey = (entity: string, record: string): string => `${entity} ${record}`

const statement = statementsOn<EntityTables>()

const laterSizes = statement((db, p: Args<{ db: number; records: readonly string[]; from: string }>, dialect) =>
  db
    .selectFrom('history')
    .select(['id', 'parent_kind', 'parent_id', sql<number>`octet_length(changes)`.as('bytes')])
    .$narrowType<{ parent_kind: NotNull; parent_id: NotNull }>()
    .where('db', '=', p('db'))
    .where(dialect.inList(sql.ref('parent_id'), p('records'), 'text'))
    .where('id', '>=', p('from'))
    .orderBy('id', 'desc')
    .limit(sql.lit(mostWrites)),
)

/** Divides events into groups that take little memory and time each. Only `whole` records are restored. */
export const groupsOf = (
  events: readonly LoggedEvent[],
  whole: boolean,
  db: number,
  store: Store,
): Promise<readonly EventGroup[]> => (whole ? groupsOfRecords(events, db, store) : groupsOfChanges(events, db, store))

async function groupsOfChanges(events: readonly LoggedEvent[], db: number, store: Store): Promise<EventGroup[]> {
  const groups = await byLengthOfChanges(events, db, store)
  return groups.map(group => ({
    events: group,
    rows: Map.groupBy(
      group.map(({ id }) => id),
      id => id,
    ),
    beyond: new Set<string>(),
  }))
}

async function groupsOfRecords(events: readonly LoggedEvent[], db: number, store: Store): Promise<EventGroup[]> {
  const records = [...new Set(events.map(({ record }) => record))]
  const [from = ''] = events.map(({ id }) => id).sort()
  const sizes = await store.rows(laterSizes(store.dialect, { db, records, from }))
  const rows = new Map<string, { ids: string[]; bytes: number }>()
  const beyond = new Set<string>()
  for (const { id, parent_kind: kind, parent_id: parent, bytes } of sizes) {
    const of = rows.getOrInsertComputed(recordKey(kind, parent), () => ({ ids: [], bytes: 0 }))
    of.bytes += bytes
    // The newest write of a record is always read: its event has its changes.
    if (of.bytes > mostChangeBytes && of.ids.length > 0) beyond.add(id)
    else of.ids.push(id)
  }
  const oldest = sizes.length < mostWrites ? '' : (sizes.at(-1)?.id ?? '')
  const ofEvent = ({ entity, record }: LoggedEvent) => rows.get(recordKey(entity, record))
  const costOf = (event: LoggedEvent) =>
    [recordKey(event.entity, event.record), Math.min(ofEvent(event)?.bytes ?? 0, mostChangeBytes)] as const
  return divided(events, mostWhole, costOf).map(group => ({
    events: group,
    rows: new Map(group.map(event => [recordKey(event.entity, event.record), ofEvent(event)?.ids ?? []])),
    beyond: new Set(group.flatMap(({ id }) => (beyond.has(id) || id < oldest ? [id] : []))),
  }))
}

/** The group with the writes of its records that were committed after it was made. The records may have been read after these writes. */
export async function withNewWrites(group: EventGroup, db: number, store: Store): Promise<EventGroup> {
  const records = [...new Set(group.events.map(({ record }) => record))]
  const [from = ''] = group.events.map(({ id }) => id).sort()
  const known = new Set([...group.rows.values()].flat())
  const rows = new Map(group.rows)
  for (const row of (await store.rows(laterSizes(store.dialect, { db, records, from }))).reverse()) {
    const key = recordKey(row.parent_kind, row.parent_id)
    const ids = rows.get(key)
    const isNew = !known.has(row.id) && ids !== undefined && row.id > (ids[0] ?? '')
    if (isNew) rows.set(key, [row.id, ...ids])
  }
  return { ...group, rows }
}

/**
 * The records of a group before and after each write: as they are now, with what later writes have changed taken back. So a
 * receiver that is behind gets each state once, like one that is not.
 */
export function sidesOf(
  { events, rows }: EventGroup,
  current: ReadonlyMap<string, RecordFields>,
  changes: ReadonlyMap<string, readonly Change[]>,
): ReadonlyMap<string, Sides> {
  const byId = new Map(events.map(event => [event.id, event]))
  const sides = new Map<string, Sides>()
  for (const [key, ids] of rows) {
    const record = current.get(key)
    if (!record) continue
    const state: Record<string, unknown> = { ...record }
    for (const id of ids) {
      const event = byId.get(id)
      const after = event && { ...state, Version: event.version }
      takeBack(state, changes.get(id) ?? [])
      if (!event) continue
      const before = { ...state, Version: event.version === null ? null : event.version - 1 }
      sides.set(id, {
        original: event.operation === 'created' ? null : before,
        record: event.operation === 'deleted' ? null : (after ?? null),
      })
    }
  }
  return sides
}

function takeBack(record: Record<string, unknown>, changes: readonly Change[]): void {
  for (const { Field, Before } of changes) if (Field in record) record[Field] = Before
}
