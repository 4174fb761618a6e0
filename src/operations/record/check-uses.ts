// Checks and locks the records, option items and user-defined fields that a write refers to.
import { sql } from 'kysely'
import type { Caller } from '../../accounts/caller.ts'
import type { Model } from '../../model/model.ts'
import type { ModelTables } from '../../model/tables.ts'
import { type Args, statementsOn } from '../../storage/statement.ts'
import { allowedIds } from '../rows/record-access.ts'
import type { RowStore } from '../rows/row-store.ts'
import type { Draft } from './draft.ts'

const statement = statementsOn<ModelTables>()

/** An unknown record and a hidden one get the same message. */
export async function checkReferences(draft: Draft, rows: RowStore, model: Model, caller: Caller): Promise<void> {
  const byEntity = Map.groupBy(draft.references, use => use.entity)
  for (const [name, uses] of [...byEntity].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const ids = [...new Set(uses.map(use => use.id))].sort()
    const lock = draft.entity.entity.rules?.updates?.includes(name) ? 'update' : 'share'
    const found = await allowedIds(rows, model, caller, model.entity(name), ids, { mode: 'read', lock })
    for (const { id, path } of uses) {
      if (found.has(id)) continue
      draft.refusedReferences.add(`${name} ${id}`)
      draft.problems.add('UnknownKey', path, `${path}: there is no such ${name}.`)
    }
  }
}

const lockedItems = statement(
  (db, p: Args<{ db: number; lists: readonly string[]; items: readonly number[] }>, dialect) =>
    db
      .selectFrom('option_item')
      .select(['list', 'item', 'inactive'])
      .where('db', '=', p('db'))
      .where(dialect.inList(sql.ref('list'), p('lists'), 'text'))
      .where(dialect.inList(sql.ref('item'), p('items'), 'integer'))
      .orderBy('list')
      .orderBy('item')
      .modifyEnd(dialect.lock('share')),
)

/** Locks items against removal until the write is done. An item that the record has already is not checked again. */
export async function checkOptions(draft: Draft, rows: RowStore): Promise<void> {
  const uses = draft.options
  if (uses.length === 0) return
  const lists = [...new Set(uses.map(use => use.list))]
  const items = [...new Set(uses.map(use => use.key))]
  const found = await rows.ofSettings(lockedItems(rows.dialect, { db: rows.db, lists, items }))
  const known = new Map(found.map(row => [`${row.list} ${row.item}`, row.inactive === 1]))
  for (const { list, key, path } of uses) {
    const inactive = known.get(`${list} ${key}`)
    if (inactive === undefined) {
      draft.problems.add('UnknownOption', path, `${path} has no option with the key ${key}.`)
    } else if (inactive) {
      draft.problems.add('UnknownOption', path, `${path}: the option with the key ${key} is inactive.`)
    }
  }
}

const lockedUdfs = statement((db, p: Args<{ db: number; types: readonly number[] }>, dialect) =>
  db
    .selectFrom('udf')
    .select('type_id')
    .where('db', '=', p('db'))
    .where(dialect.inList(sql.ref('type_id'), p('types'), 'integer'))
    .orderBy('type_id')
    .modifyEnd(dialect.lock('share')),
)

/** The cached model may be older than the deletion of a field, which can then no longer be written. */
export async function checkUdfs(draft: Draft, rows: RowStore): Promise<void> {
  const types = [...draft.members.fields.values()].flatMap(sent => (sent.field.udf ? [sent.field.udf.typeId] : []))
  if (types.length === 0) return
  const found = await rows.ofSettings(lockedUdfs(rows.dialect, { db: rows.db, types }))
  const known = new Set(found.map(row => row.type_id))
  for (const { field, path } of draft.members.fields.values()) {
    if (field.udf && !known.has(field.udf.typeId)) {
      draft.problems.add('UnknownField', path, `There is no field ${field.name} in ${draft.entity.name} any more.`)
    }
  }
}
