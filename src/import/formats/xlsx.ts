// Reads the first sheet of an XLSX workbook as a stream of rows.
import { refuse } from '../../base/errors.ts'
import type { MaybePromise } from '../../base/scheduling/maybe-promise.ts'
import { importLimits } from '../limits.ts'
import { SharedStrings } from './shared-strings.ts'
import { addSpare, type Cell, type ColumnNames, type FileFacts, RowGroup, type SourceRow } from './source.ts'
import { longestText, xmlEvents } from './xml-events.ts'
import { type RandomFile, ZipReader } from './zip-reader.ts'

const day = 86_400
/** The day 0 of both calendars of workbooks, in days before 1970. */
const epochs = { usual: 25_569, macintosh: 24_107 } as const
/** Built-in formats of dates and times. */
const dateFormats = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 30, 36, 45, 46, 47, 50, 57])

export async function* readXlsx(file: RandomFile, columns: ColumnNames, facts: FileFacts): AsyncGenerator<SourceRow[]> {
  const zip = await ZipReader.open(file)
  const { sheet, epoch } = await firstSheet(zip)
  const dates = await dateStyles(zip)
  const strings = await sharedStrings(zip)
  facts.encoding = 'utf-8'
  const group = new RowGroup()
  let hasHeader = false
  for await (const row of rowsOf(zip.stream(sheet), { strings, dates, epoch })) {
    if (row.length === 0) continue
    if (hasHeader) {
      addSpare(row, columns)
      const full = group.add(row)
      if (full) yield full
    } else {
      for (const name of row) columns.add(String(name))
      hasHeader = true
    }
  }
  yield group.take()
}

/** The path of the first sheet, and the first day of the workbook's calendar. */
async function firstSheet(zip: ZipReader): Promise<{ sheet: string; epoch: number }> {
  let id: string | null = null
  let epoch: number = epochs.usual
  for await (const { open, attributes } of xmlEvents(zip.stream('xl/workbook.xml'))) {
    if (open === 'workbookPr' && /^(1|true)$/.test(attributes.date1904 ?? '')) epoch = epochs.macintosh
    if (open === 'sheet' && attributes.state === undefined) id ??= attributes['r:id'] ?? null
  }
  let sheet: string | null = null
  for await (const { open, attributes } of xmlEvents(zip.stream('xl/_rels/workbook.xml.rels'))) {
    if (open !== 'Relationship' || (attributes.Id !== id && id !== null)) continue
    const target = attributes.Target ?? ''
    if (target.includes('worksheets/')) sheet ??= target.startsWith('/') ? target.slice(1) : `xl/${target}`
  }
  sheet ??= 'xl/worksheets/sheet1.xml'
  if (!zip.has(sheet)) refuse('InvalidValue', 'file', 'The file is not an XLSX workbook: it has no sheet.')
  return { sheet, epoch }
}

/** Whether the cells of each style show a date. */
async function dateStyles(zip: ZipReader): Promise<readonly boolean[]> {
  const own = new Map<number, boolean>()
  const styles: boolean[] = []
  let inCells = false
  for await (const { open, close, attributes } of xmlEvents(zip.stream('xl/styles.xml'))) {
    if (open === 'numFmt') own.set(Number(attributes.numFmtId), showsDate(attributes.formatCode ?? ''))
    if (open === 'cellXfs') inCells = true
    if (close === 'cellXfs') inCells = false
    if (open !== 'xf' || !inCells) continue
    const format = Number(attributes.numFmtId ?? 0)
    styles.push(own.get(format) ?? dateFormats.has(format))
  }
  return styles
}

const showsDate = (code: string): boolean => /[dmyhs]/i.test(code.replace(/"[^"]*"|\[[^\]]*\]|\\./g, ''))

async function sharedStrings(zip: ZipReader): Promise<SharedStrings> {
  const strings = new SharedStrings()
  let text = ''
  let isPhonetic = false
  for await (const { open, close, text: inner } of xmlEvents(zip.stream('xl/sharedStrings.xml'), ['t'])) {
    if (open === 'si') text = ''
    if (open === 'rPh') isPhonetic = true
    if (close === 'rPh') isPhonetic = false
    if (close === 't' && !isPhonetic) text = longer(text, inner)
    if (close === 'si') strings.add(plain(text))
  }
  return strings
}

/** `_x000A_` is how a workbook writes characters that XML cannot have. */
const plain = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text

interface Workbook {
  readonly strings: SharedStrings
  readonly dates: readonly boolean[]
  readonly epoch: number
}

/** Adds a piece of a text, which Excel has at most 32,767 characters of. */
function longer(text: string, piece: string): string {
  if (text.length + piece.length > longestText) refuse('LimitExceeded', 'file', 'A cell of the workbook is too long.')
  return text + piece
}

async function* rowsOf(xml: AsyncIterable<Uint8Array>, book: Workbook): AsyncGenerator<Cell[]> {
  let row: Cell[] = []
  let next = 0
  let [type, style] = ['n', 0]
  let value = ''
  for await (const { open, close, text, attributes } of xmlEvents(xml, ['v', 't'])) {
    if (open === 'row') {
      row = []
      next = 0
    } else if (open === 'c') {
      next = columnOf(attributes.r) ?? next
      type = attributes.t ?? 'n'
      style = Number(attributes.s ?? 0)
      value = ''
    } else if (close === 'v' || close === 't') value = longer(value, text)
    else if (close === 'c') {
      const text = cellText(value, type, style, book)
      const cell = text instanceof Promise ? await text : text
      // An empty cell in the last column must not make the row as long as that.
      if (cell !== '') putCell(row, next, cell)
      next++
    } else if (close === 'row') yield row
  }
}

/** The position of the column in a reference such as `AB12`. */
function columnOf(reference: string | undefined): number | null {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0]
  if (letters === undefined) return null
  return [...letters].reduce((at, letter) => at * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function putCell(row: Cell[], at: number, cell: Cell): void {
  if (at >= importLimits.columns)
    refuse('LimitExceeded', 'file', `The workbook has more than ${importLimits.columns} columns with values.`)
  while (row.length < at) row.push('')
  row[at] = cell
}

/** A shared string has to be unpacked first, unless its block is open. */
function cellText(value: string, type: string, style: number, { strings, dates, epoch }: Workbook): MaybePromise<Cell> {
  if (value === '') return ''
  if (type === 's') return strings.at(Number(value))
  if (type === 'b') return value === '1' ? 'true' : 'false'
  if (type === 'e') return ''
  if (type !== 'n') return plain(value)
  const number = Number(value)
  if (!dates[style] || !Number.isFinite(number)) return Number.isFinite(number) ? Number(number.toPrecision(15)) : value
  return dateText(number, epoch)
}

function dateText(serial: number, epoch: number): string {
  const seconds = Math.round((serial - epoch) * day)
  const moment = new Date(seconds * 1000)
  if (Number.isNaN(moment.getTime())) return String(serial)
  const iso = moment.toISOString()
  if (serial < 1) return iso.slice(11, 19)
  return seconds % day === 0 ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${iso.slice(11, 19)}`
}
