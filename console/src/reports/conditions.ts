// Writes the conditions of a figure once: as the criteria by which it is computed, and as the filter of the list behind it.
import type { Body } from '../api/envelope.ts'
import { type OperatorName, operatorNamed } from '../fields/operators.ts'
import { filterText } from '../filter/url.ts'
import type { ReportScope } from './scope.ts'

/** The list of records behind a figure: a screen with the same conditions. */
export interface ListLink {
  readonly to: string
  readonly search: Readonly<Record<string, string>>
}

export interface FigureCondition {
  readonly field: string
  readonly op: OperatorName
  readonly values: readonly (string | number)[]
}

export const condition = (
  field: string,
  op: OperatorName,
  ...values: readonly (string | number)[]
): FigureCondition => ({
  field,
  op,
  values,
})

/** The conditions as a SearchQuery. */
export const queryOf = (...conditions: readonly FigureCondition[]): Body => {
  const queries = conditions.map(({ field, op, values }) => ({ [field]: operatorNamed(op).criterion(values) }))
  return queries.length === 1 ? (queries[0] as Body) : { $AND: queries }
}

export const listOf = (to: string, ...conditions: readonly FigureCondition[]): ListLink => ({
  to,
  search: {
    filter: filterText({
      join: 'and',
      items: conditions.map(({ field, op, values }) => ({ field, op, values: values.map(String) })),
    }),
  },
})

/** Whose a record is, and in which territory its entry is. */
const belongings = {
  Opportunity: { owner: 'Leader', territory: 'AbEntry/TerritoryKey' },
  Case: { owner: 'AssignedTo', territory: 'AbEntry/TerritoryKey' },
  Task: { owner: 'CompletedBy', territory: 'AbEntry/TerritoryKey' },
  Interaction: { owner: 'User', territory: 'AbEntry/TerritoryKey' },
  Appointment: { owner: 'Organizer', territory: 'AbEntries/TerritoryKey' },
} as const

/** The conditions of owner and territory for an entity. `owner` is another field that says whose a record is. */
export function scopeOf(
  entity: keyof typeof belongings,
  { owner, territory }: Pick<ReportScope, 'owner' | 'territory'>,
  ownerField: string = belongings[entity].owner,
): FigureCondition[] {
  return [
    ...(owner === '' ? [] : [condition(ownerField, 'in', owner)]),
    ...(territory === '' ? [] : [condition(belongings[entity].territory, 'in', territory)]),
  ]
}
