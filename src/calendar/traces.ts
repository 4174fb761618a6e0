// Removes the invitations that were sent to an erased person, and those to erased appointments.
import { encodeKey } from '../fields/record-key.ts'
import type { TraceKeeper } from '../operations/erase/traces.ts'
import { type Args, statementsOn } from '../storage/statement.ts'
import { removeSentOf } from './statements.ts'
import type { CalendarTables } from './tables.ts'

const statement = statementsOn<CalendarTables>()

const removeSentTo = statement((db, p: Args<{ db: number; email: string }>) =>
  db.deleteFrom('appointment_invitation').where('db', '=', p('db')).where('email', '=', p('email')),
)

const removeSentToRecord = statement((db, p: Args<{ db: number; attendee: string }>) =>
  db.deleteFrom('appointment_invitation').where('db', '=', p('db')).where('attendee', '=', p('attendee')),
)

export const invitationTraces: TraceKeeper = {
  async removeTexts(store, db, { emails }) {
    for (const email of emails) await store.write(tx => tx.run(removeSentTo(store.dialect, { db, email })))
  },
  async removeKeys(store, db, keys) {
    for (const { kind, id } of keys) {
      const remove =
        kind === 'Appointment'
          ? removeSentOf(store.dialect, { db, appointment: id })
          : removeSentToRecord(store.dialect, { db, attendee: encodeKey(kind, id) })
      await store.write(tx => tx.run(remove))
    }
  },
}
