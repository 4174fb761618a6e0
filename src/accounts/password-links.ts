// Creates, finds and consumes the single-use links by which users choose a password: invitations and resets.
import { type Clock, seconds } from '../base/clock.ts'
import { digestOf } from '../base/secrets/digest.ts'
import { newNonce, type Random } from '../base/secrets/secret.ts'
import { type Args, statementsOn } from '../storage/statement.ts'
import type { Store, Tx } from '../storage/store.ts'
import { addressOf } from './address.ts'
import { type Account, accountsOf } from './directory.ts'
import { acceptInvitation, markRevoked, noteInvitation } from './invitations.ts'
import type { AccountTables } from './tables.ts'

export type LinkPurpose = 'invitation' | 'reset'

/** Invitations last over a holiday; resets are opened at once, like sign-in links. */
export const linkSeconds: Readonly<Record<LinkPurpose, number>> = { invitation: 7 * 86_400, reset: 600 }

export interface LinkedAccount extends Account {
  readonly purpose: LinkPurpose
}

interface LinkParts {
  readonly store: Store
  readonly clock: Clock
  readonly random?: Random | undefined
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

/** A link whose key is known and whose row is not written yet. */
interface NewLink {
  readonly key: string
  readonly expires: number
  /** Replaces an earlier link of the user. The store has the digest of the key only. */
  write(tx: Tx): Promise<void>
}

/** `sentBy` is the Uid of the administrator who invites. */
export function preparePasswordLink(
  { store, clock, random }: LinkParts,
  { db, uid, email }: Pick<Account, 'db' | 'uid' | 'email'>,
  purpose: LinkPurpose,
  sentBy: string,
): NewLink {
  const key = newNonce(random)
  const now = seconds(clock)
  const expires = now + linkSeconds[purpose]
  const { dialect } = store
  return {
    key,
    expires,
    async write(tx) {
      await tx.run(removeOf(dialect, { db, uid }))
      const row = { digest: digestOf(key), db, uid, email: addressOf(email), purpose, expires }
      await tx.run(insert(dialect, row))
      if (purpose === 'invitation') await noteInvitation(tx, dialect, { db, uid, email, sent: now, sentBy, expires })
    },
  }
}

/** Returns the key of a link that is stored. */
export async function newPasswordLink(
  parts: LinkParts,
  account: Pick<Account, 'db' | 'uid' | 'email'>,
  purpose: LinkPurpose,
  sentBy = account.uid,
): Promise<string> {
  const link = preparePasswordLink(parts, account, purpose, sentBy)
  await parts.store.write(link.write)
  return link.key
}

/**
 * The account of a link that can still be used. Null for an unknown, used or expired link, and when the user is disabled or
 * has another e-mail by now. A reset is of no use to a user who signs in by single sign-on alone.
 */
export async function findPasswordLink({ store, clock }: LinkParts, key: string): Promise<LinkedAccount | null> {
  const [row] = await store.rows(byDigest(store.dialect, { digest: digestOf(key), now: seconds(clock) }))
  if (!row) return null
  const accounts = await accountsOf(store, row.email)
  const account = accounts.find(({ db, uid }) => db === row.db && uid === row.uid)
  if (!account || (account.ssoOnly && row.purpose === 'reset')) return null
  return { ...account, purpose: row.purpose as LinkPurpose }
}

/** Consumes a link; false when it was used before or has expired. */
export async function takePasswordLink(
  tx: Tx,
  { store, clock }: LinkParts,
  key: string,
  who: Pick<Account, 'db' | 'uid'>,
): Promise<boolean> {
  const now = seconds(clock)
  if ((await tx.run(take(store.dialect, { digest: digestOf(key), now }))) !== 1) return false
  await acceptInvitation(tx, store.dialect, { db: who.db, uid: who.uid, now })
  return true
}

/** A user who signs in has accepted the invitation, whose link ends. */
export async function endInvitation(
  tx: Tx,
  { store, clock }: LinkParts,
  { db, uid }: Pick<Account, 'db' | 'uid'>,
): Promise<void> {
  const { dialect } = store
  if (await acceptInvitation(tx, dialect, { db, uid, now: seconds(clock) }))
    await tx.run(removeOf(dialect, { db, uid }))
}

/** Ends the link of an invitation that was not accepted; false when there is none. */
export function revokeInvitation({ store, clock }: LinkParts, who: Pick<Account, 'db' | 'uid'>): Promise<boolean> {
  const { db, uid } = who
  return store.write(async tx => {
    if (!(await markRevoked(tx, store.dialect, { db, uid, now: seconds(clock) }))) return false
    await tx.run(removeOf(store.dialect, { db, uid }))
    return true
  })
}
