// Removes the invitations that were sent to an erased person, and those to erased appointments.
import { sql } from 'kysely'
import { encodeKey } from '../fields/record-key.ts'
import type { TraceKeeper } from '../operations/erase/traces.ts'
import { type Args, statementsOn } from '../storage/statement.ts'
import type { CalendarTables } from './tables.ts'

const statement = statementsOn<CalendarTables>()

const removeSentTo = statement((db, p: Args<{ db: number; email: string }>) =>
  db.deleteFrom('appointment_invitation').where('db', '=', p('db')).where('email', '=', p('email')),
)

/** Keys of one statement. */
const batch = 500

const removeSentToRecords = statement((db, p: Args<{ db: number; attendees: readonly string[] }>, dialect) =>
  db
    .deleteFrom('appointment_invitation')
    .where('db', '=', p('db'))
    .where(dialect.inList(sql.ref('attendee'), p('attendees'), 'text')),
)

const removeSentOfAll = statement((db, p: Args<{ db: number; appointments: readonly string[] }>, dialect) =>
  db
    .deleteFrom('appointment_invitation')
    .where('db', '=', p('db'))
    .where(dialect.inList(sql.ref('appointment'), p('appointments'), 'text')),
)

export const invitationTraces: TraceKeeper = {
  async removeTexts(store, db, { emails }) {
    for (const email of emails) await store.write(tx => tx.run(removeSentTo(store.dialect, { db, email })))
  },
  async removeKeys(store, db, keys) {
    for (let at = 0; at < keys.length; at += batch) {
      const some = keys.slice(at, at + batch)
      const appointments = some.filter(({ kind }) => kind === 'Appointment').map(({ id }) => id)
      const attendees = some.filter(({ kind }) => kind !== 'Appointment').map(({ kind, id }) => encodeKey(kind, id))
      await store.write(async tx => {
        await tx.run(removeSentToRecords(store.dialect, { db, attendees }))
        await tx.run(removeSentOfAll(store.dialect, { db, appointments }))
      })
    }
  },
}
