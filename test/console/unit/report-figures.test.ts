// Tests that each figure of each report is that of the list which it opens: asked of the server on both engines.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type Body, envelope, memberFor } from '../../../console/src/api/envelope.ts'
import { searchQueryOf } from '../../../console/src/filter/criteria.ts'
import { filterFromText } from '../../../console/src/filter/url.ts'
import { allReports } from '../../../console/src/reports/all.ts'
import { caseAges } from '../../../console/src/reports/case-ages.ts'
import type { ListLink } from '../../../console/src/reports/conditions.ts'
import { conversion } from '../../../console/src/reports/conversion.ts'
import { forecast } from '../../../console/src/reports/forecast.ts'
import { reasons } from '../../../console/src/reports/reasons.ts'
import type { Report, ReportResult } from '../../../console/src/reports/report.ts'
import type { ReportScope } from '../../../console/src/reports/scope.ts'
import { work } from '../../../console/src/reports/work.ts'
import { type Crm, eachCrm, type Json } from '../../support/crm.ts'
import { fieldsNamed, texts } from './support.ts'

const year = new Date().getUTCFullYear()
const days = { from: `${year}-01-01`, to: `${year}-12-31` }

const entities: Readonly<Record<string, string>> = {
  opportunities: 'Opportunity',
  cases: 'Case',
  tasks: 'Task',
  appointments: 'Appointment',
  'list/Interaction': 'Interaction',
}

/** What the list behind a figure has: how many records, and what they are worth. */
async function listFigures(crm: Crm, { to, search }: ListLink): Promise<{ count: number; sum: number | null }> {
  const entity = entities[to] as string
  const SearchQuery = searchQueryOf(filterFromText(search.filter ?? ''), fieldsNamed(entity).of)
  const sum = entity === 'Opportunity' ? { '$SUM(CorporateRevenue)': 1 } : {}
  const member = memberFor(entity)
  const answer = await crm.ok(
    'Read',
    envelope({ [member]: { Scope: { Fields: { '$COUNT()': 1, ...sum } }, Criteria: { SearchQuery } } }),
  )
  const row = answer[member].Data[0]
  return { count: row['$COUNT()'], sum: row['$SUM(CorporateRevenue)'] ?? null }
}

async function resultOf(crm: Crm, report: Report, part: Partial<ReportScope> = {}, as = crm.admin) {
  const options = report.optionsOf ? await reasonsOf(crm) : []
  const scope = { days, owner: '', territory: '', options, ...part }
  const data: Body = await crm.ok('Read', envelope(report.members(scope)), as)
  return report.result(data, { texts, culture: 'en-US', currency: 'USD', scope })
}

async function reasonsOf(crm: Crm): Promise<{ key: string; name: string }[]> {
  const answer = await crm.ok('Read', { Opportunity: { FieldOptions: { Reason: [{ Key: 1, DisplayValue: 1 }] } } })
  return answer.Opportunity.FieldOptions.Reason.map((one: Json) => ({ key: one.Key, name: one.DisplayValue }))
}

/** Each figure as text, by `row, column`. */
function textsOf({ rows, series, more, total }: ReportResult): Record<string, string> {
  const text = (figure: string | { text: string }): string => (typeof figure === 'string' ? figure : figure.text)
  const columns = [...series, ...more]
  const named = [
    ...rows.map(row => [row.label, [...row.cells, ...row.more]] as const),
    ...(total ? [['Total', total] as const] : []),
  ]
  return Object.fromEntries(
    named.flatMap(([label, figures]) => figures.map((figure, at) => [`${label}, ${columns[at]}`, text(figure)])),
  )
}

/** Compares every figure that has a list with that list, but for the weighted amounts of the forecast. */
async function compare(crm: Crm, report: Report, { rows, total }: ReportResult): Promise<number> {
  const lines = [...rows.map(row => [...row.cells, ...row.more]), total ?? []]
  let compared = 0
  for (const figure of lines.flatMap(line => (report === forecast ? line.slice(1) : line))) {
    if (typeof figure === 'string' || !figure.list) continue
    const { count, sum } = await listFigures(crm, figure.list)
    if (/^\d+$/.test(figure.text)) assert.equal(figure.text, String(count), JSON.stringify(figure))
    else assert.equal(Number(figure.text.replace(/[$,]/g, '')), sum, JSON.stringify(figure))
    compared++
  }
  return compared
}

eachCrm('figures of reports', crm => {
  let north = ''
  before(async () => {
    const { create, admin, user } = crm()
    north = await create('Territory', { Key: null, Name: 'North' })
    const AbEntryKey = await create('AbEntry', { Key: null, CompanyName: 'Lakeside Foods', TerritoryKey: north })
    const other = await create('AbEntry', { Key: null, CompanyName: 'Harbour Inn' })
    const [setup] = (await crm().ok('Read', { SalesProcessSetup: { Scope: { Fields: { Key: 1 } } } })).SalesProcessSetup
      .Data
    const stages = (
      await crm().ok('Read', {
        SalesStageSetup: { Scope: { Fields: { Key: 1 } }, OrderBy: { Fields: [{ Sequence: 'ASC' }] } },
      })
    ).SalesStageSetup.Data.map(({ Key }: Json) => Key)
    await crm().ok('Update', { SalesStageSetup: { Data: { Key: stages[1], ProbabilityClose: 33 } } })
    const staged = (at: number) => ({ SalesProcessSetupKey: setup.Key, SalesStageSetupKey: stages[at] })
    const [price, features] = (await reasonsOf(crm())).map(({ key }) => key)
    const sales: Json[] = [
      {
        Objective: 'Fridges',
        Status: 3,
        ActualRevenue: 0.1,
        CloseDate: `${year}-03-15`,
        Reason: [price],
        ...staged(2),
      },
      { Objective: 'Shelves', Status: 4, ForecastRevenue: 50, CloseDate: `${year}-03-20`, Reason: [price, features] },
      { Objective: 'Ovens', Status: 5, ForecastRevenue: 7, CloseDate: `${year}-04-01`, ...staged(0) },
      { Objective: 'Tables', ForecastRevenue: 0.7, CloseDate: `${year}-07-01`, ...staged(1) },
      { Objective: 'Chairs', ForecastRevenue: 0.1, CloseDate: `${year}-07-31`, ...staged(1), AbEntryKey: other },
      { Objective: 'Lamps', ForecastRevenue: 10, CloseDate: `${year}-07-31`, Leader: { Uid: user.uid } },
      { Objective: 'Old', Status: 4, ForecastRevenue: 9, CloseDate: `${year - 1}-03-20`, Reason: [price] },
    ]
    for (const sale of sales) await create('Opportunity', { Key: null, AbEntryKey, ...sale })
    for (const Type of ['60001', '60001', '60002']) {
      await create('Interaction', { Key: null, Type, AbEntryKey, Subject: 'Prices', StartDate: `${year}-02-01` })
    }
    const DateTime = `${year}-05-04T08:00:00Z`
    await create('Task', { Key: null, Activity: 'Call', DateTime, AbEntryKey, Completed: true }, user)
    await create('Task', { Key: null, Activity: 'Write', DateTime, AbEntryKey })
    await create('Appointment', { Key: null, Subject: 'Visit', StartDate: DateTime, AbEntries: [{ Key: AbEntryKey }] })
    const FollowUpDate = `${year - 1}-01-01`
    await create('Case', { Key: null, Subject: 'Door', AbEntryKey, AssignedTo: { Uid: admin.uid }, FollowUpDate })
    await create('Case', { Key: null, Subject: 'Lid', AbEntryKey: other })
  })

  for (const report of Object.values(allReports)) {
    test(`${report.id}: every figure is that of its list`, async () => {
      assert.ok((await compare(crm(), report, await resultOf(crm(), report))) > 0)
    })

    test(`${report.id}: a person and a territory narrow figures and lists`, async () => {
      const { user } = crm()
      const narrowed = await resultOf(crm(), report, { owner: user.key, territory: north }, user)
      await compare(crm(), report, narrowed)
      if (report === work) assert.equal(textsOf(narrowed)['Joe Plain, Tasks done'], '1')
    })
  }

  test('a sale at a later stage has reached the earlier ones', async () => {
    const found = await resultOf(crm(), conversion)
    const reached = found.rows.map(({ more: [all] }) => (all as { text: string }).text)
    assert.deepEqual(reached, ['4', '3', '1', '0', '0'])
    assert.deepEqual(
      found.rows.slice(0, 2).map(({ cells }) => cells.map(({ value }) => value)),
      [
        [1, 2, 1],
        [1, 2, 0],
      ],
    )
    assert.deepEqual(found.rows[0]?.more.slice(1), ['75%', '25%'])
  })

  test('each reason counts, and the total counts each sale once', async () => {
    const figures = textsOf(await resultOf(crm(), reasons))
    assert.equal(figures['Price, Won'], '1')
    assert.equal(figures['Price, Lost'], '1')
    assert.equal(figures['Features, Lost'], '1')
    assert.equal(figures['No reason, Abandoned'], '1')
    assert.equal(figures['Total, Lost'], '1')
    assert.equal(figures['Total, Lost amount'], '$50.00')
  })

  test('the forecast weighs each amount by the probability of its stage, exactly', async () => {
    const figures = textsOf(await resultOf(crm(), forecast))
    // 0.7 and 0.1 at 33 per cent; 10 has no stage.
    assert.equal(figures[`Jul ${year}, Weighted`], '$0.26')
    assert.equal(figures[`Jul ${year}, Full amount`], '$10.80')
    assert.equal(figures[`Total, Opportunities`], '3')
  })

  test('open cases are counted by person, with those that are overdue', async () => {
    const figures = textsOf(await resultOf(crm(), caseAges))
    assert.equal(figures['Mary Master, Overdue'], '1')
    assert.equal(figures['Unassigned, Up to 2 days'], '1')
    assert.equal(figures['Total, Total'], '2')
  })
})
