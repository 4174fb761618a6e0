// Has the statements of notifications.
import { sql } from 'kysely'
import type { EntityTables } from '../model/entity-tables.ts'
import { type Args, statementsOn } from '../storage/statement.ts'
import type { NotificationTables } from './tables.ts'

const statement = statementsOn<NotificationTables & EntityTables>()

export const progressOf = statement((db, p: Args<{ db: number }>) =>
  db.selectFrom('notification_progress').select(['position', 'due']).where('db', '=', p('db')),
)

export const beginProgress = statement((db, p: Args<{ db: number; position: number; due: number }>) =>
  db
    .insertInto('notification_progress')
    .values({ db: p('db'), position: p('position'), due: p('due') })
    .onConflict(c => c.column('db').doNothing()),
)

/** Writes the notifications of each event once: who comes second finds that the events were passed. */
export const passEvents = statement((db, p: Args<{ db: number; from: number; to: number }>) =>
  db
    .updateTable('notification_progress')
    .set({ position: p('to') })
    .where('db', '=', p('db'))
    .where('position', '=', p('from')),
)

export const passDue = statement((db, p: Args<{ db: number; from: number; to: number }>) =>
  db
    .updateTable('notification_progress')
    .set({ due: p('to') })
    .where('db', '=', p('db'))
    .where('due', '=', p('from')),
)

/** Open tasks that became due in a time, without those that were assigned or moved into the past. */
export const dueTasks = statement((db, p: Args<{ db: number; from: number; to: number }>) =>
  db
    .selectFrom('task')
    .select(['id', 'assigned_to', 'date_time'])
    .where('db', '=', p('db'))
    .where('date_time', '>', p('from'))
    .where('date_time', '<=', p('to'))
    .where('completed', '=', sql.lit(0))
    .where('deleted', 'is', null)
    .orderBy('date_time')
    .limit(sql.lit(5_000)),
)

/** Keeps the newest notifications of a user. */
export const trimOf = statement((db, p: Args<{ db: number; uid: string }>) =>
  db
    .deleteFrom('notification')
    .where('db', '=', p('db'))
    .where('recipient', '=', p('uid'))
    .where('id', '<=', older => {
      const newest = older.selectFrom('notification').select('id').where('db', '=', p('db'))
      return newest.where('recipient', '=', p('uid')).orderBy('id', 'desc').limit(sql.lit(1)).offset(sql.lit(500))
    }),
)
