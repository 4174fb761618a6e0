// Tests aggregates in detail: how $MIN, $MAX and $AVG show values, exactness beyond 64 bits, spellings, and refusals.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { drivers, eachCrm, type Json } from '../../support/crm.ts'
import { type Reader, readerOf } from '../../support/reader.ts'
import { fillSmallWorld } from '../../support/small-world.ts'

eachCrm('Aggregates', crm => {
  let reader: Reader
  before(async () => {
    reader = readerOf(crm())
    await fillSmallWorld(crm(), reader)
  })
  const group = async (entity: string, Fields: Json, by?: Json, more: Json = {}): Promise<Json[]> => {
    const { Criteria, OrderBy, ...rest } = more
    const content = {
      Scope: { Fields },
      ...(by ? { GroupBy: { Fields: by } } : {}),
      ...(Criteria ? { Criteria } : {}),
      ...(OrderBy ? { OrderBy: { Fields: OrderBy } } : {}),
    }
    return (await crm().ok('Read', { [entity]: content, Configuration: drivers, ...rest }))[entity].Data
  }

  test('groups by year and month in any spelling [C-4.5-10]', async () => {
    const fields = { '$year(CloseDate)': 1, '$MONTH( closedate )': 1, '$COUNT()': 1 }
    assert.deepEqual(await group('Opportunity', fields, ['$YEAR(CloseDate)', { '$MONTH(CloseDate)': 1 }]), [
      { '$year(CloseDate)': 2025, '$MONTH( closedate )': 12, '$COUNT()': 1 },
      { '$year(CloseDate)': 2026, '$MONTH( closedate )': 6, '$COUNT()': 1 },
      { '$year(CloseDate)': null, '$MONTH( closedate )': null, '$COUNT()': 1 },
    ])
    const Globalization = { TimeZone: 'Asia/Tokyo' }
    const rows = await group('Opportunity', { '$MONTH(CloseDate)': 1 }, ['$MONTH(CloseDate)'], { Globalization })
    assert.deepEqual(
      rows.map(row => row['$MONTH(CloseDate)']),
      [7, 12, null],
    )
  })

  test('ordered by aggregates and groups; Top limits the groups', async () => {
    const fields = { Type: 1, '$COUNT()': 1 }
    const byCount = await group('AbEntry', fields, ['Type'], { OrderBy: [{ '$COUNT()': 'DESC' }, { Type: 'DESC' }] })
    assert.deepEqual(
      byCount.map(row => [row.Type, row['$COUNT()']]),
      [
        ['Contact', 3],
        ['Company', 3],
        ['Individual', 1],
      ],
    )
    const top = await group('AbEntry', fields, ['Type'], { OrderBy: [{ Type: 'DESC' }], Criteria: { Top: 1 } })
    assert.deepEqual(top, [{ Type: 'Individual', '$COUNT()': 1 }])
    const bySum = await group('Opportunity', { Objective: 1 }, ['Objective'], {
      OrderBy: [{ '$AVG(CorporateRevenue)': 'DESC' }],
    })
    assert.deepEqual(
      bySum.map(row => row.Objective),
      ['Sell anvils', 'Sell bolts', 'Sell nuts'],
    )
  })

  test('$MIN and $MAX show values as their field does', async () => {
    const fields = {
      '$MIN(LastName)': 1,
      '$MAX(LastName)': 1,
      '$MAX(LastContactDate)': { Value: 1, DisplayValue: 1 },
      '$MIN(CreationDate)': 1,
      '$MAX(Udf/$NAME(Budget))/DisplayValue': 1,
      '$SUM(Udf/$NAME(Size))': 1,
      '$AVG(Udf/$TAG(size))': 1,
      '$AVG(Udf/$NAME(Score))/DisplayValue': 1,
    }
    const [row] = await group('AbEntry', fields)
    assert.match(row['$MIN(CreationDate)'], /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    delete row['$MIN(CreationDate)']
    assert.deepEqual(row, {
      '$MIN(LastName)': 'Archer',
      '$MAX(LastName)': 'Zürn',
      '$MAX(LastContactDate)': { Value: '2026-03-01', DisplayValue: 'Mar 1, 2026' },
      '$MAX(Udf/$NAME(Budget))/DisplayValue': '$1,234.56',
      '$SUM(Udf/$NAME(Size))': 262,
      '$AVG(Udf/$TAG(size))': 131,
      '$AVG(Udf/$NAME(Score))/DisplayValue': '7.5',
    })
    const money = { '$MIN(ForecastRevenue)': 1, '$MAX(Status)': { Value: 1, DisplayValue: 1 }, '$MIN(RevenueType)': 1 }
    assert.deepEqual(await group('Opportunity', money), [
      { '$MIN(ForecastRevenue)': 250, '$MAX(Status)': { Value: 3, DisplayValue: 'Won' }, '$MIN(RevenueType)': '60001' },
    ])
  })

  test('sums of money are exact beyond 64 bits', async () => {
    const large = 99_999_999_999_999.5
    const data = Array.from({ length: 12 }, () => ({ AbEntryKey: reader.key('bolt'), Objective: 'Huge', Cost: large }))
    const { Data } = (await crm().ok('Create', { Opportunity: { Data: data } })).Opportunity
    const Criteria = { SearchQuery: { Objective: 'huge' } }
    const fields = { '$SUM(Cost)/DisplayValue': 1, '$AVG(Cost)': 1 }
    assert.deepEqual(await group('Opportunity', fields, undefined, { Criteria, OrderBy: [{ '$SUM(Cost)': 'ASC' }] }), [
      { '$SUM(Cost)/DisplayValue': '$1,199,999,999,999,994.00', '$AVG(Cost)': large },
    ])
    await crm().ok('Delete', { Opportunity: { Data: Data.map(({ Key }: Json) => ({ Key })) } })
  })

  test('fields of a record that a group names can be selected with the group', async () => {
    const parent = { ParentKey: 1, Parent: { CompanyName: 1, Address: { City: 1 } }, '$COUNT()': 1 }
    const query = { Criteria: { SearchQuery: { ParentKey: { $NE: null } } }, OrderBy: [{ '$COUNT()': 'DESC' }] }
    const [acme] = await group('AbEntry', parent, ['ParentKey'], query)
    assert.deepEqual(acme, {
      ParentKey: reader.key('acme'),
      Parent: { CompanyName: 'Acme Corp', Address: { City: 'Ottawa' } },
      '$COUNT()': 2,
    })
    assert.deepEqual(await group('AbEntry', { Address: { City: 1 }, 'address/city': 1 }, ['Address/City']), [
      { Address: { City: 'Montréal' }, 'address/city': 'Montréal' },
      { Address: { City: 'Ottawa' }, 'address/city': 'Ottawa' },
      { Address: null, 'address/city': null },
    ])
  })

  test('what is neither grouped nor aggregated is refused, and so are sums of text, lists and unknown aggregates', async () => {
    for (const [fields, by, code] of [
      [{ Type: 1, '$COUNT()': 1 }, undefined, -3010],
      [{ FirstName: 1, '$COUNT()': 1 }, ['Type'], -3010],
      [{ Address: { Country: 1 } }, ['Address/City'], -3010],
      [{ Parent: { CompanyName: 1 } }, ['CompanyName'], -3010],
      [{ '$YEAR(CreationDate)': 1 }, ['$MONTH(CreationDate)'], -3010],
      [{ '$SUM(LastName)': 1 }, undefined, -3010],
      [{ '$SUM(Type)': 1 }, undefined, -3010],
      [{ '$MIN(Key)': 1 }, undefined, -3010],
      [{ '$SUM(SecAccess)': 1 }, undefined, -3010],
      [{ '$SUM()': 1 }, undefined, -1001],
      [{ '$MEDIAN(Version)': 1, '$COUNT()': 1 }, undefined, -3001],
      [{ '$COUNT()': { Nothing: 1 } }, undefined, -3000],
      [{ '$COUNT()': 1 }, ['SecAccess'], -3010],
      [{ '$COUNT()': 1 }, ['$YEAR(LastName)'], -3002],
      [{ '$COUNT()': 1 }, ['Nothing'], -3000],
      [{ '$COUNT()': 1 }, [5], -1001],
    ] as const) {
      const content = { Scope: { Fields: fields }, ...(by ? { GroupBy: { Fields: by } } : {}) }
      const [problem] = await crm().refused('Read', { AbEntry: content, Configuration: drivers })
      assert.equal(problem?.ErrorCode, code, JSON.stringify([fields, by, problem]))
    }
    for (const order of ['$SUM(LastName)', 'FirstName', '$SUM(SecAccess)', '$MIN(Key)']) {
      const content = {
        Scope: { Fields: { Type: 1 } },
        GroupBy: { Fields: ['Type'] },
        OrderBy: { Fields: [{ [order]: 'ASC' }] },
      }
      assert.equal((await crm().refused('Read', { AbEntry: content }))[0]?.ErrorCode, -3010, order)
    }
  })

  test('an interaction read that only aggregates needs no entry', async () => {
    assert.deepEqual(await group('Interaction', { Type: 1, '$COUNT()': 1 }, ['Type']), [
      { Type: '60001', '$COUNT()': 1 },
      { Type: '60002', '$COUNT()': 1 },
    ])
  })
})
