// Makes users of people whom the provider signs in and the database does not know, where its single sign-on says so.
import { accountsOf } from '../accounts/directory.ts'
import { freeUid, nameFor } from '../accounts/new-user.ts'
import { Refusal } from '../base/errors.ts'
import { fold } from '../base/text/fold.ts'
import { decodeKey } from '../fields/record-key.ts'
import type { EntityTables } from '../model/entity-tables.ts'
import { type SystemParts, systemContext } from '../operations/system/system-context.ts'
import { runWrites } from '../operations/write/write.ts'
import { type Args, statementsOn } from '../storage/statement.ts'
import type { Store } from '../storage/store.ts'
import { isGroup } from './groups.ts'
import type { SsoIdentity } from './providers.ts'
import type { SsoSettings } from './settings.ts'
import type { SsoTables } from './tables.ts'

const statement = statementsOn<EntityTables & SsoTables>()

const databasesOf = statement((db, p: Args<{ domain: string }>) =>
  db.selectFrom('sso_domain').select('db').where('domain', '=', p('domain')).orderBy('db'),
)
const knownAddress = statement((db, p: Args<{ db: number; email: string }>) =>
  db.selectFrom('user').select('id').where('db', '=', p('db')).where('email_f', '=', p('email')).limit(1),
)

const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

/** The databases whose single sign-on is for the domain of an address. */
export const databasesOfDomain = async (store: Store, email: string): Promise<number[]> =>
  (await store.rows(databasesOf(store.dialect, { domain: domainOf(email) }))).map(({ db }) => db)

/** A user who is disabled or in the bin counts: an administrator has shut that person out. */
export const isKnownAddress = async (store: Store, db: number, email: string): Promise<boolean> =>
  (await store.rows(knownAddress(store.dialect, { db, email: fold(email) }))).length > 0

interface NewPerson {
  readonly db: number
  readonly database: string
  /** The address that the browser has confirmed. */
  readonly email: string
}

/** Gives the Uid. Of several sign-ins of one person at once, one makes the user, and the others find it. */
export async function makeUser(
  parts: SystemParts,
  { db, database, email }: NewPerson,
  { firstName, lastName, value }: SsoIdentity,
  settings: SsoSettings,
): Promise<string> {
  const { store } = parts
  const fields = { FirstName: firstName, LastName: lastName }
  const Uid = value.includes('@') ? await freeUid(store, db, email) : value
  const Groups: string[] = []
  for (const key of settings.newUserGroups) {
    if (await isGroup(store, db, decodeKey(key)?.id ?? '')) Groups.push(key)
  }
  const names = { ...fields, ...nameFor({ email, fields }) }
  const context = await systemContext(parts, { id: db, name: database })
  const content = { Data: { Uid, Email: email, ...names, SsoOnly: true, Groups } }
  const request = { member: 'User', entity: context.catalog.model.entity('User'), log: false, content }
  try {
    await runWrites('Create', [request], context)
    return Uid
  } catch (error) {
    const made = error instanceof Refusal && (await accountsOf(store, email)).find(account => account.db === db)
    if (made) return made.uid
    throw error
  }
}
