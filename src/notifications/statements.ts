// Has the statements of notifications.
import { type NotNull, sql } from 'kysely'
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

/** The first open tasks that became due in a time, without those that were assigned or moved into the past. */
export const dueTasks = statement((db, p: Args<{ db: number; from: number; to: number; limit: number }>) =>
  db
    .selectFrom('task')
    .select(['id', 'assigned_to', 'date_time'])
    .where('db', '=', p('db'))
    .where('date_time', '>', p('from'))
    .where('date_time', '<=', p('to'))
    .where('completed', '=', sql.lit(0))
    .where('deleted', 'is', null)
    .orderBy('date_time')
    .limit(sql<number>`(${p('limit')} + 0)`),
)

export const leadersOf = statement((db, p: Args<{ db: number; ids: readonly string[] }>, dialect) =>
  db
    .selectFrom('opportunity')
    .select(['id', 'leader'])
    .where('db', '=', p('db'))
    .where(dialect.inList(sql.ref('id'), p('ids'), 'text'))
    .where('deleted', 'is', null),
)

/** What notes are about. */
export const parentsOf = statement((db, p: Args<{ db: number; ids: readonly string[] }>, dialect) =>
  db
    .selectFrom('note')
    .select(['id', 'parent_kind', 'parent_id'])
    .$narrowType<{ parent_kind: NotNull; parent_id: NotNull }>()
    .where('db', '=', p('db'))
    .where(dialect.inList(sql.ref('id'), p('ids'), 'text'))
    .where('parent_kind', 'is not', null)
    .where('deleted', 'is', null),
)

export const enabledAmong = statement((db, p: Args<{ db: number; ids: readonly string[] }>, dialect) =>
  db
    .selectFrom('user')
    .select('id')
    .where('db', '=', p('db'))
    .where(dialect.inList(sql.ref('id'), p('ids'), 'text'))
    .where('enabled', '=', sql.lit(1))
    .where('deleted', 'is', null),
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

/** The users who want mails, with how far theirs have come; `newest` is their newest notification that they have not read. */
export const wantingMail = statement((db, p: Args<{ db: number }>) =>
  db
    .selectFrom('user')
    .leftJoin('notification_mail as m', join => join.onRef('m.db', '=', 'user.db').onRef('m.uid', '=', 'user.id'))
    .select(['user.id', 'user.email', 'user.notification_mail', 'm.mailed', 'm.due'])
    .select(unread =>
      unread
        .selectFrom('notification')
        .select(({ fn }) => fn.max('notification.id').as('id'))
        .where('notification.db', '=', p('db'))
        .whereRef('notification.recipient', '=', 'user.id')
        .where('notification.read', '=', sql.lit(0))
        .as('newest'),
    )
    .where('user.db', '=', p('db'))
    .where('user.notification_mail', 'in', [sql.lit('AtOnce'), sql.lit('Daily')])
    .where('user.enabled', '=', 1)
    .where('user.deleted', 'is', null)
    .limit(sql.lit(10_000)),
)

/** What was there before a user wanted mails is not mailed. */
export const beginMail = statement((db, p: Args<{ db: number; uid: string; mailed: string; due: number }>) =>
  db
    .insertInto('notification_mail')
    .values({ db: p('db'), uid: p('uid'), mailed: p('mailed'), due: p('due') })
    .onConflict(c => c.columns(['db', 'uid']).doNothing()),
)

/** Gives the mail to one process: who comes second finds that it was passed. */
export const passMail = statement(
  (db, p: Args<{ db: number; uid: string; from: string; to: string; fromDue: number; due: number }>) =>
    db
      .updateTable('notification_mail')
      .set({ mailed: p('to'), due: p('due') })
      .where('db', '=', p('db'))
      .where('uid', '=', p('uid'))
      .where('mailed', '=', p('from'))
      .where('due', '=', p('fromDue')),
)

/** The users who want no mails any more. */
export const unwantedMails = statement((db, p: Args<{ db: number }>) =>
  db
    .selectFrom('notification_mail as m')
    .innerJoin('user', join => join.onRef('user.db', '=', 'm.db').onRef('user.id', '=', 'm.uid'))
    .select('m.uid')
    .where('m.db', '=', p('db'))
    .where(({ or, eb }) =>
      or([eb('user.notification_mail', 'is', null), eb('user.notification_mail', '=', sql.lit('None'))]),
    )
    .limit(sql.lit(1_000)),
)

/** Who wants mails again begins anew. */
export const endMails = statement((db, p: Args<{ db: number; uids: readonly string[] }>, dialect) =>
  db
    .deleteFrom('notification_mail')
    .where('db', '=', p('db'))
    .where(dialect.inList(sql.ref('uid'), p('uids'), 'text')),
)
