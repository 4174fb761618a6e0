// Builds the one request of a board: sums and counts of its lanes, and the first cards of each.
import type { Body } from '../api/envelope.ts'
import { openStatuses } from '../api/names.ts'
import type { Lane } from '../sales/lanes.ts'

export const pageSize = 25

const amount = { Value: 1, CurrencyCode: 1, DisplayValue: 1 }
const shown = { Value: 1, DisplayValue: 1 }

/** What a card shows, and what a move needs. */
export const cardFields: Body = {
  Key: 1,
  Version: 1,
  Objective: 1,
  Status: { Key: 1, DisplayValue: 1 },
  SalesStageSetupKey: 1,
  AbEntry: { Key: 1, DisplayValue: 1 },
  Leader: { Key: 1, DisplayValue: 1 },
  CorporateRevenue: shown,
  ForecastRevenue: amount,
  ActualRevenue: amount,
  CurrentSalesStageAge: shown,
  CloseDate: shown,
  NextAction: 1,
  SecStatus: 1,
}

const sorts = {
  revenue: { CorporateRevenue: 'DESC' },
  age: { CurrentSalesStageAge: 'DESC' },
  close: { CloseDate: 'ASC' },
} as const

export type Sort = keyof typeof sorts

const total = { '$COUNT()': 1, '$SUM(CorporateRevenue)/DisplayValue': 1 }

const searchQuery = (...conditions: readonly Body[]): Body => {
  const asked = conditions.filter(condition => Object.keys(condition).length > 0)
  return { SearchQuery: asked.length === 1 ? asked[0] : { $AND: asked } }
}

export interface Question {
  readonly process: string
  /** Conditions of the filter. */
  readonly filter: Body
  readonly sort: Sort
}

/** The member of the batch that reads the cards of a lane; `after` is the page key of the page before. */
export const cardsMember = ({ process, filter, sort }: Question, lane: Lane, after: string | null): Body => ({
  Scope: { Fields: cardFields },
  Criteria: searchQuery({ SalesProcessSetupKey: { $EQ: process } }, lane.criteria, filter),
  OrderBy: { Fields: [sorts[sort]], PageSize: pageSize, ...(after === null ? {} : { PageKey: after }) },
})

export const cardsName = (at: number): string => `Opportunity.cards${at + 1}`

/** All members; lanes that are not shown have sums alone. */
export function boardMembers(question: Question, lanes: readonly Lane[], isShown: (lane: Lane) => boolean): Body {
  const own = { SalesProcessSetupKey: { $EQ: question.process } }
  const open = searchQuery(own, { Status: { $IN: openStatuses } }, question.filter)
  const cards = lanes.map((lane, at) => [cardsName(at), isShown(lane) ? cardsMember(question, lane, null) : null])
  return {
    'Opportunity.all': { Scope: { Fields: total }, Criteria: open },
    'Opportunity.stages': {
      Scope: { Fields: { SalesStageSetupKey: 1, ...total } },
      Criteria: open,
      GroupBy: { Fields: ['SalesStageSetupKey'] },
    },
    'Opportunity.closed': {
      Scope: { Fields: { Status: 1, ...total } },
      Criteria: searchQuery(own, { Status: { $NIN: openStatuses } }, question.filter),
      GroupBy: { Fields: ['Status'] },
    },
    ...Object.fromEntries(cards.filter(([, member]) => member !== null)),
  }
}
