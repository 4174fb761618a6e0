// Tests the forms in which programs written for this API family send values, and what is refused in them.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { eachCrm, type Json } from '../../support/crm.ts'

const told = (problems: { ErrorCode: number; Path: string }[]) => problems.map(p => `${p.ErrorCode} ${p.Path}`)

eachCrm('Compatible writing', crm => {
  let company = ''
  let deal = ''
  before(async () => {
    company = await crm().create('AbEntry', { CompanyName: 'Acme' })
    deal = await crm().create('Opportunity', { AbEntryKey: company, Objective: 'Anvils' })
  })
  const change = (entity: string, Data: Json) => crm().ok('Update', { [entity]: { Data } })
  const refused = async (entity: string, Data: Json) =>
    told(await crm().refused('Data' in Data ? 'Update' : 'Create', { [entity]: { Data } }))

  test('a single option refuses an empty list, which would reopen a won opportunity', async () => {
    await change('Opportunity', { Key: deal, Status: 3 })
    const problems = await crm().refused('Update', { Opportunity: { Data: { Key: deal, Status: [] } } })
    assert.deepEqual(told(problems), ['-3004 Opportunity.Data.Status'])
    assert.equal((await crm().get('Opportunity', deal, { Status: 1 })).Status, 3)
  })

  test('a single option takes a list of one, {Key}, {Value} and these in each other', async () => {
    for (const [i, Status] of [[2], { Key: 3 }, { Value: 4 }, [{ Key: '5' }], { Value: ['6'] }].entries()) {
      await change('Opportunity', { Key: deal, Status })
      assert.equal((await crm().get('Opportunity', deal, { Status: 1 })).Status, i + 2)
    }
  })

  test('{"Value": v} is v for every kind of field', async () => {
    const data = {
      AbEntryKey: { Value: company },
      Objective: { Value: 'Nuts' },
      Rating: { Value: ['1', '2'] },
      Reason: { value: '1' },
      Leader: { Value: crm().user.key },
      Cost: { Value: 12.5 },
      CloseDate: { Value: '2026-01-20' },
      RevenueType: { Value: '60001', DisplayValue: 'New Business' },
      SecAccess: { Value: { Read: [], Write: [] } },
    }
    const key = await crm().create('Opportunity', data)
    const fields = { Objective: 1, Rating: 1, Reason: 1, Leader: { Uid: 1 }, Cost: 1, RevenueType: 1 }
    assert.deepEqual(await crm().get('Opportunity', key, fields), {
      Objective: 'Nuts',
      Rating: ['1', '2'],
      Reason: ['1'],
      Leader: { Uid: 'JOE' },
      Cost: 12.5,
      RevenueType: '60001',
    })
    const entry = {
      LastName: 'Lee',
      Type: { Value: 'Individual' },
      Phone1: { Value: '555' },
      Email: { Value: 'a@b.c' },
    }
    const person = await crm().create('AbEntry', { ...entry, Address: { Value: { City: 'Ottawa' } }, MrMs: ['Ms.'] })
    const read = { Type: 1, Phone1: 1, Email: 1, 'Address/City': 1, MrMs: 1 }
    const shown = { Type: 'Individual', Phone1: '555', Email: 'a@b.c', 'Address/City': 'Ottawa', MrMs: 'Ms.' }
    assert.deepEqual(await crm().get('AbEntry', person, read), shown)
  })

  test('an amount in a currency of its own still needs Value and CurrencyCode together', async () => {
    assert.deepEqual(
      await refused('Opportunity', { AbEntryKey: company, Objective: 'x', ForecastRevenue: { Value: 5 } }),
      ['-3004 Opportunity.Data.ForecastRevenue'],
    )
  })

  test('an unknown member inside a user, an amount, an option or a list of records fails the write', async () => {
    const data = {
      AbEntryKey: company,
      Objective: 'x',
      Leader: { Uid: 'JOE', Nickname: 'Joey' },
      Cost: { Value: 5, Currency: 'USD' },
      ForecastRevenue: { Value: 5, CurrencyCode: 'USD', Tax: 1 },
      Status: { Key: 3, Colour: 'red' },
      Rating: ['1', { Key: '2', Colour: 'red' }],
      SecAccess: { Read: [{ Key: crm().user.key, Until: 'noon' }], Admit: [] },
    }
    assert.deepEqual((await refused('Opportunity', data)).sort(), [
      '-3000 Opportunity.Data.Cost.Currency',
      '-3000 Opportunity.Data.ForecastRevenue.Tax',
      '-3000 Opportunity.Data.Leader.Nickname',
      '-3000 Opportunity.Data.Rating[1].Colour',
      '-3000 Opportunity.Data.SecAccess.Admit',
      '-3000 Opportunity.Data.SecAccess.Read[0].Until',
      '-3000 Opportunity.Data.Status.Colour',
    ])
    const call = { Type: '60001', AbEntries: [{ Key: company, Role: 1 }], Users: { Uid: 'JOE', Rank: 1 } }
    assert.deepEqual((await refused('Interaction', call)).sort(), [
      '-3000 Interaction.Data.AbEntries[0].Role',
      '-3000 Interaction.Data.Users.Rank',
    ])
    const entry = { CompanyName: 'x', Address: { Town: 'Ottawa' }, Phone1: { Numbre: '5' }, Email: { Adress: 'a@b.c' } }
    assert.deepEqual((await refused('AbEntry', entry)).sort(), [
      '-3000 AbEntry.Data.Address.Town',
      '-3000 AbEntry.Data.Email.Adress',
      '-3000 AbEntry.Data.Phone1.Numbre',
    ])
  })

  test('what a Read gives of a user, an option, an amount and a record may be sent back', async () => {
    const fields = {
      Leader: { Uid: 1, Key: 1, DisplayName: 1, DisplayValue: 1 },
      Status: { Key: 1, Value: 1, DisplayValue: 1 },
      Cost: { Value: 1, CurrencyCode: 1, DisplayValue: 1 },
      PartnerInfo: { Key: 1, DisplayValue: 1 },
      Rating: [{ Key: 1, DisplayValue: 1 }],
    }
    await change('Opportunity', { Key: deal, Cost: 7, PartnerInfo: company, Rating: ['2'] })
    const read = await crm().get('Opportunity', deal, fields)
    await change('Opportunity', { Key: deal, ...read })
    assert.deepEqual(await crm().get('Opportunity', deal, fields), read)
  })

  test('an amount in the corporate currency refuses another currency', async () => {
    const data = { AbEntryKey: company, Objective: 'x', Cost: { Value: 5, CurrencyCode: 'EUR' } }
    assert.deepEqual(await refused('Opportunity', data), ['-3004 Opportunity.Data.Cost'])
  })

  test('e-mail fields of a lead and a user have Address, Description and Default', async () => {
    const mail = { Address: 'lea@example.com', Description: 'Office', Default: true }
    const lead = await crm().create('Lead', { LastName: 'Lea', Email: mail })
    assert.deepEqual(await crm().get('Lead', lead, { Email: { Address: 1, Description: 1, Default: 1 } }), {
      Email: mail,
    })
    await change('Lead', { Key: lead, Email: 'new@example.com' })
    const changed = { ...mail, Address: 'new@example.com' }
    assert.deepEqual(await crm().get('Lead', lead, { Email: { Address: 1, Description: 1, Default: 1 } }), {
      Email: changed,
    })
    const found = { Lead: { Criteria: { SearchQuery: { 'Email/Address': { $LIKE: 'NEW@%' } } } } }
    assert.deepEqual((await crm().ok('Read', found)).Lead.Data, [{ Key: lead }])
    const person = { Uid: 'ANN', LastName: 'Ann', Email: { Address: 'ann@example.com' } }
    const key = await crm().create('User', person)
    assert.deepEqual(await crm().get('User', key, { Email: 1, email: { Address: 1, Default: 1 } }), {
      Email: 'ann@example.com',
      email: { Address: 'ann@example.com', Default: false },
    })
    assert.deepEqual(await refused('User', { Uid: 'BEA', LastName: 'Bea', Email: { Description: 'none' } }), [
      '-4000 User.Data.Email',
    ])
  })

  test('the default e-mail and phone show that they are the default; an unmarked one reads and is found as false', async () => {
    const data = { CompanyName: 'Marked', Email1: 'a@b.c', Email2: { Address: 'd@e.f', Default: true }, Phone1: '555' }
    const key = await crm().create('AbEntry', data)
    const fields = {
      Email: { Address: 1, Default: 1 },
      Phone: { Number: 1, Default: 1 },
      'Email1/Default': 1,
      Email3: { Default: 1 },
    }
    assert.deepEqual(await crm().get('AbEntry', key, fields), {
      Email: { Address: 'd@e.f', Default: true },
      Phone: { Number: '555', Default: true },
      'Email1/Default': false,
      Email3: null,
    })
    const SearchQuery = { $AND: [{ Key: key }, { 'Email1/Default': false }, { 'Email2/Default': { $NE: false } }] }
    const { AbEntry } = await crm().ok('Read', { AbEntry: { Criteria: { SearchQuery } } })
    assert.equal(AbEntry.Data.length, 1)
  })

  test('Document Create echoes BinaryDataId, and never a Password', async () => {
    const upload = await fetch(`${crm().server.url}/api/BinaryUpload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${crm().admin.token}` },
      body: 'bytes',
    })
    const { BinaryDataId } = ((await upload.json()) as Json).BinaryData.Data
    const data = { Name: 'plan', Ext: 'txt', Type: 1, ParentKey: company, BinaryDataId }
    const { Document } = await crm().ok('Create', { Document: { Data: data } })
    assert.equal(Document.Data.BinaryDataId, BinaryDataId)
    const person = { Uid: 'CAT', LastName: 'Cat', Email: 'cat@example.com', Password: 'a very long secret' }
    assert.equal('Password' in (await crm().ok('Create', { User: { Data: person } })).User.Data, false)
  })

  test('members of a sales team are named by a key, {Key}, {Uid} or Key: {Uid}', async () => {
    const Members = [{ Key: { Uid: 'JOE' }, Role: 1 }, { Uid: 'MASTER' }]
    const team = await crm().create('SalesTeam', { DisplayName: 'Night shift', Members })
    const shown = await crm().get('SalesTeam', team, { Members: [{ Uid: 1, Role: 1, Key: { Uid: 1 } }] })
    assert.deepEqual(shown.Members, [
      { Uid: 'JOE', Role: 1, Key: { Uid: 'JOE' } },
      { Uid: 'MASTER', Role: 0, Key: { Uid: 'MASTER' } },
    ])
  })

  test('Uids are found in any letter case, in criteria, keys and writes, and are unique in any', async () => {
    const joe = btoa('User\tjoe')
    await change('Opportunity', { Key: deal, Leader: { Uid: 'jOe' } })
    assert.deepEqual(await crm().get('Opportunity', deal, { Leader: { Uid: 1 } }), { Leader: { Uid: 'JOE' } })
    for (const query of [{ 'Leader/Uid': 'joe' }, { Leader: { $EQ: { Uid: 'joe' } } }, { Leader: { $IN: [joe] } }]) {
      const SearchQuery = { $AND: [{ Key: deal }, query] }
      const { Opportunity } = await crm().ok('Read', { Opportunity: { Criteria: { SearchQuery } } })
      assert.equal(Opportunity.Data.length, 1, JSON.stringify(query))
    }
    for (const query of [{ Uid: 'joe' }, { Key: { $EQ: { Uid: 'joe' } } }, { Key: { $EQ: joe } }]) {
      const { User } = await crm().ok('Read', { User: { Criteria: { SearchQuery: query } } })
      assert.deepEqual(User.Data, [{ Key: crm().user.key }])
    }
    await change('User', { Key: joe, FirstName: 'Joseph' })
    assert.equal((await crm().get('User', crm().user.key, { FirstName: 1 })).FirstName, 'Joseph')
    assert.deepEqual(await refused('User', { Uid: 'joe', LastName: 'x', Email: 'x@example.com' }), [
      '-4010 User.Data.Uid',
    ])
  })

  test('Uids that differ in letter case alone are refused within a batch and in a race', async () => {
    const person = (Uid: string, i: number) => ({ Uid, LastName: 'Twin', Email: `twin${i}.${Uid.length}@example.com` })
    const Data = ['Twin', 'tWIN', 'other'].map(person)
    assert.deepEqual(told(await crm().refused('Create', { User: { Data } })), ['-4010 User.Data[1].Uid'])
    const spellings = ['RACER', 'racer', 'Racer', 'rAcEr', 'RACEr', 'raceR']
    const answers = await Promise.all(
      spellings.map((Uid, i) => crm().call('Create', { User: { Data: person(Uid, i) } })),
    )
    assert.equal(answers.filter(answer => answer.Code === 0).length, 1, JSON.stringify(answers))
    for (const answer of answers.filter(({ Code }) => Code !== 0)) assert.equal(answer.Errors[0].ErrorCode, -4010)
  })

  test('CurrencyCode has Code, and SalesTeam by itself is its key', async () => {
    const rate = await crm().create('CurrencyRate', { CurrencyCode: { Code: 'EUR' }, Rate: 0.5 })
    const shown = await crm().get('CurrencyRate', rate, { CurrencyCode: { Code: 1 } })
    assert.deepEqual(shown, { CurrencyCode: { Code: 'EUR' } })
    await change('Opportunity', { Key: deal, ForecastRevenue: { Value: 5, CurrencyCode: { Code: 'EUR' } } })
    const read = await crm().get('Opportunity', deal, { 'ForecastRevenue/CurrencyCode/Code': 1, SalesTeam: 1 })
    assert.deepEqual(read, { 'ForecastRevenue/CurrencyCode/Code': 'EUR', SalesTeam: btoa('SalesTeam\t65535') })
  })
})
