// Holds the SQL statements on second factors.
import type { EntityTables } from '../model/entity-tables.ts'
import { type Args, statementsOn } from '../storage/statement.ts'
import type { FactorTables } from './tables.ts'

const statement = statementsOn<FactorTables & EntityTables>()

type Whose = { db: number; uid: string }

export const totpOf = statement((db, p: Args<Whose>) =>
  db
    .selectFrom('totp_factor')
    .select(['secret', 'created', 'last_step'])
    .where('db', '=', p('db'))
    .where('uid', '=', p('uid')),
)
/** Changes no row when the user has one already. */
export const insertTotp = statement((db, p: Args<Whose & { secret: string; created: number; step: number }>) =>
  db
    .insertInto('totp_factor')
    .values({ db: p('db'), uid: p('uid'), secret: p('secret'), created: p('created'), last_step: p('step') })
    .onConflict(c => c.columns(['db', 'uid']).doNothing()),
)
/** Changes one row for the first use of a step, and none for later uses or earlier steps. */
export const takeStep = statement((db, p: Args<Whose & { step: number }>) =>
  db
    .updateTable('totp_factor')
    .set({ last_step: p('step') })
    .where('db', '=', p('db'))
    .where('uid', '=', p('uid'))
    .where('last_step', '<', p('step')),
)
export const removeTotp = statement((db, p: Args<Whose>) =>
  db.deleteFrom('totp_factor').where('db', '=', p('db')).where('uid', '=', p('uid')),
)
export const insertCode = statement((db, p: Args<Whose & { digest: string }>) =>
  db.insertInto('recovery_code').values({ db: p('db'), uid: p('uid'), digest: p('digest') }),
)
/** Changes one row for the first use of a code. */
export const takeCode = statement((db, p: Args<Whose & { digest: string }>) =>
  db
    .deleteFrom('recovery_code')
    .where('db', '=', p('db'))
    .where('uid', '=', p('uid'))
    .where('digest', '=', p('digest')),
)
export const codesOf = statement((db, p: Args<Whose>) =>
  db.selectFrom('recovery_code').select('digest').where('db', '=', p('db')).where('uid', '=', p('uid')),
)
export const removeCodes = statement((db, p: Args<Whose>) =>
  db.deleteFrom('recovery_code').where('db', '=', p('db')).where('uid', '=', p('uid')),
)
export const policyOf = statement((db, p: Args<{ db: number }>) =>
  db.selectFrom('factor_policy').select(['mode', 'grace_days', 'since', 'passkeys']).where('db', '=', p('db')),
)
export const putPolicy = statement(
  (db, p: Args<{ db: number; mode: string; grace_days: number; since: number; passkeys: string }>) =>
    db
      .insertInto('factor_policy')
      .values({
        db: p('db'),
        mode: p('mode'),
        grace_days: p('grace_days'),
        since: p('since'),
        passkeys: p('passkeys'),
      })
      .onConflict(c =>
        c.column('db').doUpdateSet(eb => ({
          mode: eb.ref('excluded.mode'),
          grace_days: eb.ref('excluded.grace_days'),
          since: eb.ref('excluded.since'),
          passkeys: eb.ref('excluded.passkeys'),
        })),
      ),
)
export const adminFlag = statement((db, p: Args<Whose>) =>
  db
    .selectFrom('user')
    .select('admin')
    .where('db', '=', p('db'))
    .where('id', '=', p('uid'))
    .where('deleted', 'is', null),
)
