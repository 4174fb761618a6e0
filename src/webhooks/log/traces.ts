// Removes what the log of deliveries has of erased records: the bodies that were sent, and what receivers answered.
import { sql } from 'kysely'
import { nextTurnIfLong } from '../../base/scheduling/loop-turn.ts'
import { encodeKey } from '../../fields/record-key.ts'
import type { TraceKeeper } from '../../operations/erase/traces.ts'
import { type Args, statementsOn } from '../../storage/statement.ts'
import type { Store } from '../../storage/store.ts'
import type { WebhookTables } from '../tables.ts'

const statement = statementsOn<WebhookTables>()

/** Bodies that are in memory at a time; each has 256 KiB at most. */
const page = 40

type From = { db: number; after: string }
type Some = { db: number; ids: readonly string[] }

const bodiesAfter = statement((db, p: Args<From>) =>
  db
    .selectFrom('webhook_body')
    .select(['id', 'body'])
    .where('db', '=', p('db'))
    .where('id', '>', p('after'))
    .orderBy('id')
    .limit(sql.lit(page)),
)
const responsesAfter = statement((db, p: Args<From>) =>
  db
    .selectFrom('webhook_delivery')
    .select(['id', 'response'])
    .where('db', '=', p('db'))
    .where('id', '>', p('after'))
    .where('response', 'is not', null)
    .where('response', '!=', '')
    .orderBy('id')
    .limit(sql.lit(page * 10)),
)
/** Deliveries of the removed bodies stay in the log, without the body and the answer. */
const clearDeliveries = statement((db, p: Args<Some>, dialect) =>
  db
    .updateTable('webhook_delivery')
    .set({ request: null, response: null })
    .where('db', '=', p('db'))
    .where(dialect.inList(sql.ref('request'), p('ids'), 'text')),
)
const clearResponses = statement((db, p: Args<Some>, dialect) =>
  db
    .updateTable('webhook_delivery')
    .set({ response: null })
    .where('db', '=', p('db'))
    .where(dialect.inList(sql.ref('id'), p('ids'), 'text')),
)
const removeBodies = statement((db, p: Args<Some>, dialect) =>
  db
    .deleteFrom('webhook_body')
    .where('db', '=', p('db'))
    .where(dialect.inList(sql.ref('id'), p('ids'), 'text')),
)

/** Whether a JSON text has one of the keys as a value. */
const names = (text: string, keys: ReadonlySet<string>): boolean => text.split('"').some(part => keys.has(part))

/** The event of an erasure has a key and nothing else. */
const isErasure = (body: string): boolean => body.includes('"operation":"erased"')

async function walk(
  next: (after: string) => Promise<readonly { readonly id: string; readonly text: string }[]>,
  isMeant: (text: string) => boolean,
  remove: (ids: readonly string[]) => Promise<unknown>,
): Promise<void> {
  for (let after = ''; ; ) {
    const rows = await next(after)
    const meant: string[] = []
    for (const { id, text } of rows) {
      if (isMeant(text)) meant.push(id)
      const turn = nextTurnIfLong()
      if (turn) await turn
    }
    if (meant.length > 0) await remove(meant)
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
}

export const webhookTraces: TraceKeeper = {
  removeKeys: async (store: Store, db, erased) => {
    const { dialect } = store
    const keys = new Set(erased.map(({ kind, id }) => encodeKey(kind, id)))
    await walk(
      async after =>
        (await store.rows(bodiesAfter(dialect, { db, after }))).map(({ id, body }) => ({ id, text: body })),
      text => names(text, keys) && !isErasure(text),
      ids =>
        store.write(async tx => {
          await tx.run(clearDeliveries(dialect, { db, ids }))
          await tx.run(removeBodies(dialect, { db, ids }))
        }),
    )
    await walk(
      async after =>
        (await store.rows(responsesAfter(dialect, { db, after }))).map(({ id, response }) => ({
          id,
          text: response ?? '',
        })),
      text => names(text, keys),
      ids => store.write(tx => tx.run(clearResponses(dialect, { db, ids }))),
    )
  },
}
