// Binds each user to the provider identity (issuer and subject) of the user's first single sign-on.
import { type Args, statementsOn } from '../storage/statement.ts'
import type { Store } from '../storage/store.ts'
import type { SsoIdentity } from './providers.ts'
import type { SsoTables } from './tables.ts'

const statement = statementsOn<SsoTables>()

const insert = statement((db, p: Args<{ db: number; issuer: string; uid: string; subject: string }>) =>
  db
    .insertInto('sso_identity')
    .values({ db: p('db'), issuer: p('issuer'), uid: p('uid'), subject: p('subject') })
    .onConflict(conflict => conflict.doNothing()),
)
const bound = statement((db, p: Args<{ db: number; issuer: string; uid: string }>) =>
  db
    .selectFrom('sso_identity')
    .select('subject')
    .where('db', '=', p('db'))
    .where('issuer', '=', p('issuer'))
    .where('uid', '=', p('uid')),
)
const ofSubject = statement((db, p: Args<{ db: number; issuer: string; subject: string }>) =>
  db
    .selectFrom('sso_identity')
    .select('uid')
    .where('db', '=', p('db'))
    .where('issuer', '=', p('issuer'))
    .where('subject', '=', p('subject')),
)
const remove = statement((db, p: Args<{ db: number; uid: string }>) =>
  db.deleteFrom('sso_identity').where('db', '=', p('db')).where('uid', '=', p('uid')),
)

/** False when the user, or the identity, is bound already, and not to each other. */
export const bindIdentity = (
  store: Store,
  db: number,
  uid: string,
  { issuer, subject }: SsoIdentity,
): Promise<boolean> =>
  store.write(async tx => {
    await tx.run(insert(store.dialect, { db, issuer, uid, subject }))
    const [row] = await tx.rows(bound(store.dialect, { db, issuer, uid }))
    return row?.subject === subject
  })

/** The user who has signed in with an identity; null when none has. */
export const userOfSubject = async (
  store: Store,
  db: number,
  { issuer, subject }: Pick<SsoIdentity, 'issuer' | 'subject'>,
): Promise<string | null> => (await store.rows(ofSubject(store.dialect, { db, issuer, subject })))[0]?.uid ?? null

/** Lets a user sign in with another identity next time; false when the user had none. */
export const forgetIdentity = (store: Store, db: number, uid: string): Promise<boolean> =>
  store.write(async tx => (await tx.run(remove(store.dialect, { db, uid }))) > 0)
