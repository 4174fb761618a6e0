// Has the statements of the outbox of workflows. A row is held by one process at a time, and each attempt has its number.
import { sql } from 'kysely'
import type { EntityTables } from '../../model/entity-tables.ts'
import { type Args, statementsOn } from '../../storage/statement.ts'

const statement = statementsOn<EntityTables>()

type Attempt = { db: number; id: string; attempts: number }

/** What is to be sent now, the longest waiting first. Times are epoch seconds; that of holds is shared by all nodes. */
export const dueDeliveries = statement((db, p: Args<{ db: number; now: number; shared: number }>) =>
  db
    .selectFrom('workflow_delivery')
    .select(['id', 'kind', 'workflow_action_key', 'recipient', 'subject', 'body', 'language', 'attempts', 'created'])
    .where('db', '=', p('db'))
    .where('status', '=', sql.lit('Waiting'))
    .where('next_attempt', '<=', p('now'))
    .where('deleted', 'is', null)
    .where('held_until', '<=', p('shared'))
    .orderBy('next_attempt')
    .orderBy('id')
    .limit(sql.lit(50)),
)

/** When the next one of a database is due, or its hold ends. */
export const nextDue = statement((db, p: Args<{ db: number }>) =>
  db
    .selectFrom('workflow_delivery')
    .select(['next_attempt', 'held_until'])
    .where('db', '=', p('db'))
    .where('status', '=', sql.lit('Waiting'))
    .where('deleted', 'is', null)
    .orderBy('next_attempt')
    .limit(1),
)

/** Gives the attempt to one process: any other changes no row. */
export const hold = statement((db, p: Args<Attempt & { shared: number; until: number; now: number }>) =>
  db
    .updateTable('workflow_delivery')
    .set({ held_until: p('until'), attempts: sql<number>`attempts + 1`, last_attempt: p('now') })
    .where('db', '=', p('db'))
    .where('id', '=', p('id'))
    .where('status', '=', sql.lit('Waiting'))
    .where('deleted', 'is', null)
    .where('attempts', '=', p('attempts'))
    .where('held_until', '<=', p('shared')),
)

export const extendHold = statement((db, p: Args<Attempt & { until: number }>) =>
  db
    .updateTable('workflow_delivery')
    .set({ held_until: p('until') })
    .where('db', '=', p('db'))
    .where('id', '=', p('id'))
    .where('attempts', '=', p('attempts'))
    .where('status', '=', sql.lit('Waiting')),
)

type Result = {
  status: string
  nextAt: number | null
  httpStatus: number | null
  response: string | null
}

export const finishAttempt = statement((db, p: Args<Attempt & Result>) =>
  db
    .updateTable('workflow_delivery')
    .set({
      status: p('status'),
      next_attempt: p('nextAt'),
      http_status: p('httpStatus'),
      response: p('response'),
      held_until: sql.lit(0),
    })
    .where('db', '=', p('db'))
    .where('id', '=', p('id'))
    .where('attempts', '=', p('attempts'))
    .where('status', '=', sql.lit('Waiting')),
)

export const suppressionOf = statement((db, p: Args<{ db: number; email: string }>) =>
  db
    .selectFrom('mail_suppression')
    .select('id')
    .where('db', '=', p('db'))
    .where('email_f', '=', p('email'))
    .where('deleted', 'is', null)
    .limit(1),
)

export const saltOf = statement((db, p: Args<{ db: number; id: string }>) =>
  db
    .selectFrom('workflow_action')
    .select(['secret_salt', 'deleted'])
    .where('db', '=', p('db'))
    .where('id', '=', p('id')),
)

/** Rows of one statement. Identifiers are in the order of time. */
export const removeOld = statement((db, p: Args<{ db: number; before: string }>) =>
  db
    .deleteFrom('workflow_delivery')
    .where('db', '=', p('db'))
    .where('id', 'in', old =>
      old
        .selectFrom('workflow_delivery')
        .select('id')
        .where('db', '=', p('db'))
        .where('id', '<', p('before'))
        .where('status', '<>', sql.lit('Waiting'))
        .orderBy('id')
        .limit(sql.lit(500)),
    ),
)
