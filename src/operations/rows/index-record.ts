// Puts a record into the indexes that find it, or takes it out: its search words and its match keys.
import type { Entity, RecordRow } from '../../entities/entity.ts'
import { matchKeyTable, matchRows } from '../../model/match-keys.ts'
import { wordRecord } from '../../model/search-words.ts'
import type { WordRecord } from '../../storage/dialect.ts'
import type { RowStore } from './row-store.ts'

type Indexed = Pick<Entity, 'table' | 'searchWords' | 'matchKeys'>

/** `before` is the row that the indexes have; null for a record that is in none of them. */
export async function indexRecord(
  rows: RowStore,
  { table, searchWords, matchKeys }: Indexed,
  row: RecordRow,
  before: RecordRow | null,
  isNew = false,
): Promise<void> {
  if (searchWords) {
    const record = wordRecord(searchWords, row)
    const changed = before ? !sameWords(record, wordRecord(searchWords, before)) : !isNew || record.words.length > 0
    if (changed) await rows.words(table, record, isNew)
  }
  if (!matchKeys) return
  const id = row.id as string
  const keys = matchRows(id, matchKeys(row))
  if (before && JSON.stringify(matchRows(id, matchKeys(before))) === JSON.stringify(keys)) return
  if (!isNew) await rows.remove(matchKeyTable.name, { owner: id })
  for (const key of keys) await rows.insert(matchKeyTable.name, key)
}

export async function unindexRecord(rows: RowStore, { table, searchWords, matchKeys }: Indexed, id: string) {
  if (searchWords) await rows.words(table, { id, words: [] })
  if (matchKeys) await rows.remove(matchKeyTable.name, { owner: id })
}

const sameWords = (a: WordRecord, b: WordRecord): boolean =>
  a.name === b.name && a.words.join(' ') === b.words.join(' ')
