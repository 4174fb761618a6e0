// What a source of options gives: its items as plain objects, and the members that they have.

/**
 * The members of an item: `true` is a plain value, `key` the key of a record (which can be selected in parts), `open` an
 * object of whatever members; a shape of its own is an object, or a list of them.
 */
export interface Shape {
  readonly [member: string]: true | 'key' | 'open' | Shape
}

export type Item = Readonly<Record<string, unknown>>

export interface OptionSet {
  readonly shape: Shape
  readonly items: readonly Item[]
}
