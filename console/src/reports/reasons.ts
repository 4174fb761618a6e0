// Reports why sales of a period were won, lost or abandoned.
import { type Body, type Row, rowsOf } from '../api/envelope.ts'
import { condition, type FigureCondition, listOf, queryOf, scopeOf } from './conditions.ts'
import type { Report, ReportRow } from './report.ts'
import type { ReportScope } from './scope.ts'

const statuses = [3, 4, 5] as const
const sum = '$SUM(CorporateRevenue)'
const sumText = `${sum}/DisplayValue`

/** A batch has at most 100 members. */
const mostReasons = 90

const conditionsOf = (scope: ReportScope, of: readonly number[] = statuses) => [
  condition('Status', 'in', ...of),
  condition('CloseDate', 'between', scope.days.from, scope.days.to),
  ...scopeOf('Opportunity', scope),
]

const reasonsOf = ({ options }: ReportScope) => [
  ...options.slice(0, mostReasons).map(({ key, name }) => ({ id: key, name, is: condition('Reason', 'in', key) })),
  { id: '', name: null, is: condition('Reason', 'empty') },
]

/** A sale may have several reasons, so each reason is counted by itself. */
const byStatus = (...conditions: readonly FigureCondition[]): Body => ({
  Scope: { Fields: { 'Status/Key': 1, '$COUNT()': 1, [sumText]: 1 } },
  Criteria: { SearchQuery: queryOf(...conditions) },
  GroupBy: { Fields: ['Status/Key'] },
})

export const reasons: Report = {
  id: 'reasons',
  chart: 'stacks',
  hasPeriod: true,
  optionsOf: { entity: 'Opportunity', field: 'Reason' },
  members: scope => ({
    ...Object.fromEntries(
      reasonsOf(scope).map(({ is }, at) => [`Opportunity.reason${at}`, byStatus(...conditionsOf(scope), is)]),
    ),
    'Opportunity.total': byStatus(...conditionsOf(scope)),
  }),
  result: (data, { texts: { reports }, scope }) => {
    const figures = (member: string, ...is: readonly FigureCondition[]) => {
      const rowOf = (status: number): Row | undefined =>
        rowsOf(data, member).find(row => Number(row['Status/Key']) === status)
      const listFor = (status: number, count: number) =>
        count > 0 ? listOf('opportunities', ...conditionsOf(scope, [status]), ...is) : null
      return {
        cells: statuses.map(status => {
          const value = Number(rowOf(status)?.['$COUNT()'] ?? 0)
          return { value, text: String(value), list: listFor(status, value) }
        }),
        more: statuses.slice(0, 2).map(status => {
          const row = rowOf(status)
          return { text: String(row?.[sumText] ?? '–'), list: listFor(status, Number(row?.['$COUNT()'] ?? 0)) }
        }),
      }
    }
    const sumOf = ({ cells }: ReportRow): number => cells.reduce((all, { value }) => all + value, 0)
    const total = figures('Opportunity.total')
    return {
      series: [reports.won, reports.lost, reports.abandoned],
      more: [reports.wonWorth, reports.lostWorth],
      rows: reasonsOf(scope)
        .map(({ id, name, is }, at) => ({
          id,
          label: name ?? reports.withoutReason,
          ...figures(`Opportunity.reason${at}`, is),
        }))
        .filter(row => sumOf(row) > 0)
        .sort((a, b) => sumOf(b) - sumOf(a)),
      total: [...total.cells, ...total.more],
    }
  },
}
