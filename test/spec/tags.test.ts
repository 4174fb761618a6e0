// Tests tags: their names and colours, who writes them, and how records carry them and are found by them.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { drivers, eachCrm, type Json, type Person } from '../support/crm.ts'

const codes = (problems: { ErrorCode: number }[]): number[] => problems.map(p => p.ErrorCode).sort()

eachCrm('Tags', crm => {
  let acme = ''
  let [vip, late] = ['', '']
  before(async () => {
    acme = await crm().create('AbEntry', { CompanyName: 'Acme' })
    vip = await crm().create('Tag', { Name: 'Key account', Color: 'Purple' }, crm().user)
    late = await crm().create('Tag', { Name: 'Pays late' }, crm().user)
  })
  const write = (operation: string, data: Json, as?: Person) => crm().call(operation, { Tag: { Data: data } }, as)
  const tagsOf = async (entity: string, key: string) =>
    ((await crm().get(entity, key, { Tags: [{ Name: 1, Color: 1 }] })).Tags as { Name: string }[]).map(tag => tag.Name)
  const found = async (entity: string, query: Json) => {
    const content = { Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery: query } }
    const { Data } = (await crm().ok('Read', { [entity]: content, Configuration: drivers }))[entity]
    return Data.map(({ Key }: Json) => Key)
  }

  test('everyone adds tags; a name is there once, a colour is one of the palette', async () => {
    assert.deepEqual(await crm().get('Tag', vip, { Name: 1, Color: 1, DisplayValue: 1 }), {
      Name: 'Key account',
      Color: 'Purple',
      DisplayValue: 'Key account',
    })
    assert.equal((await crm().get('Tag', late, { Color: 1 })).Color, 'Gray')
    assert.deepEqual(codes((await write('Create', { Name: 'KEY ACCOUNT' })).Errors), [-4010])
    const [problem] = await crm().refused('Create', { Tag: { Data: { Name: 'x', Color: 'Mauve' } } })
    assert.match(problem?.Message ?? '', /one of Gray, Red, Orange, .*, not "Mauve"/)
  })
  test('a tag is changed by its creator and by administrators', async () => {
    const other = await crm().addPerson('EVA')
    assert.deepEqual(codes((await write('Update', { Key: late, Color: 'Red' }, other)).Errors), [-2003])
    assert.equal((await write('Update', { Key: late, Color: 'Red' }, crm().user)).Code, 0)
    assert.equal((await write('Update', { Key: late, Color: 'Orange' })).Code, 0)
    assert.equal((await crm().get('Tag', late, { SecStatus: 1 }, other)).SecStatus, 'ReadOnly')
    assert.equal((await crm().get('Tag', late, { Color: 1 }, other)).Color, 'Orange')
  })
  test('entries, opportunities, cases and leads carry tags and are found by them', async () => {
    const records = {
      AbEntry: await crm().create('AbEntry', { CompanyName: 'Bolt', Tags: [vip, late] }),
      Opportunity: await crm().create('Opportunity', { AbEntryKey: acme, Objective: 'Sell', Tags: [vip] }),
      Case: await crm().create('Case', { AbEntryKey: acme, Subject: 'Help', Tags: [{ Key: vip }] }),
      Lead: await crm().create('Lead', { LastName: 'Doe', Tags: vip }),
    }
    for (const [entity, key] of Object.entries(records)) {
      assert.deepEqual(await found(entity, { Tags: vip }), [key])
      assert.deepEqual(await found(entity, { 'Tags/Name': 'key account' }), [key])
      assert.deepEqual(await found(entity, { 'Tags/Color': 'Purple' }), [key])
      assert.deepEqual((await found(entity, { Tags: null })).includes(key), false)
    }
    assert.deepEqual(await found('AbEntry', { Tags: { $ALL: [vip, late] } }), [records.AbEntry])
    assert.deepEqual((await found('AbEntry', { Tags: { $NIN: [vip] } })).includes(records.AbEntry), false)
  })
  test('Append and Remove change some tags of a record and keep those that another person gave it', async () => {
    const key = await crm().create('AbEntry', { CompanyName: 'Cell', Tags: [vip] })
    const edit = (Options: Json) => crm().ok('Update', { AbEntry: { Data: { Key: key, Tags: [late] }, Options } })
    await edit({ Append: true })
    assert.deepEqual(await tagsOf('AbEntry', key), ['Key account', 'Pays late'])
    await edit({ Remove: true })
    assert.deepEqual(await tagsOf('AbEntry', key), ['Key account'])
    await edit({})
    assert.deepEqual(await tagsOf('AbEntry', key), ['Pays late'])
  })
  test('a renamed tag is renamed on its records; a deleted one finds nothing, and comes back with its records', async () => {
    const tag = await crm().create('Tag', { Name: 'Fair 2026', Color: 'Teal' })
    const key = await crm().create('Lead', { LastName: 'Fair', Tags: [tag] })
    await crm().ok('Update', { Tag: { Data: { Key: tag, Name: 'Fair 2027' } } })
    assert.deepEqual(await tagsOf('Lead', key), ['Fair 2027'])
    await crm().ok('Delete', { Tag: { Data: { Key: tag } } })
    assert.deepEqual(await found('Lead', { Tags: tag }), [])
    assert.deepEqual(await found('Lead', { Key: key, Tags: null }), [key])
    assert.equal((await crm().get('Lead', key, { Tags: 1 })).Tags, null)
    assert.deepEqual(codes(await crm().refused('Create', { Lead: { Data: { LastName: 'x', Tags: [tag] } } })), [-3007])
    const again = await crm().create('Tag', { Name: 'Fair 2027' })
    assert.deepEqual(codes(await crm().refused('Restore', { Tag: { Data: { Key: tag } } })), [-4010])
    await crm().ok('Delete', { Tag: { Data: { Key: again } } })
    await crm().ok('Restore', { Tag: { Data: { Key: tag } } })
    assert.deepEqual(await found('Lead', { Tags: tag }), [key])
    assert.deepEqual(await tagsOf('Lead', key), ['Fair 2027'])
  })
  test('a merge unites the tags', async () => {
    const one = await crm().create('AbEntry', { CompanyName: 'One', Tags: [vip] })
    const two = await crm().create('AbEntry', { CompanyName: 'Two', Tags: [late, vip] })
    await crm().ok('Merge', { AbEntry: { Data: { Key: one, From: [two] } } })
    assert.deepEqual(await tagsOf('AbEntry', one), ['Key account', 'Pays late'])
  })
})
