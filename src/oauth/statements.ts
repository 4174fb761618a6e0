// Holds the SQL statements of the authorization server on codes, grants, salts and personal access tokens.

import type { NotNull } from 'kysely'
import type { EntityTables } from '../model/entity-tables.ts'
import { insertStatement } from '../storage/schema/table-statements.ts'
import { type Args, statementsOn } from '../storage/statement.ts'
import type { RowOf } from '../storage/table.ts'
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

/** The codes that can be exchanged and began by single sign-on: those of a user, or of one session at the provider. */
const codesByProvider = (ofUser: boolean) =>
  statement((db, p: Args<{ db: number; uid: string; provider: string; now: number }>) => {
    const all = db
      .selectFrom('oauth_code')
      .select(['digest', 'provider'])
      .where('expires', '>', p('now'))
      .where('db', '=', p('db'))
      .where('used', 'is', null)
    return ofUser
      ? all.where('uid', '=', p('uid')).where('provider', 'is not', null)
      : all.where('provider', '=', p('provider'))
  })
export const codesOfProvider = { ofUser: codesByProvider(true), ofSession: codesByProvider(false) }
export const endCode = statement((db, p: Args<{ digest: string; now: number }>) =>
  db
    .updateTable('oauth_code')
    .set({ used: p('now') })
    .where('digest', '=', p('digest'))
    .where('used', 'is', null),
)

// Grants

/** As with codes. */
const grantsByProvider = (ofUser: boolean) =>
  statement((db, p: Args<{ db: number; uid: string; provider: string }>) => {
    const all = db
      .selectFrom('oauth_grant')
      .select(['id', 'provider'])
      .where('db', '=', p('db'))
      .where('revoked', 'is', null)
    return ofUser
      ? all.where('uid', '=', p('uid')).where('provider', 'is not', null)
      : all.where('provider', '=', p('provider'))
  })
export const grantsOfProvider = { ofUser: grantsByProvider(true), ofSession: grantsByProvider(false) }

export const insertGrant = statement(
  (
    db,
    p: Args<{
      id: string
      client_id: string
      db: number
      uid: string
      now: number
      standard: string | null
      provider: string | null
    }>,
  ) =>
    db.insertInto('oauth_grant').values({
      ...{ id: p('id'), client_id: p('client_id'), db: p('db'), uid: p('uid'), created: p('now') },
      standard: p('standard'),
      provider: p('provider'),
    }),
)
export const grantById = statement((db, p: Args<{ id: string }>) =>
  db.selectFrom('oauth_grant').selectAll().where('id', '=', p('id')),
)
/** The live grants that a user gave a client at the standard issuer. */
export const standardGrantsOf = statement((db, p: Args<{ db: number; uid: string; client_id: string }>) =>
  db
    .selectFrom('oauth_grant')
    .select(['id', 'standard'])
    .$narrowType<{ standard: NotNull }>()
    .where('db', '=', p('db'))
    .where('uid', '=', p('uid'))
    .where('client_id', '=', p('client_id'))
    .where('revoked', 'is', null)
    .where('standard', 'is not', null)
    .limit(100),
)
type EndOfGrant = {
  readonly id: string
  readonly now: number
  readonly reason: string
  readonly by: string | null
  readonly note: string | null
}

export const revokeGrant = statement((db, p: Args<EndOfGrant>) =>
  db
    .updateTable('oauth_grant')
    .set({ revoked: p('now'), end_reason: p('reason'), ended_by: p('by'), end_note: p('note') })
    .where('id', '=', p('id'))
    .where('revoked', 'is', null),
)
/** Notes a refused refresh; a client that repeats it writes nothing for a minute. */
export const noteRefusal = statement((db, p: Args<{ id: string; now: number; since: number; reason: string }>) =>
  db
    .updateTable('oauth_grant')
    .set({ refused: p('now'), refusal: p('reason') })
    .where('id', '=', p('id'))
    .where(eb => eb.or([eb('refused', 'is', null), eb('refused', '<', p('since')), eb('refusal', '<>', p('reason'))])),
)
/** The grants of a database, or of one of its users, that are older than another one; the newest first. */
const grantsBefore = (ofUser: boolean, live: boolean) =>
  statement((db, p: Args<{ db: number; uid: string; before: string; limit: number }>) => {
    const all = db.selectFrom('oauth_grant').selectAll().where('db', '=', p('db')).where('id', '<', p('before'))
    const asked = ofUser ? all.where('uid', '=', p('uid')) : all
    const found = live ? asked.where('revoked', 'is', null) : asked
    return found.orderBy('id', 'desc').limit(p('limit'))
  })
export const grantPages = {
  live: { ofAll: grantsBefore(false, true), ofUser: grantsBefore(true, true) },
  every: { ofAll: grantsBefore(false, false), ofUser: grantsBefore(true, false) },
}

/** The users of a list of grants, including users who can no longer sign in. */
export const usersOfGrants = statement((db, p: Args<{ db: number; uids: readonly string[] }>, dialect) =>
  db
    .selectFrom('user')
    .select(['id', 'display', 'enabled', 'deleted', 'sessions_from'])
    .where('db', '=', p('db'))
    .where(eb => dialect.inList(eb.ref('id'), p('uids'), 'text')),
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
