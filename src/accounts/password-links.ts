// Creates, finds and consumes the single-use links by which users choose a password: invitations and resets.
import { type Clock, seconds } from '../base/clock.ts'
import { digestOf } from '../base/digest.ts'
import { newNonce, type Random } from '../base/secret.ts'
import { type Args, statementsOn } from '../storage/statement.ts'
import type { Store, Tx } from '../storage/store.ts'
import { addressOf } from './address.ts'
import { type Account, accountsOf } from './directory.ts'
import type { AccountTables } from './tables.ts'

export type LinkPurpose = 'invitation' | 'reset'

/** An invitation waits for a person who may be on holiday; a reset is opened at once, like a sign-in link. */
export const linkSeconds: Readonly<Record<LinkPurpose, number>> = { invitation: 7 * 86_400, reset: 600 }

export interface LinkedAccount extends Account {
  readonly purpose: LinkPurpose
}

interface LinkParts {
  readonly store: Store
  readonly clock: Clock
}

const statement = statementsOn<AccountTables>()

const insert = statement(
  (db, p: Args<{ digest: string; db: number; uid: string; email: string; purpose: LinkPurpose; expires: number }>) =>
    db.insertInto('password_link').values({
      digest: p('digest'),
      db: p('db'),
      uid: p('uid'),
      email: p('email'),
      purpose: p('purpose'),
      expires: p('expires'),
    }),
)
const removeOf = statement((db, p: Args<{ db: number; uid: string }>) =>
  db.deleteFrom('password_link').where('db', '=', p('db')).where('uid', '=', p('uid')),
)
const byDigest = statement((db, p: Args<{ digest: string; now: number }>) =>
  db
    .selectFrom('password_link')
    .select(['db', 'uid', 'email', 'purpose'])
    .where('digest', '=', p('digest'))
    .where('expires', '>', p('now')),
)
const take = statement((db, p: Args<{ digest: string; now: number }>) =>
  db.deleteFrom('password_link').where('digest', '=', p('digest')).where('expires', '>', p('now')),
)

/** Replaces an earlier link of the user. Returns the key of the link; the store has its digest only. */
export async function newPasswordLink(
  { store, clock }: LinkParts,
  { db, uid, email }: Pick<Account, 'db' | 'uid' | 'email'>,
  purpose: LinkPurpose,
  random?: Random,
): Promise<string> {
  const key = newNonce(random)
  const expires = seconds(clock) + linkSeconds[purpose]
  const row = { digest: digestOf(key), db, uid, email: addressOf(email), purpose, expires }
  await store.write(async tx => {
    await tx.run(removeOf(store.dialect, { db, uid }))
    await tx.run(insert(store.dialect, row))
  })
  return key
}

/**
 * The account of a link that can still be used. Null for an unknown, used or expired link, and when the user is disabled,
 * has another e-mail by now, or signs in by single sign-on alone.
 */
export async function findPasswordLink({ store, clock }: LinkParts, key: string): Promise<LinkedAccount | null> {
  const [row] = await store.rows(byDigest(store.dialect, { digest: digestOf(key), now: seconds(clock) }))
  if (!row) return null
  const accounts = await accountsOf(store, row.email)
  const account = accounts.find(({ db, uid }) => db === row.db && uid === row.uid)
  return account && !account.ssoOnly ? { ...account, purpose: row.purpose as LinkPurpose } : null
}

/** Consumes a link; false when it was used before or has expired. */
export const takePasswordLink = async (tx: Tx, { store, clock }: LinkParts, key: string): Promise<boolean> =>
  (await tx.run(take(store.dialect, { digest: digestOf(key), now: seconds(clock) }))) === 1
