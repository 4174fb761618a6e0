// The condition tree: what a SearchQuery says, before anybody asks whether its names exist.

/** A literal of the request: its place in the list of literals, and where it stood, for messages. */
export interface Literal {
  readonly index: number
  readonly path: string
}

/** What is tested: a field path (`Address/City`), or a function of one (`$YEAR(CloseDate)`). */
export interface Target {
  readonly name: string
  readonly call: 'YEAR' | 'MONTH' | null
}

export type Condition =
  | { readonly kind: 'all' | 'any'; readonly of: readonly Condition[] }
  | {
      readonly kind: 'test'
      readonly target: Target
      readonly operator: string
      readonly literal: Literal
      readonly sort: string
      /** The literal is a list with null in it: a record without a value matches too. */
      readonly orEmpty: boolean
      readonly path: string
    }
  /** `$EQ: null` and `$NE: null`. */
  | { readonly kind: 'empty'; readonly target: Target; readonly negated: boolean; readonly path: string }
  | {
      readonly kind: 'phrase'
      readonly literal: Literal
      readonly namesOnly: boolean
      /** Nothing was typed: every record is found, also one without words. */
      readonly blank: boolean
      readonly path: string
    }
  /** The record itself and the contacts related to it. */
  | { readonly kind: 'related'; readonly target: Target; readonly literal: Literal; readonly path: string }
  | {
      readonly kind: 'exists'
      readonly target: Target
      readonly object: string
      readonly column: string
      readonly path: string
    }
  | {
      readonly kind: 'inbound'
      readonly name: string
      readonly literal: Literal
      readonly negated: boolean
      readonly path: string
    }
  | { readonly kind: 'tree'; readonly target: Target; readonly literal: Literal; readonly path: string }

/**
 * A parsed SearchQuery. `shape` is its structure without its values: equal shapes compile to one statement. A literal's
 * `sort` (is it a prefix pattern? does the list hold null?) is part of the shape, because the statement depends on it.
 */
export interface ParsedCondition {
  readonly root: Condition
  readonly literals: readonly unknown[]
  readonly shape: string
}
