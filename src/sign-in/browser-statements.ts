// Holds the SQL statements on remembered browsers.
import { type Args, statementsOn } from '../storage/statement.ts'
import type { SignInTables } from './tables.ts'

const statement = statementsOn<SignInTables>()

export const rememberedAddress = statement((db, p: Args<{ digest: string; address: string; now: number }>) =>
  db
    .selectFrom('remembered_browser')
    .select(['confirmed', 'expires'])
    .where('digest', '=', p('digest'))
    .where('address', '=', p('address'))
    .where('expires', '>', p('now')),
)
/** The addresses that a browser confirmed, the latest first. */
export const rememberedAddresses = statement((db, p: Args<{ digest: string; now: number }>) =>
  db
    .selectFrom('remembered_browser')
    .select('address')
    .where('digest', '=', p('digest'))
    .where('expires', '>', p('now'))
    .orderBy('confirmed', 'desc')
    .orderBy('address')
    .limit(10),
)
export const moveRemembered = statement((db, p: Args<{ from: string; to: string }>) =>
  db
    .updateTable('remembered_browser')
    .set({ digest: p('to') })
    .where('digest', '=', p('from')),
)
export const remember = statement(
  (db, p: Args<{ digest: string; address: string; confirmed: number; expires: number }>) =>
    db
      .insertInto('remembered_browser')
      .values({ digest: p('digest'), address: p('address'), confirmed: p('confirmed'), expires: p('expires') })
      .onConflict(c =>
        c.columns(['digest', 'address']).doUpdateSet(eb => ({
          confirmed: eb.ref('excluded.confirmed'),
          expires: eb.ref('excluded.expires'),
        })),
      ),
)

// Browsers with which users signed in

export const noteSignedIn = statement(
  (
    db,
    p: Args<{ db: number; uid: string; digest: string; id: string; agent: string; used: number; expires: number }>,
  ) =>
    db
      .insertInto('signed_in_browser')
      .values({
        db: p('db'),
        uid: p('uid'),
        digest: p('digest'),
        id: p('id'),
        agent: p('agent'),
        used: p('used'),
        expires: p('expires'),
      })
      .onConflict(c =>
        c.columns(['db', 'uid', 'digest']).doUpdateSet(eb => ({
          agent: eb.ref('excluded.agent'),
          used: eb.ref('excluded.used'),
          expires: eb.ref('excluded.expires'),
        })),
      ),
)
export const moveSignedIn = statement((db, p: Args<{ from: string; to: string }>) =>
  db
    .updateTable('signed_in_browser')
    .set({ digest: p('to') })
    .where('digest', '=', p('from')),
)
export const browsersOfUser = statement((db, p: Args<{ db: number; uid: string; now: number }>) =>
  db
    .selectFrom('signed_in_browser')
    .selectAll()
    .where('db', '=', p('db'))
    .where('uid', '=', p('uid'))
    .where('expires', '>', p('now'))
    .orderBy('used', 'desc')
    .orderBy('id', 'desc')
    .limit(100),
)
export const forgottenAt = statement((db, p: Args<{ db: number; uid: string; digest: string }>) =>
  db
    .selectFrom('signed_in_browser')
    .select('forgotten')
    .where('db', '=', p('db'))
    .where('uid', '=', p('uid'))
    .where('digest', '=', p('digest')),
)
/** The row stays as long as a confirmation before this moment may count. */
export const forgetSignedIn = statement(
  (db, p: Args<{ db: number; uid: string; id: string; now: number; expires: number }>) =>
    db
      .updateTable('signed_in_browser')
      .set({ forgotten: p('now'), expires: p('expires') })
      .where('db', '=', p('db'))
      .where('uid', '=', p('uid'))
      .where('id', '=', p('id')),
)
