// Proves sums and groups of lists: the address, the requests, and against the real server that their numbers agree.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { envelope, type Row } from '../../../console/src/api/envelope.ts'
import { ownerOf } from '../../../console/src/api/owners.ts'
import type { EntityFields } from '../../../console/src/fields/entity-fields.ts'
import type { Field } from '../../../console/src/fields/field.ts'
import { withOwner } from '../../../console/src/fields/owners.ts'
import { searchQueryOf } from '../../../console/src/filter/criteria.ts'
import { noFilter } from '../../../console/src/filter/tree.ts'
import { filterFromText, filterText } from '../../../console/src/filter/url.ts'
import { definitionOf } from '../../../console/src/screens/list/definition.ts'
import {
  filterWith,
  groupMembers,
  groupsIn,
  isGroupable,
  mostGroups,
  usualSummaries,
} from '../../../console/src/screens/list/groups.ts'
import { listRequest } from '../../../console/src/screens/list/request.ts'
import { columnsIn, listParams } from '../../../console/src/screens/list/state.ts'
import {
  aggregateOf,
  recordCount,
  summariesFromText,
  summariesText,
  summaryMembers,
  waysOf,
  withSummary,
} from '../../../console/src/table/summaries.ts'
import { valuesOf } from '../../../console/src/ui/addresses/params.ts'
import { contentOf, membersOf, noContent } from '../../../console/src/views/content.ts'
import { eachCrm } from '../../support/crm.ts'
import { fieldOf, fieldsNamed } from './support.ts'

function listFields(entity: string): EntityFields {
  const owner = ownerOf(entity)
  return owner ? withOwner(fieldsNamed(entity), owner, fieldsNamed(owner.entity)) : fieldsNamed(entity)
}

function requestFor(entity: string, search: Record<string, string> = {}) {
  const [definition, fields, params] = [definitionOf(entity), listFields(entity), valuesOf(listParams, search)]
  return listRequest(definition, params, columnsIn(definition, params.cols, fields), fields)
}

describe('what columns come to', () => {
  test('stands in the address', () => {
    const text = 'ForecastRevenue.sum_AbEntry/Address/City.count_Udf/$TYPEID(7).avg'
    assert.equal(summariesText(summariesFromText(text)), text)
    assert.deepEqual(summariesFromText('Revenue.total_.sum_x'), [], 'what is no summary is left out')
  })

  test('a column has one summary or none', () => {
    const one = withSummary([], 'Cost', 'sum')
    assert.deepEqual(withSummary(one, 'Cost', 'avg'), [{ path: 'Cost', way: 'avg' }])
    assert.deepEqual(withSummary(one, 'Cost', null), [])
    assert.deepEqual(waysOf(fieldOf('money', { queryable: ['$EQ'] })), ['sum', 'avg', 'count'])
    assert.deepEqual(waysOf(fieldOf('option', { queryable: ['$IN'] })), ['count'])
    assert.deepEqual(waysOf(fieldOf('option', { queryable: ['$IN', '$ALL'] })), [], 'a list')
    assert.deepEqual(waysOf(fieldOf('address')), [])
    assert.deepEqual(waysOf(fieldOf('money', { queryable: [] })), [])
    assert.equal(aggregateOf({ path: 'Cost', way: 'avg' }), '$AVG(Cost)/DisplayValue')
    assert.equal(aggregateOf({ path: 'Cost', way: 'count' }), '$COUNT(Cost)')
  })

  test('a grouped list without a choice adds up the amounts that it shows', () => {
    const columns = columnsIn(definitionOf('Opportunity'), [], listFields('Opportunity'))
    assert.deepEqual(usualSummaries(columns), [{ path: 'ForecastRevenue', way: 'sum' }])
  })

  test('is saved in a view with the group', () => {
    const content = { ...noContent, group: 'Leader', sums: summariesFromText('Cost.avg') }
    const fields = fieldsNamed('Opportunity')
    assert.deepEqual(contentOf(membersOf(content, fields), fields), content)
    assert.equal(membersOf(noContent, fields).Layout, null)
  })
})

describe('groups', () => {
  const field = (path: string) => listFields('Opportunity').of(path) as Field

  test('are made of what many records share', () => {
    for (const path of ['Status', 'Leader', 'SalesStageSetup', 'CloseDate', 'AbEntry', 'AbEntry/Address/City'])
      assert.ok(isGroupable(field(path)), path)
    for (const path of ['Objective', 'Description', 'ForecastRevenue', 'Category', 'DisplayValue'])
      assert.ok(!isGroupable(field(path)), path)
    assert.ok(isGroupable(fieldOf('text', { userDefined: true, queryable: ['$EQ'] })))
    assert.ok(!isGroupable(fieldOf('option', { inactive: true, queryable: ['$IN'] })))
    assert.ok(!isGroupable(fieldOf('reference', { refersTo: ['AbEntry', 'Lead'] })))
  })

  test('of a flag, of a hidden name and without a value open what they say', () => {
    const flag = fieldOf('flag', { path: 'Completed' })
    const rows = [true, false, null].map(Value => ({ Completed: Value === null ? null : { Value }, [recordCount]: 2 }))
    assert.deepEqual(
      groupsIn(rows, flag, 'en-US').map(({ condition }) => condition.op),
      ['yes', 'no', 'empty'],
    )
    const user = fieldOf('user', { path: 'Leader' })
    const [hidden, none] = groupsIn([{ Leader: { Key: 'k', DisplayValue: null } }, { Leader: null }], user, 'en-US')
    assert.deepEqual([hidden?.label, hidden?.condition.values, none?.condition.op], ['…', ['k'], 'empty'])
  })

  test('beyond the limit are cut, which the list says', () => {
    const rows = Array.from({ length: mostGroups + 1 }, (_, at) => ({ City: `${at}` }))
    assert.equal(groupsIn(rows, fieldOf('suggested', { path: 'City' }), 'en-US').length, mostGroups)
  })

  test('narrow the filter of the list, whatever it is', () => {
    const condition = { field: 'Leader', op: 'in', values: ['k'] } as const
    assert.equal(filterText(filterWith(noFilter, condition)), 'Leader~in~k')
    assert.equal(filterText(filterWith(filterFromText('Status~in~1'), condition)), 'Status~in~1*Leader~in~k')
    const either = filterFromText('o(Status~in~1*Status~in~2)')
    assert.equal(filterText(filterWith(either, condition)), 'o(Status~in~1*Status~in~2)*Leader~in~k')
  })
})

eachCrm('groups of a list', crm => {
  const read = async (members: Record<string, unknown>): Promise<Record<string, { Data: Row[] }>> =>
    crm().ok('Read', envelope(members))
  const sums = summariesFromText('ForecastRevenue.sum_CurrentSalesStageAge.avg_NextAction.count')

  test('a manager groups sales by each field: the groups add up to the list, and each opens as a list of as many', async () => {
    const { admin, user, create } = crm()
    const cities = ['Ottawa', 'OTTAWA', 'Kingston', '']
    const clients = await Promise.all(
      cities.map((City, at) =>
        create('AbEntry', { Key: null, Type: 'Company', CompanyName: `Client ${at}`, Address: { City } }),
      ),
    )
    for (let at = 0; at < 12; at++) {
      await create('Opportunity', {
        ...{ Key: null, AbEntryKey: clients[at % 4], Objective: `Sale ${at}`, ForecastRevenue: 100.5 * at },
        Leader: at % 3 === 0 ? user.key : admin.key,
        // The last second of a month and the first of the next.
        CloseDate: at % 2 === 0 ? '2026-01-31T23:59:59Z' : at === 1 ? null : '2026-02-01T00:00:00Z',
      })
    }
    const fields = listFields('Opportunity')
    const request = requestFor('Opportunity', { filter: 'Objective~starts~Sale' })
    const [total] = (await read(summaryMembers('Opportunity', request.criteria, sums)))['Opportunity.total']?.Data ?? []
    assert.equal(total?.[recordCount], 12)
    assert.equal(total?.[aggregateOf({ path: 'ForecastRevenue', way: 'sum' })], '$6,633.00')
    const wanted = ['Leader', 'Status', 'SalesStageSetup', 'CloseDate', 'AbEntry', 'AbEntry/Address/City', 'Creator']
    for (const path of wanted) {
      const field = fields.of(path) as Field
      const rows = (await read(groupMembers(request, field, sums)))['Opportunity.groups']?.Data ?? []
      const groups = groupsIn(rows, field, 'en-US')
      assert.equal(
        groups.reduce((sum, { count }) => sum + count, 0),
        12,
        path,
      )
      for (const { condition, count, row, label } of groups) {
        const filter = filterWith(filterFromText('Objective~starts~Sale'), condition)
        const criteria = { SearchQuery: searchQueryOf(filter, fields.of) }
        const [list] = (await read(summaryMembers('Opportunity', criteria, sums)))['Opportunity.total']?.Data ?? []
        assert.equal(list?.[recordCount], count, `${path}: ${label}`)
        for (const one of sums) assert.equal(row[aggregateOf(one)], list?.[aggregateOf(one)], `${path}: ${label}`)
      }
      if (path === 'AbEntry/Address/City') assert.equal(groups.length, 3, 'one group for two spellings')
      if (path === 'CloseDate')
        assert.deepEqual(
          groups.map(({ label, count }) => [label, count]),
          [
            ['January 2026', 6],
            ['February 2026', 5],
            ['', 1],
          ],
        )
    }
  })

  for (const entity of ['AbEntry', 'Opportunity', 'Case', 'Lead', 'Task', 'Appointment', 'Interaction', 'Campaign']) {
    test(`${entity}: the server groups by each field that is offered, and has each summary`, async () => {
      const request = requestFor(entity)
      const fields = listFields(entity).all
      for (const field of fields.filter(isGroupable)) await read(groupMembers(request, field, []))
      const all = fields.flatMap(({ path, ...field }) => waysOf({ path, ...field }).map(way => ({ path, way })))
      for (let at = 0; at < all.length; at += 10)
        await read(summaryMembers(request.entity, request.criteria, all.slice(at, at + 10)))
    })
  }
})
