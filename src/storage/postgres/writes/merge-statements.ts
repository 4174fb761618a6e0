// What transactions that commit together have to say, in few statements: what differs in its rows alone is said once.
import { RowList } from '../../row-list.ts'
import type { Query } from '../../store.ts'
import { mergeInserts, mostMerged } from './merge-inserts.ts'

/** A statement that nobody waits for; what became of it is heard of after the commit. */
export interface Unasked {
  readonly query: Query
  /** An INSERT that depends on no other statement, so that it may share one with others. */
  readonly independent: boolean
  /** Somebody wants to know how many rows it changed. */
  readonly counted: boolean
  readonly resolve: (count: number | Promise<number>) => void
}

/** A statement that says what one or several were to say. */
export interface MergedStatement {
  readonly query: Query
  readonly of: readonly Unasked[]
  /** It has a row of each, in the order of `of`, and gives the numbers of those that it changed. */
  readonly numbered: boolean
}

/** Each transaction's statements stay in their order; between those of different ones there is none. */
export function mergeStatements(transactions: readonly (readonly Unasked[])[]): MergedStatement[] {
  const added: Unasked[] = []
  const alike = new Map<string, Unasked[]>()
  const combined: MergedStatement[] = []
  for (const statements of transactions) {
    const [only, ...more] = statements
    if (statements.every(one => one.independent)) added.push(...statements)
    else if (only && more.length === 0 && rowsOf(only.query)) {
      const same = alike.get(only.query.sql)
      if (same) same.push(only)
      else alike.set(only.query.sql, [only])
    } else combined.push(...inOrder(statements))
  }
  for (const same of alike.values()) {
    const numbered = same.length > 1 && same.some(one => one.counted)
    combined.push({ query: joined(same), of: same, numbered })
  }
  return [...mergeAll(added), ...combined]
}

/** The statements of one transaction, with neighbours together that depend on nothing. */
export function inOrder(statements: readonly Unasked[]): MergedStatement[] {
  const combined: MergedStatement[] = []
  for (let at = 0; at < statements.length; ) {
    let end = at
    while (statements[end]?.independent) end++
    combined.push(...mergeAll(statements.slice(at, end)))
    const next = statements[end]
    if (next) combined.push({ query: next.query, of: [next], numbered: false })
    at = end + 1
  }
  return combined
}

const rowsOf = ({ params: [rows, ...more] }: Query): RowList | undefined =>
  rows instanceof RowList && more.length === 0 ? rows : undefined

/** Rows of the same table are one list, and the INSERTs of several tables one statement. */
function mergeAll(inserts: readonly Unasked[]): MergedStatement[] {
  const byText = new Map<string, Unasked[]>()
  const lists: Unasked[][] = []
  for (const one of inserts) {
    const same = rowsOf(one.query) && byText.get(one.query.sql)
    if (same) same.push(one)
    else {
      const list = [one]
      lists.push(list)
      byText.set(one.query.sql, list)
    }
  }
  const combined: MergedStatement[] = []
  for (let at = 0; at < lists.length; at += mostMerged) {
    const some = lists.slice(at, at + mostMerged)
    combined.push({ query: mergeInserts(some.map(joined)), of: some.flat(), numbered: false })
  }
  return combined
}

function joined(same: readonly Unasked[]): Query {
  const [{ query }] = same as [Unasked]
  if (same.length === 1) return query
  return { sql: query.sql, params: [RowList.joined(same.map(one => rowsOf(one.query) as RowList))] }
}
