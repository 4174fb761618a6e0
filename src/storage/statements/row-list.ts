// Holds rows that a statement takes as one parameter, so that one statement can process many rows.
import { checkText } from './check-text.ts'
import type { Scalar } from './scalar.ts'

/** A list is bound as one parameter (JSON text on SQLite, an array on PostgreSQL); see Dialect.inList. */
export type Value = Scalar | readonly string[] | readonly number[] | RowList

/** The member that numbers the rows of a list from 0. */
export const rowNumber = '#'

type Members = Readonly<Record<string, Scalar | undefined>>

export class RowList {
  /** The members of each row as JSON text, without braces. */
  readonly #rows: readonly string[]

  private constructor(rows: readonly string[]) {
    this.#rows = rows
  }

  /** Leaves out members without a value. Names are those of columns, which need no escapes in JSON. */
  static of(...rows: readonly Members[]): RowList {
    return new RowList(rows.map(membersText))
  }

  /** A row with all columns of a table: missing values get the default of their column. */
  static withDefaults(row: Members, defaults: Members): RowList {
    let text = membersText(row)
    for (const name in defaults)
      if (row[name] === undefined || row[name] === null) text += memberText(name, defaults[name])
    return new RowList([text])
  }

  get length(): number {
    return this.#rows.length
  }

  /** All rows, in the order of the lists. */
  static joined(lists: readonly RowList[]): RowList {
    return new RowList(lists.flatMap(list => list.#rows))
  }

  toJson(): string {
    let text = '['
    for (let i = 0; i < this.#rows.length; i++) text += `${i === 0 ? '' : ','}{"${rowNumber}":${i}${this.#rows[i]}}`
    return `${text}]`
  }
}

function membersText(row: Members): string {
  let text = ''
  for (const name in row) text += memberText(name, row[name])
  return text
}

const memberText = (name: string, value: Scalar | undefined): string =>
  value === null || value === undefined ? '' : `,"${name}":${valueText(value)}`

function valueText(value: NonNullable<Scalar>): string {
  // JSON cannot contain half of a surrogate pair; bound by itself it would be replaced in the same way.
  if (typeof value === 'string') return JSON.stringify(checkText(value).toWellFormed())
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  if (value instanceof Uint8Array) return `"\\\\x${Buffer.from(value).toString('hex')}"`
  return `"${value}"`
}
