// Removes what imports have of erased persons: the rows of their files, examples of columns, and what identifies the rows.
import { sql } from 'kysely'
import { fold } from '../../base/text/fold.ts'
import type { PersonTexts, TraceKeeper } from '../../operations/erase/traces.ts'
import { type Args, statementsOn } from '../../storage/statement.ts'
import type { Store } from '../../storage/store.ts'
import type { ColumnFacts } from '../columns/column-facts.ts'
import type { SourceRow } from '../formats/source.ts'
import type { ImportTables } from '../tables.ts'
import { chunksOfImport, packedRows, readChunk } from './chunks.ts'

const statement = statementsOn<ImportTables>()

type OfImport = { db: number; import: string }
type Some = OfImport & { rows: readonly number[] }

const importsOf = statement((db, p: Args<{ db: number }>) =>
  db.selectFrom('import').select(['id', 'columns', 'name']).where('db', '=', p('db')).orderBy('id'),
)
const setColumns = statement((db, p: Args<OfImport & { columns: string }>) =>
  db
    .updateTable('import')
    .set({ columns: p('columns') })
    .where('db', '=', p('db'))
    .where('id', '=', p('import')),
)
const setChunk = statement((db, p: Args<OfImport & { first: number; bytes: Uint8Array }>) =>
  db
    .updateTable('import_chunk')
    .set({ bytes: p('bytes') })
    .where('db', '=', p('db'))
    .where('import', '=', p('import'))
    .where('first', '=', p('first')),
)
const clearRows = statement((db, p: Args<Some>, dialect) =>
  db
    .updateTable('import_row')
    .set({ changes: null, problems: null, before: null })
    .where('db', '=', p('db'))
    .where('import', '=', p('import'))
    .where(dialect.inList(sql.ref('row'), p('rows'), 'integer')),
)
const removeIdentitiesOf = statement((db, p: Args<OfImport & { ranks: readonly number[] }>, dialect) =>
  db
    .deleteFrom('import_identity')
    .where('db', '=', p('db'))
    .where('import', '=', p('import'))
    .where(dialect.inList(sql.ref('rank'), p('ranks'), 'integer')),
)
const rowsOfRecords = statement((db, p: Args<OfImport & { records: readonly string[] }>, dialect) =>
  db
    .selectFrom('import_row')
    .select(['row', 'rank'])
    .where('db', '=', p('db'))
    .where('import', '=', p('import'))
    .where(
      sql<boolean>`(${dialect.inList(sql.ref('record'), p('records'), 'text')} or ${dialect.inList(sql.ref('made'), p('records'), 'text')})`,
    ),
)
const ranksOfRows = statement((db, p: Args<Some>, dialect) =>
  db
    .selectFrom('import_row')
    .select('rank')
    .where('db', '=', p('db'))
    .where('import', '=', p('import'))
    .where(dialect.inList(sql.ref('row'), p('rows'), 'integer')),
)

/** Keys of one statement, and of the columns of a person. */
const batch = 500

export const importTraces: TraceKeeper = {
  removeTexts: async (store, db, texts) => {
    const mentions = mentionOf(texts)
    for (const { id, columns } of await store.rows(importsOf(store.dialect, { db }))) {
      const place = { db, import: id }
      await clearSamples(store, place, columns, texts)
      for (const { first } of await chunksOfImport(store, place)) {
        const rows = await readChunk(store, { ...place, first })
        const meant = rows.flatMap((row, i) => (mentions(row) ? [first + i] : []))
        if (meant.length > 0) await clear(store, place, meant)
      }
    }
  },
  removeKeys: async (store, db, keys) => {
    const { dialect } = store
    for (const { id } of await store.rows(importsOf(dialect, { db }))) {
      const place = { db, import: id }
      for (let at = 0; at < keys.length; at += batch) {
        const records = keys.slice(at, at + batch).map(key => key.id)
        const found = await store.rows(rowsOfRecords(dialect, { ...place, records }))
        if (found.length > 0)
          await clear(
            store,
            place,
            found.map(({ row }) => row),
          )
      }
    }
  },
}

/** Empties rows: their cells, what would become or has become of them, and what identifies them. */
async function clear(store: Store, place: OfImport, rows: readonly number[]): Promise<void> {
  const { dialect } = store
  const chunks = await chunksOfImport(store, place)
  for (const { first, rows: count } of chunks) {
    const meant = new Set(rows.filter(row => row >= first && row < first + count))
    if (meant.size === 0) continue
    const cells = await readChunk(store, { ...place, first })
    const bytes = await packedRows(cells.map((row, i) => (meant.has(first + i) ? [] : row)))
    await store.write(async tx => {
      const some = { ...place, rows: [...meant] }
      const ranks = (await tx.rows(ranksOfRows(dialect, some))).map(({ rank }) => rank)
      await tx.run(setChunk(dialect, { ...place, first, bytes }))
      await tx.run(clearRows(dialect, some))
      if (ranks.length > 0) await tx.run(removeIdentitiesOf(dialect, { ...place, ranks }))
    })
  }
}

/** Examples are dropped where they have a text of the person; the values of a column too. */
async function clearSamples(store: Store, place: OfImport, columns: string, texts: PersonTexts): Promise<void> {
  const isOfPerson = partOf(texts)
  const before = JSON.parse(columns) as ColumnFacts[]
  const after = before.map(column => ({
    ...column,
    samples: column.samples.filter(sample => !isOfPerson(sample)),
    values: column.values?.filter(value => !isOfPerson(value)),
  }))
  const text = JSON.stringify(after)
  if (text === columns) return
  await store.write(tx => tx.run(setColumns(store.dialect, { ...place, columns: text })))
}

const digitsOf = (text: string): string => text.replace(/\D/g, '')

/** Whether a cell has a text of the person; a part of a name alone counts. */
function partOf({ names, emails, phones }: PersonTexts): (cell: string) => boolean {
  const parts = new Set(names.flat())
  const whole = names.flatMap(([first, last]) => [`${first} ${last}`, `${last}, ${first}`, `${last} ${first}`])
  return cell => {
    const text = fold(cell).trim()
    if (parts.has(text) || [...emails, ...whole].some(one => text.includes(one))) return true
    return phones.length > 0 && phones.some(digits => digitsOf(text).endsWith(digits))
  }
}

/** Whether a row has an e-mail address, a number or both names of the person. */
function mentionOf({ names, emails, phones }: PersonTexts): (row: SourceRow) => boolean {
  return row => {
    const cells = row.map(cell => fold(typeof cell === 'string' ? cell : JSON.stringify(cell ?? '')).trim())
    const text = cells.join('\n')
    if (emails.some(email => text.includes(email))) return true
    if (names.some(([first, last]) => text.includes(first) && text.includes(last) && hasBoth(cells, first, last)))
      return true
    return phones.length > 0 && cells.some(cell => phones.some(digits => digitsOf(cell).endsWith(digits)))
  }
}

/** `Ann` and `Smith` in cells of their own, or side by side in one; a cell with a longer text of both does not count. */
const hasBoth = (cells: readonly string[], first: string, last: string): boolean =>
  (cells.includes(first) && cells.includes(last)) ||
  cells.some(cell => [`${first} ${last}`, `${last}, ${first}`, `${last} ${first}`].some(name => cell.includes(name)))
