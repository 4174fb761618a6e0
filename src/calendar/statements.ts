// Has the statements of invitations to appointments.
import { type Args, statementsOn } from '../storage/statement.ts'
import type { CalendarTables } from './tables.ts'

const statement = statementsOn<CalendarTables>()

export const positionOf = statement((db, p: Args<{ db: number }>) =>
  db.selectFrom('appointment_invitation_progress').select('position').where('db', '=', p('db')),
)

export const beginProgress = statement((db, p: Args<{ db: number; position: number }>) =>
  db
    .insertInto('appointment_invitation_progress')
    .values({ db: p('db'), position: p('position') })
    .onConflict(c => c.column('db').doNothing()),
)

export const passEvents = statement((db, p: Args<{ db: number; from: number; to: number }>) =>
  db
    .updateTable('appointment_invitation_progress')
    .set({ position: p('to') })
    .where('db', '=', p('db'))
    .where('position', '=', p('from')),
)

export const sentOf = statement((db, p: Args<{ db: number; appointment: string }>) =>
  db
    .selectFrom('appointment_invitation')
    .select(['attendee', 'email', 'name', 'culture', 'time_zone', 'digest'])
    .where('db', '=', p('db'))
    .where('appointment', '=', p('appointment')),
)

type SentRow = {
  readonly db: number
  readonly appointment: string
  readonly attendee: string
  readonly email: string
  readonly name: string
  readonly culture: string
  readonly time_zone: string
  readonly digest: string
}

/** Gives the mail to one process: who comes second finds the row. */
export const addSent = statement((db, p: Args<SentRow>) =>
  db
    .insertInto('appointment_invitation')
    .values({
      ...{ db: p('db'), appointment: p('appointment'), attendee: p('attendee') },
      ...{ email: p('email'), name: p('name') },
      ...{ culture: p('culture'), time_zone: p('time_zone'), digest: p('digest') },
    })
    .onConflict(c => c.columns(['db', 'appointment', 'email']).doNothing()),
)

export const changeSent = statement(
  (db, p: Args<{ db: number; appointment: string; email: string; digest: string; next: string }>) =>
    db
      .updateTable('appointment_invitation')
      .set({ digest: p('next') })
      .where('db', '=', p('db'))
      .where('appointment', '=', p('appointment'))
      .where('email', '=', p('email'))
      .where('digest', '=', p('digest')),
)

export const removeSent = statement((db, p: Args<{ db: number; appointment: string; email: string; digest: string }>) =>
  db
    .deleteFrom('appointment_invitation')
    .where('db', '=', p('db'))
    .where('appointment', '=', p('appointment'))
    .where('email', '=', p('email'))
    .where('digest', '=', p('digest')),
)

export const removeSentOf = statement((db, p: Args<{ db: number; appointment: string }>) =>
  db.deleteFrom('appointment_invitation').where('db', '=', p('db')).where('appointment', '=', p('appointment')),
)
