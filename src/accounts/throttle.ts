// Slows guessing: counts events per key in windows of fixed length, in the store, so that it holds across nodes.
import { type Clock, seconds } from '../base/clock.ts'
import { digestOf } from '../base/digest.ts'
import { statement } from '../storage/statement.ts'
import type { Store } from '../storage/store.ts'
import { required, type Table } from '../storage/table.ts'

export const throttleTable: Table = {
  name: 'throttle',
  scope: 'global',
  columns: [required('id', 'text'), required('count', 'integer'), required('resets', 'integer')],
  primaryKey: ['id'],
  indexes: [{ name: 'resets', columns: ['resets'] }],
}

/** What is counted, for whom, and how many are allowed in a window. */
export interface Allowance {
  readonly kind: string
  readonly subject: string
  readonly limit: number
}

export interface Throttle {
  /** Seconds until the caller may try again; 0 when now. */
  wait(...allowances: Allowance[]): Promise<number>
  /** Counts one event against each. */
  count(...allowances: Allowance[]): Promise<void>
  /** Forgets what was counted, after a success. */
  forget(...allowances: Allowance[]): Promise<void>
}

const read = statement<{ ids: readonly string[]; now: number }>((db, p, dialect) =>
  db
    .selectFrom('throttle')
    .select(['id', 'count', 'resets'])
    .where(eb => dialect.inList(eb.ref('id'), p('ids'), 'text'))
    .where('resets', '>', p('now')),
)
const count = statement<{ id: string; now: number; resets: number }>((db, p) =>
  db
    .insertInto('throttle')
    .values({ id: p('id'), count: 1, resets: p('resets') })
    .onConflict(c =>
      c.column('id').doUpdateSet(eb => ({
        count: eb
          .case()
          .when('throttle.resets', '<=', p('now'))
          .then(1)
          .else(eb('throttle.count', '+', 1))
          .end(),
        resets: eb
          .case()
          .when('throttle.resets', '<=', p('now'))
          .then(eb.ref('excluded.resets'))
          .else(eb.ref('throttle.resets'))
          .end(),
      })),
    ),
)
const forget = statement<{ id: string }>((db, p) => db.deleteFrom('throttle').where('id', '=', p('id')))

/** Subjects are e-mails and addresses: kept as digests, since the table is about nobody's history. */
const idOf = (allowance: Allowance): string => `${allowance.kind}:${digestOf(allowance.subject)}`

export function createThrottle(store: Store, clock: Clock, windowSeconds: number): Throttle {
  return {
    async wait(...allowances) {
      const now = seconds(clock)
      const limits = new Map(allowances.map(a => [idOf(a), a.limit]))
      const rows = await store.rows<{ id: string; count: number; resets: number }>(
        read(store.dialect, { ids: [...limits.keys()], now }),
      )
      const over = rows.filter(row => row.count >= (limits.get(row.id) ?? 0))
      return Math.max(0, ...over.map(row => row.resets - now))
    },
    async count(...allowances) {
      const now = seconds(clock)
      await store.write(async tx => {
        for (const a of allowances) {
          await tx.run(count(store.dialect, { id: idOf(a), now, resets: now + windowSeconds }))
        }
      })
    },
    async forget(...allowances) {
      await store.write(async tx => {
        for (const a of allowances) await tx.run(forget(store.dialect, { id: idOf(a) }))
      })
    },
  }
}
