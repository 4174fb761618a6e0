// Reports how old the open cases of each person are.
import { type Body, type Row, rowsOf } from '../api/envelope.ts'
import { condition, type FigureCondition, listOf, queryOf, scopeOf } from './conditions.ts'
import type { Report } from './report.ts'
import type { ReportScope } from './scope.ts'

/** Days since the case was created: from, to. */
const spans = [
  [0, 2],
  [3, 7],
  [8, 30],
  [31, 100_000],
] as const

type Conditions = readonly FigureCondition[]

const openOnes = (scope: ReportScope): Conditions => [condition('ResolvedDate', 'empty'), ...scopeOf('Case', scope)]
const inSpan = ([from, to]: (typeof spans)[number]) => condition('Age', 'between', from, to)
const late = condition('Overdue', 'yes')

const [key, name] = ['AssignedTo/Key', 'AssignedTo/DisplayValue']
const oldest = '$MAX(Age)'

const byPerson = (conditions: Conditions, fields: Body = {}): Body => ({
  Scope: { Fields: { [key]: 1, [name]: 1, '$COUNT()': 1, ...fields } },
  Criteria: { SearchQuery: queryOf(...conditions) },
  GroupBy: { Fields: [key, name] },
})

const countOf = (row: Row | undefined): number => Number(row?.['$COUNT()'] ?? 0)
const sumOf = (rows: readonly Row[]): number => rows.reduce((sum, row) => sum + countOf(row), 0)

export const caseAges: Report = {
  id: 'cases',
  chart: 'stacks',
  hasPeriod: false,
  members: scope => ({
    'Case.people': byPerson(openOnes(scope), { [oldest]: 1 }),
    ...Object.fromEntries(spans.map((span, at) => [`Case.span${at}`, byPerson([...openOnes(scope), inSpan(span)])])),
    'Case.late': byPerson([...openOnes(scope), late]),
  }),
  result: (data, { texts: { reports }, scope }) => {
    const figure = (count: number, ...conditions: Conditions) => ({
      value: count,
      text: String(count),
      list: count > 0 ? listOf('cases', ...openOnes(scope), ...conditions) : null,
    })
    const people = [...rowsOf(data, 'Case.people')].sort((a, b) => countOf(b) - countOf(a))
    const dayText = (days: unknown): string => reports.days(String(days ?? 0))
    return {
      series: [reports.upTo(2), reports.between(3, 7), reports.between(8, 30), reports.moreThan(30)],
      more: [reports.together, reports.late, reports.oldest],
      rows: people.map(row => {
        const same = (one: Row): boolean => one[key] === row[key]
        const ofPerson =
          row[key] === null ? condition('AssignedTo', 'empty') : condition('AssignedTo', 'in', String(row[key]))
        return {
          id: String(row[key] ?? ''),
          label: String(row[name] ?? (row[key] === null ? reports.unassigned : row[key])),
          cells: spans.map((span, at) =>
            figure(countOf(rowsOf(data, `Case.span${at}`).find(same)), ofPerson, inSpan(span)),
          ),
          more: [
            figure(countOf(row), ofPerson),
            figure(countOf(rowsOf(data, 'Case.late').find(same)), ofPerson, late),
            dayText(row[oldest]),
          ],
        }
      }),
      total: [
        ...spans.map((span, at) => figure(sumOf(rowsOf(data, `Case.span${at}`)), inSpan(span))),
        figure(sumOf(people)),
        figure(sumOf(rowsOf(data, 'Case.late')), late),
        dayText(Math.max(0, ...people.map(row => Number(row[oldest] ?? 0)))),
      ],
    }
  },
}
