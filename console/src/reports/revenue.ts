// Reports the revenue of each month: won sales, and open ones that are to close in it.

import { type Body, type Row, rowsOf } from '../api/envelope.ts'
import { openStatuses } from '../api/names.ts'
import { type Month, monthsOf } from './period.ts'
import { type Cell, condition, listOf, type Report } from './report.ts'

const won = [3]
const open = openStatuses
const sum = '$SUM(CorporateRevenue)'
const sumText = `${sum}/DisplayValue`
const [year, month] = ['$YEAR(CloseDate)', '$MONTH(CloseDate)']

export const revenue: Report = {
  id: 'revenue',
  chart: 'columns',
  hasPeriod: true,
  members: ({ from, to }) => {
    const criteria = (statuses: readonly number[]): Body => ({
      SearchQuery: { Status: { $IN: statuses }, CloseDate: { $RANGE: [from, to] } },
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
  result: (data, { texts: { reports }, culture, days }) => {
    const name = new Intl.DateTimeFormat(culture, { month: 'short', year: 'numeric', timeZone: 'UTC' })
    const cell = (member: string, statuses: readonly number[], at: Month): Cell => {
      const row = rowsOf(data, member).find(one => one[year] === at.year && one[month] === at.month)
      const conditions = [condition('Status', 'in', ...statuses), condition('CloseDate', 'between', at.from, at.to)]
      return {
        value: Number(row?.[sum] ?? 0),
        text: (row?.[sumText] as string | null) ?? '–',
        list: row ? listOf('opportunities', ...conditions) : null,
      }
    }
    const countOf = (member: string, at: Month): number =>
      Number(rowsOf(data, member).find(one => one[year] === at.year && one[month] === at.month)?.['$COUNT()'] ?? 0)
    const totalOf = (member: string): Row => rowsOf(data, member)[0] ?? {}
    return {
      series: [reports.won, reports.expected],
      more: [reports.wonCount, reports.expectedCount],
      rows: monthsOf(days).map(at => ({
        id: `${at.year}-${at.month}`,
        label: name.format(new Date(at.from)),
        cells: [cell('Opportunity.won', won, at), cell('Opportunity.open', open, at)],
        more: [String(countOf('Opportunity.won', at)), String(countOf('Opportunity.open', at))],
      })),
      total: [
        ...['Opportunity.wonTotal', 'Opportunity.openTotal'].map(member => String(totalOf(member)[sumText] ?? '–')),
        ...['Opportunity.wonTotal', 'Opportunity.openTotal'].map(member => String(totalOf(member)['$COUNT()'] ?? 0)),
      ],
    }
  },
}
