// Writes the rows that belong to the definition of a field: its option items and the values of records.
import { sql } from 'kysely'
import type { Problems } from '../../base/errors.ts'
import type { Catalog } from '../../model/catalog.ts'
import type { ModelTables } from '../../model/tables.ts'
import { type Udf, udfList } from '../../model/udf.ts'
import { applyEdit } from '../../options/apply-edit.ts'
import type { EditMode, ItemEdit } from '../../options/item-edit.ts'
import type { ListRef } from '../../options/list-rows.ts'
import { type Args, statementsOn } from '../../storage/statement.ts'
import type { OperationContext } from '../context.ts'
import type { RowStore } from '../rows/row-store.ts'
import type { UdfData } from './udf-data.ts'

export interface SchemaWrite {
  readonly rows: RowStore
  readonly context: OperationContext
  /** The catalog of this transaction, with the fields that it defined before. */
  readonly catalog: Catalog
  readonly problems: Problems
}

const statement = statementsOn<ModelTables>()

/** A record that has several items of a field selected. */
const severalItems = statement((db, p: Args<{ db: number; type: number }>) =>
  db
    .selectFrom('udf_item')
    .select('owner')
    .where('db', '=', p('db'))
    .where('type_id', '=', p('type'))
    .groupBy('owner')
    .having(sql<boolean>`count(*) > 1`)
    .limit(sql.lit(1)),
)

const placeOf = (udf: Udf, { rows }: SchemaWrite): ListRef => ({
  tx: rows.tx,
  dialect: rows.dialect,
  db: rows.db,
  list: udfList(udf.typeId),
})

async function editItems(udf: Udf, mode: EditMode, items: readonly ItemEdit[], path: string, write: SchemaWrite) {
  const { catalog, context, problems } = write
  const binSince = context.now - context.limits.binSeconds
  await applyEdit(placeOf(udf, write), { mode, items, path, model: catalog.model, binSince }, problems)
}

const fixedItem = (key: number, name: string, path: string): ItemEdit => {
  return { path, key, name, inactive: undefined, position: undefined, extra: {}, categories: undefined, sent: {} }
}

/** The items of a new field; those that come with a key keep it. */
export function makeItems(udf: Udf, data: UdfData, write: SchemaWrite): Promise<void> {
  const path = `${data.path}.Items`
  const yesNo = udf.attributes.YesNo === true
  const items = yesNo ? [fixedItem(1, 'No', path), fixedItem(2, 'Yes', path)] : (data.items ?? [])
  return editItems(udf, 'make', items, path, write)
}

/** `Items` replace the list. A field changed to a single item is refused while a record has several. */
export async function changeItems(stored: Udf, udf: Udf, data: UdfData, write: SchemaWrite): Promise<void> {
  if (data.items !== undefined) await editItems(udf, 'replace', data.items, `${data.path}.Items`, write)
  if (stored.attributes.MultiSelect !== true || udf.attributes.MultiSelect === true) return
  const { tx, dialect, db } = write.rows
  if ((await tx.rows(severalItems(dialect, { db, type: udf.typeId }))).length === 0) return
  const path = `${data.path}.Attributes.MultiSelect`
  write.problems.add('RuleViolated', path, `${path} cannot be taken away while a record has several items selected.`)
}

/** Removes the definition, its items, and the values of all records. */
export async function removeUdf(udf: Udf, { rows }: SchemaWrite): Promise<void> {
  const { typeId } = udf
  await rows.remove('udf_value', { type_id: typeId })
  await rows.remove('udf_item', { type_id: typeId })
  await rows.remove('option_item', { list: udfList(typeId) })
  await rows.remove('udf', { type_id: typeId })
}
