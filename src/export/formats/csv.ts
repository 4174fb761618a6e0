// Writes records as CSV (RFC 4180), plain or for spreadsheet programs, which take some texts for formulas.
import { type Cell, type Column, cellOf, columnsOf } from '../columns.ts'
import type { ExportFormat } from './format.ts'

const byteOrderMark = '\ufeff'
/**
 * A cell that begins so is a formula for spreadsheet programs. Where a comma separates decimals they take semicolons, not commas, for
 * the ends of cells, and then do not heed the quotes, so the text behind a semicolon, a tab or the end of a line counts as a cell
 * too. There the items of a list ("- call back") stay as they are: a formula that does something has one of `( | !`.
 */
const mayCompute = /^[=+\-@\t\r\n＝＋－＠]|[;\t\r\n][=+\-@＝＋－＠]/

/** The text with an apostrophe before each formula. It is walked once, from its end: a pattern would look ahead from each dash. */
export function withApostrophes(text: string): string {
  if (!mayCompute.test(text)) return text
  const pieces: string[] = []
  let end = text.length
  /** Nothing from here to the end of the cell makes a formula do something. */
  let isHarmless = true
  for (let at = text.length - 1; at > 0; at--) {
    const character = text[at] as string
    const begins = ';\t\r\n'.includes(text[at - 1] as string) && '=+-@＝＋－＠'.includes(character)
    if (begins && !(character === '-' && text[at + 1] === ' ' && isHarmless)) {
      pieces.push(text.slice(at, end))
      end = at
    }
    if (';\r\n'.includes(character)) isHarmless = true
    else if ('(|!'.includes(character)) isHarmless = false
  }
  pieces.push(text.slice(0, end))
  const start = '=+-@\t\r\n＝＋－＠'.includes(text[0] as string) ? "'" : ''
  return start + pieces.reverse().join("'")
}

const quoted = (text: string, delimiter: string): string =>
  /["\r\n]/.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text

const plain = (cell: Cell, delimiter: string): string => (cell === null ? '' : quoted(String(cell), delimiter))

/** An apostrophe before a text keeps a spreadsheet program from computing it. Numbers stay numbers. */
const defused = (cell: Cell, delimiter: string): string =>
  typeof cell === 'string' ? quoted(withApostrophes(cell), delimiter) : plain(cell, delimiter)

const csvFormat = (
  cellText: (cell: Cell, delimiter: string) => string,
  start: string,
  delimiter = ',',
): ExportFormat => ({
  contentType: 'text/csv; charset=utf-8; header=present',
  ending: 'csv',
  isTable: true,
  async *write(pages, selection) {
    let columns: readonly Column[] | null = null
    for await (const records of pages) {
      let piece = ''
      if (columns === null) {
        columns = columnsOf(selection, records[0])
        if (!selection.isContinued)
          piece = `${start}${columns.map(({ name }) => cellText(name, delimiter)).join(delimiter)}\r\n`
      }
      const known = columns
      piece += records
        .map(record => `${known.map(column => cellText(cellOf(record, column), delimiter)).join(delimiter)}\r\n`)
        .join('')
      yield piece
    }
  },
})

export const csv = csvFormat(plain, '')
export const spreadsheet = csvFormat(defused, byteOrderMark)
/** As another file was: with its delimiter, and with a byte order mark where programs need one. */
export const csvLike = (delimiter: string, hasMark: boolean): ExportFormat =>
  csvFormat(plain, hasMark ? byteOrderMark : '', delimiter)
