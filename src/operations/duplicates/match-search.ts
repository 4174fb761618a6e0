// Searches the index of match keys, and remembers pairs of records that are no duplicates.
import { sql } from 'kysely'
import { matchKinds } from '../../entities/rules/match-keys.ts'
import type { ModelTables } from '../../model/tables.ts'
import { type Args, statementsOn } from '../../storage/statement.ts'
import type { Query, Scalar, Tx } from '../../storage/store.ts'
import type { OperationContext } from '../context.ts'
import type { OperationTables } from '../tables.ts'
import { type KeyedRecord, mostSharing, pairKey } from './pair-scores.ts'

const statement = statementsOn<ModelTables & OperationTables>()

/** Values of one kind that several records share, of which one request looks at the records. */
const mostValues = 3_000
/** Rows of records that share a key with given ones. */
const mostRows = 20_000
const longestSearchMs = 30_000

const columns = ['kind', 'value', 'type', 'owner', 'name'] as const

/** The best evidence first, since one request looks at so many values of each kind. */
const kinds = [matchKinds.email, matchKinds.domain, matchKinds.city, matchKinds.phone]

const sharedKeys = statement((db, p: Args<{ db: number; kind: string }>) => {
  const shared = db
    .selectFrom('match_key')
    .select(['value', 'type'])
    .where('db', '=', p('db'))
    .where('kind', '=', p('kind'))
    .groupBy(['value', 'type'])
    .having(sql<number>`count(*)`, '>=', sql.lit(2))
    .having(sql<number>`count(*)`, '<=', sql.lit(mostSharing))
    .orderBy('value')
    .limit(sql.lit(mostValues))
  return db
    .selectFrom('match_key as m')
    .innerJoin(shared.as('s'), join => join.onRef('s.value', '=', 'm.value').onRef('s.type', '=', 'm.type'))
    .select(columns.map(column => `m.${column}` as const))
    .where('m.db', '=', p('db'))
    .where('m.kind', '=', p('kind'))
})

const keysSharedWith = statement((db, p: Args<{ db: number; ids: readonly string[] }>, dialect) =>
  db
    .selectFrom('match_key as o')
    .innerJoin('match_key as m', join =>
      join
        .onRef('m.db', '=', 'o.db')
        .onRef('m.kind', '=', 'o.kind')
        .onRef('m.value', '=', 'o.value')
        .onRef('m.type', '=', 'o.type'),
    )
    .select(columns.map(column => `m.${column}` as const))
    .distinct()
    .where('o.db', '=', p('db'))
    .where(dialect.inList(sql.ref('o.owner'), p('ids'), 'text'))
    .limit(sql.lit(mostRows)),
)

const recordsWithKey = statement((db, p: Args<{ db: number; kind: string; value: string }>) =>
  db
    .selectFrom('match_key')
    .select(columns)
    .where('db', '=', p('db'))
    .where('kind', '=', p('kind'))
    .where('value', '=', p('value'))
    .limit(sql.lit(mostSharing + 1)),
)

const ignoredPairs = statement((db, p: Args<{ db: number; ids: readonly string[] }>, dialect) =>
  db
    .selectFrom('not_duplicate')
    .select(['one', 'other'])
    .where('db', '=', p('db'))
    .where(dialect.inList(sql.ref('one'), p('ids'), 'text')),
)

const remember = statement((db, p: Args<{ db: number; one: string; other: string; uid: string; at: number }>) =>
  db
    .insertInto('not_duplicate')
    .values({ db: p('db'), one: p('one'), other: p('other'), uid: p('uid'), at: p('at') })
    .onConflict(c => c.columns(['db', 'one', 'other']).doNothing()),
)

const forget = statement((db, p: Args<{ db: number; one: string; other: string }>) =>
  db.deleteFrom('not_duplicate').where('db', '=', p('db')).where('one', '=', p('one')).where('other', '=', p('other')),
)

const recordOf = ([kind, value, type, owner, name]: readonly Scalar[]): KeyedRecord => ({
  kind: String(kind),
  value: String(value),
  type: String(type),
  owner: String(owner),
  name: String(name),
})

/** The index rows of records that share a key with others; those of a few records, when their identifiers are given. */
export async function sharedMatchKeys(
  { store, caller, gone }: OperationContext,
  ids: readonly string[] | null,
): Promise<KeyedRecord[]> {
  const { db } = caller
  const run = async (query: Query) => {
    const found = await store.readSlow(query, { timeoutMs: longestSearchMs, user: caller.uid, gone })
    return found.map(recordOf)
  }
  if (ids) return ids.length === 0 ? [] : run(keysSharedWith(store.dialect, { db, ids }))
  const rows: KeyedRecord[] = []
  for (const kind of kinds) for (const row of await run(sharedKeys(store.dialect, { db, kind }))) rows.push(row)
  return rows
}

/** The index rows of records with one of the keys, in a transaction. Keys that very many share are left out. */
export async function recordsWithKeys(
  tx: Tx,
  { store, caller }: OperationContext,
  keys: readonly { readonly kind: string; readonly value: string }[],
): Promise<KeyedRecord[]> {
  const rows: KeyedRecord[] = []
  for (const { kind, value } of keys) {
    const found = await tx.read(recordsWithKey(store.dialect, { db: caller.db, kind, value }))
    if (found.length <= mostSharing) rows.push(...found.map(recordOf))
  }
  return rows
}

/** The pairs among the records that are known not to be duplicates. */
export async function readIgnored(
  { store, caller }: OperationContext,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const found = await store.rows(ignoredPairs(store.dialect, { db: caller.db, ids }))
  return new Set(found.map(({ one, other }) => pairKey(one, other)))
}

/** Remembers that no two of the records are duplicates, or forgets it. Returns the number of pairs that changed. */
export function ignorePairs(context: OperationContext, ids: readonly string[], remove: boolean): Promise<number> {
  const { store, caller, now } = context
  const sorted = [...new Set(ids)].sort()
  return store.write(async tx => {
    let changed = 0
    for (const [i, one] of sorted.entries()) {
      for (const other of sorted.slice(i + 1)) {
        const pair = { db: caller.db, one, other }
        changed += await tx.run(
          remove ? forget(store.dialect, pair) : remember(store.dialect, { ...pair, uid: caller.uid, at: now }),
        )
      }
    }
    return changed
  })
}
