// Writes the notifications of a database: of new events, by their position in the log, and of tasks that have become due.
import { type Clock, seconds } from '../base/clock.ts'
import type { EventLog, LoggedEvent } from '../events/event-log.ts'
import { passOnce } from '../events/pass-once.ts'
import { RowStore, selectRows, writtenOnce } from '../operations/rows/row-store.ts'
import type { Row, Store, Tx } from '../storage/store.ts'
import { type Change, type Concern, concerning, concernsOf, isMoved } from './concerns.ts'
import { beginProgress, dueTasks, passDue, passEvents, progressOf, trimOf } from './statements.ts'

export interface NotificationParts {
  readonly store: Store
  readonly clock: Clock
  readonly newId: () => string
  readonly events: Pick<EventLog, 'eventsAfter'>
}

/** Events whose notifications are written in one transaction. */
const atOnce = 200

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
export async function noticeDueTasks(parts: NotificationParts, db: number): Promise<void> {
  const { store, clock } = parts
  const { due } = await progressIn(parts, db)
  const now = seconds(clock)
  if (now <= due) return
  const tasks = await store.rows(dueTasks(store.dialect, { db, from: due, to: now }))
  const notices = tasks.flatMap(({ id, assigned_to, date_time }): Notice[] => {
    if (assigned_to === null || date_time === null) return []
    const record = { kind: 'Task', id }
    return [{ uid: assigned_to, kind: 'Due', record, source: record, by: null, at: date_time }]
  })
  await writeOnce(parts, db, notices, tx => tx.run(passDue(store.dialect, { db, from: due, to: now })))
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
  if (told.length === 0) return []
  const changes = await changesOf(store, db, told)
  const moved = told.filter(event => isMoved(event, changes.get(event.id) ?? []))
  const leaders = await rowsById(
    store,
    db,
    'opportunity',
    moved.map(({ record }) => record),
  )
  const found = told.flatMap(event => {
    const leader = leaders.get(event.record)?.leader
    const concerns = concernsOf(event, changes.get(event.id) ?? [], typeof leader === 'string' ? leader : null)
    return concerns.map(concern => ({ event, concern }))
  })
  const noted = found.flatMap(({ event }) => (event.entity === 'Note' ? [event.record] : []))
  const [notes, users] = [
    await rowsById(store, db, 'note', noted),
    await rowsById(
      store,
      db,
      'user',
      found.map(({ concern }) => concern.uid),
    ),
  ]
  return found.flatMap(({ event, concern: { uid, kind } }): Notice[] => {
    const source = { kind: event.entity, id: event.record }
    const record = event.entity === 'Note' ? parentOf(notes.get(event.record)) : source
    if (record === null || users.get(uid)?.enabled !== 1) return []
    return [{ uid, kind, record, source, by: event.uid, at: Math.floor(event.at / 1000) }]
  })
}

const parentOf = (note: Row | undefined): RecordRef | null =>
  typeof note?.parent_kind === 'string' && typeof note.parent_id === 'string'
    ? { kind: note.parent_kind, id: note.parent_id }
    : null

async function changesOf(store: Store, db: number, events: readonly LoggedEvent[]) {
  const rows = await rowsById(
    store,
    db,
    'history',
    events.map(({ id }) => id),
  )
  return new Map([...rows].map(([id, { changes }]) => [id, JSON.parse(String(changes ?? '[]')) as Change[]]))
}

async function rowsById(store: Store, db: number, table: string, ids: readonly string[]): Promise<Map<string, Row>> {
  if (ids.length === 0) return new Map()
  const rows = await selectRows(store, store.dialect, table, { db, id: [...new Set(ids)], deleted: null })
  return new Map(rows.map(row => [String(row.id), row]))
}
