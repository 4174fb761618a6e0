// Reports the open sales by stage: what they are worth, and how long they have been there.

import { type Body, type Row, rowsOf } from '../api/envelope.ts'
import { openStatuses } from '../api/names.ts'
import { type Cell, condition, listOf, type Report, type ReportRow } from './report.ts'

const open = openStatuses
const sum = '$SUM(CorporateRevenue)'
const sumText = `${sum}/DisplayValue`
const average = '$AVG(CurrentSalesStageAge)'
const oldest = '$MAX(CurrentSalesStageAge)/DisplayValue'

const stage = [
  ...['SalesProcessSetupKey', 'SalesProcessSetup/DisplayValue', 'SalesStageSetupKey'],
  ...['SalesStageSetup/DisplayValue', 'SalesStageSetup/Sequence', 'SalesStageSetup/TargetAge'],
]

const byStage = (fields: readonly string[], conditions: Body = {}): Body => ({
  Scope: { Fields: Object.fromEntries([...stage, '$COUNT()', ...fields].map(field => [field, 1])) },
  Criteria: { SearchQuery: { Status: { $IN: open }, ...conditions } },
  GroupBy: { Fields: stage },
  OrderBy: { Fields: [{ 'SalesProcessSetup/DisplayValue': 'ASC' }, { 'SalesStageSetup/Sequence': 'ASC' }] },
})

const total = (fields: readonly string[]): Body => ({
  Scope: { Fields: Object.fromEntries(['$COUNT()', ...fields].map(field => [field, 1])) },
  Criteria: { SearchQuery: { Status: { $IN: open } } },
})

/** The conditions of a stage; sales without a process have none. */
const stageConditions = ({ SalesStageSetupKey }: Row): string[] => [
  condition('Status', 'in', ...open),
  SalesStageSetupKey === null
    ? condition('SalesStageSetup', 'empty')
    : condition('SalesStageSetup', 'in', String(SalesStageSetupKey)),
]

const head = (row: Row, without: string): Pick<ReportRow, 'id' | 'label' | 'group'> => ({
  id: String(row.SalesStageSetupKey),
  label: String(row['SalesStageSetup/DisplayValue'] ?? without),
  group: String(row['SalesProcessSetup/DisplayValue'] ?? ''),
})

export const pipeline: Report = {
  id: 'pipeline',
  chart: 'bars',
  hasPeriod: false,
  members: () => ({ 'Opportunity.stages': byStage([sum, sumText]), 'Opportunity.total': total([sumText]) }),
  result: (data, { texts: { reports } }) => {
    const all = rowsOf(data, 'Opportunity.total')[0]
    return {
      series: [reports.worth],
      more: [reports.count],
      rows: rowsOf(data, 'Opportunity.stages').map(row => ({
        ...head(row, reports.withoutStage),
        cells: [
          {
            value: Number(row[sum] ?? 0),
            text: String(row[sumText] ?? '–'),
            list: listOf('opportunities', ...stageConditions(row)),
          },
        ],
        more: [String(row['$COUNT()'])],
      })),
      total: all ? [String(all[sumText] ?? '–'), String(all['$COUNT()'])] : null,
    }
  },
}

/** Days at the stage: from, to. */
const spans = [
  [0, 7],
  [8, 30],
  [31, 90],
  [91, 100_000],
] as const

export const ages: Report = {
  id: 'ages',
  chart: 'stacks',
  hasPeriod: false,
  members: () => ({
    'Opportunity.stages': byStage([average, oldest], { CurrentSalesStageAge: { $NE: null } }),
    ...Object.fromEntries(
      spans.map((span, at) => [`Opportunity.span${at}`, byStage([], { CurrentSalesStageAge: { $RANGE: span } })]),
    ),
  }),
  result: (data, { texts: { reports } }) => ({
    series: [reports.upTo(7), reports.between(8, 30), reports.between(31, 90), reports.moreThan(90)],
    more: [reports.average, reports.oldest, reports.target],
    rows: rowsOf(data, 'Opportunity.stages').map(row => {
      const cells = spans.map(([from, to], at): Cell => {
        const same = (one: Row): boolean => one.SalesStageSetupKey === row.SalesStageSetupKey
        const count = Number(rowsOf(data, `Opportunity.span${at}`).find(same)?.['$COUNT()'] ?? 0)
        const conditions = [...stageConditions(row), condition('CurrentSalesStageAge', 'between', from, to)]
        return { value: count, text: String(count), list: count > 0 ? listOf('opportunities', ...conditions) : null }
      })
      const target = Number(row['SalesStageSetup/TargetAge'] ?? 0)
      return {
        ...head(row, reports.withoutStage),
        cells,
        more: [
          reports.days(String(Math.round(Number(row[average])))),
          reports.days(String(row[oldest])),
          target > 0 ? reports.days(String(target)) : '–',
        ],
      }
    }),
    total: null,
  }),
}
