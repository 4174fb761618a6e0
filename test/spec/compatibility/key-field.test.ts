// Tests lists of key fields, their definitions, and the criterion $ALLOWS.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachCrm, type Json } from '../../support/crm.ts'
import { allFieldOptions, schemaFields } from '../../support/entity-rows.ts'

const codes = (problems: { ErrorCode: number }[]): number[] => problems.map(p => p.ErrorCode).sort()

eachCrm('KeyFieldList', crm => {
  const group = (...ids: (string | null)[]) => ({
    Name: 'Main',
    ColumnNo: 0,
    Element: ids.map(ID => ({ ID, Description: null })),
  })
  const ids = async (key: string) => {
    const { Layout } = await crm().get('KeyFieldDefinition', key, { Layout: 1 })
    return (Layout ?? []).map((one: Json) => one.Element.map(({ ID }: Json) => ID))
  }

  test('a list has definitions, which are deleted and restored with it', async () => {
    const list = await crm().create('KeyFieldList', {
      Name: 'Sales',
      Target: 'Web',
      Description: 'x',
      RequestedBy: { Uid: 'JOE' },
    })
    const data = {
      ParentKey: list,
      EntityType: 1,
      Name: 'Entries',
      Rule: { $AND: [{ Type: 'Company' }, { Lead: true }] },
      RequestedBy: { Uid: 'JOE' },
      Layout: [group('CompanyName', null)],
    }
    const key = await crm().create('KeyFieldDefinition', data)
    const fields = { ParentKey: 1, EntityType: 1, Name: 1, Rule: 1, RequestedBy: 1, Layout: [{ Name: 1, Element: 1 }] }
    assert.deepEqual(await crm().get('KeyFieldDefinition', key, fields), {
      ParentKey: list,
      EntityType: 1,
      Name: 'Entries',
      Rule: data.Rule,
      RequestedBy: crm().user.key,
      Layout: [
        {
          Name: 'Main',
          Element: [
            {
              ID: 'CompanyName',
              Description: null,
              Field: {
                Key: '/AbEntry/CompanyName',
                Name: 'CompanyName',
                Type: 'StringField',
                DisplayValue: 'Company Name',
              },
            },
            { ID: null, Description: null },
          ],
        },
      ],
    })
    await crm().ok('Update', { KeyFieldList: { Data: { Key: list, Name: 'Selling' } } })
    await crm().ok('Delete', { KeyFieldList: { Data: { Key: list } } })
    assert.equal(await crm().get('KeyFieldDefinition', key, { Key: 1 }), undefined)
    await crm().ok('Restore', { KeyFieldList: { Data: { Key: list } } })
    assert.deepEqual(await crm().get('KeyFieldDefinition', key, { Key: 1 }), { Key: key })
  })
  test('Options edit the layout: Replace is the default; Append, Remove, IncludeSeparator, Clear', async () => {
    const list = await crm().create('KeyFieldList', { Name: 'Edited' })
    const key = await crm().create('KeyFieldDefinition', {
      ParentKey: list,
      EntityType: 2,
      Layout: [group('Objective')],
    })
    const edit = async (layout: Json, options: Json) => {
      const data = { Key: key, ...(layout ? { Layout: [layout] } : {}) }
      await crm().ok('Update', { KeyFieldDefinition: { Data: data, Options: options } })
      return ids(key)
    }
    assert.deepEqual(await edit(group(null, 'Status'), { Append: true }), [['Objective', null, 'Status']])
    assert.deepEqual(await edit(group('status'), { Append: true }), [['Objective', null, 'Status']])
    assert.deepEqual(await edit({ ...group('Leader'), ColumnNo: 1 }, { Append: true }), [
      ['Objective', null, 'Status'],
      ['Leader'],
    ])
    assert.deepEqual(await edit(group('status', 'Leader'), { Remove: true }), [['Objective', null]])
    assert.deepEqual(await edit(group(), { Remove: true, IncludeSeparator: true }), [['Objective']])
    assert.deepEqual(await edit(group('CloseDate'), { Replace: true }), [['CloseDate']])
    assert.deepEqual(await edit(group('Status'), {}), [['Status']])
    assert.deepEqual(await edit(null, { Clear: true }), [])
  })
  test('SecAccess: hidden lists hide their definitions; $ALLOWS finds what lists the caller', async () => {
    const make = async (name: string, read: string[]) => {
      const list = await crm().create('KeyFieldList', { Name: name, SecAccess: { Read: read } })
      return crm().create('KeyFieldDefinition', { ParentKey: list, EntityType: 19, Name: name })
    }
    const [joes, masters] = [await make('Joe', [crm().user.key]), await make('Master', [crm().admin.key])]
    const read = async (entity: string, as = crm().admin, query: Json = {}) => {
      const condition = { Name: { $IN: ['Joe', 'Master'] }, ...query }
      const content = { Scope: { Fields: { Key: 1, Name: 1 } }, Criteria: { SearchQuery: condition } }
      return (await crm().ok('Read', { [entity]: content }, as))[entity].Data
    }
    const allowed = { SecAccess: { $ALLOWS: '$CURRENTUSER()' } }
    assert.deepEqual(
      (await read('KeyFieldDefinition')).map(({ Key }: Json) => Key),
      [joes, masters],
    )
    const own = await read('KeyFieldDefinition', crm().admin, allowed)
    assert.deepEqual(own, [{ Key: masters, Name: 'Master' }])
    const joe = await read('KeyFieldDefinition', crm().user, allowed)
    assert.deepEqual(joe, [{ Key: joes, Name: 'Joe' }])
    assert.deepEqual(
      (await read('KeyFieldList', crm().admin, allowed)).map(({ Name }: Json) => Name),
      ['Master'],
    )
    for (const entity of ['KeyFieldList', 'KeyFieldDefinition']) {
      const Criteria = { ...allowed, SearchCriteria: {} }
      const found = (await crm().ok('Read', { [entity]: { Scope: { Fields: { Name: 1 } }, Criteria } }, crm().user))[
        entity
      ]
      const names = found.Data.map(({ Name }: Json) => Name)
      assert.ok(names.includes('Joe') && !names.includes('Master'), names.join())
    }
    const content = { Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery: { SecAccess: { $ALLOWS: 'JOE' } } } }
    assert.deepEqual(codes(await crm().refused('Read', { KeyFieldList: content })), [-3004])
    const wrong = { Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery: { Name: { $ALLOWS: '$CURRENTUSER()' } } } }
    assert.equal((await crm().refused('Read', { KeyFieldList: wrong })).length, 1)
  })
  test('refused: a plain user, missing members, another list or Target, unknown fields', async () => {
    const refused = async (operation: string, entity: string, data: Json, as = crm().admin) =>
      codes(await crm().refused(operation, { [entity]: { Data: data } }, as))
    assert.deepEqual(await refused('Create', 'KeyFieldList', { Name: 'x' }, crm().user), [-2002])
    assert.deepEqual(await refused('Create', 'KeyFieldList', {}), [-4000])
    assert.deepEqual(await refused('Create', 'KeyFieldDefinition', {}), [-4000, -4000])
    const list = await crm().create('KeyFieldList', { Name: 'x', Target: 'a' })
    assert.equal((await refused('Update', 'KeyFieldList', { Key: list, Target: 'b' })).length, 1)
    const data = { ParentKey: list, EntityType: 1 }
    assert.deepEqual(await refused('Create', 'KeyFieldDefinition', { ...data, Layout: [group('NoField')] }), [-3000])
    assert.deepEqual(
      await refused('Create', 'KeyFieldDefinition', { ...data, Rule: { $AND: [{ Name: 'x' }] } }),
      [-3004],
    )
    const layouts = [{ Name: 'x', ColumnNo: 2 }, { Title: 'x' }, 5]
    assert.equal((await refused('Create', 'KeyFieldDefinition', { ...data, Layout: layouts })).length, 3)
  })
  test('Schema and FieldOptions describe them; SecAccess lists who can be named', async () => {
    assert.equal((await schemaFields(crm(), 'KeyFieldDefinition')).get('Layout').Type, 'ListField<Object>')
    await allFieldOptions(crm(), 'KeyFieldDefinition')
    const group = await crm().create('SecurityGroup', { Name: 'Zebras' })
    const asked = { KeyFieldList: { FieldOptions: { 'SecAccess/Read': [{ Key: 1, DisplayValue: 1 }] } } }
    const items = (await crm().ok('Read', asked)).KeyFieldList.FieldOptions['SecAccess/Read']
    assert.deepEqual(items.at(0), { Key: btoa('User\t*'), DisplayValue: 'Everyone' })
    assert.deepEqual(items.at(-1), { Key: group, DisplayValue: 'Zebras' })
    assert.ok(items.some(({ Key }: Json) => Key === crm().user.key))
    await allFieldOptions(crm(), 'KeyFieldList')
    const both = { Read: [{ Key: 1 }], Write: [{ DisplayValue: 1 }] }
    const { SecAccess } = (await crm().ok('Read', { AbEntry: { FieldOptions: { SecAccess: both } } })).AbEntry
      .FieldOptions
    assert.deepEqual([SecAccess.Read[0], SecAccess.Write[0]], [{ Key: items[0].Key }, { DisplayValue: 'Everyone' }])
  })
})
