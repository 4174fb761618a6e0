// Says what the columns of a table come to: the sum, the average or the number of values, in the address and in requests.
import type { Body } from '../api/envelope.ts'
import type { Field } from '../fields/field.ts'
import { valueKindOf } from '../fields/value-kinds.ts'

const ways = ['sum', 'avg', 'count'] as const
type SummaryWay = (typeof ways)[number]

/** What a column comes to. */
export interface Summary {
  readonly path: string
  readonly way: SummaryWay
}

/** What the values of a field can come to. */
export function waysOf(field: Field): readonly SummaryWay[] {
  const { adds, groupsBy } = valueKindOf(field)
  const isList = field.queryable.includes('$ALL')
  if (field.queryable.length === 0 || isList) return []
  return adds ? ways : groupsBy && field.refersTo.length < 2 ? ['count'] : []
}

/** `ForecastRevenue.sum_CurrentSalesStageAge.avg` */
export const summariesText = (summaries: readonly Summary[]): string =>
  summaries.map(({ path, way }) => `${path}.${way}`).join('_')

export const summariesFromText = (text: string): readonly Summary[] =>
  text.split('_').flatMap(part => {
    const dot = part.lastIndexOf('.')
    const way = ways.find(one => one === part.slice(dot + 1))
    return dot > 0 && way ? [{ path: part.slice(0, dot), way }] : []
  })

/** The summaries with another one for a column; null ends what it has. */
export const withSummary = (
  summaries: readonly Summary[],
  path: string,
  way: SummaryWay | null,
): readonly Summary[] => [...summaries.filter(one => one.path !== path), ...(way === null ? [] : [{ path, way }])]

/** The aggregate of a Read, as people of the culture write it. */
export const aggregateOf = ({ path, way }: Summary): string =>
  `$${way.toUpperCase()}(${path})${way === 'count' ? '' : '/DisplayValue'}`

export const recordCount = '$COUNT()'

/** What is selected for summaries and the number of records. */
export const summaryScope = (summaries: readonly Summary[]): Readonly<Record<string, 1>> => ({
  [recordCount]: 1,
  ...Object.fromEntries(summaries.map(one => [aggregateOf(one), 1] as const)),
})

/** The members of a Read for what the records of a list come to. */
export const summaryMembers = (entity: string, criteria: Body, summaries: readonly Summary[]): Body => ({
  [`${entity}.total`]: { Scope: { Fields: summaryScope(summaries) }, Criteria: criteria },
})
