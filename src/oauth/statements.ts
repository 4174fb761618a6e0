// Every statement of the authorization server on codes, grants, salts and personal tokens.
import { statement } from '../storage/statement.ts'

export interface CodeRow {
  digest: string
  client_id: string
  db: number
  uid: string
  scope: string
  redirect_uri: string
  challenge: string | null
  expires: number
  used: number | null
  chain: string | null
}

export interface GrantRow {
  id: string
  client_id: string
  db: number
  uid: string
  created: number
  revoked: number | null
}

export interface PersonalRow {
  id: string
  db: number
  user_id: string
  scope: string
  expires: number | null
}

// Codes

export const insertCode = statement<Omit<CodeRow, 'used' | 'chain'>>((db, p) =>
  db.insertInto('oauth_code').values({
    digest: p('digest'),
    client_id: p('client_id'),
    db: p('db'),
    uid: p('uid'),
    scope: p('scope'),
    redirect_uri: p('redirect_uri'),
    challenge: p('challenge'),
    expires: p('expires'),
  }),
)
export const codeByDigest = statement<{ digest: string }>((db, p) =>
  db.selectFrom('oauth_code').selectAll().where('digest', '=', p('digest')),
)
/** Changes one row for the first who comes, none for everybody after. */
export const consumeCode = statement<{ digest: string; now: number; chain: string }>((db, p) =>
  db
    .updateTable('oauth_code')
    .set({ used: p('now'), chain: p('chain') })
    .where('digest', '=', p('digest'))
    .where('used', 'is', null),
)

// Grants

export const insertGrant = statement<{ id: string; client_id: string; db: number; uid: string; now: number }>((db, p) =>
  db
    .insertInto('oauth_grant')
    .values({ id: p('id'), client_id: p('client_id'), db: p('db'), uid: p('uid'), created: p('now') }),
)
export const grantById = statement<{ id: string }>((db, p) =>
  db.selectFrom('oauth_grant').selectAll().where('id', '=', p('id')),
)
export const revokeGrant = statement<{ id: string; now: number }>((db, p) =>
  db
    .updateTable('oauth_grant')
    .set({ revoked: p('now') })
    .where('id', '=', p('id'))
    .where('revoked', 'is', null),
)
export const grantsOfUser = statement<{ db: number; uid: string }>((db, p) =>
  db
    .selectFrom('oauth_grant')
    .selectAll()
    .where('db', '=', p('db'))
    .where('uid', '=', p('uid'))
    .where('revoked', 'is', null)
    .orderBy('created', 'desc')
    .orderBy('id'),
)

/** A grant ends with its last pair. */
export const deleteEmptyGrants = statement<{ chains: readonly string[] }>((db, p, dialect) =>
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

export const insertSalt = statement<{ minute: number; salt: string }>((db, p) =>
  db
    .insertInto('oauth_salt')
    .values({ minute: p('minute'), salt: p('salt') })
    .onConflict(conflict => conflict.doNothing()),
)
export const saltOfMinute = statement<{ minute: number }>((db, p) =>
  db.selectFrom('oauth_salt').select('salt').where('minute', '=', p('minute')),
)

// Personal access tokens, whose table belongs to their entity

export const personalByDigest = statement<{ digest: string }>((db, p) =>
  db
    .selectFrom('personal_access_token')
    .select(['id', 'db', 'user_id', 'scope', 'expires'])
    .where('digest', '=', p('digest'))
    .where('revoked', '=', 0)
    .where('deleted', 'is', null),
)
