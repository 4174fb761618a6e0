// Declares what a report is: one request, and how its answer becomes rows for the chart and the table.
import type { Body } from '../api/envelope.ts'
import type { Texts } from '../texts/types.ts'
import type { ListLink } from './conditions.ts'
import type { ReportScope } from './scope.ts'

export interface Figure {
  readonly text: string
  /** The list of the records that are counted or added up; null for a figure of none. */
  readonly list: ListLink | null
}

export interface Cell extends Figure {
  /** For the length of the bar alone; what people read is the text. */
  readonly value: number
}

export interface ReportRow {
  readonly id: string
  readonly label: string
  /** Rows with the same group stand together under its name. */
  readonly group?: string
  /** One for each series. */
  readonly cells: readonly Cell[]
  /** Further columns of the table. */
  readonly more: readonly (string | Figure)[]
}

export interface ReportResult {
  readonly series: readonly string[]
  readonly more: readonly string[]
  readonly rows: readonly ReportRow[]
  /** What all rows come to: one for each series, then the further columns. */
  readonly total: readonly (string | Figure)[] | null
}

export interface ReportContext {
  readonly texts: Texts
  readonly culture: string
  /** The currency of the database. */
  readonly currency: string
  readonly scope: ReportScope
}

export interface Report {
  readonly id: ReportId
  readonly chart: 'columns' | 'bars' | 'stacks'
  readonly hasPeriod: boolean
  /** The option list whose items are the rows. */
  readonly optionsOf?: { readonly entity: string; readonly field: string }
  readonly members: (scope: ReportScope) => Body
  readonly result: (data: Body, context: ReportContext) => ReportResult
}

export const reportIds = [
  ...(['revenue', 'forecast', 'pipeline', 'conversion', 'reasons'] as const),
  ...(['ages', 'activity', 'work', 'cases'] as const),
] as const

export type ReportId = (typeof reportIds)[number]

/** A report without figures: every cell is zero, and none has a list. */
export const isEmptyResult = ({ rows }: ReportResult): boolean =>
  rows.every(({ cells }) => cells.every(({ value, list }) => value === 0 && list === null))
