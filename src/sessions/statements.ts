// Holds the SQL statements on the sessions of the console.
import { type Args, statementsOn } from '../storage/statement.ts'
import type { RowOf } from '../storage/table.ts'
import { insertStatement } from '../storage/table-statements.ts'
import { type SessionTables, sessionTable } from './tables.ts'

const statement = statementsOn<SessionTables>()

export type SessionRow = RowOf<typeof sessionTable>

export const insertSession = insertStatement(sessionTable)
export const sessionByDigest = statement((db, p: Args<{ digest: string }>) =>
  db.selectFrom('console_session').selectAll().where('digest', '=', p('digest')),
)
export const sessionById = statement((db, p: Args<{ db: number; id: string }>) =>
  db.selectFrom('console_session').selectAll().where('id', '=', p('id')).where('db', '=', p('db')),
)
export const sessionsOfUser = statement((db, p: Args<{ db: number; uid: string; now: number }>) =>
  db
    .selectFrom('console_session')
    .selectAll()
    .where('db', '=', p('db'))
    .where('uid', '=', p('uid'))
    .where('expires', '>', p('now'))
    .orderBy('created', 'desc')
    .orderBy('id'),
)
/** Changes one row for the request that ends the session, none for later ones. */
export const deleteSession = statement((db, p: Args<{ id: string }>) =>
  db.deleteFrom('console_session').where('id', '=', p('id')),
)
/** Slides sessions that were used in the same second; never backwards. */
export const slideSessions = statement((db, p: Args<{ digests: readonly string[]; expires: number }>, dialect) =>
  db
    .updateTable('console_session')
    .set({ expires: p('expires') })
    .where(eb => dialect.inList(eb.ref('digest'), p('digests'), 'text'))
    .where('expires', '<', p('expires')),
)
