// Holds the SQL statements of the authorization server on codes, grants, salts and personal access tokens.

import type { NotNull } from 'kysely'
import type { EntityTables } from '../model/entity-tables.ts'
import { type Args, statementsOn } from '../storage/statement.ts'
import type { RowOf } from '../storage/table.ts'
import { insertStatement } from '../storage/table-statements.ts'
import { codeTable, type grantTable, type OauthTables } from './tables.ts'

const statement = statementsOn<OauthTables & EntityTables>()

export type CodeRow = RowOf<typeof codeTable>
export type GrantRow = RowOf<typeof grantTable>

// Codes

export const insertCode = insertStatement(codeTable, ['used', 'chain'])
export const codeByDigest = statement((db, p: Args<{ digest: string }>) =>
  db.selectFrom('oauth_code').selectAll().where('digest', '=', p('digest')),
)
/** Consumes a code: one row changes for the first request, none for later ones. */
export const consumeCode = statement((db, p: Args<{ digest: string; now: number; chain: string }>) =>
  db
    .updateTable('oauth_code')
    .set({ used: p('now'), chain: p('chain') })
    .where('digest', '=', p('digest'))
    .where('used', 'is', null),
)

// Grants

export const insertGrant = statement(
  (db, p: Args<{ id: string; client_id: string; db: number; uid: string; now: number }>) =>
    db
      .insertInto('oauth_grant')
      .values({ id: p('id'), client_id: p('client_id'), db: p('db'), uid: p('uid'), created: p('now') }),
)
export const grantById = statement((db, p: Args<{ id: string }>) =>
  db.selectFrom('oauth_grant').selectAll().where('id', '=', p('id')),
)
export const revokeGrant = statement((db, p: Args<{ id: string; now: number }>) =>
  db
    .updateTable('oauth_grant')
    .set({ revoked: p('now') })
    .where('id', '=', p('id'))
    .where('revoked', 'is', null),
)
export const grantsOfUser = statement((db, p: Args<{ db: number; uid: string }>) =>
  db
    .selectFrom('oauth_grant')
    .selectAll()
    .where('db', '=', p('db'))
    .where('uid', '=', p('uid'))
    .where('revoked', 'is', null)
    .orderBy('created', 'desc')
    .orderBy('id'),
)

/** The moment before which the grants and sessions of a user have ended; no row for one who cannot sign in. */
export const sessionsFrom = statement((db, p: Args<{ db: number; uid: string }>) =>
  db
    .selectFrom('user')
    .select('sessions_from')
    .where('db', '=', p('db'))
    .where('id', '=', p('uid'))
    .where('enabled', '=', 1)
    .where('deleted', 'is', null),
)

/** Deletes each grant that has no pair left. */
export const deleteEmptyGrants = statement((db, p: Args<{ chains: readonly string[] }>, dialect) =>
  db
    .deleteFrom('oauth_grant')
    .where(eb => dialect.inList(eb.ref('oauth_grant.id'), p('chains'), 'text'))
    .where(eb =>
      eb.not(
        eb.exists(eb.selectFrom('oauth_pair').select('refresh').whereRef('oauth_pair.chain', '=', 'oauth_grant.id')),
      ),
    ),
)

// Salts

export const insertSalt = statement((db, p: Args<{ minute: number; salt: string }>) =>
  db
    .insertInto('oauth_salt')
    .values({ minute: p('minute'), salt: p('salt') })
    .onConflict(conflict => conflict.doNothing()),
)
export const saltOfMinute = statement((db, p: Args<{ minute: number }>) =>
  db.selectFrom('oauth_salt').select('salt').where('minute', '=', p('minute')),
)

// Personal access tokens, whose table belongs to their entity

export const personalByDigest = statement((db, p: Args<{ digest: string }>) =>
  db
    .selectFrom('personal_access_token')
    .select(['id', 'db', 'user_id', 'scope', 'expires', 'chain'])
    .$narrowType<{ user_id: NotNull; scope: NotNull }>()
    .where('digest', '=', p('digest'))
    .where('revoked', '=', 0)
    .where('deleted', 'is', null),
)
