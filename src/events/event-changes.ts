// Reads what the writes behind events have changed, in groups that take little memory and time each.
import { type NotNull, sql } from 'kysely'
import { nextTurnIfLong } from '../base/scheduling/loop-turn.ts'
import type { EntityTables } from '../model/entity-tables.ts'
import { type Args, statementsOn } from '../storage/statement.ts'
import type { Store } from '../storage/store.ts'
import type { LoggedEvent } from './event-log.ts'

export interface Change {
  readonly Field: string
  readonly Before: unknown
  readonly After: unknown
}

/** The most bytes of History that are read at once. */
export const mostChangeBytes = 4 * 1024 ** 2

const statement = statementsOn<EntityTables>()

const changesOf = statement((db, p: Args<{ db: number; ids: readonly string[] }>, dialect) =>
  db
    .selectFrom('history')
    .select(['id', 'changes'])
    .$narrowType<{ changes: NotNull }>()
    .where('db', '=', p('db'))
    .where(dialect.inList(sql.ref('id'), p('ids'), 'text')),
)
const lengthsOf = statement((db, p: Args<{ db: number; ids: readonly string[] }>, dialect) =>
  db
    .selectFrom('history')
    .select(['id', sql<number>`octet_length(changes)`.as('bytes')])
    .where('db', '=', p('db'))
    .where(dialect.inList(sql.ref('id'), p('ids'), 'text')),
)
/** Divides events, in their order, by the length of what their writes have changed. */
export async function byLengthOfChanges(
  events: readonly LoggedEvent[],
  db: number,
  store: Store,
): Promise<LoggedEvent[][]> {
  if (events.length === 0) return []
  const lengths = await store.rows(lengthsOf(store.dialect, { db, ids: events.map(({ id }) => id) }))
  const bytes = new Map(lengths.map(row => [row.id, row.bytes]))
  return divided(events, events.length, ({ id }) => [id, bytes.get(id) ?? 0])
}

/** Groups of at most so many events and so many bytes. What has the same name costs once in each group. */
export function divided(
  events: readonly LoggedEvent[],
  mostEvents: number,
  costOf: (event: LoggedEvent) => readonly [name: string, bytes: number],
): LoggedEvent[][] {
  const groups: LoggedEvent[][] = []
  let names = new Set<string>()
  let bytes = 0
  for (const event of events) {
    const [name, cost] = costOf(event)
    const more = names.has(name) ? 0 : cost
    const last = groups.at(-1)
    if (last && last.length < mostEvents && bytes + more <= mostChangeBytes) {
      last.push(event)
      names.add(name)
      bytes += more
    } else {
      groups.push([event])
      names = new Set([name])
      bytes = cost
    }
  }
  return groups
}

/** What each of these writes has changed, by the identifier of its row of History. */
export async function readChanges(
  ids: readonly string[],
  db: number,
  store: Store,
): Promise<ReadonlyMap<string, readonly Change[]>> {
  const changes = new Map<string, readonly Change[]>()
  if (ids.length === 0) return changes
  for (const row of await store.rows(changesOf(store.dialect, { db, ids }))) {
    const turn = nextTurnIfLong()
    if (turn) await turn
    changes.set(row.id, JSON.parse(row.changes) as Change[])
  }
  return changes
}
