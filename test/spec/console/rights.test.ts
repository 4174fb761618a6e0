// Tests what a user interface asks before it offers anything: rights, the digest of the model, and counts that stop.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { drivers, eachCrm, type Json, type Person } from '../../support/crm.ts'

eachCrm('What a user interface asks', crm => {
  let [open, closed] = ['', '']
  before(async () => {
    const { admin } = crm()
    open = await crm().create('AbEntry', { CompanyName: 'Open' })
    closed = await crm().create('AbEntry', { CompanyName: 'Closed', SecAccess: { Write: [admin.key] } })
    for (let i = 0; i < 5; i++) await crm().create('Lead', { LastName: `Doe ${i}`, CompanyName: i < 3 ? 'A' : 'B' })
  })
  const session = async (as?: Person, body: Json = {}): Promise<Json> =>
    (await crm().ok('GetSessionInfo', body, as)).Data

  test('SecStatus of every entity says whether a record can be changed and deleted', async () => {
    const fields = { SecStatus: { Value: 1, CanUpdate: 1, CanDelete: 1 } }
    const status = async (entity: string, key: string, as: Person) => {
      const { Value, CanUpdate, CanDelete } = (await crm().get(entity, key, fields, as)).SecStatus
      return [Value, CanUpdate, CanDelete]
    }
    const { admin, user } = crm()
    assert.deepEqual(await status('AbEntry', open, user), ['ReadWrite', true, true])
    assert.deepEqual(await status('AbEntry', closed, user), ['ReadOnly', false, false])
    assert.deepEqual(await status('AbEntry', closed, admin), ['ReadWrite', true, true])
    assert.deepEqual(await status('User', admin.key, user), ['ReadOnly', false, false])
    assert.deepEqual(await status('User', user.key, admin), ['ReadWrite', true, true])
    const note = await crm().create('Note', { ParentKey: closed, Text: 'x' })
    assert.deepEqual(await status('Note', note, user), ['ReadOnly', false, false])
    const own = await crm().create('Note', { ParentKey: closed, Text: 'mine' }, user)
    assert.deepEqual(await status('Note', own, user), ['ReadWrite', true, true])
    const content = { Scope: { Fields: fields }, Criteria: { SearchQuery: { ParentKey: { $EQ: open } } } }
    const { History } = await crm().ok('Read', { History: content })
    assert.deepEqual(History.Data, [{ SecStatus: { Value: 'ReadOnly', CanUpdate: false, CanDelete: false } }])
  })

  test('GetSessionInfo tells the rights of the token in each entity', async () => {
    const { Permissions: all } = (await session()).User
    const every = { Create: true, Read: true, Update: true, Delete: true }
    const none = { Create: false, Update: false, Delete: false }
    assert.deepEqual([all.AbEntry, all.Territory, all.Schema, all.View], [every, every, every, every])
    assert.deepEqual(all.Activity, { ...none, Read: true })
    const { Administrator, Permissions: some } = (await session(crm().user)).User
    assert.equal(Administrator, false)
    assert.deepEqual([some.AbEntry, some.View], [every, every])
    assert.deepEqual(
      [some.Territory, some.Schema],
      [
        { ...none, Read: true },
        { ...none, Read: true },
      ],
    )
    assert.equal(some.CampaignSubscriber.Update, false)
    const token = { Name: 'r', Scope: 'data.readonly', UserKey: crm().user.key }
    const { PersonalAccessToken } = await crm().ok('Create', { PersonalAccessToken: { Data: token } })
    const reader = { ...crm().user, token: PersonalAccessToken.Data.Token }
    const asked = { Data: { User: { Permissions: { AbEntry: 1, View: 1 } } } }
    assert.deepEqual(await session(reader, asked), {
      User: { Permissions: { AbEntry: { ...none, Read: true }, View: { ...none, Read: false } } },
    })
  })

  test('the digest of the model changes with fields and options, and with nothing else', async () => {
    const digest = async () => (await session()).AddressBook.ModelDigest
    const schema = { Schema: { Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery: { Key: { $TREE: '/Lead' } } } } }
    const tag = async (body: Json): Promise<string | null> => {
      const headers = { authorization: `Bearer ${crm().admin.token}` }
      const init = { method: 'POST', headers, body: JSON.stringify(body) }
      return (await fetch(`${crm().server.url}/api/Read`, init)).headers.get('x-model-digest')
    }
    const first = await digest()
    assert.match(first, /^[\w-]{20,}$/)
    assert.equal(await tag(schema), first)
    assert.equal(await tag(schema), first)
    assert.equal(await tag({ Lead: { Scope: { Fields: { Key: 1 } } } }), null)
    await crm().addPerson('NEW')
    await crm().create('Lead', { LastName: 'New' })
    assert.equal(await digest(), first)
    const field = { Key: null, Name: 'Size', Type: 'StringField', AppliesTo: ['Lead'] }
    const { Schema } = await crm().ok('Create', { Schema: { Data: field }, Compatibility: { SchemaObject: '1.0' } })
    const second = await digest()
    assert.notEqual(second, first)
    assert.equal(await tag(schema), second)
    await crm().ok('Update', { Opportunity: { FieldOptions: { Rating: [{ Key: null, Name: 'Glowing' }] } } })
    assert.equal(new Set([first, second, await digest()]).size, 3)
    await crm().ok('Delete', { Schema: { Data: { Key: Schema.Data.Key } }, Compatibility: { SchemaObject: '1.0' } })
    assert.equal(new Set([first, second, await digest()]).size, 3)
  })

  test('$COUNTUPTO counts to its number and no further', async () => {
    const count = async (name: string, more: Json = {}, as?: Person) => {
      const content = { Scope: { Fields: { [name]: 1 } }, ...more }
      return (await crm().ok('Read', { Lead: content, Configuration: drivers }, as)).Lead.Data
    }
    const named = { Criteria: { SearchQuery: { CompanyName: { $EQ: 'A' } } } }
    assert.deepEqual(await count('$COUNTUPTO(4)'), [{ '$COUNTUPTO(4)': 4 }])
    assert.deepEqual(await count('$countupto( 100 )', named), [{ '$countupto( 100 )': 3 }])
    assert.deepEqual(await count('$COUNTUPTO(2)', named), [{ '$COUNTUPTO(2)': 2 }])
    assert.deepEqual(await count('$COUNTUPTO(2)', { Criteria: { SearchQuery: { CompanyName: 'C' } } }), [
      { '$COUNTUPTO(2)': 0 },
    ])
    assert.deepEqual(await count('$COUNTUPTO(1000000)/DisplayValue', named), [
      { '$COUNTUPTO(1000000)/DisplayValue': '3' },
    ])
    const refused = async (Fields: Json, more: Json = {}) => {
      const problems = await crm().refused('Read', { Lead: { Scope: { Fields }, ...more } })
      return problems.map(({ ErrorCode, Path }) => [ErrorCode, Path])
    }
    for (const n of ['', '0', '-1', '1.5', '1000001', 'LastName'])
      assert.deepEqual(await refused({ [`$COUNTUPTO(${n})`]: 1 }), [[-3004, `Lead.Scope.Fields.$COUNTUPTO(${n})`]])
    const alone = [[-3010, 'Lead.Scope.Fields']]
    assert.deepEqual(await refused({ '$COUNTUPTO(5)': 1, '$COUNT()': 1 }), alone)
    assert.deepEqual(await refused({ '$COUNTUPTO(5)': 1, '$COUNTUPTO(6)': 1 }), alone)
    assert.deepEqual(await refused({ '$COUNTUPTO(5)': 1 }, { GroupBy: { Fields: ['CompanyName'] } }), alone)
    assert.deepEqual(await refused({ '$COUNTUPTO(5)': 1 }, { OrderBy: { Fields: [{ '$COUNT()': 'ASC' }] } }), alone)
  })
})
