// Edits option lists: Update with FieldOptions adds, modifies, removes or replaces items, all or none.

import { Problems, refuse } from '../base/errors.ts'
import { isObject, member } from '../base/text/json.ts'
import { type ItemKeys, itemKeys } from '../fields/option-source.ts'
import { udfList } from '../model/udf.ts'
import { topics } from '../storage/nodes/topics.ts'
import type { Tx } from '../storage/store.ts'
import { applyEdit } from './apply-edit.ts'
import type { OptionsContext, OptionsRequest } from './context.ts'
import { findSource } from './find-source.ts'
import { type EditMode, type ItemEdit, readItems } from './item-edit.ts'
import { productList } from './products.ts'

interface FieldEdit {
  /** The field's name as the request spells it. */
  readonly name: string
  readonly list: string
  readonly keys: ItemKeys
  readonly path: string
  readonly items: readonly ItemEdit[]
}

/** Returns the entity's member of the answer: the items as they were sent, with their keys. */
export async function editFieldOptions(
  tx: Tx,
  request: OptionsRequest,
  context: OptionsContext,
): Promise<Record<string, unknown>> {
  const problems = new Problems()
  const mode = readMode(request)
  const edits = readEdits(request, context, problems)
  problems.throwIfAny()
  const { catalog, caller, store, now, limits } = context
  const answer: Record<string, unknown> = {}
  for (const {
    name,
    list,
    keys: { keyOf },
    path,
    items,
  } of edits) {
    const place = { tx, dialect: store.dialect, db: caller.db, list }
    const edit = { mode, items, path, model: catalog.model, binSince: now - limits.binSeconds }
    const keys = await applyEdit(place, edit, problems)
    answer[name] = keys.map((key, i) => echo(items[i]?.sent ?? {}, keyOf(key)))
  }
  problems.throwIfAny()
  await tx.publish(topics.catalog, caller.db)
  return { FieldOptions: answer }
}

function readMode(request: OptionsRequest): EditMode {
  const sent = member(request.content, 'Options')
  const options = isObject(sent) ? sent : {}
  const modes = { Modify: 'modify', Remove: 'remove', Replace: 'replace' } as const
  const chosen = (Object.keys(modes) as (keyof typeof modes)[]).filter(name => member(options, name) === true)
  if (chosen.length > 1) {
    const path = `${request.member}.Options`
    refuse('InvalidRequest', path, `${path} takes one of Modify, Remove and Replace, not ${chosen.join(' and ')}.`)
  }
  return chosen[0] === undefined ? 'add' : modes[chosen[0]]
}

function readEdits(request: OptionsRequest, context: OptionsContext, problems: Problems): FieldEdit[] {
  const path = `${request.member}.FieldOptions`
  const { entity } = request
  if (!context.caller.admin)
    refuse('AdministratorRequired', path, 'Only an administrator may edit the items of a list.')
  const asked = member(request.content, 'FieldOptions')
  if (!isObject(asked)) return refuse('InvalidRequest', path, `${path} takes an object that names fields.`)
  const seen = new Set<string>()
  return Object.entries(asked).flatMap(([name, value]) => {
    const here = `${path}.${name}`
    const source = problems.try(() => findSource(context.catalog.model, entity, name, here))
    if (!source) return []
    if (!('list' in source) || isYesNo(source.list, context)) {
      problems.add('UnsupportedOperation', here, `The options of ${name} are not a list that can be edited.`)
      return []
    }
    if (seen.has(source.list)) problems.add('InvalidRequest', here, `${name} is the same list as another one here.`)
    seen.add(source.list)
    const keys = itemKeys(source)
    const form = { keys, categories: source.list === productList }
    const items = readItems(value, here, form, context.limits.writeRecords, problems)
    return [{ name, list: source.list, keys, path: here, items }]
  })
}

/** The two items of a Yes/No field are fixed. */
const isYesNo = (list: string, { catalog }: OptionsContext): boolean =>
  catalog.model.udfs.some(udf => udfList(udf.typeId) === list && udf.attributes.YesNo === true)

/** The members that were sent, with the key under the spelling of the request. */
function echo(sent: Readonly<Record<string, unknown>>, key: string): Record<string, unknown> {
  const spelling = Object.keys(sent).find(name => name.toLowerCase() === 'key') ?? 'Key'
  return { [spelling]: key, ...Object.fromEntries(Object.entries(sent).filter(([name]) => name !== spelling)) }
}
