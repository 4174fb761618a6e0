// Holds the SQL statements on passkeys and on the challenges of those that are being set up.
import type { EntityTables } from '../model/entity-tables.ts'
import { type Args, statementsOn } from '../storage/statement.ts'
import type { FactorTables } from './tables.ts'

const statement = statementsOn<FactorTables & EntityTables>()

type Whose = { db: number; uid: string }

/** The oldest first. */
export const passkeysOf = statement((db, p: Args<Whose>) =>
  db.selectFrom('passkey').selectAll().where('db', '=', p('db')).where('uid', '=', p('uid')).orderBy('id'),
)
export const passkeyByCredential = statement((db, p: Args<{ db: number; credential: string }>) =>
  db.selectFrom('passkey').selectAll().where('db', '=', p('db')).where('credential', '=', p('credential')),
)
/** Changes no row when the database has the credential already. */
export const insertPasskey = statement(
  (
    db,
    p: Args<
      Whose & {
        id: string
        credential: string
        public_key: string
        counter: number
        transports: string
        name: string
        created: number
      }
    >,
  ) =>
    db
      .insertInto('passkey')
      .values({
        db: p('db'),
        uid: p('uid'),
        id: p('id'),
        credential: p('credential'),
        public_key: p('public_key'),
        counter: p('counter'),
        transports: p('transports'),
        name: p('name'),
        created: p('created'),
      })
      .onConflict(c => c.columns(['db', 'credential']).doNothing()),
)
/** Changes one row, and none when the counter went back or stands still; authenticators that do not count always send 0. */
export const usePasskey = statement((db, p: Args<Whose & { id: string; counter: number; now: number }>) =>
  db
    .updateTable('passkey')
    .set({ counter: p('counter'), used: p('now') })
    .where('db', '=', p('db'))
    .where('uid', '=', p('uid'))
    .where('id', '=', p('id'))
    .where(eb =>
      eb.or([eb('counter', '<', p('counter')), eb.and([eb('counter', '=', 0), eb('counter', '=', p('counter'))])]),
    ),
)
export const renamePasskey = statement((db, p: Args<Whose & { id: string; name: string }>) =>
  db
    .updateTable('passkey')
    .set({ name: p('name') })
    .where('db', '=', p('db'))
    .where('uid', '=', p('uid'))
    .where('id', '=', p('id')),
)
export const removePasskey = statement((db, p: Args<Whose & { id: string }>) =>
  db.deleteFrom('passkey').where('db', '=', p('db')).where('uid', '=', p('uid')).where('id', '=', p('id')),
)
export const removePasskeys = statement((db, p: Args<Whose>) =>
  db.deleteFrom('passkey').where('db', '=', p('db')).where('uid', '=', p('uid')),
)

// Setting up

export const putSetup = statement((db, p: Args<Whose & { digest: string; expires: number }>) =>
  db
    .insertInto('passkey_setup')
    .values({ db: p('db'), uid: p('uid'), digest: p('digest'), expires: p('expires') })
    .onConflict(c =>
      c.columns(['db', 'uid']).doUpdateSet(eb => ({
        digest: eb.ref('excluded.digest'),
        expires: eb.ref('excluded.expires'),
      })),
    ),
)
/** Changes one row for the first use of a challenge. */
export const takeSetup = statement((db, p: Args<Whose & { digest: string; now: number }>) =>
  db
    .deleteFrom('passkey_setup')
    .where('db', '=', p('db'))
    .where('uid', '=', p('uid'))
    .where('digest', '=', p('digest'))
    .where('expires', '>', p('now')),
)
/** What the browser shows for the account, and whether a password remains without passkeys. */
export const accountOfUser = statement((db, p: Args<Whose>) =>
  db
    .selectFrom('user')
    .select(['email', 'display_name', 'password'])
    .where('db', '=', p('db'))
    .where('id', '=', p('uid'))
    .where('deleted', 'is', null),
)
