// Every statement of the authorization server on codes, grants and tokens.
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
  scope: string
  created: number
  last_used: number
  expires: number
  revoked: number | null
}

export interface TokenRow {
  digest: string
  kind: 'access' | 'refresh'
  chain: string
  client_id: string
  db: number
  uid: string
  scope: string
  created: number
  expires: number
  ends: number | null
  used: number | null
  sealed: string | null
  revoked: number | null
}

export interface PersonalRow {
  id: string
  db: number
  user_id: string
  scope: string
  expires: number | null
}

type Nothing = Record<never, never>

// Codes

export const insertCode = statement<Omit<CodeRow, 'used' | 'chain'> & Nothing>((db, p) =>
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

export const insertGrant = statement<{
  id: string
  client_id: string
  db: number
  uid: string
  scope: string
  now: number
  expires: number
}>((db, p) =>
  db.insertInto('oauth_grant').values({
    id: p('id'),
    client_id: p('client_id'),
    db: p('db'),
    uid: p('uid'),
    scope: p('scope'),
    created: p('now'),
    last_used: p('now'),
    expires: p('expires'),
  }),
)
export const grantById = statement<{ id: string }>((db, p) =>
  db.selectFrom('oauth_grant').selectAll().where('id', '=', p('id')),
)
/** Also the lock by which a refresh and a revocation of the same chain come one after the other. */
export const touchGrant = statement<{ id: string; scope: string; now: number; expires: number }>((db, p) =>
  db
    .updateTable('oauth_grant')
    .set({ last_used: p('now'), expires: p('expires'), scope: p('scope') })
    .where('id', '=', p('id'))
    .where('revoked', 'is', null),
)
export const revokeGrant = statement<{ id: string; now: number }>((db, p) =>
  db
    .updateTable('oauth_grant')
    .set({ revoked: p('now') })
    .where('id', '=', p('id'))
    .where('revoked', 'is', null),
)
export const grantsOfUser = statement<{ db: number; uid: string; now: number }>((db, p) =>
  db
    .selectFrom('oauth_grant')
    .selectAll()
    .where('db', '=', p('db'))
    .where('uid', '=', p('uid'))
    .where('revoked', 'is', null)
    .where('expires', '>', p('now'))
    .orderBy('created', 'desc')
    .orderBy('id'),
)

// Tokens

/** The new access and refresh token of a chain, in one statement. */
export const insertPair = statement<{
  access: string
  refresh: string
  chain: string
  client_id: string
  db: number
  uid: string
  scope: string
  now: number
  access_expires: number
  access_ends: number
  refresh_expires: number
}>((db, p) => {
  const shared = {
    chain: p('chain'),
    client_id: p('client_id'),
    db: p('db'),
    uid: p('uid'),
    scope: p('scope'),
    created: p('now'),
  }
  return db.insertInto('oauth_token').values([
    { digest: p('access'), kind: 'access', ...shared, expires: p('access_expires'), ends: p('access_ends') },
    { digest: p('refresh'), kind: 'refresh', ...shared, expires: p('refresh_expires'), ends: null },
  ])
})
export const tokenByDigest = statement<{ digest: string }>((db, p) =>
  db.selectFrom('oauth_token').selectAll().where('digest', '=', p('digest')),
)
/** Changes one row for the first who comes, none for everybody after. */
export const consumeRefresh = statement<{ digest: string; now: number; sealed: string }>((db, p) =>
  db
    .updateTable('oauth_token')
    .set({ used: p('now'), sealed: p('sealed') })
    .where('digest', '=', p('digest'))
    .where('used', 'is', null)
    .where('revoked', 'is', null),
)
export const revokeTokensOfChain = statement<{ chain: string; now: number }>((db, p) =>
  db
    .updateTable('oauth_token')
    .set({ revoked: p('now'), sealed: null })
    .where('chain', '=', p('chain'))
    .where('revoked', 'is', null),
)
export const revokeToken = statement<{ digest: string; now: number }>((db, p) =>
  db
    .updateTable('oauth_token')
    .set({ revoked: p('now') })
    .where('digest', '=', p('digest'))
    .where('revoked', 'is', null),
)
/** Slides access tokens that were used in the same second; never backwards. */
export const slideTokens = statement<{ digests: readonly string[]; expires: number }>((db, p, dialect) =>
  db
    .updateTable('oauth_token')
    .set({ expires: p('expires') })
    .where(eb => dialect.inList(eb.ref('digest'), p('digests'), 'text'))
    .where('expires', '<', p('expires')),
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
