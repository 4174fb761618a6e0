// Declares what a reader of a file gives: its columns, which may grow while it is read, and its rows.
import { refuse } from '../../base/errors.ts'
import { importLimits } from '../limits.ts'

/** A text, or what JSON has. Null and undefined are empty cells. */
export type Cell = unknown

export type SourceRow = readonly Cell[]

/** How the file was read, for the rejected rows. */
export interface FileFacts {
  encoding?: string
  delimiter?: string
}

/** The columns of a file in their order. A name that is there twice gets a number. */
export class ColumnNames {
  readonly names: string[] = []
  readonly #at = new Map<string, number>()

  /** The position of a column, which is added if there is none of the name. */
  at(name: string): number {
    const known = this.#at.get(name)
    return known ?? this.#add(name)
  }

  /** Adds a column, under another name if the name is taken. */
  add(name: string): void {
    const given = name.trim() === '' ? `Column ${this.names.length + 1}` : name.trim()
    let free = given
    for (let copy = 2; this.#at.has(free); copy++) free = `${given} (${copy})`
    this.#add(free)
  }

  #add(name: string): number {
    const { columns, headingLength } = importLimits
    if (name.length > headingLength)
      refuse(
        'LimitExceeded',
        'file',
        `The heading of column ${this.names.length + 1} has ${name.length} characters; at most ${headingLength} are allowed.`,
      )
    if (this.names.length >= columns)
      refuse('LimitExceeded', 'file', `The file has more than ${columns} columns; an import takes at most so many.`)
    this.#at.set(name, this.names.length)
    return this.names.push(name) - 1
  }
}

/** Reads the rows of a file in groups. */
export type FileReader = (
  file: AsyncIterable<Uint8Array>,
  columns: ColumnNames,
  facts: FileFacts,
) => AsyncGenerator<SourceRow[]>

/** Rows that are handed on together: so many, or those that have so many characters. They are packed, and later planned, at once. */
const rowsPerGroup = 500
const groupLength = 256 * 1024
/** Characters that an empty cell counts as. */
const cellWeight = 8

/** Collects the rows of a group. */
export class RowGroup {
  #rows: SourceRow[] = []
  #length = 0

  /** Returns the group when the row completes it. `length` is that of the row in the file, when the cells are no texts. */
  add(row: SourceRow, length?: number): SourceRow[] | null {
    this.#rows.push(row)
    this.#length += row.length * cellWeight + (length ?? lengthOf(row))
    return this.#rows.length < rowsPerGroup && this.#length < groupLength ? null : this.take()
  }

  /** The rows so far; empty after the last group. */
  take(): SourceRow[] {
    const rows = this.#rows
    this.#rows = []
    this.#length = 0
    return rows
  }
}

const lengthOf = (row: SourceRow): number =>
  row.reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? cell.length : 0), 0)

/** Refuses a cell that is too long. `row` counts from 1. */
export function checkCell(cell: Cell, column: string, row: number): void {
  const { cellBytes, cellDepth } = importLimits
  const isTree = typeof cell === 'object' && cell !== null
  const size = isTree ? sizeOf(cell) : null
  if (size && size.levels > cellDepth)
    refuse('LimitExceeded', 'file', `Row ${row}, column ${column}: a cell has at most ${cellDepth} levels.`)
  // JSON has a character or more for each value.
  const fits = size === null || size.values <= cellBytes
  const text = typeof cell === 'string' ? cell : isTree && fits ? JSON.stringify(cell) : ''
  if (fits && (text.length * 3 <= cellBytes || Buffer.byteLength(text) <= cellBytes)) return
  refuse('LimitExceeded', 'file', `Row ${row}, column ${column}: a cell has at most ${cellBytes / 1024} KiB.`)
}

/** How many values and levels lists and objects have, counted no further than is allowed. */
function sizeOf(value: object): { values: number; levels: number } {
  let [level, values, levels] = [[value], 0, 0]
  for (; level.length > 0 && levels <= importLimits.cellDepth; levels++) {
    const next: object[] = []
    for (const tree of level) {
      const inner: unknown[] = Array.isArray(tree) ? tree : Object.values(tree)
      values += 1 + inner.length
      if (values > importLimits.cellBytes) return { values, levels }
      for (const one of inner) if (typeof one === 'object' && one !== null) next.push(one)
    }
    level = next
  }
  return { values, levels }
}

/** A row that is longer than the header adds columns, so that nothing is lost. */
export function addSpare(row: readonly Cell[], columns: ColumnNames): void {
  if (row.length <= columns.names.length) return
  const last = row.findLastIndex(cell => cell !== '')
  while (columns.names.length <= last) columns.add('')
}

/** The row without the empty cells behind its last value. */
export const withoutEmptyEnd = (row: string[]): string[] => {
  if (row.at(-1) !== '') return row
  return row.slice(0, row.findLastIndex(cell => cell !== '') + 1)
}
