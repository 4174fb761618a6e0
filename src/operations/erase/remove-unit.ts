// Removes the rows of erased records for good: with their lists, values, keys, words, aliases, history and contents.
import type { RecordRow } from '../../entities/entity.ts'
import { externalKeyTable } from '../../fields/kinds/external-keys.ts'
import type { ModelEntity } from '../../model/model.ts'
import { indexWords } from '../../model/search-words.ts'
import type { OperationContext } from '../context.ts'
import { recordHistory } from '../record/record-history.ts'
import { aliasTable } from '../rows/aliases.ts'
import { unindexRecord } from '../rows/index-record.ts'
import { clearReferences } from '../rows/reference-places.ts'
import type { RowStore } from '../rows/row-store.ts'
import { type Change, changesIn } from './person-texts.ts'

/** Records per statement. */
const batch = 200

export async function removeRecords(
  rows: RowStore,
  entity: ModelEntity,
  ids: readonly string[],
  context: OperationContext,
): Promise<void> {
  for (let at = 0; at < ids.length; at += batch) await removeBatch(rows, entity, ids.slice(at, at + batch), context)
}

async function removeBatch(
  rows: RowStore,
  { name, entity }: ModelEntity,
  ids: readonly string[],
  context: OperationContext,
): Promise<void> {
  const stored = await rows.select(entity.table, { id: ids })
  const history = await rows.select('history', { parent_kind: name, parent_id: ids })
  await clearReferences(rows, name, ids)
  await rows.remove('history', { parent_kind: name, parent_id: ids })
  for (const table of ['udf_value', 'udf_item']) await rows.remove(table, { owner: ids })
  await rows.remove(externalKeyTable.name, { owner: ids, kind: name })
  if (entity.merge) for (const column of ['id', 'survivor']) await rows.remove(aliasTable, { [column]: ids })
  if (entity.matchKeys) for (const column of ['one', 'other']) await rows.remove('not_duplicate', { [column]: ids })
  for (const id of ids) await unindexRecord(rows, entity, id)
  await rows.remove(entity.table, { id: ids })
  await forgetWords(rows, entity, stored, history.flatMap(changesIn))
  await removeContents(rows, stored)
  for (const record of ids)
    await recordHistory(rows, context, { entity: name, record, operation: 'Erase', version: null })
}

/** A vocabulary keeps the words that a table has ever had: those of this record go, also those of earlier values. */
async function forgetWords(
  rows: RowStore,
  { table, searchWords }: ModelEntity['entity'],
  stored: readonly RecordRow[],
  changes: readonly Change[],
): Promise<void> {
  if (!searchWords) return
  const former = changes.flatMap(({ Before, After }) => [Before, After]).filter(value => typeof value === 'string')
  const words = new Set([
    ...stored.flatMap(row => indexWords(searchWords(row))),
    ...indexWords({ text: former, names: former }),
  ])
  await rows.dialect.search.unlist(rows.tx, table, rows.db, [...words])
}

/** The bytes of documents. Several documents may share them. */
async function removeContents(rows: RowStore, stored: readonly RecordRow[]): Promise<void> {
  const contents = [...new Set(stored.flatMap(({ content }) => (typeof content === 'string' ? [content] : [])))]
  if (contents.length === 0) return
  const used = new Set<string>()
  for (const table of ['document', 'document_library'])
    for (const content of await rows.values(table, 'content', { content: contents })) used.add(content)
  const free = contents.filter(content => !used.has(content))
  if (free.length > 0) await rows.remove('binary_content', { id: free })
}
