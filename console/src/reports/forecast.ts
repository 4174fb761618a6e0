// Reports what open sales are expected to bring each month, each amount multiplied by the probability of its stage.
import { type Row, rowsOf } from '../api/envelope.ts'
import { openStatuses } from '../api/names.ts'
import { condition, listOf, queryOf, scopeOf } from './conditions.ts'
import { type Days, monthsOf } from './period.ts'
import type { Report } from './report.ts'
import type { ReportScope } from './scope.ts'
import { decimalText, moneyText, weightedSum } from './weighted.ts'

const sum = '$SUM(CorporateRevenue)'
const [year, month, percent] = ['$YEAR(CloseDate)', '$MONTH(CloseDate)', 'SalesStageSetup/ProbabilityClose']

const conditionsOf = (scope: ReportScope, { from, to }: Days) => [
  condition('Status', 'in', ...openStatuses),
  condition('CloseDate', 'between', from, to),
  ...scopeOf('Opportunity', scope),
]

/** What the rows of the server, one for each probability, come to. */
function sums(rows: readonly Row[]) {
  const parts = rows.map(row => ({ amount: Number(row[sum] ?? 0), percent: row[percent] as number | null }))
  return {
    weighted: weightedSum(parts),
    full: weightedSum(parts.map(({ amount }) => ({ amount, percent: 100 }))),
    count: rows.reduce((all, row) => all + Number(row['$COUNT()']), 0),
  }
}

export const forecast: Report = {
  id: 'forecast',
  chart: 'columns',
  hasPeriod: true,
  members: scope => ({
    'Opportunity.forecast': {
      Scope: { Fields: { [year]: 1, [month]: 1, [percent]: 1, '$COUNT()': 1, [sum]: 1 } },
      Criteria: { SearchQuery: queryOf(...conditionsOf(scope, scope.days)) },
      GroupBy: { Fields: [year, month, percent] },
    },
  }),
  result: (data, { texts: { reports }, culture, currency, scope }) => {
    const rows = rowsOf(data, 'Opportunity.forecast')
    const name = new Intl.DateTimeFormat(culture, { month: 'short', year: 'numeric', timeZone: 'UTC' })
    const figures = (of: readonly Row[], days: Days) => {
      const { weighted, full, count } = sums(of)
      const list = count > 0 ? listOf('opportunities', ...conditionsOf(scope, days)) : null
      const money = (amount: bigint) => ({
        value: Number(decimalText(amount)),
        text: count > 0 ? moneyText(amount, culture, currency) : '–',
        list,
      })
      return { cells: [money(weighted), money(full)], more: [{ text: String(count), list }] }
    }
    const total = figures(rows, scope.days)
    return {
      series: [reports.weighted, reports.unweighted],
      more: [reports.count],
      rows: monthsOf(scope.days).map(at => ({
        id: `${at.year}-${at.month}`,
        label: name.format(new Date(at.from)),
        ...figures(
          rows.filter(row => row[year] === at.year && row[month] === at.month),
          at,
        ),
      })),
      total: [...total.cells, ...total.more],
    }
  },
}
