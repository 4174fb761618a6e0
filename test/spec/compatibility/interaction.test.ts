// Tests the further fields of interactions: LeadKey, AbEntry and Lead as records, and Data.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { eachCrm, type Json } from '../../support/crm.ts'

eachCrm('Interaction', crm => {
  let [acme, ann, bob] = ['', '', '']
  before(async () => {
    acme = await crm().create('AbEntry', { CompanyName: 'Acme' })
    ann = await crm().create('Lead', { LastName: 'Ann' })
    bob = await crm().create('Lead', { LastName: 'Bob' })
  })
  const found = async (query: Json): Promise<string[]> => {
    const content = { Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery: query } }
    return (await crm().ok('Read', { Interaction: content })).Interaction.Data.map(({ Key }: Json) => Key)
  }

  test('LeadKey is the first of Leads: written as one, found by any', async () => {
    const key = await crm().create('Interaction', { Type: '60001', LeadKey: { Key: ann } })
    const fields = { LeadKey: 1, Leads: [{ Key: 1 }], Lead: { LastName: 1 }, AbEntry: 1 }
    assert.deepEqual(await crm().get('Interaction', key, fields), {
      LeadKey: ann,
      Leads: [{ Key: ann }],
      Lead: { LastName: 'Ann' },
      AbEntry: null,
    })
    await crm().ok('Update', { Interaction: { Data: { Key: key, Leads: [bob, ann] } } })
    const after = await crm().get('Interaction', key, { LeadKey: 1, Lead: { Key: 1, DisplayValue: 1 } })
    assert.deepEqual(after, { LeadKey: bob, Lead: { Key: bob, DisplayValue: 'Bob' } })
    assert.deepEqual(await found({ LeadKey: ann }), [key])
    assert.deepEqual(await found({ 'Lead/Key': bob }), [key])
    await crm().ok('Update', { Interaction: { Data: { Key: key, AbEntries: [acme], LeadKey: null } } })
    const last = await crm().get('Interaction', key, { LeadKey: 1, Lead: 1, AbEntry: { CompanyName: 1 } })
    assert.deepEqual(last, { LeadKey: null, Lead: null, AbEntry: { CompanyName: 'Acme' } })
    assert.deepEqual(await found({ 'AbEntry/Key': acme }), [key])
    const wrong = { Interaction: { Data: { Type: '60001', LeadKey: acme } } }
    assert.deepEqual(
      (await crm().refused('Create', wrong)).map(p => p.Path),
      ['Interaction.Data.LeadKey'],
    )
  })
  test('Data takes any JSON and gives it back', async () => {
    const values = [{ id: 7, tags: ['a', null], deep: { Value: 1 } }, [1, 'zwei'], 'text', 0, false, { Value: 'x' }]
    for (const value of values) {
      const key = await crm().create('Interaction', { Type: '60001', AbEntryKey: acme, Data: value })
      assert.deepEqual((await crm().get('Interaction', key, { Data: 1 })).Data, value)
      await crm().ok('Update', { Interaction: { Data: { Key: key, Data: null } } })
      assert.equal((await crm().get('Interaction', key, { Data: 1 })).Data, null)
    }
    const large = { Type: '60001', AbEntryKey: acme, Data: { text: 'x'.repeat(64_000) } }
    const [problem] = await crm().refused('Create', { Interaction: { Data: large } })
    assert.deepEqual([problem?.Path, problem?.ErrorCode], ['Interaction.Data.Data', -3004])
    const row = {
      Scope: { Fields: { Type: 1, Assignable: 1, Queryable: 1 } },
      Criteria: { SearchQuery: { Key: '/Interaction/Data' } },
    }
    const { Schema } = await crm().ok('Read', { Schema: row })
    assert.deepEqual(Schema.Data, [{ Type: 'JsonField', Assignable: true, Queryable: [] }])
  })
})
