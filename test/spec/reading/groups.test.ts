// Tests groups and aggregates: exact sums, groups without a value, refusals.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { drivers, eachCrm, type Json } from '../../support/crm.ts'
import { type Reader, readerOf } from '../../support/reader.ts'

eachCrm('Groups', crm => {
  let reader: Reader
  before(async () => {
    reader = readerOf(crm())
    await crm().create('CurrencyRate', { CurrencyCode: 'EUR', Rate: 0.8 })
    const one = await reader.add('one', 'AbEntry', {
      CompanyName: 'One',
      Division: 'North',
      LastContactDate: '2026-01-05',
    })
    const two = await reader.add('two', 'AbEntry', {
      CompanyName: 'Two',
      Division: 'NORTH',
      LastContactDate: '2025-12-31',
    })
    await reader.add('three', 'AbEntry', { CompanyName: 'Three' })
    const add = (label: string, data: Json) => reader.add(label, 'Opportunity', { Objective: label, ...data })
    await add('a', { AbEntryKey: one, Status: 2, Cost: 0.1, ForecastRevenue: 100, CloseDate: '2026-01-31T23:30:00Z' })
    await add('b', { AbEntryKey: one, Status: 2, Cost: 0.2, ForecastRevenue: { Value: 80, CurrencyCode: 'EUR' } })
    await add('c', { AbEntryKey: two, Status: 3, Cost: 0.3, ActualRevenue: 50.5, CloseDate: '2025-12-31T23:30:00Z' })
    await add('d', { AbEntryKey: two, Status: 0, CloseDate: '2026-02-01T00:00:00Z', Leader: { Uid: 'JOE' } })
    for (const name of ['Size', 'Ratio'])
      await crm().ok('Create', {
        Schema: {
          Data: {
            Key: null,
            Name: name,
            Type: name === 'Size' ? 'IntegerField' : 'NumericField',
            AppliesTo: ['Company'],
          },
        },
      })
    const sized = { Department: 'udf' }
    for (const [i, label] of ['x', 'y', 'z'].entries())
      await reader.add(label, 'AbEntry', {
        ...sized,
        CompanyName: label,
        ...(i < 2 ? { 'Udf/$NAME(Size)': (i + 1) * 10, 'Udf/$NAME(Ratio)': 0.1 * (i + 1) } : {}),
      })
  })

  const grouped = async (entity: string, fields: Json, groups?: Json, more: Json = {}): Promise<Json[]> => {
    const content = {
      Scope: { Fields: fields },
      Criteria: { SearchQuery: more.query ?? {}, ...(more.top ? { Top: more.top } : {}) },
      ...(groups === undefined ? {} : { GroupBy: { Fields: groups } }),
      ...(more.order ? { OrderBy: { Fields: more.order } } : {}),
    }
    const body = { [entity]: content, Configuration: drivers, Globalization: more.globalization ?? {} }
    return (await crm().ok('Read', body))[entity].Data
  }

  test('counts and sums of groups, spelled as in Scope, with DisplayValue [C-4.5-09]', async () => {
    const fields = { '$count()': 1, '$SUM(ForecastRevenue)': 1, '$SUM(ForecastRevenue)/DisplayValue': 1, Status: 1 }
    assert.deepEqual(await grouped('Opportunity', fields, ['Status']), [
      { '$count()': 1, '$SUM(ForecastRevenue)': null, '$SUM(ForecastRevenue)/DisplayValue': null, Status: 0 },
      { '$count()': 2, '$SUM(ForecastRevenue)': 200, '$SUM(ForecastRevenue)/DisplayValue': '$200.00', Status: 2 },
      { '$count()': 1, '$SUM(ForecastRevenue)': null, '$SUM(ForecastRevenue)/DisplayValue': null, Status: 3 },
    ])
  })

  test('a group shows the name of the user behind its key', async () => {
    const rows = await grouped('Opportunity', { Leader: { DisplayValue: 1 }, '$COUNT()': 1 }, ['Leader'])
    assert.deepEqual(rows.map(row => [row.Leader.DisplayValue, row['$COUNT()']]).sort(), [
      ['Joe Plain', 1],
      ['Mary Master', 3],
    ])
  })

  test('aggregates without GroupBy give one row, also over nothing', async () => {
    const fields = {
      '$COUNT()': 1,
      '$COUNT(Cost)': 1,
      '$SUM(Cost)': 1,
      '$AVG(Cost)': 1,
      '$MIN(Cost)': 1,
      '$MAX(Cost)': { Value: 1, DisplayValue: 1 },
      '$MIN(CloseDate)': 1,
      '$MAX(Objective)': 1,
    }
    assert.deepEqual(await grouped('Opportunity', fields), [
      {
        '$COUNT()': 4,
        '$COUNT(Cost)': 3,
        '$SUM(Cost)': 0.6,
        '$AVG(Cost)': 0.2,
        '$MIN(Cost)': 0.1,
        '$MAX(Cost)': { Value: 0.3, DisplayValue: '$0.30' },
        '$MIN(CloseDate)': '2025-12-31T23:30:00Z',
        '$MAX(Objective)': 'd',
      },
    ])
    const none = { query: { Objective: 'nobody' } }
    const simple = { '$COUNT()': 1, '$COUNT(Cost)': 1, '$SUM(Cost)': 1, '$AVG(Cost)': 1, '$MAX(CloseDate)': 1 }
    const shown = { '$SUM(Cost)/DisplayValue': 1 }
    assert.deepEqual(await grouped('Opportunity', { ...simple, ...shown }, undefined, none), [
      {
        '$COUNT()': 0,
        '$COUNT(Cost)': 0,
        '$SUM(Cost)': null,
        '$AVG(Cost)': null,
        '$MAX(CloseDate)': null,
        '$SUM(Cost)/DisplayValue': null,
      },
    ])
    assert.deepEqual(await grouped('Opportunity', { '$COUNT()': 1, Status: 1 }, ['Status'], none), [])
  })

  test('sums and averages of money are exact, in corporate currency, each at its rate [C-4.8-22]', async () => {
    const fields = { '$SUM(Cost)': 1, '$SUM(ForecastRevenue)': 1, '$AVG(CorporateRevenue)': 1, '$SUM(Revenue)': 1 }
    assert.deepEqual(await grouped('Opportunity', fields), [
      { '$SUM(Cost)': 0.6, '$SUM(ForecastRevenue)': 200, '$AVG(CorporateRevenue)': 83.5, '$SUM(Revenue)': 250.5 },
    ])
  })

  test('$YEAR and $MONTH group, in the time zone of the reader [C-4.5-10]', async () => {
    const fields = { '$YEAR(CloseDate)': 1, '$MONTH(CloseDate)': 1, '$COUNT()': 1 }
    const rows = async (globalization?: Json) =>
      (await grouped('Opportunity', fields, ['$YEAR(CloseDate)', '$MONTH(CloseDate)'], { globalization })).map(row =>
        Object.values(row),
      )
    assert.deepEqual(await rows(), [
      [2025, 12, 1],
      [2026, 1, 1],
      [2026, 2, 1],
      [null, null, 1],
    ])
    assert.deepEqual(await rows({ TimeZone: 'America/Toronto' }), [
      [2025, 12, 1],
      [2026, 1, 2],
      [null, null, 1],
    ])
    assert.deepEqual(await rows({ TimeZone: 'Europe/Berlin' }), [
      [2026, 1, 1],
      [2026, 2, 2],
      [null, null, 1],
    ])
    const byDay = await grouped('AbEntry', { '$year(LastContactDate)': 1, '$COUNT()': 1 }, ['$YEAR(LastContactDate)'], {
      query: { Department: null },
    })
    assert.deepEqual(byDay, [
      { '$year(LastContactDate)': 2025, '$COUNT()': 1 },
      { '$year(LastContactDate)': 2026, '$COUNT()': 1 },
      { '$year(LastContactDate)': null, '$COUNT()': 1 },
    ])
  })

  test('groups of text ignore letter case; those without a value come last both ways', async () => {
    const fields = { Division: 1, '$COUNT()': 1 }
    const query = { Department: null }
    const shown = (rows: Json[]) => rows.map(row => [row.Division?.toLowerCase() ?? null, row['$COUNT()']])
    for (const way of ['ASC', 'DESC'])
      assert.deepEqual(shown(await grouped('AbEntry', fields, ['Division'], { query, order: [{ Division: way }] })), [
        ['north', 2],
        [null, 1],
      ])
  })

  test('groups of keys and users bring what follows from them', async () => {
    const fields = { AbEntryKey: 1, AbEntry: { CompanyName: 1 }, '$COUNT()': 1 }
    assert.deepEqual(await grouped('Opportunity', fields, ['AbEntryKey']), [
      { AbEntryKey: reader.key('one'), AbEntry: { CompanyName: 'One' }, '$COUNT()': 2 },
      { AbEntryKey: reader.key('two'), AbEntry: { CompanyName: 'Two' }, '$COUNT()': 2 },
    ])
    const leaders = { Leader: { Uid: 1, DisplayValue: 1 }, '$COUNT()': 1 }
    assert.deepEqual(await grouped('Opportunity', leaders, ['Leader']), [
      { Leader: { Uid: 'JOE', DisplayValue: 'Joe Plain' }, '$COUNT()': 1 },
      { Leader: { Uid: 'MASTER', DisplayValue: 'Mary Master' }, '$COUNT()': 3 },
    ])
    const status = { Status: { Key: 1, DisplayValue: 1 }, '$COUNT()': 1 }
    assert.deepEqual((await grouped('Opportunity', status, ['Status']))[2], {
      Status: { Key: 3, DisplayValue: 'Won' },
      '$COUNT()': 1,
    })
  })

  test('groups are ordered by aggregates too, and Top limits them', async () => {
    const fields = { Status: 1, '$COUNT()': 1 }
    const by = async (order: Json, top?: number) =>
      (await grouped('Opportunity', fields, ['Status'], { order, top })).map(row => row.Status)
    assert.deepEqual(await by([{ '$COUNT()': 'DESC' }]), [2, 0, 3])
    assert.deepEqual(await by([{ '$SUM(Cost)': 'DESC' }]), [2, 3, 0])
    assert.deepEqual(await by([{ '$SUM(Cost)': 'ASC' }]), [2, 3, 0])
    assert.deepEqual(await by([{ Status: 'DESC' }]), [3, 2, 0])
    assert.deepEqual(await by([{ Status: 'DESC' }], 2), [3, 2])
  })

  test('user-defined numbers are summed and grouped like built-in ones', async () => {
    const query = { Department: 'udf' }
    const fields = { '$SUM(Udf/$NAME(Size))': 1, '$AVG(Udf/$NAME(Ratio))': 1, '$COUNT(Udf/$NAME(Size))': 1 }
    assert.deepEqual(await grouped('AbEntry', fields, undefined, { query }), [
      { '$SUM(Udf/$NAME(Size))': 30, '$AVG(Udf/$NAME(Ratio))': 0.15, '$COUNT(Udf/$NAME(Size))': 2 },
    ])
    const rows = await grouped('AbEntry', { 'Udf/$NAME(Size)': 1, '$COUNT()': 1 }, ['Udf/$NAME(Size)'], { query })
    assert.deepEqual(
      rows.map(row => Object.values(row)),
      [
        [10, 1],
        [20, 1],
        [null, 1],
      ],
    )
  })

  test('one option of a user-defined field is sorted and grouped like a built-in one', async () => {
    const define = (Name: string, more: Json) =>
      crm().ok('Create', {
        Schema: { Data: { Key: null, Name, Type: 'EnumField<StringItem>', AppliesTo: ['Company'], ...more } },
      })
    await define('Grade', { Items: [{ Value: 'High' }, { Value: 'Low' }] })
    await define('Agreed', { Attributes: { YesNo: true } })
    await define('Many', { Items: [{ Value: 'One' }], Attributes: { MultiSelect: true } })
    const set = (label: string, data: Json) =>
      crm().ok('Update', { AbEntry: { Data: { Key: reader.key(label), ...data } } })
    await set('x', { 'Udf/$NAME(Grade)': '2', 'Udf/$NAME(Agreed)': '2' })
    await set('z', { 'Udf/$NAME(Grade)': ['1'], 'Udf/$NAME(Agreed)': '1' })
    const query = { Department: 'udf' }
    const sorted = (way: string, name = 'Grade') =>
      reader.found('AbEntry', [query], { order: [{ [`Udf/$NAME(${name})`]: way }] })
    assert.deepEqual(await sorted('ASC'), ['z x y'])
    assert.deepEqual(await sorted('DESC'), ['x z y'])
    assert.deepEqual(await sorted('ASC', 'Agreed'), ['z x y'])
    const rows = await grouped(
      'AbEntry',
      { 'Udf/$NAME(Grade)': 1, 'udf/$NAME(Grade)': [{ Key: 1, DisplayValue: 1 }], '$COUNT()': 1 },
      ['Udf/$NAME(Grade)'],
      { query },
    )
    assert.deepEqual(
      rows.map(row => Object.values(row)),
      [
        [['1'], [{ Key: '1', DisplayValue: 'High' }], 1],
        [['2'], [{ Key: '2', DisplayValue: 'Low' }], 1],
        [null, [], 1],
      ],
    )
    const many = { Scope: { Fields: { '$COUNT()': 1 } }, GroupBy: { Fields: ['Udf/$NAME(Many)'] } }
    await reader.refusals('AbEntry', [
      [many, -3010, 'GroupBy.Fields[0]'],
      [{ OrderBy: { Fields: [{ 'Udf/$NAME(Many)': 'ASC' }] } }, -3010, 'OrderBy.Fields[0].Udf/$NAME(Many)'],
    ])
  })

  test('aggregates work with and without drivers, and on interactions without a tie', async () => {
    const content = { Scope: { Fields: { '$COUNT()': 1 } } }
    assert.deepEqual((await crm().ok('Read', { AbEntry: content })).AbEntry.Data, [{ '$COUNT()': 6 }])
    assert.deepEqual((await crm().ok('Read', { Interaction: content })).Interaction.Data, [{ '$COUNT()': 0 }])
  })

  test('what is neither grouped nor aggregated, and a sum of text, are refused', async () => {
    const scope = (Fields: Json, groups: Json = ['Status']) => ({ Scope: { Fields }, GroupBy: { Fields: groups } })
    await reader.refusals('Opportunity', [
      [scope({ Objective: 1 }), -3010, 'Scope.Fields.Objective'],
      [scope({ AbEntry: { CompanyName: 1 } }), -3010, 'Scope.Fields.AbEntry'],
      [scope({ '$SUM(Objective)': 1 }), -3010, 'Scope.Fields.$SUM(Objective)'],
      [scope({ '$AVG(CloseDate)': 1 }), -3010, 'Scope.Fields.$AVG(CloseDate)'],
      [scope({ '$SUM(Product)': 1 }), -3010, 'Scope.Fields.$SUM(Product)'],
      [scope({ '$SUM()': 1 }), -1001, 'Scope.Fields.$SUM()'],
      [scope({ '$MEDIAN(Cost)': 1 }), -3001, 'Scope.Fields.$MEDIAN(Cost)'],
      [scope({ '$SUM(Cots)': 1 }), -3000, 'Scope.Fields.$SUM(Cots)'],
      [scope({ '$YEAR(CloseDate)': 1 }), -3010, 'Scope.Fields.$YEAR(CloseDate)'],
      [scope({ '$COUNT()': 1 }, ['Product']), -3010, 'GroupBy.Fields[0]'],
      [scope({ '$COUNT()': 1 }, ['$YEAR(Objective)']), -3002, 'GroupBy.Fields[0]'],
      [scope({ '$COUNT()': 1 }, ['Nothing']), -3000, 'GroupBy.Fields[0]'],
      [scope({ '$COUNT()': 1 }, [5]), -1001, 'GroupBy.Fields[0]'],
      [{ Scope: { Fields: { '$COUNT()': 1, Objective: 1 } } }, -3010, 'Scope.Fields.Objective'],
      [{ ...scope({ Status: 1 }), OrderBy: { Fields: [{ Objective: 'ASC' }] } }, -3010, 'OrderBy.Fields[0].Objective'],
    ])
  })
})
