// Writes the rejected rows of an import as a file of the form that was sent, with the reasons in a column of their own.
import { Readable } from 'node:stream'
import { csvLike } from '../export/formats/csv.ts'
import type { ExportFormat } from '../export/formats/format.ts'
import { xlsx } from '../export/formats/xlsx.ts'
import type { Store } from '../storage/store.ts'
import type { ColumnFacts } from './columns/column-facts.ts'
import type { FileFacts, SourceRow } from './formats/source.ts'
import type { RowProblem } from './mapping/row-record.ts'
import { reasonOf } from './reasons.ts'
import { cellsOf, storedRows } from './row-page.ts'
import type { StoredRow } from './stored/rows.ts'
import type { ImportRow } from './stored/statements.ts'

const pageSize = 500

interface RejectedFile {
  readonly contentType: string
  readonly ending: string
  readonly stream: Readable
}

/** The reasons are in the language of `culture`. */
export function rejectedFile(store: Store, stored: ImportRow, culture: string): RejectedFile {
  const names = (JSON.parse(stored.columns) as ColumnFacts[]).map(({ name }) => name)
  const pages = rejectedPages(store, stored, culture)
  if (stored.format !== 'csv' && stored.format !== 'xlsx')
    return { contentType: 'application/x-ndjson', ending: 'ndjson', stream: Readable.from(lines(pages, names)) }
  const format = tableFormat(stored)
  // Names of columns may be any text, so the records have numbered members.
  const fields = Object.fromEntries([...names, 'Reason'].map((_, at) => [`c${at}`, 1]))
  const records = async function* () {
    for await (const page of pages)
      yield page.map(({ cells, reason }) =>
        Object.fromEntries([...names.map((_, at) => cells[at] ?? null), reason].map((cell, at) => [`c${at}`, cell])),
      )
  }
  const stream = Readable.from(format.write(records(), { fields, headings: [...names, 'Reason'] }))
  return { contentType: format.contentType, ending: format.ending, stream }
}

/** Spreadsheet programs take a file without a mark for one of their own encoding. */
function tableFormat({ format, facts }: ImportRow): ExportFormat {
  if (format === 'xlsx') return xlsx
  const { delimiter = ',', encoding } = JSON.parse(facts) as FileFacts
  return csvLike(delimiter, delimiter !== ',' || encoding !== 'utf-8')
}

interface RejectedRow {
  readonly cells: SourceRow
  readonly reason: string
}

async function* rejectedPages(
  store: Store,
  stored: ImportRow,
  culture: string,
): AsyncGenerator<readonly RejectedRow[]> {
  let rows: StoredRow[]
  let after = 0
  do {
    rows = await storedRows(store, stored, 'reject', after, pageSize)
    const cells = await cellsOf(store, stored, rows)
    // The first page is there also when it is empty, for the headings.
    if (rows.length > 0 || after === 0)
      yield rows.map((row, i) => ({ cells: cells[i] ?? [], reason: reasonsOf(row, culture) }))
    after = rows.at(-1)?.row ?? after
  } while (rows.length === pageSize)
}

const reasonsOf = ({ problems }: StoredRow, culture: string): string =>
  (JSON.parse(problems ?? '[]') as RowProblem[]).map(problem => reasonOf(problem, culture)).join(' ')

async function* lines(pages: AsyncIterable<readonly RejectedRow[]>, names: readonly string[]): AsyncGenerator<string> {
  for await (const page of pages) {
    yield page
      .map(({ cells, reason }) => {
        const members = names.flatMap((name, at) => {
          const cell = cells[at]
          return cell === null || cell === undefined ? [] : [[name, cell] as const]
        })
        return `${JSON.stringify(Object.fromEntries([...members, ['_reason', reason]]))}\n`
      })
      .join('')
  }
}
