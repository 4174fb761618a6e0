// Declares the statements on webhook targets and on the queue of each.
import { sql } from 'kysely'
import { insertStatement } from '../../storage/schema/table-statements.ts'
import { type Args, statementsOn } from '../../storage/statement.ts'
import { targetTable, type WebhookTables } from '../tables.ts'
import type { columnsOf } from './target.ts'

const statement = statementsOn<WebhookTables>()

type Key = { db: number; id: string }

export const ofDatabase = statement((db, p: Args<{ db: number }>) =>
  db.selectFrom('webhook_target').selectAll().where('db', '=', p('db')).orderBy('id'),
)
export const byId = statement((db, p: Args<Key>) =>
  db.selectFrom('webhook_target').selectAll().where('db', '=', p('db')).where('id', '=', p('id')),
)
/** Lets one transaction at a time count and add targets of a database. */
export const lockTargets = statement((db, p: Args<{ db: number }>, dialect) =>
  db.selectFrom('webhook_target').select('id').where('db', '=', p('db')).modifyEnd(dialect.lock('update')),
)
export const owners = statement((db, p: Args<{ db: number }>) =>
  db.selectFrom('webhook_target').select('owner').where('db', '=', p('db')),
)
export const insert = insertStatement(targetTable)

export const change = statement((db, p: Args<Key & ReturnType<typeof columnsOf> & { changed: number }>) =>
  db
    .updateTable('webhook_target')
    .set({
      url: p('url'),
      description: p('description'),
      entities: p('entities'),
      operations: p('operations'),
      filter: p('filter'),
      payload: p('payload'),
      ordering: p('ordering'),
      enabled: p('enabled'),
      changed: p('changed'),
    })
    .where('db', '=', p('db'))
    .where('id', '=', p('id')),
)
/**
 * Clears the reason of the stop and the failures, and binds the target to the token that enables it. The node that still ends
 * its work loses the target, so that it does not save the failures again.
 */
export const revive = statement((db, p: Args<Key & { scope: string; chain: string | null }>) =>
  db
    .updateTable('webhook_target')
    .set({
      ...{ scope: p('scope'), chain: p('chain'), stopped: null, failing_since: null, failed_at: null, warned: 0 },
      ...{ failures: 0, failed_runs: 0, retry_at: 0, deaths: 0, rendering: null, holder: null, held_until: 0 },
    })
    .where('db', '=', p('db'))
    .where('id', '=', p('id')),
)
/** The node that delivers loses the target, so that it does not move the position back. */
export const skipTo = statement((db, p: Args<Key & { position: number }>) =>
  db
    .updateTable('webhook_target')
    .set({ position: p('position'), holder: null, held_until: 0 })
    .where('db', '=', p('db'))
    .where('id', '=', p('id')),
)
export const rotate = statement((db, p: Args<Key & { secrets: string; before: string }>) =>
  db
    .updateTable('webhook_target')
    .set({ secrets: p('secrets') })
    .where('db', '=', p('db'))
    .where('id', '=', p('id'))
    .where('secrets', '=', p('before')),
)
export const remove = statement((db, p: Args<Key>) =>
  db.deleteFrom('webhook_target').where('db', '=', p('db')).where('id', '=', p('id')),
)

export const emptyQueue = statement((db, p: Args<{ db: number; target: string }>) =>
  db.deleteFrom('webhook_queue').where('db', '=', p('db')).where('target', '=', p('target')),
)
/** Parked events and replays are tried at once, with all attempts before them. */
export const tryNow = statement((db, p: Args<{ db: number; target: string; now: number }>) =>
  db
    .updateTable('webhook_queue')
    .set({ next_at: p('now'), scheduled_at: null, attempts: sql<number>`0` })
    .where('db', '=', p('db'))
    .where('target', '=', p('target'))
    .where('kind', '<>', 'failed'),
)
/** The target has taken a request, so each parked record gets one extra attempt now; see parked-records.ts. */
export const bringForward = statement((db, p: Args<{ db: number; target: string; now: number }>) =>
  db
    .updateTable('webhook_queue')
    .set(eb => ({ next_at: p('now'), scheduled_at: eb.ref('next_at') }))
    .where('db', '=', p('db'))
    .where('target', '=', p('target'))
    .where('kind', '=', 'order')
    .where('scheduled_at', 'is', null)
    .where('next_at', '>', p('now')),
)
