// Tests the forms in which keys, users and access lists are written and read, and the further members of Schema rows.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeKey } from '../../../src/fields/record-key.ts'
import { eachCrm, type Json } from '../../support/crm.ts'

eachCrm('Keys and users', crm => {
  const access = async (key: string, selector: Json, as = crm().admin) =>
    (await crm().get('AbEntry', key, { SecAccess: selector }, as)).SecAccess

  test('a SecAccess principal is a key, {Key}, {Value}, {Uid} in any letter case, or the caller', async () => {
    const joe = crm().user.key
    const forms = [
      joe,
      [joe],
      { Key: joe },
      [{ Value: joe }],
      { Uid: 'JOE' },
      [{ Uid: 'joe' }],
      { Key: { Uid: 'Joe' } },
    ]
    for (const Read of forms) {
      const key = await crm().create('AbEntry', { CompanyName: 'Guarded', SecAccess: { Read } })
      assert.deepEqual(await access(key, 1), { Read: [joe], Write: [] })
    }
    const mine = { CompanyName: 'Mine', SecAccess: { Read: ['$CURRENTUSER()'], Write: { Uid: '$CURRENTUSER()' } } }
    const key = await crm().create('AbEntry', mine, crm().user)
    assert.deepEqual(await access(key, 1), { Read: [joe], Write: [joe] })
    const query = { 'SecAccess/Read': { $EQ: { Uid: 'joe' } }, CompanyName: 'Mine' }
    const content = { Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery: query } }
    assert.deepEqual((await crm().ok('Read', { AbEntry: content })).AbEntry.Data, [{ Key: key }])
    const bad = { AbEntry: { Data: { CompanyName: 'x', SecAccess: { Read: [{ Uid: 'NOBODY' }] } } } }
    assert.deepEqual(
      (await crm().refused('Create', bad)).map(p => p.ErrorCode),
      [-3007],
    )
    const odd = { AbEntry: { Data: { CompanyName: 'x', SecAccess: { Read: [{ Ulid: 'JOE' }] } } } }
    assert.ok((await crm().refused('Create', odd)).some(p => p.Path === 'AbEntry.Data.SecAccess.Read[0].Ulid'))
  })
  test('an access list is selected as keys, as elements, or as {Items, DisplayValue}', async () => {
    const { Key: group } = await crm().setUp('SecurityGroup', { Name: 'Sales' })
    const everyone = encodeKey('User', '*')
    const Read = [crm().user.key, group]
    const key = await crm().create('AbEntry', { CompanyName: 'x', SecAccess: { Read, Write: [everyone] } })
    const both = { Items: 1, DisplayValue: 1 }
    assert.deepEqual(await access(key, { Read: both, Write: both }), {
      Read: { Items: Read, DisplayValue: 'Joe Plain, Sales' },
      Write: { Items: [everyone], DisplayValue: 'Everyone' },
    })
    assert.deepEqual(await access(key, { Read: { Items: [{ Key: 1, DisplayValue: 1, Uid: 1 }] } }), {
      Read: {
        Items: [
          { Key: crm().user.key, DisplayValue: 'Joe Plain', Uid: 'JOE' },
          { Key: group, DisplayValue: 'Sales', Uid: null },
        ],
      },
    })
    assert.deepEqual(await access(key, { Read: [{ DisplayValue: 1 }] }), {
      Read: [{ DisplayValue: 'Joe Plain' }, { DisplayValue: 'Sales' }],
    })
    await crm().ok('Update', { SecurityGroup: { Data: { Key: group, Name: 'Field sales' } } })
    await crm().ok('Update', { User: { Data: { Key: crm().user.key, DisplayName: 'Joe P.' } } })
    assert.equal((await access(key, { Read: both })).Read.DisplayValue, 'Joe P., Field sales')
    await crm().ok('Update', { User: { Data: { Key: crm().user.key, DisplayName: 'Joe Plain' } } })
    const open = await crm().create('AbEntry', { CompanyName: 'open' })
    assert.deepEqual(await access(open, { Read: both }), { Read: { Items: [], DisplayValue: null } })
    const wrong = { Scope: { Fields: { SecAccess: { Read: { Items: 1, Names: 1 } } } } }
    assert.equal((await crm().refused('Read', { AbEntry: wrong })).length, 1)
  })
  test('Items and DisplayValue select any list', async () => {
    const company = await crm().create('AbEntry', { CompanyName: 'y' })
    const key = await crm().create('Opportunity', { AbEntryKey: company, Objective: 'o', Product: ['2', '1'] })
    const both = { Items: [{ Key: 1 }], DisplayValue: 1 }
    assert.deepEqual(await crm().get('Opportunity', key, { Product: both, Category: both }), {
      Product: { Items: [{ Key: '2' }, { Key: '1' }], DisplayValue: 'Professional package, Starter package' },
      Category: { Items: [], DisplayValue: null },
    })
  })
  test('a user is written as a key, {Key}, {Value}, {Uid}, a list of one of these, or $CURRENTUSER()', async () => {
    const joe = crm().user.key
    const one = [joe, { Key: joe }, { Value: joe }, { Uid: 'joe' }, { Key: { Uid: 'JOE' } }]
    const company = await crm().create('AbEntry', { CompanyName: 'z' })
    const lines: [string, string, Json][] = [
      ['AbEntry', 'AccountManager', { CompanyName: 'z' }],
      ['Opportunity', 'Leader', { AbEntryKey: company, Objective: 'o' }],
      ['Case', 'AssignedTo', { AbEntryKey: company, Subject: 's' }],
      ['Task', 'AssignedTo', { Activity: 'a', DateTime: '2026-01-01' }],
      ['Territory', 'AccountManager', { Name: 't' }],
      ['Appointment', 'Organizer', { Subject: 's', StartDate: '2026-01-01' }],
    ]
    for (const [entity, field, data] of lines) {
      for (const form of [...one, ...one.map(value => [value])]) {
        const named = 'Name' in data ? { Name: `${entity} ${JSON.stringify(form)}` } : {}
        const key = await crm().create(entity, { ...data, ...named, [field]: form })
        assert.equal((await crm().get(entity, key, { [field]: 1 }))[field], joe, JSON.stringify(form))
      }
    }
    for (const Members of [...one, ...one.map(value => [value])]) {
      const { Key } = await crm().setUp('SecurityGroup', { Name: `g ${JSON.stringify(Members)}`, Members })
      assert.deepEqual((await crm().get('SecurityGroup', Key, { Members: [{ Uid: 1 }] })).Members, [{ Uid: 'JOE' }])
    }
    for (const UserKey of [...one, ...one.map(value => [value])]) {
      const { Key } = await crm().setUp('PersonalAccessToken', { Name: 't', UserKey })
      assert.equal((await crm().get('PersonalAccessToken', Key, { UserKey: 1 })).UserKey, joe)
    }
  })
  test('Key selected with Number gives 0', async () => {
    const key = await crm().create('AbEntry', { CompanyName: 'n' })
    const note = await crm().create('Note', { ParentKey: key, Text: 't' })
    const selector = { Value: 1, Number: 1 }
    assert.deepEqual(await crm().get('AbEntry', key, { Key: selector }), { Key: { Value: key, Number: 0 } })
    assert.deepEqual(await crm().get('Note', note, { ParentKey: selector }), { ParentKey: { Value: key, Number: 0 } })
    assert.deepEqual(await crm().get('AbEntry', key, { ParentKey: selector }), { ParentKey: null })
    const leader = { Opportunity: { FieldOptions: { Leader: [{ Key: { Uid: 1, Number: 1 } }] } } }
    const options = (await crm().ok('Read', leader)).Opportunity.FieldOptions.Leader
    assert.deepEqual(options[0], { Key: { Uid: 'JOE', Number: 0 } })
  })
  test('Schema rows have RequestedBy, Formula and ReadOnly', async () => {
    const data = { Type: 'StringField', Name: 'Asked', AppliesTo: ['AbEntry'], RequestedBy: 'Ann', Formula: null }
    const { Key } = (await crm().ok('Create', { Schema: { Data: data } })).Schema.Data
    const rows = async (query: Json) => {
      const content = {
        Scope: { Fields: { RequestedBy: 1, Formula: 1, ReadOnly: 1 } },
        Criteria: { SearchQuery: query },
      }
      return (await crm().ok('Read', { Schema: content })).Schema.Data
    }
    assert.deepEqual(await rows({ Key }), [{ RequestedBy: 'Ann', Formula: null, ReadOnly: false }])
    assert.deepEqual(await rows({ RequestedBy: 'ann' }), await rows({ Key }))
    assert.deepEqual(await rows({ Key: '/AbEntry/FullName' }), [{ RequestedBy: null, Formula: null, ReadOnly: true }])
    assert.deepEqual(await rows({ Key: '/AbEntry/Udf', ReadOnly: true }), [])
    await crm().ok('Update', { Schema: { Data: { Key, RequestedBy: null } } })
    assert.equal((await rows({ Key }))[0].RequestedBy, null)
    const wrong = { Schema: { Data: { Key, Formula: 'a + b', ReadOnly: true, RequestedBy: 7 } } }
    assert.equal((await crm().refused('Update', wrong)).length, 3)
  })
})
