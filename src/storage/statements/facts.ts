// Declares the facts of a statement, so that no code has to parse its SQL text.
import type { CompiledQuery } from 'kysely'
import { Placeholder } from './placeholder.ts'

/**
 * Facts of a statement, set when it is compiled. A fact that is not stated does not hold: a statement without facts is never
 * batched, merged or reordered, and counts as one that changes rows.
 */
export interface Facts {
  readonly reads?: boolean
  /** The statement is a SELECT with a limit of its own, so it keeps its plan when it stands as a subquery. */
  readonly limited?: boolean
  /**
   * The index of the parameter that holds the tenant: the statement reads or writes rows of that tenant only, or rows that
   * belong to none. Reads are batched within one tenant, so a statement without this fact is never batched. An engine with
   * several nodes sends the statement on a connection that serves the node of the tenant.
   */
  readonly tenant?: number
  /**
   * The statement is about all tenants: an engine that keeps tenants on several nodes runs it on each. A statement without
   * this fact is about one tenant, or about rows that belong to none.
   */
  readonly allTenants?: boolean
  /** One plan serves all values of the parameters, so the engine need not plan the statement for each of them. */
  readonly genericPlan?: boolean
  /** How the statement, when it is deferred, may be merged with others that commit with it. */
  readonly merge?: Merge
  /** The text in pieces, with a parameter between each two, for an engine that builds larger statements from it. */
  readonly pieces?: readonly string[]
  /** Where the pieces name tables, in their order, for an engine that has the rows of a tenant in tables of other names. */
  readonly tables?: readonly TableName[]
}

export interface TableName {
  readonly name: string
  /** The index of the piece, and where in it the name is, with its quotes. */
  readonly piece: number
  readonly from: number
  readonly to: number
  /** The name is that of a table or an alias, before the name of a column. */
  readonly ofColumn: boolean
}

/**
 * `insert` and `rows` have one parameter, a RowList. `insert`: the statement adds each row of the list, and neither reads nor
 * replaces what another statement of its transaction writes. `rows`: the statement processes each row of the list by itself,
 * and returns the number of each row (see row-list.ts) for which it has changed something. A ValuesList: the statement adds
 * one row, as `insert` does, with a parameter for each value.
 */
type Merge = 'insert' | 'rows' | ValuesList

/** The text of an INSERT: `head`, then rows with a comma between each two, then `tail`. */
export interface ValuesList {
  readonly head: string
  /** The text of a row in pieces, with a parameter between each two. */
  readonly row: readonly string[]
  readonly tail?: string
}

/** The tenant of a statement as text; empty when it names none. */
export const tenantOf = ({ facts, params }: { facts?: Facts; params: readonly unknown[] }): string =>
  facts?.tenant === undefined ? '' : String(params[facts.tenant] ?? '')

/** What the compiler of an engine adds to the result of Kysely's own. */
interface CompiledPieces {
  readonly pieces?: readonly string[]
  readonly tables?: readonly TableName[]
}

/** The facts that follow from the syntax tree and from marked parameters; raw SQL has no tree, so `stated` adds its own. */
export function factsOf(compiled: CompiledQuery, stated: Facts = {}): Facts {
  const { query, parameters } = compiled
  const tenant = parameters.findIndex(parameter => parameter instanceof Placeholder && parameter.tenant)
  const { pieces, tables } = compiled as CompiledPieces
  // A WITH clause may hold statements that change rows.
  const select = query.kind === 'SelectQueryNode' && query.with === undefined ? query : undefined
  return {
    ...(select && { reads: true, limited: select.limit !== undefined }),
    ...(tenant >= 0 && { tenant }),
    ...(pieces && { pieces }),
    ...(tables && { tables }),
    ...stated,
  }
}
