// Computes the new state of a list from its items and the items sent; a pure function.
import type { Problems } from '../base/errors.ts'
import { fold } from '../base/text/fold.ts'
import type { EditMode, ItemEdit } from './item-edit.ts'
import type { ListItem } from './list-rows.ts'

export interface ListPlan {
  /** The key of each item sent, in the order sent. */
  readonly keys: readonly number[]
  readonly inserted: readonly ListItem[]
  readonly changed: readonly ListItem[]
  readonly removed: readonly { readonly item: number; readonly name: string; readonly path: string }[]
  readonly highest: number
}

interface Target {
  readonly row: ListItem
  readonly before: ListItem | undefined
  readonly edit: ItemEdit
}

/** `path` is the path of the list, for problems that concern no single item. */
export function planList(
  mode: EditMode,
  edits: readonly ItemEdit[],
  current: readonly ListItem[],
  highest: number,
  path: string,
  problems: Problems,
): ListPlan {
  const byKey = new Map(current.map(row => [row.item, row]))
  const matched = matchEdits(mode, edits, byKey, current, problems)
  if (mode === 'remove') {
    const removed = matched.flatMap(({ edit, before }) => (before ? [{ ...before, path: edit.path }] : []))
    return { keys: removed.map(r => r.item), inserted: [], changed: [], removed, highest }
  }
  const given = new Set(edits.map(edit => edit.key))
  let last = highest
  const newKey = (): number => {
    do last++
    while (given.has(last))
    return last
  }
  let position = mode === 'replace' ? 0 : Math.max(0, ...current.map(row => row.position + 1))
  const targets = matched.map(({ edit, before }): Target => {
    const next = mode === 'replace' || !before ? position++ : before.position
    const at = edit.position ?? next
    if (before) return { edit, before, row: merged(before, edit, at) }
    if (edit.name === undefined && !problems.list.some(p => p.path.startsWith(`${edit.path}.`))) {
      problems.add('Required', `${edit.path}.Name`, `${edit.path}.Name is mandatory for a new item.`)
    }
    return {
      edit,
      before,
      row: merged({ item: edit.key ?? newKey(), name: '', position: at, inactive: 0, extra: null }, edit, at),
    }
  })
  const kept = new Set(targets.map(target => target.row.item))
  const gone = mode === 'replace' ? current.filter(row => !kept.has(row.item)) : []
  checkNames(targets, mode === 'replace' ? [] : current.filter(row => !kept.has(row.item)), problems)
  const inserted = targets.filter(target => !target.before).map(target => target.row)
  return {
    keys: targets.map(target => target.row.item),
    inserted,
    changed: targets.filter(t => t.before && !sameRow(t.before, t.row)).map(target => target.row),
    removed: gone.map(row => ({ ...row, path })),
    highest: Math.max(highest, ...inserted.map(row => row.item)),
  }
}

const sameRow = (a: ListItem, b: ListItem): boolean =>
  a.name === b.name && a.position === b.position && a.inactive === b.inactive && a.extra === b.extra

function merged(before: ListItem, edit: ItemEdit, position: number): ListItem {
  const extra: Record<string, unknown> = before.extra === null ? {} : JSON.parse(before.extra)
  for (const [name, value] of Object.entries(edit.extra)) {
    if (value === null) delete extra[name]
    else extra[name] = value
  }
  return {
    item: before.item,
    name: edit.name ?? before.name,
    position,
    inactive: edit.inactive === undefined ? before.inactive : Number(edit.inactive),
    extra: Object.keys(extra).length === 0 ? null : JSON.stringify(extra),
  }
}

/** Matches each item sent with an existing item. */
function matchEdits(
  mode: EditMode,
  edits: readonly ItemEdit[],
  byKey: ReadonlyMap<number, ListItem>,
  current: readonly ListItem[],
  problems: Problems,
): { edit: ItemEdit; before: ListItem | undefined }[] {
  const used = new Set(edits.flatMap(edit => (edit.key === null ? [] : [edit.key])))
  const seen = new Set<number>()
  return edits.flatMap(edit => {
    const here = `${edit.path}.Key`
    if (mode === 'add' && edit.key !== null) {
      problems.add(
        'KeyNotAllowed',
        here,
        `${here} must be null for a new item; Options.Modify changes an existing one.`,
      )
      return []
    }
    if (edit.key === null) {
      if (mode === 'modify' || mode === 'remove') {
        problems.add('KeyRequired', here, `${here} must say which item to ${mode}.`)
        return []
      }
      // Replace keeps an existing item when an item without a key has the same name.
      const name = edit.name
      const same =
        mode === 'replace' && name !== undefined
          ? current.find(row => fold(row.name) === fold(name) && !used.has(row.item) && !seen.has(row.item))
          : undefined
      if (same) seen.add(same.item)
      return [{ edit, before: same }]
    }
    const before = byKey.get(edit.key)
    if (mode === 'make' && !seen.has(edit.key)) {
      seen.add(edit.key)
      return [{ edit, before }]
    }
    if (!before && mode !== 'make')
      problems.add('UnknownOption', here, `The list has no item with the key ${edit.key}.`)
    else if (seen.has(edit.key)) problems.add('InvalidRequest', here, `The item ${edit.key} is sent twice.`)
    if (!before || seen.has(edit.key)) return []
    seen.add(edit.key)
    return [{ edit, before }]
  })
}

/** Item names are unique within a list, ignoring letter case and accents. */
function checkNames(targets: readonly Target[], others: readonly ListItem[], problems: Problems): void {
  const taken = new Set(others.map(row => fold(row.name)))
  for (const { row, before, edit } of targets) {
    if (row.name === '') continue
    const folded = fold(row.name)
    const renamed = !before || fold(before.name) !== folded
    if (taken.has(folded) && renamed) {
      problems.add('AlreadyExists', `${edit.path}.Name`, `The list has an item called "${row.name}" already.`)
    }
    taken.add(folded)
  }
}
