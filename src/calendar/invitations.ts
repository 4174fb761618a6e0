// Mails invitations to the participants of an appointment when its flag says so, when it changes, and when it ends for them.
import type { Callers } from '../accounts/caller.ts'
import { listDatabases } from '../accounts/databases.ts'
import { seconds } from '../base/clock.ts'
import type { Log } from '../base/log/log.ts'
import type { Job } from '../base/scheduling/jobs.ts'
import { digestOf } from '../base/secrets/digest.ts'
import type { OperationParts } from '../envelope/run.ts'
import type { EventLog } from '../events/event-log.ts'
import { writtenDatabases } from '../events/written-databases.ts'
import { encodeKey } from '../fields/record-key.ts'
import { isMailAddress, isRefused, type Mailer } from '../mail/mailer.ts'
import { selectRows } from '../operations/rows/row-store.ts'
import type { Look } from '../pages/look.ts'
import type { Row, Store } from '../storage/store.ts'
import { attendeesOf, type Invited } from './attendees.ts'
import { usualSeconds } from './ics.ts'
import type { Attendee, Invitation } from './invite.ts'
import { type InviteKind, inviteMail } from './invite-mail.ts'
import {
  addSent,
  beginProgress,
  changeSent,
  passEvents,
  positionOf,
  removeSent,
  removeSentOf,
  sentOf,
} from './statements.ts'

interface InvitationParts {
  readonly store: Store
  readonly operations: OperationParts
  readonly callers: Pick<Callers, 'find'>
  readonly mailer: Pick<Mailer, 'send'>
  readonly look: Look
  readonly log: Log
}

/** Events that are passed together. */
const atOnce = 200
/** An appointment with more of them invites the first. */
const mostAttendees = 100
/** What fails so many times, once a minute, is given up. */
const mostFailures = 60
/** After so many failures in a row the mail server is taken for down until the next minute. */
const mostFailuresOfRun = 3

/** One appointment with what invitations say of it. */
interface Meeting {
  readonly db: number
  readonly id: string
  readonly invitation: Invitation
  readonly digest: string
}

type InvitationEvents = Pick<EventLog, 'eventsAfter' | 'added'>

export function createAppointmentInvitations(parts: InvitationParts & { readonly events: InvitationEvents }) {
  const { store, events, log } = parts
  const written = writtenDatabases(store, events)
  const failures = new Map<number, number>()
  const invite = async (db: number): Promise<void> => {
    const before = failures.get(db) ?? 0
    try {
      await inviteByEvents(parts, events, { db, givesUp: before + 1 >= mostFailures })
      failures.delete(db)
    } catch (error) {
      failures.set(db, before + 1)
      log.warn('an invitation was not sent and is tried again', { db, failures: before + 1, error: error as Error })
    }
  }
  /** What failed is left to the slower job. */
  const inviteWritten = () => written.each(async db => (failures.has(db) ? undefined : invite(db)))
  /** Also sends what publications that were lost have not announced. */
  const inviteAll = async (): Promise<void> => {
    for (const { id } of await listDatabases(store)) await invite(id)
  }
  const jobs: readonly Job[] = [
    { name: 'inviting to appointments', everySeconds: 2, run: inviteWritten },
    { name: 'inviting to appointments again', everySeconds: 60, firstAfterSeconds: 1, run: inviteAll },
  ]
  return { jobs, close: written.close }
}

/** Sends what the events up to now ask for. Safe to run twice, also by two processes at once. */
async function inviteByEvents(
  parts: InvitationParts,
  events: Pick<EventLog, 'eventsAfter'>,
  { db, givesUp }: { readonly db: number; readonly givesUp: boolean },
): Promise<void> {
  const { store, log } = parts
  const { dialect } = store
  let mayGiveUp = givesUp
  for (let from = await progressIn(store, db); ; ) {
    const some = await events.eventsAfter(db, from, atOnce)
    const last = some.at(-1)
    if (!last) return
    const met = some.flatMap(({ entity, record }) => (entity === 'Appointment' ? [record] : []))
    const error = await inviteToAll(parts, db, new Set(met))
    if (error && !mayGiveUp) throw error
    if (error) log.error('invitations were given up', { db, error })
    const passed = { db, from, to: last.position }
    if ((await store.write(tx => tx.run(passEvents(dialect, passed)))) !== 1) return
    from = last.position
    mayGiveUp = false
  }
}

async function progressIn(store: Store, db: number): Promise<number> {
  const read = async () => (await store.rows(positionOf(store.dialect, { db })))[0]?.position
  const position = await read()
  if (position !== undefined) return position
  await store.write(tx => tx.run(beginProgress(store.dialect, { db, position: 0 })))
  return (await read()) ?? 0
}

/** Returns the last failure. One appointment that fails does not keep back the others. */
async function inviteToAll(parts: InvitationParts, db: number, ids: ReadonlySet<string>): Promise<Error | null> {
  const failed: Error[] = []
  for (const id of ids) {
    try {
      await inviteTo(parts, db, id, failed)
    } catch (error) {
      failed.push(error as Error)
    }
    if (failed.length >= mostFailuresOfRun) break
  }
  return failed.at(-1) ?? null
}

/** Compares who has been invited with who is to be, and sends the difference. */
async function inviteTo(parts: InvitationParts, db: number, id: string, failed: Error[]): Promise<void> {
  const { store, operations } = parts
  const { dialect } = store
  const [row] = await selectRows(store, dialect, 'appointment', { db, id })
  const sent = await store.rows(sentOf(dialect, { db, appointment: id }))
  const isOn = row?.deleted === null && row.send_invitations === 1
  if (!isOn && sent.length === 0) return
  const found = row && (await organizerOf(parts, db, row))
  const now = seconds(operations.clock)
  const meeting = found && meetingOf(row, db, found.own, now)
  if (!meeting || meeting.invitation.end < now) {
    if (!isOn) await store.write(tx => tx.run(removeSentOf(dialect, { db, appointment: id })))
    return
  }
  const at = { appointment: encodeKey('Appointment', id), own: found.own.email }
  const people = isOn ? await attendeesOf(operations, found.organizer, at) : []
  const known = new Map(sent.map(one => [one.email, one]))
  // Who has an invitation keeps it when there are too many.
  const wanted = people.toSorted((a, b) => Number(known.has(b.email)) - Number(known.has(a.email)))
  const send = sender(parts, meeting)
  const attempt = async (kind: InviteKind, one: Invited, before: string | null): Promise<void> => {
    if (failed.length >= mostFailuresOfRun) return
    await send(kind, one, before).catch((error: Error) => failed.push(error))
  }
  for (const one of wanted.slice(0, mostAttendees)) {
    const before = known.get(one.email)
    known.delete(one.email)
    if (before?.digest !== meeting.digest) await attempt(before ? 'changes' : 'invites', one, before?.digest ?? null)
  }
  for (const { attendee, email, name, culture, time_zone, digest } of known.values()) {
    await attempt('cancels', { key: attendee, email, name, culture, timeZone: time_zone }, digest)
  }
}

/** The enabled user who organizes it; null for one without an address, from whom no invitation can come. */
async function organizerOf({ store, callers }: InvitationParts, db: number, row: Row) {
  if (typeof row.organizer !== 'string') return null
  const organizer = await callers.find(db, row.organizer)
  const [user] = organizer ? await selectRows(store, store.dialect, 'user', { db, id: organizer.uid }) : []
  if (!organizer || typeof user?.email !== 'string' || !isMailAddress(user.email)) return null
  return { organizer, own: { email: user.email, name: String(user.display ?? '') } }
}

function meetingOf(row: Row, db: number, organizer: Attendee, now: number): Meeting {
  const start = Number(row.start_date)
  const about = {
    start,
    end: row.end_date === null ? start + usualSeconds : Number(row.end_date),
    summary: String(row.subject ?? ''),
    description: String(row.description ?? ''),
    location: String(row.location ?? ''),
    organizer,
  }
  const id = String(row.id)
  const uid = `${encodeKey('Appointment', id)}@clientele`
  const invitation = { ...about, uid, sequence: Number(row.version ?? 0), written: now }
  return { db, id, invitation, digest: digestOf(JSON.stringify(about)) }
}

/** Sends a mail once: the row of the attendee is changed first, and changed back when the mail server is to be asked again. */
function sender({ store, mailer, look, log }: InvitationParts, { db, id: appointment, invitation, digest }: Meeting) {
  const { dialect } = store
  return async (kind: InviteKind, one: Invited, before: string | null): Promise<void> => {
    const { key: attendee, email, name, culture, timeZone: time_zone } = one
    const row = { db, appointment, attendee, email, name, culture, time_zone }
    const put = (from: string | null, to: string | null): Promise<number> =>
      store.write(tx => {
        if (from === null) return tx.run(addSent(dialect, { ...row, digest: to as string }))
        const same = { db, appointment, email, digest: from }
        return tx.run(to === null ? removeSent(dialect, same) : changeSent(dialect, { ...same, next: to }))
      })
    const after = kind === 'cancels' ? null : digest
    if ((await put(before, after)) !== 1) return
    try {
      await mailer.send(inviteMail(look, kind, one, invitation))
    } catch (error) {
      if (isRefused(error))
        return log.warn('the mail server refused an invitation', { db, appointment, error: error as Error })
      await put(after, before)
      throw error
    }
  }
}
