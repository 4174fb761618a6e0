// Declares what a report is: one request, and how its answer becomes rows for the chart and the table.
import type { Body } from '../api/envelope.ts'
import type { Texts } from '../texts/types.ts'
import type { Days } from './period.ts'

/** The list of records behind a figure: a screen with the same conditions. */
interface ListLink {
  readonly to: string
  readonly search: Readonly<Record<string, string>>
}

export interface Cell {
  /** For the length of the bar alone; what people read is the text of the server. */
  readonly value: number
  readonly text: string
  readonly list: ListLink | null
}

export interface ReportRow {
  readonly id: string
  readonly label: string
  /** Rows with the same group stand together under its name. */
  readonly group?: string
  /** One for each series. */
  readonly cells: readonly Cell[]
  /** Further columns of the table. */
  readonly more: readonly string[]
}

export interface ReportResult {
  readonly series: readonly string[]
  readonly more: readonly string[]
  readonly rows: readonly ReportRow[]
  /** What all rows come to, as the server has added it up: one text for each series, then the further columns. */
  readonly total: readonly string[] | null
}

interface ReportContext {
  readonly texts: Texts
  readonly culture: string
  readonly days: Days
}

export interface Report {
  readonly id: ReportId
  readonly chart: 'columns' | 'bars' | 'stacks'
  readonly hasPeriod: boolean
  readonly members: (days: Days) => Body
  readonly result: (data: Body, context: ReportContext) => ReportResult
}

export const reportIds = ['revenue', 'pipeline', 'ages', 'activity'] as const

export type ReportId = (typeof reportIds)[number]

/** A condition of a filter in the address of a list: `Status~in~3`. */
export const condition = (field: string, operator: string, ...values: readonly (string | number)[]): string =>
  [field, operator, ...values].map(text => String(text).replace(/[!~*()]/g, '!$&')).join('~')

export const listOf = (to: string, ...conditions: readonly string[]): ListLink => ({
  to,
  search: { filter: conditions.join('*') },
})
