// Merges the deferred statements of a commit group, so that n inserts into one table become one statement.
import type { PoolClient } from 'pg'
import type { ValuesList } from '../../statements/facts.ts'
import { RowList } from '../../statements/row-list.ts'
import type { Query, Scalar } from '../../store.ts'
import type { Connections } from '../driver/connections.ts'
import { joinValues } from '../sql/values-list.ts'
import { mergeInserts, mostMerged } from './merge-inserts.ts'

/** A statement whose result its transaction does not wait for. */
export interface DeferredStatement {
  readonly query: Query
  /** Receives the number of rows that the statement has changed. */
  readonly resolve: (count: number | Promise<number>) => void
}

/** A statement that does the work of one or several deferred statements. */
export interface MergedStatement {
  readonly query: Query
  readonly of: readonly DeferredStatement[]
  /** `numbered`: the statement returns the numbers of the rows that it has changed, one row for each of `of`. */
  readonly kind: 'single' | 'inserts' | 'numbered'
}

/** Statements of one transaction keep their order; those of different transactions have none. */
export function mergeStatements(transactions: readonly (readonly DeferredStatement[])[]): MergedStatement[] {
  const inserts: DeferredStatement[] = []
  const alike = new Map<string, DeferredStatement[]>()
  const merged: MergedStatement[] = []
  for (const statements of transactions) {
    const [only, ...more] = statements
    if (statements.every(isInsert)) inserts.push(...statements)
    else if (only && more.length === 0 && only.query.facts?.merge === 'rows') {
      const same = alike.get(only.query.sql)
      if (same) same.push(only)
      else alike.set(only.query.sql, [only])
    } else merged.push(...mergeNeighbours(statements))
  }
  for (const same of alike.values()) {
    merged.push({ query: joinLists(same), of: same, kind: same.length > 1 ? 'numbered' : 'single' })
  }
  return [...mergeAllInserts(inserts), ...merged]
}

/** Merges neighbouring inserts among the statements of one transaction. */
export function mergeNeighbours(statements: readonly DeferredStatement[]): MergedStatement[] {
  const merged: MergedStatement[] = []
  for (let at = 0; at < statements.length; ) {
    let end = at
    while (end < statements.length && isInsert(statements[end] as DeferredStatement)) end++
    merged.push(...mergeAllInserts(statements.slice(at, end)))
    const next = statements[end]
    if (next) merged.push({ query: next.query, of: [next], kind: 'single' })
    at = end + 1
  }
  return merged
}

/** Sends a merged statement. Returns the count of changed rows for each deferred statement in it. */
export async function sendMerged(
  connections: Connections,
  client: PoolClient,
  { query, of, kind }: MergedStatement,
): Promise<readonly number[]> {
  if (kind === 'numbered') {
    const changed = new Set((await connections.arrays(client, query)).map(([number]) => number as Scalar))
    return of.map((_, number) => (changed.has(number) ? 1 : 0))
  }
  const count = await connections.run(client, query)
  // The server counts the rows of the last INSERT only. Each INSERT has added the rows of its list, or all have failed.
  return kind === 'inserts' ? of.map(one => (valuesOf(one) ? 1 : rowsOf(one).length)) : [count]
}

const isInsert = (one: DeferredStatement): boolean => one.query.facts?.merge === 'insert' || valuesOf(one) !== null

const valuesOf = ({ query }: DeferredStatement): ValuesList | null =>
  typeof query.facts?.merge === 'object' ? query.facts.merge : null

/** The only parameter of a statement that may be merged. */
const rowsOf = ({ query }: DeferredStatement): RowList => query.params[0] as RowList

/** Rows of one table become one list, and the INSERTs into several tables one statement. */
function mergeAllInserts(inserts: readonly DeferredStatement[]): MergedStatement[] {
  const lists: DeferredStatement[][] = []
  const merged: MergedStatement[] = []
  for (const same of Map.groupBy(inserts, one => one.query.sql).values()) {
    const values = valuesOf(same[0] as DeferredStatement)
    if (values) merged.push(...mergeValues(values, same))
    else lists.push(same)
  }
  for (let at = 0; at < lists.length; at += mostMerged) {
    const some = lists.slice(at, at + mostMerged)
    const of = some.flat()
    merged.push({ query: mergeInserts(some.map(joinLists)), of, kind: of.length > 1 ? 'inserts' : 'single' })
  }
  return merged
}

/** Rows of one table and one tenant become one list of values. */
function mergeValues(list: ValuesList, inserts: readonly DeferredStatement[]): MergedStatement[] {
  const tenantOf = ({ query: { params, facts } }: DeferredStatement) =>
    facts?.tenant !== undefined && params[facts.tenant]
  return [...Map.groupBy(inserts, tenantOf).values()].flatMap(same => {
    let at = 0
    return joinValues(
      list,
      same.map(one => one.query.params),
    ).map(({ query, rows }) => {
      const of = same.slice(at, at + rows)
      at += rows
      return { query, of, kind: rows > 1 ? 'inserts' : 'single' } as const
    })
  })
}

/** Joins several statements of the same text into one with the rows of all. */
function joinLists(same: readonly DeferredStatement[]): Query {
  const [{ query }] = same as [DeferredStatement]
  return same.length === 1 ? query : { ...query, params: [RowList.joined(same.map(rowsOf))] }
}
