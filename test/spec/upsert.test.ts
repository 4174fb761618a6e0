// Tests Upsert, external keys and partial batches.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachCrm, type Json } from '../support/crm.ts'

const codes = (problems: { ErrorCode: number }[]): number[] => problems.map(p => p.ErrorCode).sort()

eachCrm('Upsert', crm => {
  const upsert = async (data: Json, more: Json = {}, entity = 'AbEntry') =>
    (await crm().ok('Upsert', { [entity]: { Data: data, ...more } }))[entity].Data
  const external = (key: string, source = 'HubSpot') => ({ ExternalKey: { Source: source, Key: key } })
  const holders = async (key: string, more: Json = {}, entity = 'AbEntry') => {
    const SearchQuery = { 'ExternalKeys/Key': { $EQ: key }, ...more }
    const content = { Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery } }
    return (await crm().ok('Read', { [entity]: content }))[entity].Data.map((row: Json) => row.Key)
  }

  test('an external key creates a record once, then updates it, then leaves it unchanged', async () => {
    const first = await upsert({ ...external('a-1'), CompanyName: 'Lakeside' })
    assert.equal(first.Result, 'Created')
    assert.deepEqual(first.ExternalKey, { Source: 'HubSpot', Key: 'a-1' })
    const second = await upsert({ ...external('a-1', 'hubspot'), CompanyName: 'Lakeside Mills' })
    assert.deepEqual([second.Key, second.Result], [first.Key, 'Updated'])
    const third = await upsert({ ...external('a-1'), CompanyName: 'Lakeside Mills' })
    assert.deepEqual([third.Key, third.Result], [first.Key, 'Unchanged'])
    const read = await crm().get('AbEntry', first.Key, { CompanyName: 1, ExternalKeys: 1, Version: 1 })
    assert.deepEqual(read, {
      CompanyName: 'Lakeside Mills',
      ExternalKeys: [{ Source: 'HubSpot', Key: 'a-1' }],
      Version: 2,
    })
  })
  test('Key of an external key is exact, Source is folded', async () => {
    const lower = await upsert({ ...external('case-x'), CompanyName: 'Lower' })
    const upper = await upsert({ ...external('CASE-X'), CompanyName: 'Upper' })
    assert.notEqual(lower.Key, upper.Key)
    assert.deepEqual(await holders('case-x', { 'ExternalKeys/Source': { $EQ: 'HUBSPOT' } }), [lower.Key])
    assert.deepEqual(await holders('CASE-X'), [upper.Key])
  })
  test('Match finds by folded equality, in one batch too, and gives what it finds the external key', async () => {
    const email = 'anna@match.example'
    const [first, second] = await upsert(
      [
        { Type: 'Individual', LastName: 'Anna', Email: email },
        { Type: 'Individual', LastName: 'Änna', Email: email.toUpperCase() },
      ],
      { Match: ['Email'] },
    )
    assert.deepEqual([first.Result, second.Result, second.Key], ['Created', 'Updated', first.Key])
    const keyed = await upsert({ ...external('anna'), Email: email }, { Match: 'email' })
    assert.deepEqual([keyed.Key, keyed.Result], [first.Key, 'Updated'])
    assert.deepEqual(await holders('anna'), [first.Key])
  })
  test('two fields match together, and a user-defined field matches', async () => {
    const field = { Key: '/AbEntry/Udf', Name: 'Customer No', Type: 'StringField', AppliesTo: ['AbEntry'] }
    await crm().ok('Create', { Schema: { Data: field } })
    const number = 'Udf/$NAME(Customer No)'
    const one = await upsert({ CompanyName: 'Udf One', [number]: 'C-17' }, { Match: [number] })
    const two = await upsert({ CompanyName: 'Udf Two', [number]: 'c-17' }, { Match: [number] })
    assert.deepEqual([one.Result, two.Result, two.Key], ['Created', 'Updated', one.Key])
    const company = await crm().create('AbEntry', { CompanyName: 'Parent of pairs' })
    const deal = { AbEntryKey: company, Objective: 'Renewal' }
    const made = await upsert(deal, { Match: ['AbEntryKey', 'Objective'] }, 'Opportunity')
    const same = await upsert({ ...deal, Cost: 5 }, { Match: ['AbEntryKey', 'Objective'] }, 'Opportunity')
    assert.deepEqual([made.Result, same.Result, same.Key], ['Created', 'Updated', made.Key])
  })
  test('Match without an index is refused where it would read too many records', async () => {
    const Data = Array.from({ length: 450 }, (_, i) => ({ CompanyName: `Read ${i}`, Website: `https://r${i}.example` }))
    await crm().ok('Create', { AbEntry: { Data } })
    const sent = (count: number) => ({ AbEntry: { Match: ['Website'], Data: Data.slice(0, count) } })
    const refused = await crm().refused('Upsert', sent(450))
    assert.deepEqual([codes(refused), refused[0]?.Path], [[-1007], 'AbEntry.Match'])
    const found = (await crm().ok('Upsert', sent(5))).AbEntry.Data
    assert.deepEqual(
      found.map(({ Result }: Json) => Result),
      Array(5).fill('Unchanged'),
    )
  })
  test('upserts of one value at the same time make one record, in any order and spelling of the fields', async () => {
    const spellings = [
      { Match: ['LastName', 'Email'], Data: { Type: 'Individual', LastName: 'Twin', Email: 'twin@race.example' } },
      { Match: ['email', 'lastname'], Data: { LastName: 'TWIN', Email: 'twin@race.example', Type: 'Individual' } },
      { Match: ['Email', 'LastName'], Data: { LastName: 'twin', Email: { Address: 'TWIN@race.example' } } },
    ]
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => crm().ok('Upsert', { AbEntry: spellings[i % 3] })),
    )
    assert.equal(new Set(answers.map(({ AbEntry }) => AbEntry.Data.Key)).size, 1)
    const keyed = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        upsert({ ...external('raced', i % 2 ? 'HUBSPOT' : 'HubSpot'), CompanyName: 'Raced' }),
      ),
    )
    assert.equal(new Set(keyed.map(({ Key }) => Key)).size, 1)
  })
  test('one of several requests that write an external key at the same time succeeds, the others are refused', async () => {
    const sent = Array.from({ length: 6 }, (_, i) => ({
      CompanyName: `Claim ${i}`,
      ExternalKeys: [{ Source: 'Race', Key: 'one' }],
    }))
    const answers = await Promise.all(sent.map(Data => crm().call('Create', { AbEntry: { Data } })))
    const refused = answers.filter(({ Code }) => Code === -1)
    assert.deepEqual(
      refused.map(({ Errors }) => codes(Errors)),
      Array(5).fill([-4010]),
    )
  })
  test('several matches are refused with their keys, and nothing is written', async () => {
    const keys = [
      await crm().create('AbEntry', { CompanyName: 'Twin' }),
      await crm().create('AbEntry', { CompanyName: 'twin' }),
    ]
    const body = { AbEntry: { Match: ['CompanyName'], Data: { CompanyName: 'TWIN', Website: 'https://twin.example' } } }
    const problems = await crm().refused('Upsert', body)
    assert.deepEqual(codes(problems), [-4010])
    for (const key of keys) assert.ok(problems[0]?.Message.includes(key))
  })
  test('what does not say which record is meant, or says it twice, is refused', async () => {
    const key = await crm().create('AbEntry', { CompanyName: 'Keyed' })
    const refused = async (data: Json, more: Json = {}) =>
      codes(await crm().refused('Upsert', { AbEntry: { Data: data, ...more } }))
    assert.deepEqual(await refused({ CompanyName: 'X' }), [-4000])
    assert.deepEqual(await refused({ CompanyName: 'X' }, { Match: ['Email'] }), [-4000])
    assert.deepEqual(await refused({ CompanyName: 'X' }, { Match: ['Emial'] }), [-3000])
    assert.deepEqual(await refused({ ...external('x'), ExternalKeys: [], CompanyName: 'X' }), [-1001])
    assert.deepEqual(await refused({ ...external('x'), Key: key }), [-1001])
    assert.deepEqual(await refused({ ExternalKey: { Source: 'HubSpot' }, CompanyName: 'X' }), [-4000])
    const four = { Match: ['Email', 'CompanyName', 'Website', 'Division'] }
    assert.deepEqual(await refused({ CompanyName: 'X' }, four), [-1007])
    const byKey = await upsert({ Key: key, CompanyName: 'Keyed again' })
    assert.deepEqual([byKey.Key, byKey.Result], [key, 'Updated'])
  })
  test('a hidden record does not match, and its external key is refused as taken', async () => {
    const secret = { ...external('hidden'), CompanyName: 'Hidden', Email: 'hidden@match.example' }
    const made = await upsert({ ...secret, SecAccess: { Read: [crm().admin.key], Write: [] } })
    const { user } = crm()
    const taken = await crm().refused(
      'Upsert',
      { AbEntry: { Data: { ...external('hidden'), CompanyName: 'Mine' } } },
      user,
    )
    assert.deepEqual(codes(taken), [-4010])
    assert.ok(!taken[0]?.Message.includes(made.Key))
    const body = { AbEntry: { Match: ['Email'], Data: { CompanyName: 'Mine', Email: 'hidden@match.example' } } }
    const own = (await crm().ok('Upsert', body, user)).AbEntry.Data
    assert.equal(own.Result, 'Created')
  })
  test('a record in the bin does not match and keeps its key until another takes it', async () => {
    const first = await upsert({ ...external('binned'), CompanyName: 'First' })
    await crm().ok('Delete', { AbEntry: { Data: { Key: first.Key } } })
    await crm().ok('Restore', { AbEntry: { Data: { Key: first.Key } } })
    assert.deepEqual(await holders('binned'), [first.Key])
    await crm().ok('Delete', { AbEntry: { Data: { Key: first.Key } } })
    const second = await upsert({ ...external('binned'), CompanyName: 'Second' })
    assert.equal(second.Result, 'Created')
    const restored = (await crm().ok('Restore', { AbEntry: { Data: { Key: first.Key } } })).AbEntry.Data
    assert.deepEqual(restored.LostExternalKeys, [{ Key: first.Key, ExternalKey: { Source: 'HubSpot', Key: 'binned' } }])
    assert.deepEqual(await holders('binned'), [second.Key])
    assert.equal((await crm().get('AbEntry', first.Key, { ExternalKeys: 1 })).ExternalKeys, null)
  })
  test('ExternalKeys is a list that Update writes whole, with its limits and its history', async () => {
    const other = await upsert({ ...external('held'), CompanyName: 'Holder' })
    const key = await crm().create('AbEntry', {
      CompanyName: 'Listed',
      ExternalKeys: [
        { Source: 'ERP', Key: '1' },
        { Source: 'CRM', Key: '1' },
      ],
    })
    const update = (ExternalKeys: Json) => ({ AbEntry: { Data: { Key: key, ExternalKeys } } })
    assert.deepEqual(codes(await crm().refused('Update', update([{ Source: 'hubspot', Key: 'held' }]))), [-4010])
    assert.deepEqual(codes(await crm().refused('Update', update([{ Source: 'S'.repeat(101), Key: '1' }]))), [-3005])
    assert.deepEqual(codes(await crm().refused('Update', update([{ Source: 'S', Key: 'K'.repeat(256) }]))), [-3005])
    const many = Array.from({ length: 101 }, (_, i) => ({ Source: 'S', Key: String(i) }))
    assert.deepEqual(codes(await crm().refused('Update', update(many))), [-1007])
    await crm().ok('Update', update([{ Source: 'CRM', Key: '1' }]))
    const read = await crm().get('AbEntry', key, { ExternalKeys: [{ Key: 1 }] })
    assert.deepEqual(read.ExternalKeys, [{ Key: '1' }])
    const history = { Scope: { Fields: { Changes: 1 } }, Criteria: { SearchQuery: { ParentKey: key } } }
    const rows = (await crm().ok('Read', { History: history })).History.Data
    assert.ok(rows.some((row: Json) => row.Changes.some((change: Json) => change.Field === 'ExternalKeys')))
    assert.deepEqual(await holders('held'), [other.Key])
  })
  test('every entity that can be created and updated takes part', async () => {
    const rows = (
      await crm().ok('Read', { Schema: { Scope: { Fields: 1 }, Criteria: { SearchQuery: { Key: { $TREE: '/' } } } } })
    ).Schema.Data
    const named = rows.filter((row: Json) => row.Name === 'ExternalKeys').length
    assert.ok(named > 30, `${named} entities have ExternalKeys`)
    const group = await upsert({ ...external('g1'), Name: 'Sales' }, {}, 'SecurityGroup')
    assert.equal(group.Result, 'Created')
    assert.deepEqual(codes(await crm().refused('Upsert', { History: { Data: external('h') } })), [-1003])
    assert.deepEqual(codes(await crm().refused('SchemaUpsert', { Schema: { Data: external('h') } })), [-1003])
  })
})

eachCrm('Partial batches', crm => {
  const partial = { Options: { AllOrNothing: false } }
  const company = (name: string | null) => ({ CompanyName: name })

  test('good records are written, refused ones are answered in their place', async () => {
    const data = [company('Good 1'), company(null), company('Good 2'), { CompanyName: 'Bad', Nme: 1 }]
    const answer = await crm().call('Create', { AbEntry: { Data: data, ...partial } })
    assert.equal(answer.Code, 1)
    const [one, two, three, four] = answer.AbEntry.Data
    assert.deepEqual([one.CompanyName, three.CompanyName], ['Good 1', 'Good 2'])
    assert.deepEqual([two.Index, four.Index], [1, 3])
    assert.deepEqual(
      two.Errors.map((e: Json) => [e.ErrorCode, e.Path]),
      [[-4000, 'CompanyName']],
    )
    assert.deepEqual(
      four.Errors.map((e: Json) => [e.ErrorCode, e.Path]),
      [[-3000, 'Nme']],
    )
    assert.deepEqual(
      answer.Msg,
      [...two.Errors, ...four.Errors].map((e: Json) => e.Message),
    )
    assert.equal((await crm().get('AbEntry', three.Key, { CompanyName: 1 })).CompanyName, 'Good 2')
  })
  test('all refused is Code -1 with Data, and a single object is answered as one', async () => {
    const all = await crm().call('Create', { AbEntry: { Data: [company(null), company(null)], ...partial } })
    assert.deepEqual([all.Code, all.AbEntry.Data.map((row: Json) => row.Index)], [-1, [0, 1]])
    const one = await crm().call('Create', { AbEntry: { Data: company(null), ...partial } })
    assert.deepEqual([one.Code, one.AbEntry.Data.Index, one.AbEntry.Data.Errors.length], [-1, 0, 1])
    const fine = await crm().call('Create', { AbEntry: { Data: [company('Fine')], ...partial } })
    assert.deepEqual([fine.Code, fine.Msg], [0, undefined])
  })
  test('Update, Delete and Upsert take it too', async () => {
    const key = await crm().create('AbEntry', company('Partial'))
    const unknown = `${key.slice(0, -6)}AAAAAA`
    const update = await crm().call('Update', {
      AbEntry: {
        Data: [
          { Key: unknown, Website: 'a' },
          { Key: key, Website: 'b' },
        ],
        ...partial,
      },
    })
    assert.deepEqual([update.Code, update.AbEntry.Data[0].Index, update.AbEntry.Data[1].Key], [1, 0, key])
    const upsert = await crm().call('Upsert', {
      AbEntry: {
        Match: ['Email'],
        Data: [{ CompanyName: 'No address' }, { CompanyName: 'Addressed', Email: 'p@match.example' }],
        ...partial,
      },
    })
    assert.deepEqual([upsert.Code, upsert.AbEntry.Data[0].Index, upsert.AbEntry.Data[1].Result], [1, 0, 'Created'])
    const gone = await crm().call('Delete', {
      AbEntry: { Data: [{ Key: key }, { Key: key }, { Key: 'x' }], ...partial },
    })
    assert.deepEqual([gone.Code, gone.AbEntry.Data.length, gone.AbEntry.Data[2].Index], [1, 3, 2])
  })
  test('1,000 refused records are all reported', async () => {
    const Data = Array.from({ length: 1000 }, (_, i) => company(i % 2 ? `Half ${i}` : null))
    const answer = await crm().call('Create', { AbEntry: { Data, ...partial } })
    assert.equal(answer.Code, 1)
    assert.equal(answer.AbEntry.Data.length, 1000)
    assert.equal(answer.AbEntry.Data.filter((row: Json) => row.Errors).length, 500)
  })
  test('a repeated request with an Idempotency-Key gets the same answer, its Code too', async () => {
    const headers = { 'idempotency-key': 'partial-1' }
    const body = { AbEntry: { Data: [company('Once'), company(null)], ...partial } }
    const first = await crm().call('Create', body, undefined, headers)
    const second = await crm().call('Create', body, undefined, headers)
    assert.deepEqual(second, first)
    assert.equal(first.Code, 1)
  })
  test('without the option one refused record refuses all', async () => {
    const problems = await crm().refused('Create', { AbEntry: { Data: [company('Lonely'), company(null)] } })
    assert.deepEqual(codes(problems), [-4000])
  })
})
