// Applies an edit to one option list inside a transaction, or collects the problems that prevent it.
import type { Problems } from '../base/errors.ts'
import type { Model } from '../model/model.ts'
import { dropAssociations, setAssociations } from './associations.ts'
import { findUses } from './in-use.ts'
import type { EditMode, ItemEdit } from './item-edit.ts'
import { type ListPlan, planList } from './list-plan.ts'
import {
  changeItem,
  insertItem,
  type ListRef,
  lockItems,
  lockList,
  readItemsOf,
  rememberHighest,
  removeItems,
} from './list-rows.ts'
import { categoryList, productList } from './products.ts'

interface ListEdit {
  readonly mode: EditMode
  readonly items: readonly ItemEdit[]
  /** The path of the list in the request. */
  readonly path: string
  readonly model: Model
  /** Records deleted after this moment can be restored, so their items count as in use. */
  readonly binSince: number
}

/** Returns the keys of the items sent, in the order sent. Writes nothing when there is a problem. */
export async function applyEdit(place: ListRef, edit: ListEdit, problems: Problems): Promise<readonly number[]> {
  const before = problems.count
  const highest = await lockList(place)
  const plan = planList(edit.mode, edit.items, await readItemsOf(place), highest, edit.path, problems)
  await checkUses(place, plan, edit, problems)
  await checkCategories(place, edit.items, problems)
  if (problems.count > before) return []
  await writePlan(place, plan, edit)
  return plan.keys
}

async function checkUses(place: ListRef, plan: ListPlan, edit: ListEdit, problems: Problems): Promise<void> {
  const items = plan.removed.map(row => row.item)
  if (items.length === 0) return
  await lockItems(place, items, 'update')
  const { db, list, tx, dialect } = place
  const uses = await findUses(tx, dialect, edit.model, { db, list, items, binSince: edit.binSince })
  for (const { item, name, path } of plan.removed) {
    const use = uses.find(u => u.item === item)
    if (!use) continue
    const message = `"${name}" cannot be removed: at least one ${use.entity} has it selected (${use.field}).`
    problems.add('ItemInUse', path, message)
  }
}

async function checkCategories(place: ListRef, items: readonly ItemEdit[], problems: Problems): Promise<void> {
  const uses = items.flatMap(item => item.categories ?? [])
  const keys = [...new Set(uses.map(use => use.key))]
  const known = await lockItems({ ...place, list: categoryList }, keys, 'share')
  for (const { key, path } of uses) {
    if (!known.has(key)) problems.add('UnknownOption', path, `There is no category with the key ${key}.`)
  }
}

async function writePlan(place: ListRef, plan: ListPlan, { items, mode }: ListEdit): Promise<void> {
  const removed = plan.removed.map(row => row.item)
  if (place.list === productList) await dropAssociations(place, 'product', removed)
  if (place.list === categoryList) await dropAssociations(place, 'category', removed)
  await removeItems(place, removed)
  for (const row of plan.changed) await changeItem(place, row)
  for (const row of plan.inserted) await insertItem(place, row)
  await rememberHighest(place, plan.highest)
  if (mode === 'remove') return
  for (const [i, { categories }] of items.entries()) {
    const key = plan.keys[i]
    if (categories && key !== undefined) {
      await setAssociations(
        place,
        key,
        categories.map(use => use.key),
      )
    }
  }
}
