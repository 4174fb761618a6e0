// States what is known of a statement beside its text, so that nobody reads meaning out of SQL.
import type { CompiledQuery } from 'kysely'
import { Placeholder } from './placeholder.ts'

/**
 * Facts of a statement, set by whoever compiles it. What is not stated does not hold: a statement without facts runs by
 * itself, in its place, and counts as one that changes rows.
 */
export interface Facts {
  /** The statement changes no row. */
  readonly reads?: boolean
  /** The statement is a SELECT with a limit of its own, so it keeps its plan when it stands as a subquery. */
  readonly limited?: boolean
  /**
   * The index of the parameter that holds the tenant: the statement reads rows of that tenant only. Reads are batched
   * within one tenant, so a statement without this fact is never batched.
   */
  readonly tenant?: number
  /**
   * The statement is about all tenants: an engine that keeps them on several nodes runs it on each. A statement without this
   * fact is about one tenant, or about what belongs to none.
   */
  readonly allTenants?: boolean
  /** One plan serves all values of the parameters, so the engine need not plan the statement anew for each of them. */
  readonly genericPlan?: boolean
  /** How the statement, when it is deferred, may be merged with others that commit with it. */
  readonly merge?: Merge
  /** The text in pieces, with a parameter between each two, for an engine that builds larger statements of it. */
  readonly pieces?: readonly string[]
}

/**
 * `insert` and `rows` have one parameter, a RowList. `insert`: the statement adds each row of the list, and neither reads nor
 * replaces what another statement of its transaction writes. `rows`: the statement does for each row of the list what it
 * does for one, and returns the number of each row (see row-list.ts) for which it has changed something. A ValuesList: the
 * statement adds one row, as `insert` does, with a parameter for each value.
 */
type Merge = 'insert' | 'rows' | ValuesList

/** The text of an INSERT: `head`, then rows with a comma between each two. */
export interface ValuesList {
  readonly head: string
  /** The text of a row in pieces, with a parameter between each two. */
  readonly row: readonly string[]
}

/** What a compiler of an engine adds to what Kysely's own gives. */
interface CompiledPieces {
  readonly pieces?: readonly string[]
}

/** The facts that follow from the syntax tree and from marked parameters; raw SQL has no tree, so `stated` adds its own. */
export function factsOf(compiled: CompiledQuery, stated: Facts = {}): Facts {
  const { query, parameters } = compiled
  const tenant = parameters.findIndex(parameter => parameter instanceof Placeholder && parameter.tenant)
  const { pieces } = compiled as CompiledPieces
  // A WITH clause may hold statements that change rows.
  const select = query.kind === 'SelectQueryNode' && query.with === undefined ? query : undefined
  return {
    ...(select && { reads: true, limited: select.limit !== undefined }),
    ...(tenant >= 0 && { tenant }),
    ...(pieces && { pieces }),
    ...stated,
  }
}
