// Reports the revenue of each month: won sales, and open ones that are to close in it.

import { type Body, type Row, rowsOf } from '../api/envelope.ts'
import { openStatuses } from '../api/names.ts'
import { condition, listOf, queryOf, scopeOf } from './conditions.ts'
import { type Days, type Month, monthsOf } from './period.ts'
import type { Figure, Report } from './report.ts'
import type { ReportScope } from './scope.ts'

const won = [3]
const open = openStatuses
const sum = '$SUM(CorporateRevenue)'
const sumText = `${sum}/DisplayValue`
const [year, month] = ['$YEAR(CloseDate)', '$MONTH(CloseDate)']

const conditionsOf = (scope: ReportScope, statuses: readonly number[], { from, to }: Days) => [
  condition('Status', 'in', ...statuses),
  condition('CloseDate', 'between', from, to),
  ...scopeOf('Opportunity', scope),
]

export const revenue: Report = {
  id: 'revenue',
  chart: 'columns',
  hasPeriod: true,
  members: scope => {
    const criteria = (statuses: readonly number[]): Body => ({
      SearchQuery: queryOf(...conditionsOf(scope, statuses, scope.days)),
    })
    const byMonth = (statuses: readonly number[]): Body => ({
      Scope: { Fields: { [year]: 1, [month]: 1, '$COUNT()': 1, [sum]: 1, [sumText]: 1 } },
      Criteria: criteria(statuses),
      GroupBy: { Fields: [year, month] },
    })
    const total = (statuses: readonly number[]): Body => ({
      Scope: { Fields: { '$COUNT()': 1, [sumText]: 1 } },
      Criteria: criteria(statuses),
    })
    return {
      'Opportunity.won': byMonth(won),
      'Opportunity.open': byMonth(open),
      'Opportunity.wonTotal': total(won),
      'Opportunity.openTotal': total(open),
    }
  },
  result: (data, { texts: { reports }, culture, scope }) => {
    const name = new Intl.DateTimeFormat(culture, { month: 'short', year: 'numeric', timeZone: 'UTC' })
    const rowOf = (member: string, at: Month): Row | undefined =>
      rowsOf(data, member).find(one => one[year] === at.year && one[month] === at.month)
    const figures = (row: Row | undefined, statuses: readonly number[], days: Days): { sum: Figure; count: Figure } => {
      const count = Number(row?.['$COUNT()'] ?? 0)
      const list = count > 0 ? listOf('opportunities', ...conditionsOf(scope, statuses, days)) : null
      return {
        sum: { text: (row?.[sumText] as string | null | undefined) ?? '–', list },
        count: { text: String(count), list },
      }
    }
    const sides = [
      ['Opportunity.won', won],
      ['Opportunity.open', open],
    ] as const
    const totals = sides.map(([member, statuses]) => figures(rowsOf(data, `${member}Total`)[0], statuses, scope.days))
    return {
      series: [reports.won, reports.expected],
      more: [reports.wonCount, reports.expectedCount],
      rows: monthsOf(scope.days).map(at => {
        const all = sides.map(([member, statuses]) => {
          const row = rowOf(member, at)
          return { value: Number(row?.[sum] ?? 0), ...figures(row, statuses, at) }
        })
        return {
          id: `${at.year}-${at.month}`,
          label: name.format(new Date(at.from)),
          cells: all.map(({ value, sum }) => ({ value, ...sum })),
          more: all.map(({ count }) => count),
        }
      }),
      total: [...totals.map(({ sum }) => sum), ...totals.map(({ count }) => count)],
    }
  },
}
