// Turns the Scope of a Read into the columns of a table: nested selectors become paths such as `Address/City`.
import { isObject } from '../base/text/json.ts'

export type Cell = string | number | boolean | null

export interface Column {
  /** The heading of the column: the path of the field, unless the request names it. */
  readonly name: string
  readonly steps: readonly string[]
}

/** What separates the elements of a list in one cell. */
const separator = '; '

/** What a table shows of each record. */
export interface TableSelection {
  /** The selection of the Read. */
  readonly fields: unknown
  /** One heading for each column, or none at all. */
  readonly headings: readonly string[]
  /** Whether the line of headings was written before an interruption. */
  readonly isContinued?: boolean
}

/** The columns of a selection; of `Fields: 1` those that the first record has. */
export function columnsOf({ fields, headings }: TableSelection, first: unknown): Column[] {
  if (isObject(fields)) {
    return selected(fields, []).map((column, at) => ({ ...column, name: headings[at] ?? column.name }))
  }
  return isObject(first) ? Object.keys(first).map(name => ({ name, steps: [name] })) : []
}

/** How many columns a selection has; null when its records decide. */
export const columnCount = (fields: unknown): number | null => (isObject(fields) ? selected(fields, []).length : null)

function selected(fields: Readonly<Record<string, unknown>>, before: readonly string[]): Column[] {
  return Object.entries(fields).flatMap(([name, selector]) => {
    const steps = [...before, name]
    const inner = Array.isArray(selector) ? selector[0] : selector
    if (isObject(inner)) return selected(inner, steps)
    return isLeftOut(inner) ? [] : [{ name: steps.join('/'), steps }]
  })
}

const isLeftOut = (selector: unknown): boolean => selector === 0 || selector === false || selector === '0'

/** The value of a record in a column. */
export const cellOf = (record: unknown, { steps }: Column): Cell => asCell(valueAt(record, steps))

/** A step into a list goes into each of its elements. */
function valueAt(value: unknown, [step, ...rest]: readonly string[]): unknown {
  if (step === undefined) return value
  if (Array.isArray(value)) return value.map(element => valueAt(element, [step, ...rest]))
  return isObject(value) ? valueAt(value[step], rest) : null
}

function asCell(value: unknown): Cell {
  if (value === undefined || value === null) return null
  if (Array.isArray(value)) {
    const texts = value.map(asCell).filter(cell => cell !== null)
    return texts.length === 0 ? null : texts.join(separator)
  }
  return typeof value === 'object' ? JSON.stringify(value) : (value as Cell)
}
