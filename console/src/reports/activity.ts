// Reports what each user has done with customers in a period, by the kind of interaction.
import { type Row, rowsOf } from '../api/envelope.ts'
import { condition, listOf, type Report } from './report.ts'

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

export const activity: Report = {
  id: 'activity',
  chart: 'stacks',
  hasPeriod: true,
  members: ({ from, to }) => {
    const Criteria = { SearchQuery: { StartDate: { $RANGE: [from, to] } } }
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
  result: (data, { texts: { reports }, days }) => {
    const found = rowsOf(data, 'Interaction.kinds')
    const types = distinct(rowsOf(data, 'Interaction.types').map(kinds))
    const countOf = (member: string, is: (row: Row) => boolean): number =>
      Number(rowsOf(data, member).find(is)?.['$COUNT()'] ?? 0)
    const people = [...rowsOf(data, 'Interaction.users')].filter(row => users(row) !== null)
    people.sort((a, b) => Number(b['$COUNT()']) - Number(a['$COUNT()']))
    return {
      series: types.map(({ DisplayValue }) => DisplayValue),
      more: [reports.together],
      rows: people.map(row => {
        const { Key, DisplayValue } = users(row) as Choice
        return {
          id: Key,
          label: DisplayValue,
          cells: types.map(type => {
            const count = Number(
              found.find(one => users(one)?.Key === Key && kinds(one)?.Key === type.Key)?.['$COUNT()'] ?? 0,
            )
            const conditions = [
              condition('User', 'in', Key),
              condition('Type', 'in', type.Key),
              condition('StartDate', 'between', days.from, days.to),
            ]
            return {
              value: count,
              text: String(count),
              list: count > 0 ? listOf('list/Interaction', ...conditions) : null,
            }
          }),
          more: [String(row['$COUNT()'])],
        }
      }),
      total: [
        ...types.map(type => String(countOf('Interaction.types', row => kinds(row)?.Key === type.Key))),
        String(countOf('Interaction.total', () => true)),
      ],
    }
  },
}
