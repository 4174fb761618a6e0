// Writes records as CSV, portion by portion, and gives the file to the browser.
import type { Row } from '../../api/envelope.ts'
import { fullLabel } from '../../fields/field-picker.tsx'
import { kindOf } from '../../fields/index.ts'
import type { Column } from '../../table/columns.ts'

/** A text that a spreadsheet would take for a formula is marked as text; phone numbers and amounts are none. */
const isFormula = (text: string): boolean => /^[=@\t\r]|^[+-](?![\d\s().-]*$)/.test(text)

function csvCell(text: string): string {
  const safe = isFormula(text) ? `'${text}` : text
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const line = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`

/** A file with a header and a line for each record. The mark at the beginning tells Excel that it is UTF-8. */
export async function csvFile(
  columns: readonly Column[],
  portions: AsyncIterable<readonly Row[]>,
  progress: (done: number) => void,
): Promise<Blob> {
  const parts: BlobPart[] = ['\ufeff', line(columns.map(({ field }) => fullLabel(field)))]
  let done = 0
  for await (const rows of portions) {
    const text = rows.map(row => line(columns.map(({ field }) => kindOf(field).text(row[field.path], field))))
    // The browser may put blobs on the disk: a million rows are no strings in memory.
    parts.push(new Blob(text))
    done += rows.length
    progress(done)
  }
  return new Blob(parts, { type: 'text/csv;charset=utf-8' })
}

export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
