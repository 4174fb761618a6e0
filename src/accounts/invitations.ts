// Records who was invited to a database, and who has accepted.
import type { Dialect } from '../storage/dialect.ts'
import { type Args, statementsOn } from '../storage/statement.ts'
import type { Store, Tx } from '../storage/store.ts'
import type { AccountTables } from './tables.ts'

type InvitationStatus = 'pending' | 'accepted' | 'expired' | 'revoked'

export interface Invitation {
  readonly uid: string
  readonly email: string
  /** Epoch seconds. */
  readonly sent: number
  readonly sentBy: string
  readonly expires: number
  readonly accepted: number | null
  readonly status: InvitationStatus
}

const statement = statementsOn<AccountTables>()

const note = statement(
  (db, p: Args<{ db: number; uid: string; email: string; sent: number; sentBy: string; expires: number }>) =>
    db
      .insertInto('invitation')
      .values({
        db: p('db'),
        uid: p('uid'),
        email: p('email'),
        sent: p('sent'),
        sent_by: p('sentBy'),
        expires: p('expires'),
        accepted: null,
        revoked: null,
      })
      .onConflict(c =>
        c.columns(['db', 'uid']).doUpdateSet(eb => ({
          email: eb.ref('excluded.email'),
          sent: eb.ref('excluded.sent'),
          sent_by: eb.ref('excluded.sent_by'),
          expires: eb.ref('excluded.expires'),
          accepted: null,
          revoked: null,
        })),
      ),
)
const accept = statement((db, p: Args<{ db: number; uid: string; now: number }>) =>
  db
    .updateTable('invitation')
    .set({ accepted: p('now') })
    .where('db', '=', p('db'))
    .where('uid', '=', p('uid'))
    .where('accepted', 'is', null)
    .where('revoked', 'is', null),
)
const revoke = statement((db, p: Args<{ db: number; uid: string; now: number }>) =>
  db
    .updateTable('invitation')
    .set({ revoked: p('now') })
    .where('db', '=', p('db'))
    .where('uid', '=', p('uid'))
    .where('accepted', 'is', null)
    .where('revoked', 'is', null),
)
const newest = statement((db, p: Args<{ db: number; limit: number }>) =>
  db
    .selectFrom('invitation')
    .selectAll()
    .where('db', '=', p('db'))
    .orderBy('sent', 'desc')
    .orderBy('uid', 'desc')
    .limit(p('limit')),
)
const ofUser = statement((db, p: Args<{ db: number; uid: string }>) =>
  db.selectFrom('invitation').selectAll().where('db', '=', p('db')).where('uid', '=', p('uid')),
)

type Row = Awaited<ReturnType<typeof rowsOf>>[number]
const rowsOf = (store: Store, db: number, limit: number) => store.rows(newest(store.dialect, { db, limit }))

interface NewInvitation {
  readonly db: number
  readonly uid: string
  readonly email: string
  readonly sent: number
  readonly sentBy: string
  readonly expires: number
}

/** Takes the place of an earlier invitation of the user. */
export const noteInvitation = (tx: Tx, dialect: Dialect, row: NewInvitation): Promise<number> =>
  tx.run(note(dialect, row))

interface Ending {
  readonly db: number
  readonly uid: string
  readonly now: number
}

/** False when the user has no open invitation. */
export const acceptInvitation = async (tx: Tx, dialect: Dialect, ending: Ending): Promise<boolean> =>
  (await tx.run(accept(dialect, ending))) === 1

export const markRevoked = async (tx: Tx, dialect: Dialect, ending: Ending): Promise<boolean> =>
  (await tx.run(revoke(dialect, ending))) === 1

/** The newest invitations of a database. */
export const listInvitations = async (store: Store, db: number, limit: number, now: number): Promise<Invitation[]> =>
  (await rowsOf(store, db, limit)).map(row => invitationOf(row, now))

export async function invitationOfUser(store: Store, db: number, uid: string, now: number): Promise<Invitation | null> {
  const [row] = await store.rows(ofUser(store.dialect, { db, uid }))
  return row ? invitationOf(row, now) : null
}

const invitationOf = (row: Row, now: number): Invitation => ({
  uid: row.uid,
  email: row.email,
  sent: row.sent,
  sentBy: row.sent_by,
  expires: row.expires,
  accepted: row.accepted,
  status: statusOf(row, now),
})

function statusOf({ accepted, revoked, expires }: Row, now: number): InvitationStatus {
  if (accepted !== null) return 'accepted'
  if (revoked !== null) return 'revoked'
  return expires <= now ? 'expired' : 'pending'
}
