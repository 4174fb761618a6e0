// Holds the SQL statements on the users who are invited.
import type { EntityTables } from '../model/entity-tables.ts'
import { type Args, statementsOn } from '../storage/statement.ts'

const statement = statementsOn<EntityTables>()

export const userByUid = statement((db, p: Args<{ db: number; uid: string }>) =>
  db
    .selectFrom('user')
    .select(['email', 'culture', 'password', 'sso_only'])
    .where('db', '=', p('db'))
    .where('id', '=', p('uid'))
    .where('enabled', '=', 1)
    .where('deleted', 'is', null),
)
/** The Uids, in lower case, that begin with a text, also of users in the bin. */
export const uidsFrom = statement((db, p: Args<{ db: number; from: string; to: string }>) =>
  db
    .selectFrom('user')
    .select('uid_f')
    .where('db', '=', p('db'))
    .where('uid_f', '>=', p('from'))
    .where('uid_f', '<', p('to'))
    .limit(1000),
)
