// Proves the board: lanes that hold each sale once, what a move changes, ages, and the one request.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Body } from '../../../console/src/api/envelope.ts'
import { openStatuses } from '../../../console/src/api/names.ts'
import {
  boardMembers,
  cardFields,
  cardsMember,
  cardsName,
  pageSize,
  type Question,
} from '../../../console/src/board/request.ts'
import {
  ageState,
  changesFor,
  closedLane,
  closedNameOf,
  closedStatuses,
  laneOf,
  stageLane,
} from '../../../console/src/sales/lanes.ts'
import { modelNamed } from './support.ts'

const offer = stageLane({ key: 's1', name: 'Offer', probability: 50, targetAge: 10 })
const contract = stageLane({ key: 's2', name: 'Contract', probability: 80, targetAge: 0 })
const won = closedLane('won', 'Won')
const lost = closedLane('lost', 'Lost')
const card = (status: number, stage = 's1', rest: Body = {}) => ({
  Status: { Key: status },
  SalesStageSetupKey: stage,
  ...rest,
})

describe('lanes', () => {
  test('an open sale lies in the lane of its stage, a closed one in that of its end', () => {
    for (const status of openStatuses) assert.equal(laneOf(card(status)), offer.id)
    assert.equal(laneOf(card(closedStatuses.won)), won.id)
    assert.equal(laneOf(card(closedStatuses.abandoned)), 'abandoned')
    assert.equal(closedNameOf(2), undefined)
  })

  test('a move brings the card into the lane, whichever it came from', () => {
    for (const to of [offer, contract, won, lost]) {
      for (const from of [card(0), card(2, 's2'), card(closedStatuses.won), card(closedStatuses.lost, 's2')])
        assert.equal(laneOf({ ...from, ...changesFor(to, from) }), to.id)
    }
  })

  test('a sale that is won without an amount is won for the forecast, unless it has an amount', () => {
    const forecast = { Value: 10 }
    assert.deepEqual(changesFor(won, card(2, 's1', { ForecastRevenue: forecast })).ActualRevenue, forecast)
    assert.ok(
      !('ActualRevenue' in changesFor(won, card(2, 's1', { ForecastRevenue: forecast, ActualRevenue: { Value: 0 } }))),
    )
    assert.ok(!('ActualRevenue' in changesFor(won, card(2, 's1', { ForecastRevenue: null }))))
    assert.ok(!('ActualRevenue' in changesFor(lost, card(2, 's1', { ForecastRevenue: forecast }))))
  })

  test('a closed sale that is moved to a stage is open again; an open one keeps its status', () => {
    assert.deepEqual(changesFor(contract, card(closedStatuses.lost)), {
      SalesStageSetupKey: 's2',
      Status: { Key: 2, DisplayValue: '' },
    })
    assert.deepEqual(changesFor(contract, card(6)), { SalesStageSetupKey: 's2' })
  })

  test('the age of a card is compared with the target of its stage', () => {
    assert.deepEqual(
      [0, 7, 7.5, 10, 10.1].map(days => ageState(days, 10)),
      ['inTime', 'inTime', 'soon', 'soon', 'over'],
    )
    assert.equal(ageState(100, 0), null)
  })
})

describe('the request of a board', () => {
  const question: Question = { process: 'p1', filter: {}, sort: 'revenue' }
  type Member = {
    Scope: { Fields: Body }
    Criteria: { SearchQuery: { $AND: Body[] } }
    OrderBy?: Body
    GroupBy?: { Fields: string[] }
  }
  const members = (isShown: (id: string) => boolean, asked = question) =>
    boardMembers(asked, [offer, contract, won], lane => isShown(lane.id)) as Record<string, Member>

  test('has sums of all lanes, and cards of those that are shown', () => {
    const all = members(id => id !== 'won')
    assert.deepEqual(Object.keys(all), [
      'Opportunity.all',
      'Opportunity.stages',
      'Opportunity.closed',
      cardsName(0),
      cardsName(1),
    ])
    assert.deepEqual(all['Opportunity.stages']?.GroupBy, { Fields: ['SalesStageSetupKey'] })
    assert.ok(cardsName(2) in members(() => true))
  })

  test('open and closed sums have every sale of the process once', () => {
    const { 'Opportunity.all': open, 'Opportunity.closed': closed } = members(() => false)
    assert.deepEqual(open?.Criteria.SearchQuery.$AND, [
      { SalesProcessSetupKey: { $EQ: 'p1' } },
      { Status: { $IN: openStatuses } },
    ])
    assert.deepEqual(closed?.Criteria.SearchQuery.$AND[1], { Status: { $NIN: openStatuses } })
  })

  test('the filter is part of every member', () => {
    const filter = { Leader: { $EQ: 'u1' } }
    for (const { Criteria } of Object.values(members(() => true, { ...question, filter })))
      assert.deepEqual(Criteria.SearchQuery.$AND.at(-1), filter)
  })

  test('the next cards of a lane begin at the page key, in the order that is chosen', () => {
    assert.deepEqual(cardsMember(question, offer, null).OrderBy, {
      Fields: [{ CorporateRevenue: 'DESC' }],
      PageSize: pageSize,
    })
    assert.deepEqual(cardsMember({ ...question, sort: 'close' }, offer, 'k').OrderBy, {
      Fields: [{ CloseDate: 'ASC' }],
      PageSize: pageSize,
      PageKey: 'k',
    })
    assert.deepEqual(cardsMember({ ...question, sort: 'age' }, offer, null).OrderBy, {
      Fields: [{ CurrentSalesStageAge: 'DESC' }],
      PageSize: pageSize,
    })
  })

  test('cards select fields that an opportunity has, and what a move needs', () => {
    const model = modelNamed('Opportunity')
    assert.deepEqual(
      Object.keys(cardFields).filter(path => !model.field(path)),
      [],
    )
    for (const lane of [offer, won])
      assert.deepEqual(
        Object.keys(changesFor(lane, card(2, 's1', { ForecastRevenue: 1 }))).filter(path => !(path in cardFields)),
        [],
      )
  })
})
