// Declares the condition tree of a SearchQuery before its names are resolved.

/** A literal of the request: its index in the list of literals, and its path for messages. */
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
      /** The literal is a list that contains null, so records without a value match too. */
      readonly orEmpty: boolean
      readonly path: string
    }
  /** `$EQ: null` and `$NE: null`. */
  | { readonly kind: 'empty'; readonly target: Target; readonly negated: boolean; readonly path: string }
  | {
      readonly kind: 'phrase'
      readonly literal: Literal
      readonly namesOnly: boolean
      /** Words with typing errors match too ($NEAR). */
      readonly near: boolean
      /** The field that $NEAR searches; null: those of the entity. */
      readonly field: Target | null
      /** The phrase is empty, so every record matches, also one without words. */
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
  /** The access rules let the caller read the record. */
  | { readonly kind: 'allows'; readonly target: Target; readonly path: string }
  /** The write that a webhook reports has changed the field. */
  | { readonly kind: 'changed'; readonly name: string; readonly negated: boolean; readonly path: string }
  | { readonly kind: 'tree'; readonly target: Target; readonly literal: Literal; readonly path: string }

/** The conditions that must all hold. */
export const conjunctsOf = (condition: Condition): readonly Condition[] =>
  condition.kind === 'all' ? condition.of.flatMap(conjunctsOf) : [condition]

/**
 * A parsed SearchQuery. `shape` is its structure without its literals: equal shapes compile to one statement. The
 * `sort` of a literal (is it a prefix pattern? does the list contain null?) is part of the shape, since the SQL depends
 * on it.
 */
export interface ParsedCondition {
  readonly root: Condition
  readonly literals: readonly unknown[]
  readonly shape: string
  /** The number of conditions. */
  readonly count: number
}

export interface ConditionLimits {
  readonly conditionDepth: number
  readonly conditions: number
  readonly inValues: number
  readonly polygonPoints: number
}

/** A condition of the request outside its SearchQuery: a field equals a value. */
export interface GivenCondition {
  readonly name: string
  readonly value: unknown
  readonly path: string
}
