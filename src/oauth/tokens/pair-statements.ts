// Holds the SQL statements of the authorization server on pairs of tokens.
import type { Builder, Dialect, DynamicTables, RowMembers } from '../../storage/dialect.ts'
import { rowNumber } from '../../storage/row-list.ts'
import { type Args, type RowSource, rowStatement, statementsOn } from '../../storage/statement.ts'
import type { Query } from '../../storage/store.ts'
import type { ColumnType, RowOf } from '../../storage/table.ts'
import { type OauthTables, pairTable } from '../tables.ts'

const statement = statementsOn<OauthTables>()

export type PairRow = RowOf<typeof pairTable>

/** The columns of a new pair. */
export type NewPair = Omit<PairRow, 'used' | 'next' | 'revoked' | 'access_revoked'>

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
] as const satisfies readonly (keyof NewPair)[]

export const insertPair = statement((db, p: Args<NewPair>) =>
  db.insertInto('oauth_pair').values(Object.fromEntries(pairColumns.map(name => [name, p(name)])) as NewPair),
)
export const pairByRefresh = statement((db, p: Args<{ digest: string }>) =>
  db.selectFrom('oauth_pair').selectAll().where('refresh', '=', p('digest')),
)
export const pairByAccess = statement((db, p: Args<{ digest: string }>) =>
  db.selectFrom('oauth_pair').selectAll().where('access', '=', p('digest')),
)
/** The newest pair of a chain, the only one that is neither used nor revoked. */
export const newestPair = statement((db, p: Args<{ chain: string }>) =>
  db
    .selectFrom('oauth_pair')
    .selectAll()
    .where('chain', '=', p('chain'))
    .where('used', 'is', null)
    .where('revoked', 'is', null),
)
/** The columns that a new pair does not inherit from its predecessor. */
const ownColumns = [
  'refresh',
  'access',
  'scope',
  'created',
  'access_expires',
  'access_ends',
  'refresh_expires',
] as const satisfies readonly (keyof NewPair)[]
const inheritedColumns = pairColumns.filter(name => !(ownColumns as readonly string[]).includes(name))

/** The values of a refresh: the pair that it consumes, and the own columns of the next pair. */
type Rotation = Pick<NewPair, (typeof ownColumns)[number]> & { consumed: string }

const columnTypes: RowMembers = Object.fromEntries(pairTable.columns.map(({ name, type }) => [name, type]))
const rotationMembers: RowMembers = {
  ...Object.fromEntries(ownColumns.map(name => [name, columnTypes[name] as ColumnType])),
  consumed: 'text',
}

/** Consumes a pair: one row changes for the first request, none for later ones. */
const consume = (db: Builder<DynamicTables>, row: RowSource<Rotation>) =>
  db
    .updateTable('oauth_pair')
    .set({ used: row.value('created'), next: row.value('refresh') })
    .where(row.is('oauth_pair.refresh', 'consumed'))
    .where('oauth_pair.used', 'is', null)
    .where('oauth_pair.revoked', 'is', null)

const consumeRefresh = rowStatement<Rotation>(rotationMembers, consume)

/**
 * Inserts the next pair only if the consumed pair names it as its successor. Requests with the same token in the same
 * millisecond derive the same pair, so the row may exist already.
 */
const succeedPair = statement((db, p: Args<Rotation>) =>
  db
    .insertInto('oauth_pair')
    .columns([...ownColumns, ...inheritedColumns])
    .expression(eb =>
      eb
        .selectFrom('oauth_pair as before')
        .select(ownColumns.map(name => eb.val(p(name)).as(name)))
        .select(inheritedColumns.map(name => `before.${name}` as const))
        .where('before.refresh', '=', p('consumed'))
        .where('before.next', '=', p('refresh')),
    )
    .onConflict(conflict => conflict.doNothing()),
)

/** Consumes a pair and inserts the next one in a single statement, for engines with data-modifying CTEs. */
const rotateAtOnce = rowStatement<Rotation>(rotationMembers, (db, row) =>
  db
    .with('consumed', inner =>
      consume(inner as Builder<DynamicTables>, row)
        .from('r')
        .returning(row.number)
        .returning(eb => ownColumns.map(name => eb.ref(`r.${name}`).as(`own_${name}`)))
        .returning(inheritedColumns.map(name => `oauth_pair.${name}`)),
    )
    .with('succeeded', inner =>
      inner
        .insertInto('oauth_pair')
        .columns([...ownColumns, ...inheritedColumns])
        .expression(eb =>
          eb.selectFrom('consumed').select([...ownColumns.map(name => `own_${name}`), ...inheritedColumns]),
        ),
    )
    .selectFrom('consumed')
    .select(`consumed.${rowNumber}`),
)

/** The statements of a refresh. The row count of the first one says whether the pair was consumed by this refresh. */
export function rotatePair(dialect: Dialect, consumed: string, next: NewPair): readonly [Query, ...Query[]] {
  const { refresh, access, scope, created, access_expires, access_ends, refresh_expires } = next
  const rotation = { consumed, refresh, access, scope, created, access_expires, access_ends, refresh_expires }
  return dialect.rowsTable
    ? [rotateAtOnce(dialect, rotation)]
    : [consumeRefresh(dialect, rotation), succeedPair(dialect, rotation)]
}

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
