// Tests what programs written for this API family expect of user-defined fields and Schema.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { eachCrm, type Json } from '../../support/crm.ts'

eachCrm('Compatible definitions', crm => {
  let company = ''
  before(async () => {
    company = await crm().create('AbEntry', { CompanyName: 'Acme' })
  })
  const define = async (Data: Json): Promise<string> =>
    (await crm().ok('Create', { Schema: { Data: { Key: null, ...Data } } })).Schema.Data.Key

  test('an Update that meets the rule of a mandatory field asks for it, unless the record has a value', async () => {
    const rule = { AppliesTo: ['Opportunity'], Mandatory: { Rule: { Status: { $EQ: 3 } } } }
    const reason = await define({ ...rule, Name: 'Why won', Type: 'StringField' })
    const colour = await define({ ...rule, Name: 'Colour', Type: 'EnumField<StringItem>', Items: [{ Value: 'Red' }] })
    const data = { AbEntryKey: company, Objective: 'Anvils' }
    const key = await crm().create('Opportunity', data)
    const win = { Opportunity: { Data: { Key: key, Status: 3 } } }
    const missing = async () => (await crm().refused('Update', win)).map(p => p.Path).sort()
    assert.deepEqual(await missing(), [`Opportunity.Data.${reason}`, `Opportunity.Data.${colour}`].sort())
    await crm().ok('Update', { Opportunity: { Data: { Key: key, NextAction: 'Wait', [colour]: '1' } } })
    assert.deepEqual(await missing(), [`Opportunity.Data.${reason}`])
    await crm().ok('Update', { Opportunity: { Data: { Key: key, Status: 3, [reason]: 'Price' } } })
    await crm().ok('Update', win)
  })

  test('$TREE "/Schema" lists the members of Schema rows', async () => {
    const content = { Scope: { Fields: { Key: 1, Name: 1 } }, Criteria: { SearchQuery: { Key: { $TREE: '/Schema' } } } }
    const { Schema } = await crm().ok('Read', { Schema: content, Compatibility: { SchemaObject: '1.0' } })
    const keys = Schema.Data.map((row: Json) => row.Key)
    for (const key of ['/Schema', '/Schema/Key', '/Schema/AppliesTo', '/Schema/TAG']) assert.ok(keys.includes(key), key)
    assert.ok(keys.every((key: string) => key.startsWith('/Schema')))
  })

  test('a TAG is any text without a closing bracket', async () => {
    const tags = ['deal size', 'a/b (c', 'Größe, €']
    for (const [i, TAG] of tags.entries()) {
      await define({ Name: `Tagged ${i}`, Type: 'StringField', AppliesTo: ['Company'], TAG })
      const field = `Udf/$TAG(${TAG})`
      await crm().ok('Update', { AbEntry: { Data: { Key: company, [field]: TAG } } })
      assert.deepEqual(await crm().get('AbEntry', company, { [field]: 1 }), { [field]: TAG })
      const SearchQuery = { [field]: { $EQ: TAG } }
      assert.equal((await crm().ok('Read', { AbEntry: { Criteria: { SearchQuery } } })).AbEntry.Data.length, 1)
    }
    const wrong = { Key: null, Name: 'Wrong', Type: 'StringField', AppliesTo: ['Company'], TAG: 'a)b' }
    const [problem] = await crm().refused('Create', { Schema: { Data: wrong } })
    assert.equal(problem?.Path, 'Schema.Data.TAG')
  })

  test('edits of item lists and of Schema leave a history, under the path of the field', async () => {
    const history = async (ParentKey: string, as = crm().user): Promise<Json[]> => {
      const Fields = { ParentKey: 1, Operation: 1, User: { Uid: 1 }, Changes: 1 }
      const content = { Scope: { Fields }, Criteria: { SearchQuery: { ParentKey: { $EQ: ParentKey } } } }
      return (await crm().ok('Read', { History: content }, as)).History.Data
    }
    const edit = (item: Json, Options = {}) =>
      crm().ok('Update', { Opportunity: { FieldOptions: { Rating: [item] }, Options } })
    const Key = (await edit({ Name: 'Splendid' })).Opportunity.FieldOptions.Rating[0].Key
    await edit({ Key, Name: 'Superb' }, { Modify: true })
    await edit({ Key }, { Remove: true })
    const before = { Key, Value: 'Splendid', Inactive: false }
    const after = { ...before, Value: 'Superb' }
    const row = { ParentKey: '/Opportunity/Rating', Operation: 'Update', User: { Uid: 'MASTER' } }
    assert.deepEqual(await history('/Opportunity/Rating'), [
      { ...row, Changes: [{ Field: 'Items', Before: null, After: [before] }] },
      { ...row, Changes: [{ Field: 'Items', Before: [before], After: [after] }] },
      { ...row, Changes: [{ Field: 'Items', Before: [after], After: null }] },
    ])

    const field = await define({ Name: 'Fleeting', Type: 'StringField', AppliesTo: ['Company'] })
    await crm().ok('Update', { Schema: { Data: { Key: field, Name: 'Lasting' } } })
    await crm().ok('Delete', { Schema: { Data: { Key: field } } })
    const rows = await history(`/AbEntry/${field}`)
    assert.deepEqual(
      rows.map(each => each.Operation),
      ['Create', 'Update', 'Delete'],
    )
    assert.deepEqual(rows[1].Changes, [{ Field: 'Name', Before: 'Fleeting', After: 'Lasting' }])
    await crm().refused('Update', { Opportunity: { FieldOptions: { Rating: [{ Key: '999', Name: '' }] } } })
    assert.equal((await history('/Opportunity/Rating')).length, 3)
  })
})
