// Reports the open sales by stage: what they are worth, and how long they have been there.

import { type Body, type Row, rowsOf } from '../api/envelope.ts'
import { openStatuses } from '../api/names.ts'
import { condition, type FigureCondition, listOf, queryOf, scopeOf } from './conditions.ts'
import type { Cell, Figure, Report, ReportRow } from './report.ts'
import type { ReportScope } from './scope.ts'

const open = openStatuses
const sum = '$SUM(CorporateRevenue)'
const sumText = `${sum}/DisplayValue`
const average = '$AVG(CurrentSalesStageAge)'
const oldest = '$MAX(CurrentSalesStageAge)/DisplayValue'

const stage = [
  ...['SalesProcessSetupKey', 'SalesProcessSetup/DisplayValue', 'SalesStageSetupKey'],
  ...['SalesStageSetup/DisplayValue', 'SalesStageSetup/Sequence', 'SalesStageSetup/TargetAge'],
]

type Conditions = readonly FigureCondition[]

const openOnes = (scope: ReportScope): Conditions => [
  condition('Status', 'in', ...open),
  ...scopeOf('Opportunity', scope),
]

const byStage = (fields: readonly string[], conditions: Conditions): Body => ({
  Scope: { Fields: Object.fromEntries([...stage, '$COUNT()', ...fields].map(field => [field, 1])) },
  Criteria: { SearchQuery: queryOf(...conditions) },
  GroupBy: { Fields: stage },
  OrderBy: { Fields: [{ 'SalesProcessSetup/DisplayValue': 'ASC' }, { 'SalesStageSetup/Sequence': 'ASC' }] },
})

/** The condition of a stage; sales without a process have none. */
const ofStage = ({ SalesStageSetupKey }: Row) =>
  SalesStageSetupKey === null
    ? condition('SalesStageSetup', 'empty')
    : condition('SalesStageSetup', 'in', String(SalesStageSetupKey))

const head = (row: Row, without: string): Pick<ReportRow, 'id' | 'label' | 'group'> => ({
  id: String(row.SalesStageSetupKey),
  label: String(row['SalesStageSetup/DisplayValue'] ?? without),
  group: String(row['SalesProcessSetup/DisplayValue'] ?? ''),
})

export const pipeline: Report = {
  id: 'pipeline',
  chart: 'bars',
  hasPeriod: false,
  members: scope => ({
    'Opportunity.stages': byStage([sum, sumText], openOnes(scope)),
    'Opportunity.total': {
      Scope: { Fields: { '$COUNT()': 1, [sumText]: 1 } },
      Criteria: { SearchQuery: queryOf(...openOnes(scope)) },
    },
  }),
  result: (data, { texts: { reports }, scope }) => {
    const all = rowsOf(data, 'Opportunity.total')[0]
    const figures = (row: Row, conditions: Conditions): [Figure, Figure] => {
      const list = listOf('opportunities', ...openOnes(scope), ...conditions)
      return [
        { text: String(row[sumText] ?? '–'), list },
        { text: String(row['$COUNT()']), list },
      ]
    }
    return {
      series: [reports.worth],
      more: [reports.count],
      rows: rowsOf(data, 'Opportunity.stages').map(row => {
        const [worth, count] = figures(row, [ofStage(row)])
        return {
          ...head(row, reports.withoutStage),
          cells: [{ value: Number(row[sum] ?? 0), ...worth }],
          more: [count],
        }
      }),
      total: all ? figures(all, []) : null,
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
  members: scope => ({
    'Opportunity.stages': byStage([average, oldest], [...openOnes(scope), condition('CurrentSalesStageAge', 'filled')]),
    ...Object.fromEntries(
      spans.map(([from, to], at) => [
        `Opportunity.span${at}`,
        byStage([], [...openOnes(scope), condition('CurrentSalesStageAge', 'between', from, to)]),
      ]),
    ),
  }),
  result: (data, { texts: { reports }, scope }) => ({
    series: [reports.upTo(7), reports.between(8, 30), reports.between(31, 90), reports.moreThan(90)],
    more: [reports.average, reports.oldest, reports.target],
    rows: rowsOf(data, 'Opportunity.stages').map(row => {
      const cells = spans.map(([from, to], at): Cell => {
        const same = (one: Row): boolean => one.SalesStageSetupKey === row.SalesStageSetupKey
        const count = Number(rowsOf(data, `Opportunity.span${at}`).find(same)?.['$COUNT()'] ?? 0)
        const conditions = [...openOnes(scope), ofStage(row), condition('CurrentSalesStageAge', 'between', from, to)]
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
