// Lists the rows of an import with what becomes of them, by pages.
import { refuse } from '../base/errors.ts'
import { encodeKey } from '../fields/record-key.ts'
import type { Store } from '../storage/store.ts'
import type { ColumnFacts } from './columns/column-facts.ts'
import type { SourceRow } from './formats/source.ts'
import type { RowProblem } from './mapping/row-record.ts'
import { reasonOf } from './reasons.ts'
import { type ChunkPlace, chunksOfImport, readChunk } from './stored/chunks.ts'
import { rowsAfter, rowsOfOutcome, type StoredRow } from './stored/rows.ts'
import type { ImportRow } from './stored/statements.ts'

const pageSize = 100
const outcomes = ['create', 'update', 'unchanged', 'reject']

interface Change {
  readonly Field: string
  readonly Before: unknown
  readonly After: unknown
}

export async function rowPage(
  store: Store,
  stored: ImportRow,
  query: Readonly<Record<string, unknown>>,
  culture: string,
): Promise<object> {
  const after = Number(query.after ?? 0)
  if (!Number.isSafeInteger(after) || after < 0) refuse('InvalidValue', 'after', 'after is the number of a row.')
  const { outcome } = query
  if (outcome !== undefined && !outcomes.includes(String(outcome)))
    refuse('InvalidValue', 'outcome', `outcome takes ${outcomes.join(', ')}.`)
  const rows = await storedRows(store, stored, outcome === undefined ? null : String(outcome), after, pageSize)
  const cells = await cellsOf(store, stored, rows)
  const columns = JSON.parse(stored.columns) as ColumnFacts[]
  const shown = rows.map((row, i) => ({
    row: row.row,
    outcome: row.outcome,
    ...(row.record !== null && { key: encodeKey(stored.entity, row.record) }),
    ...(row.changes !== null && { changes: changesIn(row.changes) }),
    ...(row.problems !== null && { problems: withReasons(row.problems, culture) }),
    values: Object.fromEntries(columns.map(({ name }, at) => [name, cells[i]?.[at] ?? null])),
  }))
  return { rows: shown, next: rows.length < pageSize ? null : (rows.at(-1)?.row ?? null) }
}

/** Beside each Message, which programs read, the reason in the language of the caller. */
const withReasons = (problems: string, culture: string): object[] =>
  (JSON.parse(problems) as RowProblem[]).map(problem => ({ ...problem, Reason: reasonOf(problem, culture) }))

export async function storedRows(
  store: Store,
  { db, id }: ImportRow,
  outcome: string | null,
  after: number,
  most: number,
): Promise<StoredRow[]> {
  const place = { db, import: id, after, most }
  const { dialect } = store
  return outcome === null
    ? store.rows(rowsAfter(dialect, place))
    : store.rows(rowsOfOutcome(dialect, { ...place, outcome }))
}

/** The cells of rows that are in ascending order, as they were sent. */
export async function cellsOf(
  store: Store,
  { db, id }: ImportRow,
  rows: readonly Pick<StoredRow, 'row'>[],
): Promise<SourceRow[]> {
  const place = { db, import: id }
  const chunks = rows.length === 0 ? [] : await chunksOfImport(store, place)
  const cells: SourceRow[] = []
  let open: { first: number; rows: SourceRow[] } = { first: 0, rows: [] }
  for (const { row } of rows) {
    const { first } = chunks.findLast(chunk => chunk.first <= row) as ChunkPlace
    if (open.first !== first) open = { first, rows: await readChunk(store, { ...place, first }) }
    cells.push(open.rows[row - first] ?? [])
  }
  return cells
}

const changesIn = (json: string): Record<string, [unknown, unknown]> =>
  Object.fromEntries((JSON.parse(json) as Change[]).map(({ Field, Before, After }) => [Field, [Before, After]]))
