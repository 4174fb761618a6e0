// Finds the users with an e-mail address across all databases, for the sign-in flow.
import type { NotNull } from 'kysely'
import { fold } from '../base/text/fold.ts'
import type { EntityTables } from '../model/entity-tables.ts'
import { type Args, statementsOn } from '../storage/statement.ts'
import type { Store } from '../storage/store.ts'
import { addressOf } from './address.ts'
import { databaseById } from './databases.ts'
import type { AccountTables } from './tables.ts'

const statement = statementsOn<EntityTables & AccountTables>()

export interface Account {
  readonly db: number
  readonly database: string
  readonly uid: string
  readonly email: string
  readonly displayName: string
  readonly ssoOnly: boolean
  readonly password: string | null
  /** A browser that confirmed the e-mail before this moment (epoch milliseconds) has to confirm it again. */
  readonly browsersFrom: number
}

const memberships = statement((db, p: Args<{ email: string }>) =>
  db.selectFrom('membership').select(['db', 'uid']).where('email_f', '=', p('email')).orderBy('db').orderBy('uid'),
)
// The e-mail is compared again here: a membership row left from an earlier address must not let anyone in.
const user = statement((db, p: Args<{ db: number; uid: string; email: string }>) =>
  db
    .selectFrom('user')
    .select(['id', 'email', 'display_name', 'first_name', 'last_name', 'sso_only', 'password', 'browsers_from'])
    .where('db', '=', p('db'))
    .where('id', '=', p('uid'))
    .where('email_f', '=', p('email'))
    .$narrowType<{ email: NotNull }>()
    .where('enabled', '=', 1)
    .where('deleted', 'is', null),
)

const forgetBrowsersOf = statement((db, p: Args<{ db: number; uid: string; now: number }>) =>
  db
    .updateTable('user')
    .set({ browsers_from: p('now') })
    .where('db', '=', p('db'))
    .where('id', '=', p('uid'))
    .where('deleted', 'is', null),
)

/** Makes every browser confirm the e-mail again before it signs in to this account; false when there is no such user. */
export const forgetBrowsers = (store: Store, db: number, uid: string, now: number): Promise<boolean> =>
  store.write(async tx => (await tx.run(forgetBrowsersOf(store.dialect, { db, uid, now }))) === 1)

/**
 * The enabled users who may sign in with an e-mail address. Each database has its own statement; none spans tenants.
 */
export async function accountsOf(store: Store, address: string): Promise<Account[]> {
  const folded = fold(address.trim())
  const found: Account[] = []
  for (const { db, uid } of await store.rows(memberships(store.dialect, { email: folded }))) {
    const [row] = await store.rows(user(store.dialect, { db, uid, email: folded }))
    const database = row ? await databaseById(store, db) : null
    // Folded, jose@ equals josé@, which is another person's address.
    if (!row || !database || addressOf(row.email) !== addressOf(address)) continue
    found.push({
      db,
      database: database.name,
      uid,
      email: row.email,
      displayName: row.display_name ?? ([row.first_name, row.last_name].filter(Boolean).join(' ') || uid),
      ssoOnly: row.sso_only === 1,
      password: row.password,
      browsersFrom: row.browsers_from,
    })
  }
  return found
}
