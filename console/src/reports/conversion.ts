// Reports how many of the sales that began in a period reached each stage of their process, and how many of them were won.
import { type Body, type Row, rowsOf } from '../api/envelope.ts'
import { openStatuses } from '../api/names.ts'
import { condition, listOf, queryOf, scopeOf } from './conditions.ts'
import type { Report, ReportContext, ReportRow } from './report.ts'
import type { ReportScope } from './scope.ts'

const ends = [[3], [...openStatuses], [4, 5]] as const
const began = 'CreationDate'

const conditionsOf = (scope: ReportScope) => [
  condition(began, 'between', scope.days.from, scope.days.to),
  ...scopeOf('Opportunity', scope),
]

const percentText = (part: number, whole: number, culture: string): string =>
  whole === 0 ? '–' : new Intl.NumberFormat(culture, { style: 'percent' }).format(part / whole)

const countIn = (rows: readonly Row[], keys: readonly unknown[], statuses: readonly number[]): number =>
  rows
    .filter(row => keys.includes(row.SalesStageSetupKey) && statuses.includes(Number(row['Status/Key'])))
    .reduce((sum, row) => sum + Number(row['$COUNT()']), 0)

/** The rows of one process. A sale at a later stage has reached the earlier ones. */
function rowsOfProcess(stages: readonly Row[], found: readonly Row[], context: ReportContext): ReportRow[] {
  const { culture, scope } = context
  const keysFrom = stages.map((_, at) => stages.slice(at).map(({ Key }) => String(Key)))
  const reached = keysFrom.map(keys => countIn(found, keys, ends.flat()))
  return stages.map((stage, at) => {
    const keys = keysFrom[at] ?? []
    const figure = (count: number, statuses: readonly number[] | null) => ({
      value: count,
      text: String(count),
      list:
        count === 0
          ? null
          : listOf(
              'opportunities',
              ...conditionsOf(scope),
              condition('SalesStageSetup', 'in', ...keys),
              ...(statuses ? [condition('Status', 'in', ...statuses)] : []),
            ),
    })
    const [all = 0, next] = [reached[at], reached[at + 1]]
    const cells = ends.map(statuses => figure(countIn(found, keys, statuses), statuses))
    return {
      id: String(stage.Key),
      label: String(stage.Description ?? ''),
      group: String(stage['SalesProcessSetup/DisplayValue'] ?? ''),
      cells,
      more: [
        figure(all, null),
        next === undefined ? '–' : percentText(next, all, culture),
        percentText(cells[0]?.value ?? 0, all, culture),
      ],
    }
  })
}

const stageFields = ['Key', 'Description', 'SalesProcessSetupKey', 'SalesProcessSetup/DisplayValue']

export const conversion: Report = {
  id: 'conversion',
  chart: 'stacks',
  hasPeriod: true,
  members: (scope): Body => ({
    'SalesStageSetup.stages': {
      Scope: { Fields: Object.fromEntries(stageFields.map(field => [field, 1])) },
      OrderBy: { Fields: [{ Sequence: 'ASC' }] },
    },
    'Opportunity.stages': {
      Scope: { Fields: { SalesStageSetupKey: 1, 'Status/Key': 1, '$COUNT()': 1 } },
      Criteria: { SearchQuery: queryOf(...conditionsOf(scope), condition('SalesStageSetup', 'filled')) },
      GroupBy: { Fields: ['SalesStageSetupKey', 'Status/Key'] },
    },
  }),
  result: (data, context) => {
    const { reports } = context.texts
    const found = rowsOf(data, 'Opportunity.stages')
    const processes = Map.groupBy(rowsOf(data, 'SalesStageSetup.stages'), row => row.SalesProcessSetupKey)
    return {
      series: [reports.won, reports.openOnes, reports.ended],
      more: [reports.reached, reports.wentOn, reports.wonShare],
      rows: [...processes.values()].flatMap(stages => rowsOfProcess(stages, found, context)),
      total: null,
    }
  },
}
