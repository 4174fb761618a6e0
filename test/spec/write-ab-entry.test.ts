// Tests the writing of address-book entries.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { eachCrm, type Json } from '../support/crm.ts'

const codes = (problems: { ErrorCode: number }[]): number[] => problems.map(p => p.ErrorCode).sort()
const key = (kind: string, id: string) => btoa(`${kind}\t${id}`)

eachCrm('AbEntry', crm => {
  let company = ''
  let contact = ''
  let individual = ''
  before(async () => {
    company = await crm().create('AbEntry', { CompanyName: 'Base' })
    contact = await crm().create('AbEntry', { ParentKey: company, LastName: 'Base' })
    individual = await crm().create('AbEntry', { Type: 'Individual', LastName: 'Base', CompanyName: 'Freelance' })
  })
  const create = (data: Json) => crm().call('Create', { AbEntry: { Data: data } })
  const update = (data: Json) => crm().call('Update', { AbEntry: { Data: data } })
  const refusedCreate = async (data: Json) => codes((await create(data)).Errors)

  test('Type omitted and ParentKey omitted gives Company [C-2.1-26]', async () => {
    const made = await crm().create('AbEntry', { Key: null, CompanyName: 'Acme' })
    assert.deepEqual(await crm().get('AbEntry', made, { Type: 1, CompanyName: 1, FullName: 1 }), {
      Type: 'Company',
      CompanyName: 'Acme',
      FullName: 'Acme',
    })
  })
  test('Type omitted and ParentKey present gives Contact, which reads its company from its parent [C-2.1-07, C-2.1-27]', async () => {
    const parent = await crm().create('AbEntry', { CompanyName: 'Parent Inc.' })
    const made = await crm().create('AbEntry', { ParentKey: parent, FirstName: 'Ann', LastName: 'Lee' })
    assert.deepEqual(await crm().get('AbEntry', made, { Type: 1, CompanyName: 1, FullName: 1, ParentKey: 1 }), {
      Type: 'Contact',
      CompanyName: 'Parent Inc.',
      FullName: 'Ann Lee',
      ParentKey: parent,
    })
    assert.equal((await update({ Key: parent, CompanyName: 'Renamed Inc.' })).Code, 0)
    assert.equal((await crm().get('AbEntry', made, { CompanyName: 1 })).CompanyName, 'Renamed Inc.')
  })
  test('Individual must be given as Type; its FullName has its company after it [C-2.1-07, C-2.1-11, C-2.1-28]', async () => {
    assert.equal((await crm().get('AbEntry', individual, { FullName: 1 })).FullName, 'Base - Freelance')
    assert.deepEqual(await refusedCreate({ LastName: 'Alone' }), [-4002, -4000].sort())
  })
  test('required fields by Type, all of them reported [C-2.1-03, C-2.1-06, C-2.1-09]', async () => {
    assert.deepEqual(await refusedCreate({}), [-4000])
    assert.deepEqual(await refusedCreate({ Type: 'Individual' }), [-4000])
    assert.deepEqual(await refusedCreate({ Type: 'Contact' }), [-4000, -4000])
    const answer = await create({ Type: 'Contact', FirstName: 'Ann' })
    const paths = answer.Errors.map((p: Json) => p.Path).sort()
    assert.deepEqual(paths, ['AbEntry.Data.LastName', 'AbEntry.Data.ParentKey'])
  })
  test('ParentKey is the key of an existing Company or Individual, never of a Contact [C-2.1-03]', async () => {
    assert.deepEqual(await refusedCreate({ ParentKey: contact, LastName: 'x' }), [-4008])
    assert.deepEqual(await refusedCreate({ ParentKey: key('AbEntry', 'NOSUCH'), LastName: 'x' }), [-3007])
    assert.deepEqual(await refusedCreate({ ParentKey: key('Lead', 'NOSUCH'), LastName: 'x' }), [-3008])
    assert.equal((await create({ ParentKey: individual, LastName: 'x' })).Code, 0)
  })
  test('Update cannot change Type and ParentKey, and takes them unchanged [C-2.1-02, C-2.1-04]', async () => {
    const other = await crm().create('AbEntry', { CompanyName: 'Other' })
    assert.deepEqual(codes((await update({ Key: contact, ParentKey: other })).Errors), [-4003])
    assert.deepEqual(codes((await update({ Key: contact, Type: 'Individual' })).Errors), [-4003])
    assert.deepEqual(codes((await update({ Key: company, ParentKey: other })).Errors), [-4003])
    const same = { Key: contact, Type: 'Contact', ParentKey: company, FirstName: 'Bea' }
    assert.equal((await update(same)).Code, 0)
  })
  test('fields of another Type are refused unless empty [C-2.1-08, C-2.1-10]', async () => {
    assert.deepEqual(codes((await update({ Key: company, LastName: 'x' })).Errors), [-4002])
    assert.deepEqual(codes((await update({ Key: contact, CompanyName: 'x' })).Errors), [-4002])
    const empty = { Key: contact, CompanyName: null, FirstName: 'Cy' }
    assert.equal((await update(empty)).Code, 0)
    assert.equal((await crm().get('AbEntry', contact, { CompanyName: 1 })).CompanyName, 'Base')
  })
  test('Key is required for Update and Delete, and null on Create [C-2-02, C-2.1-01]', async () => {
    assert.deepEqual(codes((await update({ CompanyName: 'x' })).Errors), [-4005])
    assert.deepEqual(codes(await crm().refused('Delete', { AbEntry: { Data: {} } })), [-4005])
    assert.deepEqual(await refusedCreate({ Key: company, CompanyName: 'x' }), [-4004])
  })
  test('Phone1..4, Email1..3 and their defaults [C-2.1-13, C-2.1-14, C-2.1-15, C-2.1-16]', async () => {
    const made = await crm().create('AbEntry', {
      CompanyName: 'Phones',
      Phone: '+1 613 555 0100',
      Phone2: { Number: '555-2', Extension: '7', Description: 'Desk' },
      Email: 'a@example.com',
      Email2: { Address: 'b@example.com', Description: 'Home' },
    })
    const fields = { Phone: 1, Phone1: 1, Phone2: { Number: 1, Extension: 1 }, Email: 1, Email1: 1, Email2: 1 }
    assert.deepEqual(await crm().get('AbEntry', made, fields), {
      Phone: '+1 613 555 0100',
      Phone1: '+1 613 555 0100',
      Phone2: { Number: '555-2', Extension: '7' },
      Email: 'a@example.com',
      Email1: 'a@example.com',
      Email2: 'b@example.com',
    })
    await update({ Key: made, Email2: { Default: true } })
    assert.equal((await crm().get('AbEntry', made, { Email: 1 })).Email, 'b@example.com')
    await update({ Key: made, Email: 'c@example.com' })
    const now = await crm().get('AbEntry', made, { Email: 1, Email1: 1, Email2: { Address: 1, Description: 1 } })
    assert.deepEqual(now, {
      Email: 'c@example.com',
      Email1: 'a@example.com',
      Email2: { Address: 'c@example.com', Description: 'Home' },
    })
  })
  test('Address is updated in parts, nested or by path, and cleared by null [C-2.1-18]', async () => {
    const made = await crm().create('AbEntry', {
      CompanyName: 'Places',
      Address: { AddressLine1: '1 Main St', City: 'Ottawa', Location: { Longitude: -75.7, Latitude: 45.4 } },
    })
    await update({ Key: made, 'Address/City': 'Toronto', 'address/country': 'Canada' })
    const fields = { Address: { AddressLine1: 1, City: 1, Country: 1, Location: 1 } }
    assert.deepEqual((await crm().get('AbEntry', made, fields)).Address, {
      AddressLine1: '1 Main St',
      City: 'Toronto',
      Country: 'Canada',
      Location: { Longitude: -75.7, Latitude: 45.4 },
    })
    await update({ Key: made, Address: null })
    assert.equal((await crm().get('AbEntry', made, { Address: 1 })).Address, null)
  })
  test('both spellings of Website; member names in any letter case; unknown ones refused with a suggestion [C-2.1-17]', async () => {
    const made = await crm().create('AbEntry', { companyname: 'Web', WebSite: 'https://example.com' })
    assert.deepEqual(await crm().get('AbEntry', made, { Website: 1, CompanyName: 1 }), {
      Website: 'https://example.com',
      CompanyName: 'Web',
    })
    const answer = await create({ CompanyNam: 'x', CompanyName: 'y' })
    assert.match(answer.Msg[0], /Did you mean "CompanyName"/)
    assert.equal(answer.Errors[0].Path, 'AbEntry.Data.CompanyNam')
  })
  test('AccountManager as {Uid}, key or $CURRENTUSER() [C-2.1-20]', async () => {
    const manager = async (value: Json, as = crm().admin) => {
      const made = await crm().create('AbEntry', { CompanyName: 'M', AccountManager: value }, as)
      return (await crm().get('AbEntry', made, { AccountManager: { Uid: 1, Value: 1 } })).AccountManager
    }
    const joe = { Uid: 'JOE', Value: 'Joe Plain' }
    assert.deepEqual(await manager({ Uid: 'JOE' }), joe)
    assert.deepEqual(await manager(crm().user.key), joe)
    assert.deepEqual(await manager('$CURRENTUSER()', crm().user), joe)
    assert.deepEqual(await refusedCreate({ CompanyName: 'x', AccountManager: { Uid: 'NOBODY' } }), [-3007])
  })
  test('ReportsToKey is the key of a Contact other than the record itself [C-2.1-24]', async () => {
    const boss = await crm().create('AbEntry', { ParentKey: company, LastName: 'Boss' })
    assert.equal((await update({ Key: contact, ReportsToKey: boss })).Code, 0)
    assert.deepEqual(codes((await update({ Key: contact, ReportsToKey: company })).Errors), [-4008])
    assert.deepEqual(codes((await update({ Key: contact, ReportsToKey: contact })).Errors), [-4008])
    assert.deepEqual(codes((await update({ Key: boss, ReportsToKey: contact })).Errors), [-4008])
  })
  test('SecAccess names existing groups and users, in whole or by path, and keeps others out [C-2.1-25]', async () => {
    const group = await crm().create('SecurityGroup', { Name: 'Insiders' })
    const made = await crm().create('AbEntry', { CompanyName: 'Secret', 'SecAccess/Read': [group] })
    assert.equal(await crm().get('AbEntry', made, { Key: 1 }, crm().user), undefined)
    assert.deepEqual(codes(await crm().refused('Update', { AbEntry: { Data: { Key: made } } }, crm().user)), [-3007])
    await crm().ok('Update', { SecurityGroup: { Data: { Key: group, Members: [{ Uid: 'JOE' }] } } })
    assert.ok(await crm().get('AbEntry', made, { Key: 1 }, crm().user))
    await update({ Key: made, SecAccess: { Write: [crm().admin.key] } })
    const read = await crm().get('AbEntry', made, { SecAccess: 1 })
    assert.deepEqual(read.SecAccess, { Read: [group], Write: [crm().admin.key] })
    const body = { AbEntry: { Data: { Key: made, CompanyName: 'Mine' } } }
    assert.deepEqual(codes(await crm().refused('Update', body, crm().user)), [-2003])
    assert.deepEqual(
      await refusedCreate({ CompanyName: 'x', SecAccess: { Read: [key('SecurityGroup', 'X')] } }),
      [-3007],
    )
    assert.deepEqual(codes(await crm().refused('Delete', { SecurityGroup: { Data: { Key: group } } })), [-4007])
  })
  test('the answer echoes what was sent in its own spelling, with Key set [C-2-02]', async () => {
    const answer = await create({ key: null, COMPANYNAME: 'Echo', 'Address/City': 'Rome' })
    const { key: made, ...rest } = answer.AbEntry.Data
    assert.deepEqual(rest, { COMPANYNAME: 'Echo', 'Address/City': 'Rome' })
    const changed = await update({ Key: made, Division: 'North' })
    assert.deepEqual(changed.AbEntry.Data, { Key: made, Division: 'North' })
  })
  test('read-only fields are refused with a value; administrators import CreationDate and Creator [C-2.1-11]', async () => {
    assert.deepEqual(await refusedCreate({ CompanyName: 'x', FullName: 'y' }), [-4001])
    assert.equal((await create({ CompanyName: 'x', FullName: null })).Code, 0)
    const imported = { CompanyName: 'Old', CreationDate: '2001-02-03T04:05:06Z', Creator: { Uid: 'JOE' } }
    const made = await crm().create('AbEntry', imported)
    assert.deepEqual(await crm().get('AbEntry', made, { CreationDate: 1, Creator: { Uid: 1 } }), {
      CreationDate: '2001-02-03T04:05:06Z',
      Creator: { Uid: 'JOE' },
    })
    assert.deepEqual(codes(await crm().refused('Create', { AbEntry: { Data: imported } }, crm().user)), [-4001, -4001])
  })
  test('on write the bare value and the object form are both accepted', async () => {
    const made = await crm().create('AbEntry', {
      CompanyName: { Value: 'Object Inc', DisplayValue: 'as it was read' },
      Division: { Value: 'North' },
      LastContactDate: { Value: '2026-02-03' },
    })
    assert.deepEqual(await crm().get('AbEntry', made, { CompanyName: 1, Division: 1, LastContactDate: 1 }), {
      CompanyName: 'Object Inc',
      Division: 'North',
      LastContactDate: '2026-02-03',
    })
    const task = await crm().create('Task', { Activity: 'x', DateTime: '2026-01-01', Completed: { Value: true } })
    assert.deepEqual(await crm().get('Task', task, { Completed: 1 }), { Completed: true })
    assert.deepEqual(await refusedCreate({ CompanyName: { Value: 7 } }), [-3003])
  })
  test('wrong types and long texts are refused, every one with its path', async () => {
    const answer = await create({ CompanyName: 5, Phone1: { Number: 7 }, Email: 'none', Website: 'x'.repeat(501) })
    const found = answer.Errors.map((p: Json) => [p.Path, p.ErrorCode]).sort()
    assert.deepEqual(found, [
      ['AbEntry.Data.CompanyName', -3003],
      ['AbEntry.Data.Email', -3004],
      ['AbEntry.Data.Phone1.Number', -3003],
      ['AbEntry.Data.Website', -3005],
    ])
  })
  test('Version guards against writers in between, and an Update that changes nothing does not raise it', async () => {
    const made = await crm().create('AbEntry', { CompanyName: 'V' })
    const first = await update({ Key: made, CompanyName: 'W', Version: 1 })
    assert.equal(first.AbEntry.Data.Version, 2)
    assert.deepEqual(codes((await update({ Key: made, CompanyName: 'X', Version: 1 })).Errors), [-4006])
    await update({ Key: made, CompanyName: 'W' })
    assert.deepEqual(await crm().get('AbEntry', made, { Version: 1, CompanyName: 1 }), { Version: 2, CompanyName: 'W' })
  })
  test('an array is written as a whole or not at all; problems carry the index', async () => {
    const answer = await crm().call('Create', { AbEntry: { Data: [{ CompanyName: 'A1' }, { Email: 'x' }, {}] } })
    const paths = answer.Errors.map((p: Json) => p.Path)
    assert.deepEqual(paths.sort(), [
      'AbEntry.Data[1].CompanyName',
      'AbEntry.Data[1].Email',
      'AbEntry.Data[2].CompanyName',
    ])
    const found = { Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery: { CompanyName: { $EQ: 'A1' } } } }
    assert.deepEqual((await crm().ok('Read', { AbEntry: found })).AbEntry.Data, [])
    const made = await crm().ok('Create', { AbEntry: { Data: [{ CompanyName: 'A1' }, { CompanyName: 'A2' }] } })
    assert.equal(made.AbEntry.Data.length, 2)
  })
  test('a batch of entity members is one transaction', async () => {
    const bad = { 'AbEntry.a': { Data: { CompanyName: 'B1' } }, 'Lead.b': { Data: {} } }
    assert.equal((await crm().call('Create', bad)).Errors[0].Path, 'Lead.b.Data.LastName')
    const good = { 'AbEntry.a': { Data: { CompanyName: 'B1' } }, 'Lead.b': { Data: { LastName: 'L' } } }
    const answer = await crm().ok('Create', good)
    assert.ok(answer['AbEntry.a'].Data.Key && answer['Lead.b'].Data.Key)
  })
  test('a search finds a record as soon as its write is answered', async () => {
    const made = await crm().create('AbEntry', { CompanyName: 'Zyzzyva Works', Email: 'zy@example.com' })
    const phrase = async (text: string) => {
      const content = { Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery: { $PHRASE: text } } }
      return (await crm().ok('Read', { AbEntry: content })).AbEntry.Data.map((r: Json) => r.Key)
    }
    assert.deepEqual(await phrase('zyzz'), [made])
    await update({ Key: made, CompanyName: 'Quokka Works' })
    assert.deepEqual([await phrase('zyzz'), await phrase('quok'), await phrase('zy@')], [[], [made], [made]])
  })
})
