// Writes records as a workbook of Office Open XML (XLSX), as a stream, with as many sheets as the rows need.
import { type Cell, type Column, cellOf, columnsOf, type TableSelection } from '../columns.ts'
import type { ExportFormat } from './format.ts'
import { type ZipEntry, zipArchive } from './zip.ts'

/** What spreadsheet programs take at most. */
const rowsPerSheet = 1_048_576
const cellLength = 32_767

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

export const xlsx: ExportFormat = {
  contentType: `${types}.sheet`,
  ending: 'xlsx',
  isTable: true,
  write: (pages, selection) => zipArchive(workbook(pages, selection)),
}

async function* workbook(
  pages: AsyncIterable<readonly unknown[]>,
  selection: TableSelection,
): AsyncGenerator<ZipEntry> {
  const rows = new RowReader(pages, selection)
  let sheets = 0
  do {
    sheets++
    yield { name: `xl/worksheets/sheet${sheets}.xml`, pieces: sheet(rows) }
  } while (await rows.more())
  const numbers = Array.from({ length: sheets }, (_, i) => i + 1)
  yield { name: 'xl/workbook.xml', pieces: [workbookXml(numbers)] }
  yield { name: 'xl/_rels/workbook.xml.rels', pieces: [workbookRelations(numbers)] }
  yield { name: '_rels/.rels', pieces: [packageRelations] }
  yield { name: '[Content_Types].xml', pieces: [contentTypes(numbers)] }
}

/** Reads rows of cells one by one from pages of records; each sheet begins with the heads of the columns. */
class RowReader {
  readonly #pages: AsyncIterator<readonly unknown[]>
  readonly #selection: TableSelection
  #page: readonly unknown[] = []
  #at = 0
  #columns: readonly Column[] | null = null

  constructor(pages: AsyncIterable<readonly unknown[]>, selection: TableSelection) {
    this.#pages = pages[Symbol.asyncIterator]()
    this.#selection = selection
  }

  /** Whether there is another row. */
  async more(): Promise<boolean> {
    while (this.#at >= this.#page.length) {
      const { done, value } = await this.#pages.next()
      if (done) return false
      this.#page = value
      this.#at = 0
    }
    return true
  }

  async heads(): Promise<Cell[]> {
    await this.more()
    this.#columns ??= columnsOf(this.#selection, this.#page[0])
    return this.#columns.map(({ name }) => name)
  }

  async next(): Promise<Cell[] | null> {
    if (!(await this.more())) return null
    const record = this.#page[this.#at++]
    return (this.#columns ?? []).map(column => cellOf(record, column))
  }
}

async function* sheet(rows: RowReader): AsyncGenerator<string> {
  yield `${head}<worksheet xmlns="${main}"><sheetData>${rowXml(await rows.heads())}`
  for (let count = 1; count < rowsPerSheet; count++) {
    const cells = await rows.next()
    if (cells === null) break
    yield rowXml(cells)
  }
  yield '</sheetData></worksheet>'
}

const rowXml = (cells: readonly Cell[]): string => `<row>${cells.map(cellXml).join('')}</row>`

function cellXml(cell: Cell): string {
  if (cell === null) return '<c/>'
  if (typeof cell === 'number') return `<c><v>${cell}</v></c>`
  if (typeof cell === 'boolean') return `<c t="b"><v>${cell ? 1 : 0}</v></c>`
  const text = cell.length > cellLength ? `${cell.slice(0, cellLength - 1)}…` : cell
  return `<c t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot contain these characters.
const forbidden = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g

/** Characters that XML cannot contain are written as the format's own escapes, and so is what looks like one. */
const escaped = (text: string): string =>
  text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[&<>]/g, character => entities[character] as string)
    .replace(forbidden, character => `_x${character.charCodeAt(0).toString(16).padStart(4, '0')}_`)

const workbookXml = (sheets: readonly number[]): string =>
  `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${sheets
    .map(n => `<sheet name="Export ${n}" sheetId="${n}" r:id="rId${n}"/>`)
    .join('')}</sheets></workbook>`

const workbookRelations = (sheets: readonly number[]): string =>
  `${head}<Relationships xmlns="${relations}">${sheets
    .map(n => `<Relationship Id="rId${n}" Type="${office}/worksheet" Target="worksheets/sheet${n}.xml"/>`)
    .join('')}</Relationships>`

const packageRelations = `${head}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`

const contentTypes = (sheets: readonly number[]): string =>
  `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>${sheets
    .map(n => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${types}.worksheet+xml"/>`)
    .join('')}</Types>`
