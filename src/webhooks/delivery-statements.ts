// Declares the statements by which nodes share the targets, and keep the queue and the log of deliveries.
import { sql } from 'kysely'
import type { EventTables } from '../events/tables.ts'
import type { EntityTables } from '../model/entity-tables.ts'
import { type Args, statementsOn } from '../storage/statement.ts'
import type { RowOf } from '../storage/table.ts'
import { rowInserter } from '../storage/table-statements.ts'
import { deliveryTable, type queueTable, type WebhookTables } from './tables.ts'

export type QueueRow = RowOf<typeof queueTable>
export type DeliveryRow = RowOf<typeof deliveryTable>

const statement = statementsOn<WebhookTables & EventTables & EntityTables>()

type TargetKey = { db: number; id: string }
type QueueKey = { db: number; target: string }

/** The databases that have targets at all. */
export const databasesWithTargets = statement(db => db.selectFrom('webhook_target').select('db').distinct(), {
  allTenants: true,
})

export const enabledTargets = statement((db, p: Args<{ db: number }>) =>
  db.selectFrom('webhook_target').selectAll().where('db', '=', p('db')).where('enabled', '=', 1).orderBy('id'),
)

/** A node gets the target when no other node holds it. The count of changed rows decides. */
export const takeTarget = statement((db, p: Args<TargetKey & { holder: string; now: number; until: number }>) =>
  db
    .updateTable('webhook_target')
    .set({ holder: p('holder'), held_until: p('until') })
    .where('db', '=', p('db'))
    .where('id', '=', p('id'))
    .where('enabled', '=', 1)
    // A worker of this server that has died held the target under the same name.
    .where(where => where.or([where('held_until', '<', p('now')), where('holder', '=', p('holder'))])),
)
/** Changes nothing when the node has lost the target. */
export const saveProgress = statement(
  (
    db,
    p: Args<
      TargetKey & { holder: string; until: number; position: number; failing_since: number | null; warned: number }
    >,
  ) =>
    db
      .updateTable('webhook_target')
      .set({
        position: p('position'),
        held_until: p('until'),
        failing_since: p('failing_since'),
        warned: p('warned'),
      })
      .where('db', '=', p('db'))
      .where('id', '=', p('id'))
      .where('holder', '=', p('holder')),
)
/** After a start of the only process of a store: what an earlier process held is free. */
export const freeTargets = statement(db => db.updateTable('webhook_target').set({ held_until: 0 }))

export const stopTarget = statement((db, p: Args<TargetKey & { stopped: string }>) =>
  db
    .updateTable('webhook_target')
    .set({ enabled: 0, stopped: p('stopped') })
    .where('db', '=', p('db'))
    .where('id', '=', p('id')),
)

/** The queue of each target in a few numbers. */
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
export const queueOf = statement((db, p: Args<QueueKey & { kind: string; limit: number }>) =>
  db
    .selectFrom('webhook_queue')
    .selectAll()
    .where('db', '=', p('db'))
    .where('target', '=', p('target'))
    .where('kind', '=', p('kind'))
    .orderBy('next_at')
    .orderBy('slot')
    .limit(sql<number>`(${p('limit')} + 0)`),
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
    })
    .onConflict(conflict =>
      conflict.columns(['db', 'target', 'kind', 'slot']).doUpdateSet({
        position: p('position'),
        attempts: p('attempts'),
        next_at: p('next_at'),
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
/** One that somebody has queued once more, while it was being sent, stays. */
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
      .where('h.db', '=', p('db'))
      .where('h.parent_id', '=', p('record'))
      .where('e.entity', '=', p('entity'))
      .where('e.position', '>=', p('from'))
      .where('e.position', '<=', p('to'))
      .orderBy('e.position')
      .limit(sql.lit(20)),
)

export const addDelivery = rowInserter(deliveryTable)

export const deliveriesOf = statement((db, p: Args<QueueKey & { before: string; limit: number }>) =>
  db
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('db', '=', p('db'))
    .where('target', '=', p('target'))
    .where('id', '<', p('before'))
    .orderBy('id', 'desc')
    .limit(sql<number>`(${p('limit')} + 0)`),
)
/** Identifiers are ordered by time, so the primary key finds the oldest. */
export const removeDeliveries = statement((db, p: Args<{ db: number; before: string }>) =>
  db
    .deleteFrom('webhook_delivery')
    .where('db', '=', p('db'))
    .where('id', 'in', eb =>
      eb
        .selectFrom('webhook_delivery')
        .select('id')
        .where('db', '=', p('db'))
        .where('id', '<', p('before'))
        .orderBy('id')
        .limit(sql.lit(500)),
    ),
)
