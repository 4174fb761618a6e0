// Tests column setups.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Crm, eachCrm, type Json } from '../support/crm.ts'

const fields = { Key: 1, Name: 1, EntityType: 1, Columns: [{ ID: 1, Header: 1, Template: 1, Width: 1 }] }

async function setupOf(crm: Crm, entityType: number): Promise<Json> {
  const content = { Scope: { Fields: fields }, Criteria: { SearchQuery: { EntityType: { $EQ: entityType } }, Top: 10 } }
  return (await crm.ok('Read', { ColumnSetup: content })).ColumnSetup.Data[0]
}

const column = (Template: string, ID = 'C0', more: Json = {}) => ({
  ID,
  Header: 'Title',
  Template,
  Width: 100,
  ...more,
})

eachCrm('ColumnSetup', crm => {
  const update = (Key: string, Columns: Json) => ({ ColumnSetup: { Data: { Key, Columns } } })

  test('a read gives Key, Name, EntityType and Columns; EntityType must be given [C-2.6-02, C-2.6-03, C-4.10-01]', async () => {
    for (const entityType of [1, 2, 5, 19, 10003, 10015]) {
      const setup = await setupOf(crm(), entityType)
      assert.equal(setup.EntityType, entityType)
      assert.ok(setup.Columns.length > 0)
      assert.deepEqual(Object.keys(setup.Columns[0]), ['ID', 'Header', 'Template', 'Width'])
    }
    const [problem] = await crm().refused('Read', {
      ColumnSetup: { Scope: { Fields: fields }, Criteria: { SearchQuery: {} } },
    })
    assert.equal(problem?.ErrorCode, -3011)
  })

  test('a setup that a new database brings can be written back as it was read [C-2.6-06]', async () => {
    for (const entityType of [1, 2, 5, 19, 10003, 10015]) {
      const { Key, Name, Columns } = await setupOf(crm(), entityType)
      await crm().ok('Update', { ColumnSetup: { Data: { Key, Name, Columns } } })
    }
  })

  test('Template must be a valid field of the EntityType, sub-fields with a slash [C-2.6-05, C-4.10-03]', async () => {
    const good: Record<number, string[]> = {
      1: ['CompanyName', 'Address/City', 'AccountManager/DisplayValue', 'Parent/CompanyName'],
      2: ['Objective', 'ForecastRevenue/DisplayValue', 'CurrentSalesStage/Setup/Description'],
      5: ['CaseNumber', 'AssignedTo/DisplayValue'],
      19: ['FullName', 'Phone1/Number'],
      10003: ['Subject', 'Type/DisplayValue', 'With/DisplayValue'],
      10015: ['Subject', 'Activity', 'AssignedTo/DisplayValue'],
    }
    for (const [entityType, names] of Object.entries(good)) {
      const { Key } = await setupOf(crm(), Number(entityType))
      const columns = names.map((name, i) => column(`{{${name}}}`, `C${i}`))
      await crm().ok('Update', update(Key, columns))
      assert.deepEqual((await setupOf(crm(), Number(entityType))).Columns, columns)
      const problems = await crm().refused(
        'Update',
        update(Key, [column('{{Nonsense}}'), column(`{{${names[0]}/Nonsense}}`, 'C1'), column(names[0] ?? '', 'C2')]),
      )
      const paths = problems.map(p => p.Path)
      assert.ok(paths.includes('ColumnSetup.Data.Columns[2].Template'), entityType)
      const unknown = await crm().refused(
        'Update',
        update(Key, [column('{{Nonsense}}'), column(`{{${names[0]}/Nonsense}}`, 'C1')]),
      )
      assert.deepEqual(
        unknown.map(p => [p.Path, p.ErrorCode]),
        [
          ['ColumnSetup.Data.Columns[0].Template', -3000],
          ['ColumnSetup.Data.Columns[1].Template', -3000],
        ],
      )
      assert.deepEqual((await setupOf(crm(), Number(entityType))).Columns, columns)
    }
    const { Key } = await setupOf(crm(), 1)
    const [misspelled] = await crm().refused('Update', update(Key, [column('{{CompanyNam}}')]))
    assert.match(misspelled?.Message ?? '', /Did you mean "CompanyName"/)
    assert.equal((await crm().refused('Update', update(Key, [column('{{Objective}}')])))[0]?.ErrorCode, -3000)
  })

  test('a Template may name a user-defined field', async () => {
    const data = { Type: 'StringField', Name: 'Nickname', AppliesTo: ['AbEntry'] }
    await crm().ok('Create', { Schema: { Data: data } })
    const { Key } = await setupOf(crm(), 1)
    const columns = [column('{{Udf/$NAME(Nickname)}}')]
    await crm().ok('Update', update(Key, columns))
    assert.deepEqual((await setupOf(crm(), 1)).Columns, columns)
    const [unknown] = await crm().refused('Update', update(Key, [column('{{Udf/$NAME(Nicknam)}}')]))
    assert.equal(unknown?.Path, 'ColumnSetup.Data.Columns[0].Template')
    assert.deepEqual((await setupOf(crm(), 1)).Columns, columns)
  })

  test('on Update all four members are mandatory per column, and identifiers are unique [C-2.6-04]', async () => {
    const { Key } = await setupOf(crm(), 2)
    for (const name of ['ID', 'Header', 'Template', 'Width']) {
      const { [name]: _left, ...rest } = column('{{Objective}}') as Json
      const problems = await crm().refused('Update', update(Key, [rest]))
      assert.deepEqual(
        problems.map(p => [p.Path, p.ErrorCode]),
        [[`ColumnSetup.Data.Columns[0].${name}`, -4000]],
      )
    }
    const [twice] = await crm().refused('Update', update(Key, [column('{{Objective}}'), column('{{Status}}')]))
    assert.equal(twice?.Path, 'ColumnSetup.Data.Columns[1].ID')
    const [wide] = await crm().refused('Update', update(Key, [column('{{Objective}}', 'C0', { Width: '100' })]))
    assert.equal(wide?.ErrorCode, -3003)
  })

  test('it can be deleted and cannot be created [C-2.6-06, C-4.10-04]', async () => {
    const data = { Name: 'x', EntityType: 1, Columns: [column('{{CompanyName}}')] }
    assert.equal((await crm().refused('Create', { ColumnSetup: { Data: data } }))[0]?.ErrorCode, -1003)
    const { Key } = await setupOf(crm(), 19)
    await crm().ok('Delete', { ColumnSetup: { Data: { Key } } })
    assert.equal(await setupOf(crm(), 19), undefined)
  })
})
