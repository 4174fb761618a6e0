// Holds the SQL statements on the sessions of the console.

import { insertStatement } from '../storage/schema/table-statements.ts'
import { type Args, statementsOn } from '../storage/statement.ts'
import type { RowOf } from '../storage/table.ts'
import { type SessionTables, sessionTable } from './tables.ts'

const statement = statementsOn<SessionTables>()

export type SessionRow = RowOf<typeof sessionTable>

export const insertSession = insertStatement(sessionTable, ['ended', 'end_reason', 'ended_by', 'end_note'])
export const sessionByDigest = statement((db, p: Args<{ digest: string }>) =>
  db.selectFrom('console_session').selectAll().where('digest', '=', p('digest')).where('ended', 'is', null),
)
export const sessionById = statement((db, p: Args<{ db: number; id: string }>) =>
  db.selectFrom('console_session').selectAll().where('id', '=', p('id')).where('db', '=', p('db')),
)
/** The sessions of a database, or of one of its users, that are older than another one; the newest first. */
const sessionsBefore = (ofUser: boolean, live: boolean) =>
  statement((db, p: Args<{ db: number; uid: string; before: string; now: number; limit: number }>) => {
    const all = db.selectFrom('console_session').selectAll().where('db', '=', p('db')).where('id', '<', p('before'))
    const asked = ofUser ? all.where('uid', '=', p('uid')) : all
    const found = live ? asked.where('ended', 'is', null).where('expires', '>', p('now')) : asked
    return found.orderBy('id', 'desc').limit(p('limit'))
  })
export const sessionPages = {
  live: { ofAll: sessionsBefore(false, true), ofUser: sessionsBefore(true, true) },
  every: { ofAll: sessionsBefore(false, false), ofUser: sessionsBefore(true, false) },
}
/** The live sessions that began by single sign-on: those of a user, or of one session at the provider. */
const byProvider = (ofUser: boolean) =>
  statement((db, p: Args<{ db: number; uid: string; provider: string }>) => {
    const all = db
      .selectFrom('console_session')
      .select(['id', 'provider'])
      .where('db', '=', p('db'))
      .where('ended', 'is', null)
    return ofUser
      ? all.where('uid', '=', p('uid')).where('provider', 'is not', null)
      : all.where('provider', '=', p('provider'))
  })
export const sessionsOfProvider = { ofUser: byProvider(true), ofSession: byProvider(false) }
type EndOfRow = {
  readonly id: string
  readonly now: number
  readonly reason: string
  readonly by: string | null
  readonly note: string | null
}

/** Changes one row for the request that ends the session, none for later ones, and none when it has expired. */
export const endSession = statement((db, p: Args<EndOfRow>) =>
  db
    .updateTable('console_session')
    .set({ ended: p('now'), end_reason: p('reason'), ended_by: p('by'), end_note: p('note') })
    .where('id', '=', p('id'))
    .where('ended', 'is', null)
    .where('expires', '>', p('now')),
)
/** Slides sessions that were used in the same second; never backwards. */
export const slideSessions = statement((db, p: Args<{ digests: readonly string[]; expires: number }>, dialect) =>
  db
    .updateTable('console_session')
    .set({ expires: p('expires') })
    .where(eb => dialect.inList(eb.ref('digest'), p('digests'), 'text'))
    .where('expires', '<', p('expires')),
)
