// Holds the SQL statements of the authorization server on pairs of tokens.

import { insertStatement } from '../../storage/schema/table-statements.ts'
import { type Args, statementsOn } from '../../storage/statement.ts'
import { successionOf } from '../../storage/statements/succession.ts'
import type { RowOf } from '../../storage/table.ts'
import { type OauthTables, pairTable } from '../tables.ts'

const statement = statementsOn<OauthTables>()

export type PairRow = RowOf<typeof pairTable>

/** The columns that are written when the pair is consumed or revoked. */
const laterColumns = ['used', 'next', 'revoked', 'access_revoked'] as const

export type NewPair = Omit<PairRow, (typeof laterColumns)[number]>

export const insertPair = insertStatement(pairTable, laterColumns)
export const pairByRefresh = statement((db, p: Args<{ digest: string }>) =>
  db.selectFrom('oauth_pair').selectAll().where('refresh', '=', p('digest')),
)
export const pairByAccess = statement((db, p: Args<{ digest: string }>) =>
  db.selectFrom('oauth_pair').selectAll().where('access', '=', p('digest')),
)
/** The newest pair of a chain, the only one that is not used; it may be revoked. */
export const newestPair = statement((db, p: Args<{ chain: string }>) =>
  db.selectFrom('oauth_pair').selectAll().where('chain', '=', p('chain')).where('used', 'is', null),
)
/** A refresh consumes a pair, once, and adds the next pair of its chain. */
export const rotatePair = successionOf(pairTable, {
  key: 'refresh',
  open: ['used', 'revoked'],
  marks: { used: 'created', next: 'refresh' },
  link: 'next',
  inherited: ['chain', 'client_id', 'db', 'uid', 'began'],
  own: ['refresh', 'access', 'scope', 'created', 'access_expires', 'access_ends', 'refresh_expires'],
})

export const revokePairs = statement((db, p: Args<{ chain: string; now: number }>) =>
  db
    .updateTable('oauth_pair')
    .set({ revoked: p('now') })
    .where('chain', '=', p('chain'))
    .where('revoked', 'is', null),
)
export const revokeAccess = statement((db, p: Args<{ access: string; now: number }>) =>
  db
    .updateTable('oauth_pair')
    .set({ access_revoked: p('now') })
    .where('access', '=', p('access'))
    .where('access_revoked', 'is', null),
)
/** Slides access tokens that were used in the same second; never backwards. */
export const slideAccess = statement((db, p: Args<{ digests: readonly string[]; expires: number }>, dialect) =>
  db
    .updateTable('oauth_pair')
    .set({ access_expires: p('expires') })
    .where(eb => dialect.inList(eb.ref('access'), p('digests'), 'text'))
    .where('access_expires', '<', p('expires')),
)

// Cleaning

/** Pairs by creation time: those created before a moment, after a given pair. */
export const pairsBefore = statement((db, p: Args<{ after: string; before: string; limit: number }>) =>
  db
    .selectFrom('oauth_pair')
    .select(['refresh', 'chain', 'refresh_expires', 'used', 'revoked'])
    .where('refresh', '>', p('after'))
    .where('refresh', '<', p('before'))
    .orderBy('refresh')
    .limit(p('limit')),
)
export const deletePairs = statement((db, p: Args<{ refresh: readonly string[] }>, dialect) =>
  db.deleteFrom('oauth_pair').where(eb => dialect.inList(eb.ref('refresh'), p('refresh'), 'text')),
)
