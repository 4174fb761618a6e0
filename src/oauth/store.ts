// Every statement of the authorization server on codes, grants and tokens.
import type { Builder, Dialect } from '../storage/dialect.ts'
import { rowNumber } from '../storage/row-list.ts'
import { type RowSource, rowStatement, statement } from '../storage/statement.ts'
import type { Query } from '../storage/store.ts'
import { pairTable } from './tables.ts'

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

export interface PairRow {
  refresh: string
  access: string
  chain: string
  client_id: string
  db: number
  uid: string
  scope: string
  created: number
  began: number
  access_expires: number
  access_ends: number
  refresh_expires: number
  due: number
  used: number | null
  sealed: string | null
  revoked: number | null
  access_revoked: number | null
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

// Pairs

/** The columns of a new pair. */
export type NewPair = Omit<PairRow, 'used' | 'sealed' | 'revoked' | 'access_revoked'>

const pairColumns = [
  'refresh',
  'access',
  'chain',
  'client_id',
  'db',
  'uid',
  'scope',
  'created',
  'began',
  'access_expires',
  'access_ends',
  'refresh_expires',
  'due',
] as const satisfies readonly (keyof NewPair)[]

const pairMembers = Object.fromEntries(pairTable.columns.map(({ name, type }) => [name, type]))

export const insertPair = statement<NewPair & Nothing>((db, p) =>
  db.insertInto('oauth_pair').values(Object.fromEntries(pairColumns.map(name => [name, p(name)]))),
)
export const pairByRefresh = statement<{ digest: string }>((db, p) =>
  db.selectFrom('oauth_pair').selectAll().where('refresh', '=', p('digest')),
)
export const pairByAccess = statement<{ digest: string }>((db, p) =>
  db.selectFrom('oauth_pair').selectAll().where('access', '=', p('digest')),
)
/** The newest pair of a chain: its living end. */
export const newestPair = statement<{ chain: string }>((db, p) =>
  db
    .selectFrom('oauth_pair')
    .selectAll()
    .where('chain', '=', p('chain'))
    .where('used', 'is', null)
    .where('revoked', 'is', null),
)
/** What a refresh writes: the seal on the pair that it consumes, and the pair that follows it. */
export type Rotation = NewPair & { consumed: string; now: number; seal: string; seal_due: number }

const rotationMembers = { ...pairMembers, consumed: 'text', now: 'integer', seal: 'text', seal_due: 'integer' } as const

/** Changes one row for the first who comes, none for everybody after. */
const consume = (db: Builder, row: RowSource<Rotation>) =>
  db
    .updateTable('oauth_pair')
    .set({ used: row.value('now'), sealed: row.value('seal'), due: row.value('seal_due') })
    .where(row.is('oauth_pair.refresh', 'consumed'))
    .where('oauth_pair.used', 'is', null)
    .where('oauth_pair.revoked', 'is', null)

const consumeRefresh = rowStatement<Rotation>(rotationMembers, consume)

/** Without the seal that consuming has just put there is nothing to follow, and no row is written. */
const succeedPair = statement<Rotation>((db, p) =>
  db
    .insertInto('oauth_pair')
    .columns([...pairColumns])
    .expression(eb =>
      eb
        .selectFrom('oauth_pair as before')
        .select(pairColumns.map(name => eb.val(p(name)).as(name)))
        .where('before.refresh', '=', p('consumed'))
        .where('before.sealed', '=', p('seal')),
    ),
)

/** The same as one statement, where one can change rows and hand them on to the next. */
const rotateAtOnce = rowStatement<Rotation>(rotationMembers, (db, row) =>
  db
    .with('consumed', inner =>
      consume(inner as Builder, row)
        .from('r')
        .returning(row.number),
    )
    .with('succeeded', inner =>
      inner
        .insertInto('oauth_pair')
        .columns([...pairColumns])
        .expression(eb =>
          eb
            .selectFrom(['consumed', 'r'])
            .select(pairColumns.map(name => eb.val(row.value(name)).as(name)))
            .where(`consumed.${rowNumber}`, '=', row.number),
        ),
    )
    .selectFrom('consumed')
    .select(`consumed.${rowNumber}`),
)

/** The statements of a refresh. The first tells by its count whether the pair was still to be consumed. */
export const rotatePair = (dialect: Dialect, rotation: Rotation): readonly [Query, ...Query[]] =>
  dialect.rowsTable
    ? [rotateAtOnce(dialect, rotation)]
    : [consumeRefresh(dialect, rotation), succeedPair(dialect, rotation)]

export const revokePairs = statement<{ chain: string; now: number; due: number }>((db, p) =>
  db
    .updateTable('oauth_pair')
    .set({ revoked: p('now'), sealed: null, due: p('due') })
    .where('chain', '=', p('chain'))
    .where('revoked', 'is', null),
)
export const revokeAccess = statement<{ access: string; now: number }>((db, p) =>
  db
    .updateTable('oauth_pair')
    .set({ access_revoked: p('now') })
    .where('access', '=', p('access'))
    .where('access_revoked', 'is', null),
)
/** Slides access tokens that were used in the same second; never backwards. */
export const slideAccess = statement<{ digests: readonly string[]; expires: number }>((db, p, dialect) =>
  db
    .updateTable('oauth_pair')
    .set({ access_expires: p('expires') })
    .where(eb => dialect.inList(eb.ref('access'), p('digests'), 'text'))
    .where('access_expires', '<', p('expires')),
)

// Cleaning

/** Pairs with which there is something to do, the oldest first. */
export const duePairs = statement<{ now: number; limit: number }>((db, p) =>
  db
    .selectFrom('oauth_pair')
    .select(['refresh', 'chain', 'sealed', 'used'])
    .where('due', '<', p('now'))
    .orderBy('due')
    .limit(p('limit')),
)
export const forgetSealed = statement<{ refresh: readonly string[]; now: number; due: number }>((db, p, dialect) =>
  db
    .updateTable('oauth_pair')
    .set({ sealed: null, due: p('due') })
    .where(eb => dialect.inList(eb.ref('refresh'), p('refresh'), 'text'))
    .where('due', '<', p('now')),
)
export const deletePairs = statement<{ refresh: readonly string[]; now: number }>((db, p, dialect) =>
  db
    .deleteFrom('oauth_pair')
    .where(eb => dialect.inList(eb.ref('refresh'), p('refresh'), 'text'))
    .where('due', '<', p('now')),
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

// Personal access tokens, whose table belongs to their entity

export const personalByDigest = statement<{ digest: string }>((db, p) =>
  db
    .selectFrom('personal_access_token')
    .select(['id', 'db', 'user_id', 'scope', 'expires'])
    .where('digest', '=', p('digest'))
    .where('revoked', '=', 0)
    .where('deleted', 'is', null),
)
