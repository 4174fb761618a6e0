// Tests views and preferences: who sees and changes them, what they take, and which tokens reach them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachCrm, type Json, type Person } from '../../support/crm.ts'

const codes = (problems: { ErrorCode: number; Path: string }[]): Json[] => problems.map(p => [p.ErrorCode, p.Path])

eachCrm('View', crm => {
  const view = (data: Json) => ({ Entity: 'AbEntry', Name: 'Ottawa', ...data })
  const names = async (as: Person): Promise<Json[]> => {
    const View = { Scope: { Fields: { Name: 1 } }, OrderBy: { Fields: [{ Name: 'ASC' }] } }
    return (await crm().ok('Read', { View }, as)).View.Data.map(({ Name }: Json) => Name)
  }
  const update = (as: Person, Data: Json) => crm().call('Update', { View: { Data } }, as)

  test('a view is read as it was written', async () => {
    const data = {
      Columns: [{ Field: 'FullName', Width: 240 }, { Field: 'Address/City' }],
      Criteria: { SearchQuery: { $OR: [{ Type: 'Company' }, { 'Address/City': { $EQ: 'Ottawa' } }] } },
      OrderBy: [{ FullName: 'ASC' }, { CreationDate: 'DESC' }],
      Layout: { Kind: 'board', Widths: [1, 2.5, null] },
    }
    const key = await crm().create('View', view({ ...data, Entity: 'abentry' }))
    const fields = { Entity: 1, Columns: 1, Criteria: 1, OrderBy: 1, Layout: 1, Shared: 1, Locked: 1, DisplayValue: 1 }
    const stored = { ...data, Entity: 'AbEntry', Shared: false, Locked: false, DisplayValue: 'Ottawa' }
    assert.deepEqual(await crm().get('View', key, fields), stored)
    await crm().ok('Delete', { View: { Data: { Key: key } } })
  })

  test('the History of a view is hidden, also from administrators, as the view is', async () => {
    const { admin, user } = crm()
    const hidden = await crm().create('View', view({ Name: 'mine alone' }), user)
    const shared = await crm().create('View', view({ Name: 'for all', Shared: true }), user)
    const deleted = await crm().create('View', view({ Name: 'mine once' }), user)
    await crm().ok('Delete', { View: { Data: { Key: deleted } } }, user)
    const rowsOf = async (as: Person, query: Json = { ParentKey: { $IN: [hidden, shared, deleted] } }) => {
      const History = { Scope: { Fields: { ParentKey: 1, Changes: 1 } }, Criteria: { SearchQuery: query } }
      return (await crm().ok('Read', { History }, as)).History.Data as { ParentKey: string }[]
    }
    const keysOf = async (...asked: Parameters<typeof rowsOf>) =>
      new Set((await rowsOf(...asked)).map(({ ParentKey }) => ParentKey))
    assert.deepEqual(await keysOf(user), new Set([hidden, shared]))
    assert.deepEqual(await keysOf(admin), new Set([shared]))
    const byUser = await rowsOf(admin, { User: { $EQ: { Uid: user.uid } } })
    assert.ok(byUser.some(({ ParentKey }) => ParentKey === shared))
    assert.doesNotMatch(JSON.stringify(byUser), /mine/)
    await crm().ok('Update', { View: { Data: { Key: hidden, Shared: true } } }, user)
    assert.deepEqual(await keysOf(admin), new Set([hidden, shared]))
    const own = await crm().create('View', view({ Name: 'of the administrator' }), admin)
    await crm().ok('Delete', { View: { Data: { Key: own } } }, admin)
    assert.equal((await rowsOf(admin, { ParentKey: { $EQ: own } })).length, 2)
    for (const Key of [hidden, shared]) await crm().ok('Delete', { View: { Data: { Key } } }, user)
  })

  test('others see what is shared and change what is not locked', async () => {
    const { admin, user } = crm()
    const eve = await crm().addPerson('EVE')
    const own = await crm().create('View', view({ Name: 'own' }), user)
    const open = await crm().create('View', view({ Name: 'open', Shared: true }), user)
    const shut = await crm().create('View', view({ Name: 'shut', Shared: true, Locked: true }), user)
    assert.deepEqual(await names(user), ['open', 'own', 'shut'])
    assert.deepEqual(await names(eve), ['open', 'shut'])
    assert.deepEqual(
      await names(admin),
      ['open', 'shut'],
      'what others keep to themselves is not shown to administrators',
    )
    const status = async (key: string, as: Person) => (await crm().get('View', key, { SecStatus: 1 }, as)).SecStatus
    assert.equal(await status(open, eve), 'ReadWrite')
    assert.equal(await status(shut, eve), 'ReadOnly')
    assert.equal(await status(shut, admin), 'ReadWrite')

    assert.equal((await update(eve, { Key: open, Description: 'by Eve' })).Code, 0)
    assert.deepEqual(codes((await update(eve, { Key: shut, Name: 'x' })).Errors), [[-2003, 'View.Data.Key']])
    assert.deepEqual(codes((await update(eve, { Key: own, Name: 'x' })).Errors), [[-3007, 'View.Data.Key']])
    assert.deepEqual(codes((await update(admin, { Key: own, Name: 'x' })).Errors), [[-3007, 'View.Data.Key']])
    const both = await update(eve, { Key: open, Shared: false, Locked: true })
    assert.deepEqual(codes(both.Errors), [
      [-2003, 'View.Data.Shared'],
      [-2003, 'View.Data.Locked'],
    ])
    assert.equal((await update(admin, { Key: shut, Locked: false })).Code, 0)
    assert.equal((await update(eve, { Key: shut, Name: 'shut' })).Code, 0)
    assert.equal((await update(user, { Key: shut, Shared: false })).Code, 0)
    assert.deepEqual(await names(eve), ['open'])
  })

  test('every wrong path, entity and list is named', async () => {
    const refused = async (data: Json) => codes(await crm().refused('Create', { View: { Data: view(data) } }))
    assert.deepEqual(await refused({ Entity: 'AbEntri' }), [[-1002, 'View.Data.Entity']])
    const Columns = [{ Field: 'FullName' }, { Field: 'Adress/City' }]
    assert.deepEqual(await refused({ Columns, OrderBy: [{ Nam: 'ASC' }] }), [
      [-3000, 'View.Data.Columns[1]'],
      [-3000, 'View.Data.OrderBy[0]'],
    ])
    assert.deepEqual(await refused({ Columns: ['FullName', { Field: 'Key', Color: 1 }, { Width: 1 }] }), [
      [-3003, 'View.Data.Columns[0]'],
      [-3000, 'View.Data.Columns[1].Color'],
      [-3003, 'View.Data.Columns[2].Field'],
    ])
    assert.deepEqual(await refused({ OrderBy: [{ FullName: 'UP' }], Criteria: [1], Layout: 'x' }), [
      [-3004, 'View.Data.OrderBy[0].FullName'],
      [-3003, 'View.Data.Criteria'],
      [-3003, 'View.Data.Layout'],
    ])
    assert.deepEqual(await refused({ Layout: { x: 'y'.repeat(17_000) } }), [[-3004, 'View.Data.Layout']])
  })
})

eachCrm('Preference', crm => {
  const mine = async (as: Person): Promise<Json> => {
    const { Data } = (await crm().ok('Read', { Preference: { Scope: { Fields: { Name: 1, Value: 1 } } } }, as))
      .Preference
    return Object.fromEntries(Data.map(({ Name, Value }: Json) => [Name, Value]))
  }

  test('each user has their own, once by name, and any JSON in them', async () => {
    const { admin, user } = crm()
    const theme = await crm().create('Preference', { Name: 'theme', Value: { dark: true, size: [1, null, 'x'] } }, user)
    await crm().create('Preference', { Name: 'theme', Value: false })
    assert.deepEqual(await mine(user), { theme: { dark: true, size: [1, null, 'x'] } })
    assert.deepEqual(await mine(admin), { theme: false })
    const again = await crm().refused('Create', { Preference: { Data: { Name: 'theme', Value: 1 } } }, user)
    assert.deepEqual(codes(again), [[-4010, 'Preference.Data.Name']])
    await crm().ok('Update', { Preference: { Data: { Key: theme, Value: 7 } } }, user)
    assert.deepEqual(await mine(user), { theme: 7 })
    const other = await crm().refused('Update', { Preference: { Data: { Key: theme, Value: 8 } } })
    assert.deepEqual(codes(other), [[-3007, 'Preference.Data.Key']])
    const long = await crm().refused(
      'Update',
      { Preference: { Data: { Key: theme, Value: 'x'.repeat(33_000) } } },
      user,
    )
    assert.deepEqual(codes(long), [[-3004, 'Preference.Data.Value']])
  })

  test('a restored one does not stand beside a new one of its name', async () => {
    const first = await crm().create('Preference', { Name: 'keys', Value: 1 })
    await crm().ok('Delete', { Preference: { Data: { Key: first } } })
    const second = await crm().create('Preference', { Name: 'keys', Value: 2 })
    const refused = await crm().refused('Restore', { Preference: { Data: { Key: first } } })
    assert.deepEqual(codes(refused), [[-4010, 'Preference.Data.Key']])
    await crm().ok('Delete', { Preference: { Data: { Key: second } } })
    await crm().ok('Restore', { Preference: { Data: { Key: first } } })
    assert.equal((await mine(crm().admin)).keys, 1)
  })

  test('two hundred are enough, and none of them is in History', async () => {
    const many = Array.from({ length: 201 }, (_, i) => ({ Name: `p${i}`, Value: i }))
    const amy = await crm().addPerson('AMY')
    const [problem] = await crm().refused('Create', { Preference: { Data: many } }, amy)
    assert.deepEqual([problem?.ErrorCode, problem?.Path], [-1007, 'Preference.Data[200]'])
    const { Preference } = await crm().ok('Create', { Preference: { Data: many.slice(1) } }, amy)
    const criteria = { SearchQuery: { ParentKey: Preference.Data[0].Key } }
    const { Errors } = await crm().call('Read', { History: { Scope: { Fields: { Key: 1 } }, Criteria: criteria } }, amy)
    assert.equal(Errors[0].ErrorCode, -3008)
  })
})

eachCrm('The scope webaccess', crm => {
  const tokenOf = async (Scope: string): Promise<Person> => {
    const { PersonalAccessToken } = await crm().ok('Create', {
      PersonalAccessToken: { Data: { Name: Scope, Scope, UserKey: crm().user.key } },
    })
    return { ...crm().user, token: PersonalAccessToken.Data.Token }
  }
  const status = async (operation: string, body: Json, { token }: Person): Promise<number> => {
    const init = { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: JSON.stringify(body) }
    return (await fetch(`${crm().server.url}/api/${operation}`, init)).status
  }

  test('is what views and preferences need, and serves nothing else', async () => {
    const scopes = ['data', 'data.readonly', 'webaccess', 'data.readonly webaccess']
    const fields = { Scope: { Fields: { Key: 1 } } }
    const found: Json = {}
    for (const scope of scopes) {
      const person = await tokenOf(scope)
      found[scope] = [
        await status('Read', { View: fields }, person),
        await status('Read', { View: fields }, person),
        await status('Create', { Preference: { Data: { Name: scope } } }, person),
        await status('Read', { AbEntry: fields }, person),
        await status('Read', { 'View.a': fields, 'AbEntry.b': fields }, person),
        await status('Create', { AbEntry: { Data: { CompanyName: 'x' } } }, person),
      ]
    }
    assert.deepEqual(found, {
      data: [403, 403, 403, 200, 403, 200],
      'data.readonly': [403, 403, 403, 200, 403, 403],
      webaccess: [200, 200, 200, 403, 403, 403],
      'data.readonly webaccess': [200, 200, 200, 200, 200, 403],
    })
  })

  test('a token does not make a token that is wider than itself', async () => {
    const data = await tokenOf('data')
    const body = (Scope: string) => ({ PersonalAccessToken: { Data: { Name: 'wider', Scope } } })
    const refused = await crm().refused('Create', body('data webaccess'), data)
    assert.deepEqual(codes(refused), [[-3004, 'PersonalAccessToken.Data.Scope']])
    await crm().ok('Create', body('data'), data)
    await crm().ok('Create', body('webaccess'))
  })
})
