// Derives the types of requests and answers from a model: results follow from the selector, criteria from operators.

/** A field of a model: what it reads as, what may be written, by which operators it is searched, and its sub-fields. */
export interface FieldType {
  readonly read: unknown
  readonly write: unknown
  readonly operators: string
  /** The sub-fields by name; never when there are none. */
  readonly parts: unknown
  /** The field holds a list. */
  readonly list: boolean
}

export interface EntityType {
  readonly fields: Readonly<Record<string, FieldType>>
  /** The fields that Create requires. */
  readonly required: string
}

/** The entities of a database by name; `clientele types` writes one with the user-defined fields of a database. */
export type AnyModel = { readonly [entity: string]: EntityType }

type Fields<M, E extends keyof M> = M[E] extends { readonly fields: infer F } ? F : never

/** What a Scope may select of a set of fields: a field as it is (1), sub-fields (an object), or those of a list ([{...}]). */
export type Selector<F> = { readonly [N in keyof F]?: 1 | true | PartsOf<F[N]> } & { readonly [path: string]: unknown }

type PartsOf<T> = T extends { readonly parts: infer P; readonly list: infer L }
  ? [P] extends [never]
    ? never
    : L extends true
      ? readonly [Selector<P>] | Selector<P>
      : Selector<P>
  : never

/** The record that a selector gives. A path or an aggregate that the model does not name is unknown. */
export type Selected<F, S> = { readonly [N in keyof S]: N extends keyof F ? Value<F[N], S[N]> : unknown }

type Value<T, S> = T extends { readonly read: infer R; readonly parts: infer P; readonly list: infer L }
  ? S extends 1 | true
    ? R
    : S extends readonly [infer Inner]
      ? readonly Selected<P, Inner>[]
      : L extends true
        ? readonly Selected<P, S>[] | Selected<P, S> | null
        : Selected<P, S> | null
  : unknown

/** Conditions on fields, all of which must hold. Paths, functions and user-defined fields are names the model may not have. */
export type Where<F> = { readonly [N in keyof F]?: Condition<F[N]> } & {
  readonly $AND?: readonly Where<F>[]
  readonly $OR?: readonly Where<F>[]
  readonly $PHRASE?: string
  readonly [path: `${string}/${string}`]: unknown
  readonly [call: `$${string}(${string})`]: unknown
}

type Condition<T> = T extends { readonly operators: infer O }
  ? Bare | readonly Bare[] | { readonly [Operator in O & string]?: unknown }
  : unknown
type Bare = string | number | boolean | null

export type Order<F> = { readonly [N in keyof F]?: 'ASC' | 'DESC' } & {
  readonly [path: string]: 'ASC' | 'DESC' | undefined
}

/** The fields that may be written. */
type Written<F> = {
  readonly [N in keyof F as F[N] extends { readonly write: never } ? never : N]?: F[N] extends {
    readonly write: infer W
  }
    ? W
    : unknown
}

/** What Create takes: the required fields, and any other that may be written. */
export type NewRecord<M, E extends keyof M> = Written<Fields<M, E>> & {
  readonly [N in Required<M, E> & keyof Fields<M, E>]-?: Fields<M, E>[N] extends { readonly write: infer W }
    ? W
    : unknown
} & { readonly [path: `${string}/${string}`]: unknown }

type Required<M, E extends keyof M> = M[E] extends { readonly required: infer R } ? R : never

/** What Update takes: the key, the Version that was read if the write is to fail after another change, and the changes. */
export type ChangedRecord<M, E extends keyof M> = Written<Fields<M, E>> & {
  readonly Key: string
  readonly Version?: number
} & { readonly [path: `${string}/${string}`]: unknown }

export type SelectorOf<M, E extends keyof M> = Selector<Fields<M, E>>
export type SelectedOf<M, E extends keyof M, S> = Selected<Fields<M, E>, S>
export type WhereOf<M, E extends keyof M> = Where<Fields<M, E>>
export type OrderOf<M, E extends keyof M> = Order<Fields<M, E>>
