// Writes the notifications of a database: of new events, by their position in the log, and of tasks that have become due.
import { type Clock, seconds } from '../base/clock.ts'
import { nextTurnIfLong } from '../base/scheduling/loop-turn.ts'
import { byLengthOfChanges, readChanges } from '../events/event-changes.ts'
import type { EventLog, LoggedEvent } from '../events/event-log.ts'
import { passOnce } from '../events/pass-once.ts'
import { RowStore, writtenOnce } from '../operations/rows/row-store.ts'
import type { Dialect } from '../storage/dialect.ts'
import type { Query, Row, Store, Tx } from '../storage/store.ts'
import { type Concern, concerning, concernsOf, isMoved } from './concerns.ts'
import {
  beginProgress,
  dueTasks,
  enabledAmong,
  leadersOf,
  parentsOf,
  passDue,
  passEvents,
  progressOf,
  trimOf,
} from './statements.ts'

export interface NotificationParts {
  readonly store: Store
  readonly clock: Clock
  readonly newId: () => string
  readonly events: Pick<EventLog, 'eventsAfter'>
}

/** Events whose notifications are written in one transaction. */
const atOnce = 200
/** The same for tasks that have become due. */
const dueAtOnce = 1_000

interface RecordRef {
  readonly kind: string
  readonly id: string
}

interface Notice {
  readonly uid: string
  readonly kind: Concern['kind'] | 'Due'
  readonly record: RecordRef
  readonly source: RecordRef
  readonly by: string | null
  readonly at: number
}

async function progressIn({ store, clock }: NotificationParts, db: number) {
  const { dialect } = store
  const read = async () => (await store.rows(progressOf(dialect, { db })))[0]
  const there = await read()
  if (there) return there
  await store.write(tx => tx.run(beginProgress(dialect, { db, position: 0, due: seconds(clock) })))
  return (await read()) as { position: number; due: number }
}

/** Writes what all events up to now tell users. Safe to run twice, also by two processes at once. */
export async function noticeEvents(parts: NotificationParts, db: number): Promise<void> {
  const { store, events } = parts
  for (let { position } = await progressIn(parts, db); ; ) {
    const some = await events.eventsAfter(db, position, atOnce)
    const last = some.at(-1)
    if (!last) return
    const notices = await noticesOf(store, db, some)
    const passed = await writeOnce(parts, db, notices, tx =>
      tx.run(passEvents(store.dialect, { db, from: position, to: last.position })),
    )
    if (!passed) return
    position = last.position
  }
}

/** Writes which tasks have become due since the last time. */
export async function noticeDueTasks(parts: NotificationParts, db: number, limit = dueAtOnce): Promise<void> {
  const { store, clock } = parts
  const now = seconds(clock)
  for (let { due } = await progressIn(parts, db); due < now; ) {
    const tasks = await store.rows(dueTasks(store.dialect, { db, from: due, to: now, limit }))
    const to = tasks.length < limit ? now : endOfWhole(tasks)
    const notices = tasks.flatMap(({ id, assigned_to, date_time }): Notice[] => {
      if (assigned_to === null || date_time === null || date_time > to) return []
      const record = { kind: 'Task', id }
      return [{ uid: assigned_to, kind: 'Due', record, source: record, by: null, at: date_time }]
    })
    const from = due
    if (!(await writeOnce(parts, db, notices, tx => tx.run(passDue(store.dialect, { db, from, to }))))) return
    due = to
  }
}

/** The last second of which all tasks were read. A second with more tasks than that notifies of the first. */
function endOfWhole(tasks: readonly { readonly date_time: number | null }[]): number {
  const [first, last] = [tasks[0]?.date_time ?? 0, tasks.at(-1)?.date_time ?? 0]
  return first === last ? last : last - 1
}

const writeOnce = (
  { store, newId, clock }: NotificationParts,
  db: number,
  notices: readonly Notice[],
  pass: (tx: Tx) => Promise<number>,
): Promise<boolean> =>
  passOnce(store, pass, async tx => {
    const rows = new RowStore(tx, store.dialect, db)
    for (const notice of notices) await rows.insert('notification', rowOf(notice, newId(), seconds(clock)))
    for (const uid of new Set(notices.map(notice => notice.uid))) await tx.run(trimOf(store.dialect, { db, uid }))
  })

/** The row of a notification; `now` is when it is written. */
export const rowOf = ({ uid, kind, record, source, by, at }: Notice, id: string, now: number): Row => ({
  id,
  kind,
  ...{ record_kind: record.kind, record_id: record.id, source_kind: source.kind, source_id: source.id },
  ...{ actor: by, happened: at, read: 0, recipient: uid },
  ...writtenOnce({ uid: 'SYSTEM', application: null, display: kind, now }),
})

async function noticesOf(store: Store, db: number, events: readonly LoggedEvent[]): Promise<readonly Notice[]> {
  const told = events.filter(({ entity }) => concerning.has(entity))
  const notices: Notice[] = []
  for (const group of await byLengthOfChanges(told, db, store))
    notices.push(...(await noticesOfGroup(store, db, group)))
  return notices
}

interface Among {
  readonly db: number
  readonly ids: readonly string[]
}

async function noticesOfGroup(store: Store, db: number, events: readonly LoggedEvent[]): Promise<readonly Notice[]> {
  const changes = await readChanges(
    events.map(({ id }) => id),
    db,
    store,
  )
  const moved = events.filter(event => isMoved(event, changes.get(event.id) ?? []))
  const rowsOf = async <R>(statement: (dialect: Dialect, of: Among) => Query<R>, records: readonly string[]) =>
    records.length === 0 ? [] : store.rows(statement(store.dialect, { db, ids: [...new Set(records)] }))
  const led = await rowsOf(
    leadersOf,
    moved.map(({ record }) => record),
  )
  const leaders = new Map(led.map(({ id, leader }) => [id, leader]))
  const found: { readonly event: LoggedEvent; readonly concern: Concern }[] = []
  for (const event of events) {
    const turn = nextTurnIfLong()
    if (turn) await turn
    const concerns = concernsOf(event, changes.get(event.id) ?? [], leaders.get(event.record) ?? null)
    found.push(...concerns.map(concern => ({ event, concern })))
  }
  const noted = found.flatMap(({ event }) => (event.entity === 'Note' ? [event.record] : []))
  const notes = await rowsOf(parentsOf, noted)
  const parents = new Map(notes.map(({ id, parent_kind: kind, parent_id }) => [id, { kind, id: parent_id }]))
  const users = await rowsOf(
    enabledAmong,
    found.map(({ concern }) => concern.uid),
  )
  const enabled = new Set(users.map(({ id }) => id))
  return found.flatMap(({ event, concern: { uid, kind } }): Notice[] => {
    const source = { kind: event.entity, id: event.record }
    const record = event.entity === 'Note' ? parents.get(event.record) : source
    if (!record || !enabled.has(uid)) return []
    return [{ uid, kind, record, source, by: event.uid, at: Math.floor(event.at / 1000) }]
  })
}
