// Rate-limits guessing: counts events per key in fixed windows, in the store, so that the limit holds across nodes.
import { type Clock, seconds } from '../base/clock.ts'
import { digestOf } from '../base/secrets/digest.ts'
import { type Args, statementsOn } from '../storage/statement.ts'
import type { Store, Tx } from '../storage/store.ts'
import { required, type TablesOf, table } from '../storage/table.ts'

const statement = statementsOn<TablesOf<[typeof throttleTable]>>()

export const throttleTable = table({
  name: 'throttle',
  scope: 'global',
  columns: [required('id', 'text'), required('count', 'integer'), required('resets', 'integer')],
  primaryKey: ['id'],
  indexes: [{ name: 'resets', columns: ['resets'] }],
})

/** A kind of event, its subject, and the number allowed in a window. */
export interface Allowance {
  readonly kind: string
  readonly subject: string
  readonly limit: number
}

export interface Throttle {
  /**
   * Counts one event against each allowance and returns 0; when one allowance is used up, counts nothing and returns
   * the seconds to wait. Callers take before they do the work, so that parallel tries get no further than sequential
   * ones.
   */
  take(...allowances: Allowance[]): Promise<number>
  /** Takes back the count of an event that was not a failure. */
  giveBack(...allowances: Allowance[]): Promise<void>
  /** Resets the counts after a success. */
  forget(...allowances: Allowance[]): Promise<void>
}

/** Upserts the count: one row changes while the allowance lasts, no row once it is used up. */
const takeOne = statement((db, p: Args<{ id: string; now: number; resets: number; limit: number }>) =>
  db
    .insertInto('throttle')
    .values({ id: p('id'), count: 1, resets: p('resets') })
    .onConflict(c =>
      c
        .column('id')
        .doUpdateSet(eb => ({
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
        }))
        .where(eb => eb.or([eb('throttle.resets', '<=', p('now')), eb('throttle.count', '<', p('limit'))])),
    ),
)
const untake = statement((db, p: Args<{ id: string }>) =>
  db
    .updateTable('throttle')
    .set(eb => ({ count: eb('count', '-', 1) }))
    .where('id', '=', p('id'))
    .where('count', '>', 0),
)
const endOf = statement((db, p: Args<{ id: string }>) =>
  db.selectFrom('throttle').select('resets').where('id', '=', p('id')),
)
const forget = statement((db, p: Args<{ id: string }>) => db.deleteFrom('throttle').where('id', '=', p('id')))

/** Subjects are e-mail and IP addresses; the table has only their digests, so that it records no history of a person. */
const idOf = (allowance: Allowance): string => `${allowance.kind}:${digestOf(allowance.subject)}`

export function createThrottle(store: Store, clock: Clock, windowSeconds: number): Throttle {
  const { dialect } = store
  const each = (allowances: readonly Allowance[], work: (tx: Tx, id: string) => Promise<unknown>): Promise<void> =>
    store.write(async tx => {
      for (const allowance of allowances) await work(tx, idOf(allowance))
    })
  return {
    take: (...allowances) =>
      store.write(async tx => {
        const now = seconds(clock)
        const taken: string[] = []
        for (const allowance of allowances) {
          const id = idOf(allowance)
          const row = { id, now, resets: now + windowSeconds, limit: allowance.limit }
          if ((await tx.run(takeOne(dialect, row))) === 1) {
            taken.push(id)
            continue
          }
          for (const other of taken) await tx.run(untake(dialect, { id: other }))
          const [found] = await tx.rows(endOf(dialect, { id }))
          return Math.max(1, (found?.resets ?? now) - now)
        }
        return 0
      }),
    giveBack: (...allowances) => each(allowances, (tx, id) => tx.run(untake(dialect, { id }))),
    forget: (...allowances) => each(allowances, (tx, id) => tx.run(forget(dialect, { id }))),
  }
}
