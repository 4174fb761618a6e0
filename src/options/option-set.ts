// Declares the result of an option source: items as plain objects, and the shape of an item.

/**
 * The members of an item: `true` is a plain value, `key` the key of a record (whose parts can be selected), `text` a text that can
 * also be selected as `{Value, DisplayValue}`, and a nested shape an object or a list of objects.
 */
export interface Shape {
  readonly [member: string]: true | 'key' | 'text' | Shape
}

export type Item = Readonly<Record<string, unknown>>

export interface OptionSet {
  readonly shape: Shape
  readonly items: readonly Item[]
}
