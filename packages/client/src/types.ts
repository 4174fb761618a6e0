// Derives the types of requests and answers from a model: results follow from the selector, criteria from operators.

/** A field of a model. */
export interface FieldType {
  /** What selector 1 gives; of a list, what each element is. */
  readonly read: unknown
  /** The bare value that may be written; never when the field is read-only. */
  readonly write: unknown
  /** The operators that criteria may use. */
  readonly operators: string
  /** What the operators compare with. */
  readonly value: unknown
  /** The sub-fields by name; never when there are none. */
  readonly parts: unknown
  /** The fields of the record that the field refers to; never when it refers to none. */
  readonly linked: unknown
  /** The field holds a list. */
  readonly list: boolean
}

export interface EntityType {
  readonly fields: object
  /** The fields that Create requires. */
  readonly required: string
}

/** The entities of a database by name; `clientele types` writes one with the user-defined fields of a database. */
export type AnyModel = { readonly [entity: string]: EntityType }

type Fields<M, E extends keyof M> = M[E] extends { readonly fields: infer F } ? F : never
type Text<K> = K & string
type Member<T, N extends keyof FieldType> = T extends { readonly [P in N]: infer V } ? V : never
type IsNever<T> = [T] extends [never] ? true : false

/** What can stand behind a field in a path: its sub-fields, and the fields of the record that it refers to. */
type Inner<T> =
  IsNever<Member<T, 'parts'>> extends true
    ? Member<T, 'linked'>
    : IsNever<Member<T, 'linked'>> extends true
      ? Member<T, 'parts'>
      : Member<T, 'parts'> & Member<T, 'linked'>

/** The field at a path: `Address/City`, `Parent/AccountManager/Uid`, `Udf/$NAME(Level)/Value`. */
type At<F, Path> = Path extends keyof F
  ? F[Path]
  : Path extends `Udf/${infer Udf})/${infer Rest}`
    ? `Udf/${Udf})` extends keyof F
      ? At<Inner<F[`Udf/${Udf})`]>, Rest>
      : never
    : Path extends `${infer Head}/${infer Rest}`
      ? Head extends keyof F
        ? At<Inner<F[Head]>, Rest>
        : never
      : never

/** The paths of two names. */
type Paths<F> = { [N in Text<keyof F>]: `${N}/${Text<keyof Inner<F[N]>>}` }[Text<keyof F>]

/** The beginnings of longer paths: two names, the second of which has sub-fields. */
type LongPaths<F> = {
  [N in Text<keyof F>]: {
    [P in Text<keyof Inner<F[N]>>]: IsNever<Inner<Inner<F[N]>[P & keyof Inner<F[N]>]>> extends true
      ? never
      : `${N}/${P}/${string}`
  }[Text<keyof Inner<F[N]>>]
}[Text<keyof F>]

/** A function of a field, or an aggregate: `$YEAR(CreationDate)`, `$COUNT()`. */
type FunctionCall = `$${string}(${string})${string}`

/** What a read selects: a field as it is (1), its sub-fields (an object), or those of a list ([{...}]). */
export type Selector<F> = { readonly [N in keyof F]?: 1 | true | InnerSelector<F[N]> } & {
  readonly [path: `${string}/${string}`]: unknown
  readonly [call: FunctionCall]: 1 | true
}

type InnerSelector<T> = IsNever<Inner<T>> extends true ? never : Selector<Inner<T>> | readonly [Selector<Inner<T>>]

/**
 * The selector itself, with a type that nothing fits in place of each name that is no field. A selector that was declared
 * as such has been checked there.
 */
export type Checked<F, S> = Selector<F> extends S ? S : CheckedNames<F, S>

type CheckedNames<F, S> = {
  readonly [N in keyof S]: N extends keyof F
    ? CheckedInner<F[N], S[N]>
    : N extends FunctionCall
      ? S[N]
      : IsNever<At<F, N>> extends true
        ? `There is no field ${Text<N>}`
        : CheckedInner<At<F, N>, S[N]>
}

type CheckedInner<T, S> = S extends 1 | true
  ? S
  : S extends readonly [infer Inside]
    ? readonly [Checked<Inner<T>, Inside>]
    : Checked<Inner<T>, S>

/** The record that a selector gives. */
export type Selected<F, S> = {
  readonly [N in keyof S]: N extends FunctionCall ? CallResult<N> : Value<At<F, N>, S[N]>
}

type CallResult<N> = N extends `${string})/${string}`
  ? string | null
  : N extends `$COUNT(${string}` | `$COUNTUPTO(${string}` | `$YEAR(${string}` | `$MONTH(${string}`
    ? number
    : N extends `$SUM(${string}` | `$AVG(${string}`
      ? number | null
      : unknown

type Value<T, S> = S extends 1 | true
  ? Whole<T>
  : S extends readonly [infer Inside]
    ? readonly Selected<Inner<T>, Inside>[] | null
    : Member<T, 'list'> extends true
      ? readonly Selected<Inner<T>, S>[] | null
      : Selected<Inner<T>, S> | null

/** What selector 1 gives. */
type Whole<T> = Member<T, 'list'> extends true ? readonly ReadValue<T>[] | null : ReadValue<T>

/** The value of a field in an answer; an object has all its sub-fields. */
type ReadValue<T> =
  object extends Member<T, 'read'>
    ? IsNever<Member<T, 'parts'>> extends true
      ? Member<T, 'read'>
      : { readonly [N in keyof Member<T, 'parts'>]: Whole<Member<T, 'parts'>[N]> } | Extract<Member<T, 'read'>, null>
    : Member<T, 'read'>

/** Conditions on fields, all of which must hold. Of paths the first two names are checked. */
export type Where<F> = { readonly [N in keyof F]?: Condition<F[N]> | Further<N> } & {
  readonly [P in Paths<F>]?: Condition<At<F, P>>
} & { readonly [path in LongPaths<F>]?: unknown } & {
  readonly $AND?: readonly Where<F>[]
  readonly $OR?: readonly Where<F>[]
  readonly $PHRASE?: string
  /** Words with typing errors. */
  readonly $NEAR?: string
  readonly [call: FunctionCall]: unknown
}

/** A bare value means `$EQ`, an array `$IN`. */
type Condition<T> =
  | Member<T, 'value'>
  | null
  | readonly (Member<T, 'value'> | null)[]
  | { readonly [O in Text<Member<T, 'operators'>>]?: Operand<O, Member<T, 'value'>> }

type Operand<O, V> = O extends '$IN' | '$NIN' | '$ALL'
  ? readonly (V | null)[]
  : O extends '$RANGE' | '$NRANGE'
    ? readonly [V, V]
    : O extends '$LIKE' | '$NLIKE'
      ? string
      : V | null

/** Conditions that belong to a name instead of a kind of field. */
type Further<N> = N extends 'Key'
  ?
      | { readonly $EQ: { readonly Body: string; readonly OrRelated?: boolean } }
      | { readonly $TREE: string }
      | { readonly [exists: `$EXISTS(${string})`]: string }
  : N extends 'SecAccess'
    ? { readonly $ALLOWS: string }
    : never

type Direction = 'ASC' | 'DESC'

export type Order<F> = { readonly [N in keyof F]?: Direction } & { readonly [P in Paths<F>]?: Direction } & {
  readonly [P in LongPaths<F>]?: Direction
} & { readonly [call: FunctionCall]: Direction }

/** What records are grouped by. */
export type Group<F> = Text<keyof F> | Paths<F> | LongPaths<F> | FunctionCall

/** The fields that may be written: bare values, or objects of sub-fields. */
type Written<F> = { readonly [N in keyof F as Writable<F[N], N>]?: WrittenValue<F[N]> } & {
  readonly [P in Paths<F> as Writable<At<F, P>, P>]?: WrittenValue<At<F, P>>
}

type Writable<T, N> = IsNever<Member<T, 'write'>> extends true ? never : N

type WrittenValue<T> =
  Member<T, 'list'> extends true ? readonly WrittenElement<T>[] | WrittenElement<T> | null : WrittenElement<T> | null

type WrittenElement<T> =
  | Member<T, 'write'>
  | (IsNever<Member<T, 'parts'>> extends true ? never : WrittenParts<Member<T, 'parts'>>)

type WrittenParts<P> = { readonly [N in keyof P as Writable<P[N], N>]?: WrittenValue<P[N]> }

type RequiredFields<M, E extends keyof M> = M[E] extends { readonly required: infer R } ? R : never

/** What Create takes: the required fields, and any other that may be written. */
export type NewRecord<M, E extends keyof M> = Written<Fields<M, E>> & {
  readonly [N in RequiredFields<M, E> & keyof Fields<M, E>]-?: WrittenElement<Fields<M, E>[N]>
}

/** What Update takes: the key, the Version that was read if the write is to fail after another change, and the changes. */
export type ChangedRecord<M, E extends keyof M> = Written<Fields<M, E>> & {
  readonly Key: string
  readonly Version?: number
}

export type WriteOperation = 'Create' | 'Update' | 'Upsert' | 'Delete' | 'Restore'

/** What a member of a batch takes, by its name: `AbEntry`, or `AbEntry.acme`. */
export type BatchRecord<M, O, N> = N extends keyof M
  ? RecordOf<M, O, N>
  : N extends `${infer E}.${string}`
    ? E extends keyof M
      ? RecordOf<M, O, E>
      : `There is no entity ${E}`
    : `There is no entity ${Text<N>}`

type RecordOf<M, O, E extends keyof M> = O extends 'Create'
  ? NewRecord<M, E>
  : O extends 'Update'
    ? ChangedRecord<M, E>
    : { readonly Key: string; readonly Version?: number }

export type SelectorOf<M, E extends keyof M> = Selector<Fields<M, E>>
export type CheckedOf<M, E extends keyof M, S> = Checked<Fields<M, E>, S>
export type SelectedOf<M, E extends keyof M, S> = Selected<Fields<M, E>, S>
export type WhereOf<M, E extends keyof M> = Where<Fields<M, E>>
export type OrderOf<M, E extends keyof M> = Order<Fields<M, E>>
export type GroupOf<M, E extends keyof M> = Group<Fields<M, E>>
