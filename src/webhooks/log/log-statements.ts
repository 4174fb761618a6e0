// Declares the statements on the log of deliveries and on the bodies that were sent.
import { sql } from 'kysely'
import { rowInserter } from '../../storage/schema/table-statements.ts'
import { type Args, statementsOn } from '../../storage/statement.ts'
import type { RowOf } from '../../storage/table.ts'
import { type bodyTable, deliveryTable, type WebhookTables } from '../tables.ts'

export type DeliveryRow = RowOf<typeof deliveryTable>

const statement = statementsOn<WebhookTables>()

/** Rows that one statement removes. */
const batch = 500

type Limit = { db: number; before: string }

export const addDelivery = rowInserter(deliveryTable)

export const putBody = statement((db, p: Args<RowOf<typeof bodyTable>>) =>
  db
    .insertInto('webhook_body')
    .values({
      db: p('db'),
      id: p('id'),
      body: p('body'),
      bytes: p('bytes'),
      last_delivery: p('last_delivery'),
    })
    .onConflict(conflict => conflict.columns(['db', 'id']).doUpdateSet({ last_delivery: p('last_delivery') })),
)

/** A body that the budget has removed is null. */
export const deliveriesOf = statement((db, p: Args<{ db: number; target: string; before: string; limit: number }>) =>
  db
    .selectFrom('webhook_delivery as d')
    .leftJoin('webhook_body as b', join => join.onRef('b.db', '=', 'd.db').onRef('b.id', '=', 'd.request'))
    .selectAll('d')
    .select('b.body')
    .where('d.db', '=', p('db'))
    .where('d.target', '=', p('target'))
    .where('d.id', '<', p('before'))
    .orderBy('d.id', 'desc')
    .limit(sql<number>`(${p('limit')} + 0)`),
)

/** The oldest deliveries before an id. Identifiers are ordered by time, so the primary key finds them. */
export const removeDeliveries = statement((db, p: Args<Limit>) =>
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
        .limit(sql.lit(batch)),
    ),
)
export const removeBodies = statement((db, p: Args<Limit>) =>
  db
    .deleteFrom('webhook_body')
    .where('db', '=', p('db'))
    .where('id', 'in', eb =>
      eb
        .selectFrom('webhook_body')
        .select('id')
        .where('db', '=', p('db'))
        .where('last_delivery', '<', p('before'))
        .orderBy('last_delivery')
        .limit(sql.lit(batch)),
    ),
)

/** The deliveries of the whole log, and their bytes. */
export const deliverySize = statement((db, p: Args<{ db: number }>) =>
  db
    .selectFrom('webhook_delivery')
    .select(eb => [eb.fn.countAll<number>().as('count'), eb.fn.sum<number | null>('bytes').as('bytes')])
    .where('db', '=', p('db')),
)
export const bodyBytes = statement((db, p: Args<{ db: number }>) =>
  db
    .selectFrom('webhook_body')
    .select(eb => eb.fn.sum<number | null>('bytes').as('bytes'))
    .where('db', '=', p('db')),
)
/** The id of the oldest delivery that stays when so many are removed. */
export const nextOldest = statement((db, p: Args<{ db: number; removed: number }>) =>
  db
    .selectFrom('webhook_delivery')
    .select('id')
    .where('db', '=', p('db'))
    .orderBy('id')
    .limit(sql.lit(1))
    .offset(sql<number>`(${p('removed')} + 0)`),
)

export const targetsWithDeliveries = statement((db, p: Args<{ db: number }>) =>
  db.selectFrom('webhook_delivery').select('target').distinct().where('db', '=', p('db')),
)
export const removeOfTarget = statement((db, p: Args<{ db: number; target: string }>) =>
  db
    .deleteFrom('webhook_delivery')
    .where('db', '=', p('db'))
    .where('id', 'in', eb =>
      eb
        .selectFrom('webhook_delivery')
        .select('id')
        .where('db', '=', p('db'))
        .where('target', '=', p('target'))
        .orderBy('id')
        .limit(sql.lit(batch)),
    ),
)
/** Bodies that no delivery refers to any more. */
export const removeUnusedBodies = statement((db, p: Args<{ db: number }>) =>
  db
    .deleteFrom('webhook_body')
    .where('db', '=', p('db'))
    .where('id', 'not in', eb =>
      eb
        .selectFrom('webhook_delivery')
        .select('request')
        .where('db', '=', p('db'))
        .where('request', 'is not', null)
        .$narrowType<{ request: string }>(),
    ),
)
