// Has the statements of triggers.
import { sql } from 'kysely'
import type { EventTables } from '../events/tables.ts'
import { type Args, statementsOn } from '../storage/statement.ts'
import type { WorkflowTables } from './tables.ts'

const statement = statementsOn<WorkflowTables & EventTables>()

export const progressOf = statement((db, p: Args<{ db: number }>) =>
  db.selectFrom('workflow_progress').select(['position', 'day']).where('db', '=', p('db')),
)

/** The position of an event; null until it has one. */
export const positionOf = statement((db, p: Args<{ db: number; id: string }>) =>
  db.selectFrom('event_log').select('position').where('db', '=', p('db')).where('id', '=', p('id')),
)

export const beginProgress = statement((db, p: Args<{ db: number; position: number; day: number }>) =>
  db
    .insertInto('workflow_progress')
    .values({ db: p('db'), position: p('position'), day: p('day') })
    .onConflict(c => c.column('db').doNothing()),
)

/** A database without triggers has no progress: it begins anew with its first trigger. */
export const forgetProgress = statement((db, p: Args<{ db: number; position: number }>) =>
  db.deleteFrom('workflow_progress').where('db', '=', p('db')).where('position', '=', p('position')),
)

export const passEvents = statement((db, p: Args<{ db: number; from: number; to: number }>) =>
  db
    .updateTable('workflow_progress')
    .set({ position: p('to') })
    .where('db', '=', p('db'))
    .where('position', '=', p('from')),
)

export const passDay = statement((db, p: Args<{ db: number; from: number; to: number }>) =>
  db
    .updateTable('workflow_progress')
    .set({ day: p('to') })
    .where('db', '=', p('db'))
    .where('day', '=', p('from')),
)

/** What is known of the meetings of these records with a trigger. */
export const meetingsOf = statement(
  (db, p: Args<{ db: number; action: string; records: readonly string[] }>, dialect) =>
    db
      .selectFrom('workflow_meeting')
      .select(['record', 'met', 'day'])
      .where('db', '=', p('db'))
      .where('action', '=', p('action'))
      .where(dialect.inList(sql.ref('record'), p('records'), 'text')),
)

export const meetAgain = statement(
  (db, p: Args<{ db: number; action: string; records: readonly string[]; day: number }>, dialect) =>
    db
      .updateTable('workflow_meeting')
      .set({ met: 1, day: p('day') })
      .where('db', '=', p('db'))
      .where('action', '=', p('action'))
      .where(dialect.inList(sql.ref('record'), p('records'), 'text')),
)

/** The records among these that met the conditions when they were judged last. */
export const meetingAmong = statement(
  (db, p: Args<{ db: number; action: string; records: readonly string[] }>, dialect) =>
    db
      .selectFrom('workflow_meeting')
      .select('record')
      .where('db', '=', p('db'))
      .where('action', '=', p('action'))
      .where(dialect.inList(sql.ref('record'), p('records'), 'text'))
      .where('met', '=', sql.lit(1)),
)

/** The records that met the conditions, from one on: `from` is not among them, `to` is. */
export const meetingBetween = statement((db, p: Args<{ db: number; action: string; from: string; to: string }>) =>
  db
    .selectFrom('workflow_meeting')
    .select('record')
    .where('db', '=', p('db'))
    .where('action', '=', p('action'))
    .where('record', '>', p('from'))
    .where('record', '<=', p('to'))
    .where('met', '=', sql.lit(1)),
)

export const part = statement((db, p: Args<{ db: number; action: string; records: readonly string[] }>, dialect) =>
  db
    .updateTable('workflow_meeting')
    .set({ met: 0 })
    .where('db', '=', p('db'))
    .where('action', '=', p('action'))
    .where(dialect.inList(sql.ref('record'), p('records'), 'text')),
)
