// Keeps which records of a list are chosen: some by their keys, or all that match.

export interface Selection {
  readonly keys: ReadonlySet<string>
  /** All records that match are chosen, loaded or not. */
  readonly all: boolean
}

export const noSelection: Selection = { keys: new Set(), all: false }

export const isChosen = ({ keys, all }: Selection, key: string): boolean => all || keys.has(key)

export const isEmptySelection = ({ keys, all }: Selection): boolean => !all && keys.size === 0

export function toggled(selection: Selection, key: string): Selection {
  const keys = new Set(selection.keys)
  if (!keys.delete(key)) keys.add(key)
  return { keys, all: false }
}

export const added = (selection: Selection, more: readonly string[]): Selection => ({
  keys: new Set([...selection.keys, ...more]),
  all: false,
})
