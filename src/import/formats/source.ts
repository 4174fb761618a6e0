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
    const { columns } = importLimits
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

/** Rows that are handed on together. */
export const rowsPerGroup = 200

/** Refuses a cell that is too long. `row` counts from 1. */
export function checkCell(cell: Cell, column: string, row: number): void {
  const { cellBytes } = importLimits
  const text = typeof cell === 'string' ? cell : typeof cell === 'object' && cell !== null ? JSON.stringify(cell) : ''
  if (text.length * 3 <= cellBytes || Buffer.byteLength(text) <= cellBytes) return
  refuse('LimitExceeded', 'file', `Row ${row}, column ${column}: a cell has at most ${cellBytes / 1024} KiB.`)
}

/** A row that is longer than the header adds columns, so that nothing is lost. */
export function addSpare(row: readonly Cell[], columns: ColumnNames): void {
  if (row.length <= columns.names.length) return
  const last = row.findLastIndex(cell => cell !== '')
  while (columns.names.length <= last) columns.add('')
}
