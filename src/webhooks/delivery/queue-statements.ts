// Declares the statements by which nodes lease targets, save their progress and keep the queues.
import { type NotNull, type SqlBool, sql } from 'kysely'
import type { EventOperation } from '../../events/append.ts'
import type { EventTables } from '../../events/tables.ts'
import type { EntityTables } from '../../model/entity-tables.ts'
import { type Args, statementsOn } from '../../storage/statement.ts'
import type { RowOf } from '../../storage/table.ts'
import type { queueTable, WebhookTables } from '../tables.ts'

export type QueueRow = RowOf<typeof queueTable>

const statement = statementsOn<WebhookTables & EventTables & EntityTables>()

type TargetKey = { db: number; id: string }
type QueueKey = { db: number; target: string }

/** The databases that have targets. */
export const databasesWithTargets = statement(db => db.selectFrom('webhook_target').select('db').distinct(), {
  allTenants: true,
})

export const enabledTargets = statement((db, p: Args<{ db: number }>) =>
  db.selectFrom('webhook_target').selectAll().where('db', '=', p('db')).where('enabled', '=', 1).orderBy('id'),
)

/**
 * A node gets the target when no other node holds it. The count of changed rows decides. A lease that was not released is that
 * of a process that died.
 */
export const takeTarget = statement((db, p: Args<TargetKey & { holder: string; now: number; until: number }>) =>
  db
    .updateTable('webhook_target')
    .set(eb => ({
      holder: p('holder'),
      held_until: p('until'),
      deaths: eb
        .case()
        .when('held_until', '>', 0)
        .then(eb('deaths', '+', 1))
        .else(eb.ref('deaths'))
        .end(),
    }))
    .where('db', '=', p('db'))
    .where('id', '=', p('id'))
    .where('enabled', '=', 1)
    .where('retry_at', '<=', p('now'))
    // A process of this server that has died held the target under the same name.
    .where(where => where.or([where('held_until', '<', p('now')), where('holder', '=', p('holder'))])),
)

type SavedProgress = {
  holder: string
  until: number
  position: number
  failing_since: number | null
  failed_at: number | null
  failures: number
  failed_runs: number
  warned: number
}

/** Changes nothing when the node has lost the target. */
export const saveProgress = statement((db, p: Args<TargetKey & SavedProgress>) =>
  db
    .updateTable('webhook_target')
    .set({
      position: p('position'),
      held_until: p('until'),
      failing_since: p('failing_since'),
      failed_at: p('failed_at'),
      failures: p('failures'),
      failed_runs: p('failed_runs'),
      warned: p('warned'),
    })
    .where('db', '=', p('db'))
    .where('id', '=', p('id'))
    .where('holder', '=', p('holder')),
)
/** The work on the target has ended without a death. */
export const releaseTarget = statement((db, p: Args<TargetKey & { holder: string }>) =>
  db
    .updateTable('webhook_target')
    .set({ held_until: 0, deaths: 0, rendering: null })
    .where('db', '=', p('db'))
    .where('id', '=', p('id'))
    .where('holder', '=', p('holder')),
)
/** The work has ended with an error, or could not begin: the next run begins at `retry_at`. */
export const releaseFailed = statement((db, p: Args<TargetKey & { holder: string; now: number; retryAt: number }>) =>
  db
    .updateTable('webhook_target')
    .set(eb => ({ held_until: 0, failed_runs: eb('failed_runs', '+', 1), retry_at: p('retryAt') }))
    .where('db', '=', p('db'))
    .where('id', '=', p('id'))
    .where(where => where.or([where('held_until', '<', p('now')), where('holder', '=', p('holder'))])),
)
/** Names the event that is about to be rendered, see target-rendering.ts. */
export const markRendering = statement(
  (db, p: Args<TargetKey & { holder: string; rendering: number | null; deaths: number }>) =>
    db
      .updateTable('webhook_target')
      .set({ rendering: p('rendering'), deaths: p('deaths') })
      .where('db', '=', p('db'))
      .where('id', '=', p('id'))
      .where('holder', '=', p('holder')),
)
/** At the start of the only process of a store: the leases of an earlier process have ended, but were not released. */
export const endLeases = statement(db =>
  db.updateTable('webhook_target').set({ held_until: 1 }).where('held_until', '>', 1),
)

export const stopTarget = statement((db, p: Args<TargetKey & { stopped: string }>) =>
  db
    .updateTable('webhook_target')
    .set({ enabled: 0, stopped: p('stopped') })
    .where('db', '=', p('db'))
    .where('id', '=', p('id')),
)

/** The queue of each target: how many rows of each kind, the next attempt and the oldest event. */
export const queueSummary = statement((db, p: Args<{ db: number }>) =>
  db
    .selectFrom('webhook_queue')
    .select(eb => [
      'target',
      'kind',
      eb.fn.countAll<number>().as('rows'),
      eb.fn.min('next_at').as('next_at'),
      eb.fn.min('position').as('position'),
    ])
    .where('db', '=', p('db'))
    .where('kind', 'in', ['order', 'replay'])
    .groupBy(['target', 'kind']),
)
export const parkedOf = statement((db, p: Args<QueueKey & { limit: number }>) =>
  db
    .selectFrom('webhook_queue')
    .selectAll()
    .where('db', '=', p('db'))
    .where('target', '=', p('target'))
    .where('kind', '=', 'order')
    .orderBy('next_at')
    .orderBy('slot')
    .limit(sql<number>`(${p('limit')} + 0)`),
)
/** In the order of events. */
export const dueReplays = statement((db, p: Args<QueueKey & { now: number; limit: number }>) =>
  db
    .selectFrom('webhook_queue')
    .selectAll()
    .where('db', '=', p('db'))
    .where('target', '=', p('target'))
    .where('kind', '=', 'replay')
    .where('next_at', '<=', p('now'))
    .orderBy('position')
    .limit(sql<number>`(${p('limit')} + 0)`),
)
/** Later replays of the record, or of all records, wait until the failed one is attempted again. */
export const delayReplays = statement(
  (db, p: Args<QueueKey & { entity: string; record: string; isStrict: number; after: number; nextAt: number }>) =>
    db
      .updateTable('webhook_queue')
      .set({ next_at: p('nextAt') })
      .where('db', '=', p('db'))
      .where('target', '=', p('target'))
      .where('kind', '=', 'replay')
      .where('position', '>', p('after'))
      .where(where =>
        where.or([
          where.and([where('entity', '=', p('entity')), where('record', '=', p('record'))]),
          sql<SqlBool>`${p('isStrict')} = 1`,
        ]),
      ),
)
export const putInQueue = statement((db, p: Args<QueueRow>) =>
  db
    .insertInto('webhook_queue')
    .values({
      db: p('db'),
      target: p('target'),
      kind: p('kind'),
      slot: p('slot'),
      position: p('position'),
      entity: p('entity'),
      record: p('record'),
      attempts: p('attempts'),
      next_at: p('next_at'),
      scheduled_at: p('scheduled_at'),
    })
    .onConflict(conflict =>
      conflict.columns(['db', 'target', 'kind', 'slot']).doUpdateSet({
        position: p('position'),
        attempts: p('attempts'),
        next_at: p('next_at'),
        scheduled_at: p('scheduled_at'),
      }),
    ),
)
export const removeFromQueue = statement((db, p: Args<QueueKey & { kind: string; slot: string }>) =>
  db
    .deleteFrom('webhook_queue')
    .where('db', '=', p('db'))
    .where('target', '=', p('target'))
    .where('kind', '=', p('kind'))
    .where('slot', '=', p('slot')),
)
/** A row that a person has queued once more, while its event was being sent, stays. */
export const removeReplay = statement((db, p: Args<QueueKey & { slot: string; nextAt: number }>) =>
  db
    .deleteFrom('webhook_queue')
    .where('db', '=', p('db'))
    .where('target', '=', p('target'))
    .where('kind', '=', 'replay')
    .where('slot', '=', p('slot'))
    .where('next_at', '=', p('nextAt')),
)

/** The events of a record from a position on, found by its history, which has the same identifiers. */
export const eventsOfRecord = statement(
  (db, p: Args<{ db: number; entity: string; record: string; from: number; to: number }>) =>
    db
      .selectFrom('history as h')
      .innerJoin('event_log as e', join => join.onRef('e.db', '=', 'h.db').onRef('e.id', '=', 'h.id'))
      .select([
        'e.id',
        'e.position',
        'e.entity',
        'e.record',
        'e.operation',
        'e.version',
        'e.uid',
        'e.application',
        'e.at',
      ])
      .$narrowType<{ position: NotNull; uid: NotNull; operation: EventOperation }>()
      .where('h.db', '=', p('db'))
      .where('h.parent_id', '=', p('record'))
      .where('e.entity', '=', p('entity'))
      .where('e.position', '>=', p('from'))
      .where('e.position', '<=', p('to'))
      .orderBy('e.position')
      .limit(sql.lit(20)),
)
