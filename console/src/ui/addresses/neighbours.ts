// Remembers the order of the list that a record was opened from, so that its page leads to the ones before and after.

interface ListOrder {
  readonly entity: string
  readonly keys: readonly string[]
}

let listed: ListOrder = { entity: '', keys: [] }

/** Called by a list when it opens a record: the keys in the order that is shown. */
export const rememberNeighbours = (entity: string, keys: readonly string[]): void => {
  listed = { entity, keys }
}

export interface Neighbours {
  readonly previous: string | null
  readonly next: string | null
}

/** The records around this one; null when it was not opened from a list. */
export function neighboursOf(entity: string, key: string): Neighbours | null {
  const at = listed.entity === entity ? listed.keys.indexOf(key) : -1
  return at < 0 ? null : { previous: listed.keys[at - 1] ?? null, next: listed.keys[at + 1] ?? null }
}
