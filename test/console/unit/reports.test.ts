// Proves the reports: the days of periods, what is asked, and rows whose links show the same records.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { Body } from '../../../console/src/api/envelope.ts'
import { searchQueryOf } from '../../../console/src/filter/criteria.ts'
import { filterFromText } from '../../../console/src/filter/url.ts'
import { activity } from '../../../console/src/reports/activity.ts'
import { allReports } from '../../../console/src/reports/all.ts'
import { condition, listOf } from '../../../console/src/reports/conditions.ts'
import { type Days, dayIn, daysOf, monthsOf, type periods } from '../../../console/src/reports/period.ts'
import { type Cell, type Report, reportIds } from '../../../console/src/reports/report.ts'
import { revenue } from '../../../console/src/reports/revenue.ts'
import type { ReportScope } from '../../../console/src/reports/scope.ts'
import { ages, pipeline } from '../../../console/src/reports/stages.ts'
import { decimalText, moneyText, weightedSum } from '../../../console/src/reports/weighted.ts'
import { fieldsNamed, modelNamed, texts } from './support.ts'

const days: Days = { from: '2026-01-15', to: '2026-03-10' }
const scope: ReportScope = { days, owner: '', territory: '', options: [{ key: 'r1', name: 'Price' }] }
const resultOf = (report: Report, data: Body) =>
  report.result(data, { texts, culture: 'en-GB', currency: 'EUR', scope })
const textOf = (figure: string | { readonly text: string }): string =>
  typeof figure === 'string' ? figure : figure.text

describe('periods', () => {
  const today = new Date('2026-11-16T00:00:00Z')
  const cases: [(typeof periods)[number], string, string][] = [
    ['year', '2026-01-01', '2026-12-31'],
    ['lastYear', '2025-01-01', '2025-12-31'],
    ['months12', '2025-12-01', '2026-11-30'],
    ['ahead12', '2026-11-01', '2027-10-31'],
    ['quarter', '2026-10-01', '2026-12-31'],
    ['days90', '2026-08-19', '2026-11-16'],
    ['days30', '2026-10-18', '2026-11-16'],
  ]
  for (const [period, from, to] of cases) {
    test(period, () => assert.deepEqual(daysOf(period, today), { from, to }))
  }

  test('begin and end in the time zone of the user', () => {
    const now = new Date('2026-12-31T23:30:00Z')
    assert.equal(dayIn('Europe/Berlin', now).toISOString(), '2027-01-01T00:00:00.000Z')
    assert.equal(dayIn('America/New_York', now).toISOString(), '2026-12-31T00:00:00.000Z')
    assert.deepEqual(daysOf('months12', new Date('2024-02-29T00:00:00Z')), { from: '2023-03-01', to: '2024-02-29' })
  })

  test('the months of any period follow each other, and have all its days once', () => {
    const date = fc.integer({ min: 0, max: 20_000 })
    fc.assert(
      fc.property(date, fc.nat(800), (first, length) => {
        const iso = (at: number): string => new Date(at * 86_400_000).toISOString().slice(0, 10)
        const months = monthsOf({ from: iso(first), to: iso(first + length) })
        assert.equal(months[0]?.from, iso(first))
        assert.equal(months.at(-1)?.to, iso(first + length))
        for (const [i, { from, to, year, month }] of months.entries()) {
          assert.ok(from <= to)
          assert.equal(from.slice(0, 7), `${year}-${String(month).padStart(2, '0')}`)
          const next = months[i + 1]
          if (next) assert.equal(Date.parse(next.from) - Date.parse(to), 86_400_000)
        }
      }),
    )
  })
})

/** The query that the list behind a figure asks. */
const queryOf = ({ list }: Pick<Cell, 'list'>, entity: string): Body =>
  searchQueryOf(filterFromText(list?.search.filter ?? ''), fieldsNamed(entity).of)

describe('links to lists', () => {
  test('are filters that the list reads', () => {
    const { search, to } = listOf('opportunities', condition('Status', 'in', 3), condition('Objective', 'is', 'a~b(c)'))
    assert.equal(to, 'opportunities')
    assert.deepEqual(filterFromText(search.filter ?? '').items, [
      { field: 'Status', op: 'in', values: ['3'] },
      { field: 'Objective', op: 'is', values: ['a~b(c)'] },
    ])
  })
})

describe('every report', () => {
  test('is one of those that screens name', () => {
    assert.deepEqual(
      Object.entries(allReports).map(([name, { id }]) => [name, id]),
      reportIds.map(id => [id, id]),
    )
  })

  for (const report of Object.values(allReports)) {
    test(`${report.id}: asks by fields that the Schema has`, () => {
      for (const [member, content] of Object.entries(report.members(scope))) {
        const model = modelNamed(member.split('.')[0] as string)
        const { Criteria, GroupBy } = content as { Criteria?: { SearchQuery: Body }; GroupBy?: { Fields: string[] } }
        const { $AND = [], ...rest } = Criteria?.SearchQuery ?? {}
        const asked = [...($AND as Body[]), rest].flatMap(one => Object.keys(one))
        const paths = [...asked, ...(GroupBy?.Fields ?? [])].map(path => path.replace(/^\$\w+\((.*)\)$/, '$1'))
        const known = (path: string): boolean =>
          model.field(path) !== undefined || model.field(path.split('/')[0] as string) !== undefined
        assert.deepEqual(
          paths.filter(path => !known(path)),
          [],
          member,
        )
      }
    })

    test(`${report.id}: an answer without rows is a report without figures`, () => {
      const { rows, series } = resultOf(report, {})
      assert.ok(rows.every(({ cells }) => cells.every(({ value, list }) => value === 0 && list === null)))
      assert.ok(Array.isArray(series))
    })
  }
})

describe('revenue', () => {
  const [year, month, sum] = ['$YEAR(CloseDate)', '$MONTH(CloseDate)', '$SUM(CorporateRevenue)']
  const data = {
    'Opportunity.won': {
      Data: [{ [year]: 2026, [month]: 2, '$COUNT()': 3, [sum]: 120.5, [`${sum}/DisplayValue`]: '€120.50' }],
    },
    'Opportunity.open': { Data: [] },
    'Opportunity.wonTotal': { Data: [{ '$COUNT()': 3, [`${sum}/DisplayValue`]: '€120.50' }] },
    'Opportunity.openTotal': { Data: [] },
  }
  const { rows, total, series, more } = resultOf(revenue, data)

  test('has a row for each month, with the texts of the server', () => {
    assert.deepEqual(
      rows.map(({ id, label }) => [id, label]),
      [
        ['2026-1', 'Jan 2026'],
        ['2026-2', 'Feb 2026'],
        ['2026-3', 'Mar 2026'],
      ],
    )
    assert.deepEqual(
      rows[1]?.cells.map(({ value, text }) => [value, text]),
      [
        [120.5, '€120.50'],
        [0, '–'],
      ],
    )
    assert.deepEqual(rows[1]?.more.map(textOf), ['3', '0'])
    assert.deepEqual(total?.map(textOf), ['€120.50', '–', '3', '0'])
    assert.deepEqual([series.length, more.length], [2, 2])
  })

  test('links each figure to its sales, within the days of the period', () => {
    assert.deepEqual(queryOf(rows[1]?.cells[0] as Cell, 'Opportunity'), {
      $AND: [{ Status: { $IN: ['3'] } }, { CloseDate: { $RANGE: ['2026-02-01', '2026-02-28'] } }],
    })
    assert.equal(rows[0]?.cells[0]?.list, null)
  })
})

describe('stages', () => {
  const stage = (key: string | null, name: string | null, rest: Body) => ({
    SalesProcessSetupKey: 'p',
    'SalesProcessSetup/DisplayValue': key === null ? null : 'Standard',
    SalesStageSetupKey: key,
    'SalesStageSetup/DisplayValue': name,
    'SalesStageSetup/TargetAge': 14,
    ...rest,
  })
  const sum = '$SUM(CorporateRevenue)'

  test('the pipeline has a bar for each stage, and one for sales without any', () => {
    const { rows, total } = resultOf(pipeline, {
      'Opportunity.stages': {
        Data: [
          stage('s1', 'Offer', { [sum]: 10, [`${sum}/DisplayValue`]: '€10', '$COUNT()': 2 }),
          stage(null, null, { [sum]: null, [`${sum}/DisplayValue`]: null, '$COUNT()': 1 }),
        ],
      },
      'Opportunity.total': { Data: [{ [`${sum}/DisplayValue`]: '€10', '$COUNT()': 3 }] },
    })
    assert.deepEqual(
      rows.map(({ label, group, more }) => [label, group, more.map(textOf)]),
      [
        ['Offer', 'Standard', ['2']],
        [texts.reports.withoutStage, '', ['1']],
      ],
    )
    assert.deepEqual(
      rows.map(({ cells }) => cells[0]?.text),
      ['€10', '–'],
    )
    assert.deepEqual(total?.map(textOf), ['€10', '3'])
    assert.deepEqual(queryOf(rows[1]?.cells[0] as Cell, 'Opportunity'), {
      $AND: [{ Status: { $IN: ['0', '2', '6'] } }, { SalesStageSetup: { $EQ: null } }],
    })
    assert.equal(resultOf(pipeline, {}).total, null)
  })

  test('the ages of a stage are counted by spans that cover every age once', () => {
    const members = ages.members(scope)
    const spans = [0, 1, 2, 3].map(at => {
      const member = members[`Opportunity.span${at}`] as { Criteria: { SearchQuery: { $AND: Body[] } } }
      const asked = Object.assign({}, ...member.Criteria.SearchQuery.$AND)
      return asked.CurrentSalesStageAge.$RANGE as [number, number]
    })
    for (const [at, [from]] of spans.entries()) assert.equal(from, at === 0 ? 0 : (spans[at - 1]?.[1] as number) + 1)
    const { rows, series } = resultOf(ages, {
      'Opportunity.stages': {
        Data: [
          stage('s1', 'Offer', { '$AVG(CurrentSalesStageAge)': 12.6, '$MAX(CurrentSalesStageAge)/DisplayValue': '40' }),
        ],
      },
      'Opportunity.span1': { Data: [{ SalesStageSetupKey: 's1', '$COUNT()': 4 }] },
    })
    assert.equal(series.length, spans.length)
    assert.deepEqual(
      rows[0]?.cells.map(({ value }) => value),
      [0, 4, 0, 0],
    )
    assert.deepEqual(rows[0]?.more, [texts.reports.days('13'), texts.reports.days('40'), texts.reports.days('14')])
    assert.deepEqual(queryOf(rows[0]?.cells[1] as Cell, 'Opportunity'), {
      $AND: [
        { Status: { $IN: ['0', '2', '6'] } },
        { SalesStageSetup: { $IN: ['s1'] } },
        { CurrentSalesStageAge: { $RANGE: [8, 30] } },
      ],
    })
  })

  test('a stage without a target shows none', () => {
    const row = stage('s1', 'Offer', {
      'SalesStageSetup/TargetAge': 0,
      '$AVG(CurrentSalesStageAge)': 1,
      '$MAX(CurrentSalesStageAge)/DisplayValue': '1',
    })
    assert.equal(resultOf(ages, { 'Opportunity.stages': { Data: [row] } }).rows[0]?.more[2], '–')
  })
})

describe('activity', () => {
  const call = { Key: '1', DisplayValue: 'Call' }
  const mail = { Key: '2', DisplayValue: 'Mail' }
  const user = (key: string | null, name: string | null, count: number, rest: Body = {}) => ({
    'User/Key': key,
    'User/DisplayValue': name,
    '$COUNT()': count,
    ...rest,
  })
  const { rows, series, total } = resultOf(activity, {
    'Interaction.kinds': { Data: [user('u1', 'Ben', 2, { Type: call }), user('u2', null, 5, { Type: mail })] },
    'Interaction.users': { Data: [user('u1', 'Ben', 2), user('u2', null, 5), user(null, null, 9)] },
    'Interaction.types': {
      Data: [
        { Type: call, '$COUNT()': 2 },
        { Type: mail, '$COUNT()': 14 },
        { Type: null, '$COUNT()': 1 },
      ],
    },
    'Interaction.total': { Data: [{ '$COUNT()': 17 }] },
  })

  test('has the busiest people first, and none for interactions without a user', () => {
    assert.deepEqual(series, ['Call', 'Mail'])
    assert.deepEqual(
      rows.map(({ label, cells, more }) => [label, cells.map(({ value }) => value), more.map(textOf)]),
      [
        ['u2', [0, 5], ['5']],
        ['Ben', [2, 0], ['2']],
      ],
    )
    assert.deepEqual(total?.map(textOf), ['2', '14', '17'])
  })

  test('links a figure to the interactions of that person and kind; none has no link', () => {
    assert.deepEqual(queryOf(rows[1]?.cells[0] as Cell, 'Interaction'), {
      $AND: [
        { User: { $IN: ['u1'] } },
        { Type: { $IN: ['1'] } },
        { StartDate: { $RANGE: ['2026-01-15', '2026-03-10'] } },
      ],
    })
    assert.equal(rows[0]?.cells[0]?.list, null)
  })
})

describe('weighted money', () => {
  test('has no binary fractions', () => {
    const parts = [
      { amount: 0.7, percent: 33 },
      { amount: 0.1, percent: 33 },
      { amount: 10, percent: null },
    ]
    assert.equal(decimalText(weightedSum(parts)), '0.264000')
    assert.equal(decimalText(weightedSum([{ amount: -1.2345, percent: 50 }])), '-0.617250')
    const large = weightedSum([{ amount: 999_999_999.99, percent: 100 }])
    assert.equal(moneyText(large, 'en-US', 'USD'), '$999,999,999.99')
  })

  test('a sum of parts is the sum of their products', () => {
    const part = fc.record({ amount: fc.integer({ max: 1e9 }), percent: fc.integer({ min: 0, max: 100 }) })
    fc.assert(
      fc.property(fc.array(part), parts => {
        const expected = parts.reduce((sum, { amount, percent }) => sum + amount * percent, 0)
        assert.equal(weightedSum(parts), BigInt(expected) * 10_000n)
      }),
    )
  })
})
