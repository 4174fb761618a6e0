// Reports what each user has done with customers in a period, by the kind of interaction.
import { type Row, rowsOf } from '../api/envelope.ts'
import { condition, type FigureCondition, listOf, queryOf, scopeOf } from './conditions.ts'
import type { Figure, Report } from './report.ts'
import type { ReportScope } from './scope.ts'

interface Choice {
  readonly Key: string
  readonly DisplayValue: string
}

const kinds = (row: Row): Choice | null => row.Type as Choice | null
const users = (row: Row): Choice | null =>
  row['User/Key'] === null
    ? null
    : { Key: String(row['User/Key']), DisplayValue: String(row['User/DisplayValue'] ?? row['User/Key']) }

const distinct = (choices: readonly (Choice | null)[]): Choice[] => [
  ...new Map(choices.flatMap(choice => (choice ? [[choice.Key, choice] as const] : []))).values(),
]

const shown = { Key: 1, DisplayValue: 1 }
const user = ['User/Key', 'User/DisplayValue']
const userFields = { 'User/Key': 1, 'User/DisplayValue': 1 }

const conditionsOf = (scope: ReportScope) => [
  condition('StartDate', 'between', scope.days.from, scope.days.to),
  ...scopeOf('Interaction', scope),
]

export const activity: Report = {
  id: 'activity',
  chart: 'stacks',
  hasPeriod: true,
  members: scope => {
    const Criteria = { SearchQuery: queryOf(...conditionsOf(scope)) }
    return {
      'Interaction.kinds': {
        Scope: { Fields: { ...userFields, Type: shown, '$COUNT()': 1 } },
        Criteria,
        GroupBy: { Fields: [...user, 'Type'] },
      },
      'Interaction.users': {
        Scope: { Fields: { ...userFields, '$COUNT()': 1 } },
        Criteria,
        GroupBy: { Fields: user },
      },
      'Interaction.types': {
        Scope: { Fields: { Type: shown, '$COUNT()': 1 } },
        Criteria,
        GroupBy: { Fields: ['Type'] },
      },
      'Interaction.total': { Scope: { Fields: { '$COUNT()': 1 } }, Criteria },
    }
  },
  result: (data, { texts: { reports }, scope }) => {
    const found = rowsOf(data, 'Interaction.kinds')
    const types = distinct(rowsOf(data, 'Interaction.types').map(kinds))
    const figure = (row: Row | undefined, ...conditions: readonly FigureCondition[]): Figure => {
      const count = Number(row?.['$COUNT()'] ?? 0)
      return {
        text: String(count),
        list: count > 0 ? listOf('list/Interaction', ...conditions, ...conditionsOf(scope)) : null,
      }
    }
    const people = [...rowsOf(data, 'Interaction.users')].filter(row => users(row) !== null)
    people.sort((a, b) => Number(b['$COUNT()']) - Number(a['$COUNT()']))
    return {
      series: types.map(({ DisplayValue }) => DisplayValue),
      more: [reports.together],
      rows: people.map(row => {
        const { Key, DisplayValue } = users(row) as Choice
        const ofUser = condition('User', 'in', Key)
        return {
          id: Key,
          label: DisplayValue,
          cells: types.map(type => {
            const same = found.find(one => users(one)?.Key === Key && kinds(one)?.Key === type.Key)
            const { text, list } = figure(same, ofUser, condition('Type', 'in', type.Key))
            return { value: Number(text), text, list }
          }),
          more: [figure(row, ofUser)],
        }
      }),
      total: [
        ...types.map(type =>
          figure(
            rowsOf(data, 'Interaction.types').find(row => kinds(row)?.Key === type.Key),
            condition('Type', 'in', type.Key),
          ),
        ),
        figure(rowsOf(data, 'Interaction.total')[0]),
      ],
    }
  },
}
