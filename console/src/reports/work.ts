// Reports what each person has done in a period: interactions, tasks, meetings, new sales and won sales.
import { type Body, type Row, rowsOf } from '../api/envelope.ts'
import { condition, type FigureCondition, listOf, queryOf, scopeOf } from './conditions.ts'
import type { Report } from './report.ts'
import type { ReportScope } from './scope.ts'

interface Deed {
  readonly name: 'interactions' | 'tasks' | 'meetings' | 'newSales' | 'wonSales'
  readonly entity: 'Interaction' | 'Task' | 'Appointment' | 'Opportunity'
  /** The screen of the list. */
  readonly to: string
  /** Whose deed it is, and when it was done. */
  readonly person: string
  readonly moment: string
  readonly is?: FigureCondition
}

/** The first three are the parts of the bars. */
const deeds: readonly Deed[] = [
  { name: 'interactions', entity: 'Interaction', to: 'list/Interaction', person: 'User', moment: 'StartDate' },
  { name: 'tasks', entity: 'Task', to: 'tasks', person: 'CompletedBy', moment: 'CompletionDate' },
  { name: 'meetings', entity: 'Appointment', to: 'appointments', person: 'Organizer', moment: 'StartDate' },
  { name: 'newSales', entity: 'Opportunity', to: 'opportunities', person: 'Creator', moment: 'CreationDate' },
  {
    name: 'wonSales',
    entity: 'Opportunity',
    to: 'opportunities',
    person: 'Leader',
    moment: 'CloseDate',
    is: condition('Status', 'in', 3),
  },
]
const charted = 3

const conditionsOf = ({ entity, person, moment, is }: Deed, scope: ReportScope) => [
  ...(is ? [is] : []),
  condition(moment, 'between', scope.days.from, scope.days.to),
  ...scopeOf(entity, scope, person),
]

const memberOf = ({ entity, name }: Deed): string => `${entity}.${name}`

const byPerson = (deed: Deed, scope: ReportScope): Body => {
  const fields = [`${deed.person}/Key`, `${deed.person}/DisplayValue`]
  return {
    Scope: { Fields: Object.fromEntries([...fields, '$COUNT()'].map(field => [field, 1])) },
    Criteria: { SearchQuery: queryOf(...conditionsOf(deed, scope)) },
    GroupBy: { Fields: fields },
  }
}

const countOf = (row: Row | undefined): number => Number(row?.['$COUNT()'] ?? 0)

/** Everybody who has done something, by key. */
function peopleIn(data: Body): { key: string; name: string; count: number }[] {
  const people = new Map<string, { key: string; name: string; count: number }>()
  for (const deed of deeds) {
    for (const row of rowsOf(data, memberOf(deed))) {
      const key = row[`${deed.person}/Key`] as string | null
      if (key === null) continue
      const known = people.get(key) ?? { key, name: String(row[`${deed.person}/DisplayValue`] ?? key), count: 0 }
      people.set(key, { ...known, count: known.count + countOf(row) })
    }
  }
  return [...people.values()].sort((a, b) => b.count - a.count || a.name.localeCompare(b.name))
}

export const work: Report = {
  id: 'work',
  chart: 'stacks',
  hasPeriod: true,
  members: scope => Object.fromEntries(deeds.map(deed => [memberOf(deed), byPerson(deed, scope)])),
  result: (data, { texts: { reports }, scope }) => {
    const names = deeds.map(({ name }) => reports.deeds[name])
    const figure = (deed: Deed, count: number, ...whose: readonly FigureCondition[]) => ({
      value: count,
      text: String(count),
      list: count > 0 ? listOf(deed.to, ...whose, ...conditionsOf(deed, scope)) : null,
    })
    return {
      series: names.slice(0, charted),
      more: names.slice(charted),
      rows: peopleIn(data).map(({ key, name }) => {
        const figures = deeds.map(deed => {
          const row = rowsOf(data, memberOf(deed)).find(one => one[`${deed.person}/Key`] === key)
          return figure(deed, countOf(row), condition(deed.person, 'in', key))
        })
        return { id: key, label: name, cells: figures.slice(0, charted), more: figures.slice(charted) }
      }),
      total: deeds.map(deed => {
        const all = rowsOf(data, memberOf(deed)).filter(row => row[`${deed.person}/Key`] !== null)
        return figure(
          deed,
          all.reduce((sum, row) => sum + countOf(row), 0),
          condition(deed.person, 'filled'),
        )
      }),
    }
  },
}
