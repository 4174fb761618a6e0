// Tests the writing of interactions.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { eachCrm, type Json } from '../support/crm.ts'

const codes = (problems: { ErrorCode: number }[]): number[] => problems.map(p => p.ErrorCode).sort()

eachCrm('Interaction', crm => {
  let company = ''
  let contact = ''
  before(async () => {
    company = await crm().create('AbEntry', { CompanyName: 'Acme' })
    contact = await crm().create('AbEntry', { ParentKey: company, LastName: 'Lee' })
  })
  const make = (data: Json) => crm().create('Interaction', { Type: '60001', AbEntryKey: company, ...data })
  const refused = async (data: Json) => codes(await crm().refused('Create', { Interaction: { Data: data } }))
  const lastContact = async (key: string) => (await crm().get('AbEntry', key, { LastContactDate: 1 })).LastContactDate

  test('Create, Update and Delete, also under the name InteractionLog', async () => {
    const data = { Type: '60002', AbEntries: [company, { Key: contact }], Subject: 'Hello' }
    const answer = await crm().ok('Create', { InteractionLog: { Data: data } })
    const key = answer.InteractionLog.Data.Key
    const fields = {
      Subject: 1,
      Type: { Key: 1, DisplayValue: 1 },
      AbEntries: [{ Key: 1 }],
      AbEntryKey: 1,
      Direction: 1,
    }
    await crm().ok('Update', { Interaction: { Data: { Key: key, Direction: 2, Result: '1', Category: '2' } } })
    assert.deepEqual(await crm().get('Interaction', key, fields), {
      Subject: 'Hello',
      Type: { Key: '60002', DisplayValue: 'Email' },
      AbEntries: [{ Key: company }, { Key: contact }],
      AbEntryKey: company,
      Direction: 2,
    })
    await crm().ok('Delete', { InteractionLog: { Data: { Key: key } } })
    assert.equal(await crm().get('Interaction', key, { Key: 1 }), undefined)
  })
  test('Type must be an existing option, and an entry or a lead is required', async () => {
    assert.deepEqual(await refused({ AbEntryKey: company }), [-4000])
    assert.deepEqual(await refused({ AbEntryKey: company, Type: '99' }), [-3006])
    assert.deepEqual(await refused({ Type: '60001' }), [-4000])
    const lead = await crm().create('Lead', { LastName: 'Maybe' })
    assert.ok(await crm().create('Interaction', { Type: 60001, Leads: [lead] }))
    assert.deepEqual(await refused({ Type: '60001', AbEntryKey: lead }), [-3008])
  })
  test('an interaction moves the LastContactDate of its entries when it is later', async () => {
    for (const Key of [company, contact])
      await crm().ok('Update', { AbEntry: { Data: { Key, LastContactDate: null } } })
    await make({ StartDate: '2026-03-05T10:00:00Z', AbEntries: [contact] })
    assert.deepEqual([await lastContact(company), await lastContact(contact)], ['2026-03-05', '2026-03-05'])
    const earlier = await make({ StartDate: '2026-01-01' })
    assert.equal(await lastContact(company), '2026-03-05')
    await crm().ok('Update', { AbEntry: { Data: { Key: company, LastContactDate: '2020-01-01' } } })
    await crm().ok('Update', { Interaction: { Data: { Key: earlier, StartDate: '2026-04-01' } } })
    assert.equal(await lastContact(company), '2026-04-01')
  })
  test('Duration is what was sent, else EndDate minus StartDate [C-2.2-06]', async () => {
    const times = { StartDate: '2026-01-01T10:00:00Z', EndDate: '2026-01-01T11:30:00Z' }
    const duration = async (key: string) => (await crm().get('Interaction', key, { Duration: 1 })).Duration
    const key = await make(times)
    assert.deepEqual([await duration(key), await duration(await make({ ...times, Duration: 5 }))], [90, 5])
    await crm().ok('Update', { Interaction: { Data: { Key: key, EndDate: '2026-01-01T10:10:00Z' } } })
    assert.equal(await duration(key), 10)
    assert.deepEqual(await refused({ Type: '60001', AbEntryKey: company, ...times, EndDate: '2025-01-01' }), [-3004])
  })
  test('User is the caller unless said, and one of Users', async () => {
    const fields = { User: { Uid: 1 }, Users: [{ Uid: 1 }], Creator: { Uid: 1 } }
    const own = await crm().get('Interaction', await make({}), fields)
    assert.deepEqual(own, { User: { Uid: 'MASTER' }, Users: [{ Uid: 'MASTER' }], Creator: { Uid: 'MASTER' } })
    const given = await crm().get(
      'Interaction',
      await make({ User: { Uid: 'JOE' }, Users: [{ Uid: 'MASTER' }] }),
      fields,
    )
    assert.deepEqual(given.Users, [{ Uid: 'MASTER' }, { Uid: 'JOE' }])
  })
  test('AbEntryKey and AbEntries are kept in step [C-2.2-04]', async () => {
    const key = await make({})
    const entries = async () => await crm().get('Interaction', key, { AbEntryKey: 1, AbEntries: [{ Key: 1 }] })
    await crm().ok('Update', { Interaction: { Data: { Key: key, AbEntries: [contact, company] } } })
    assert.deepEqual(await entries(), { AbEntryKey: contact, AbEntries: [{ Key: contact }, { Key: company }] })
    await crm().ok('Update', { Interaction: { Data: { Key: key, AbEntryKey: company } } })
    assert.deepEqual(await entries(), { AbEntryKey: company, AbEntries: [{ Key: company }] })
    const cleared = await crm().refused('Update', { Interaction: { Data: { Key: key, AbEntries: [] } } })
    assert.deepEqual(codes(cleared), [-4000])
  })
  test('custom kinds can exist: an administrator adds one and it is accepted [C-2.2-02]', async () => {
    const items = { FieldOptions: { Type: [{ Key: null, Name: 'Carrier pigeon' }] } }
    const added = await crm().ok('Update', { Interaction: items })
    const kind = added.Interaction.FieldOptions.Type[0].Key
    assert.ok(await make({ Type: kind }))
    const removed = { FieldOptions: { Type: [{ Key: kind }] }, Options: { Remove: true } }
    assert.deepEqual(codes(await crm().refused('Update', { Interaction: removed })), [-4007])
    assert.equal((await crm().refused('Update', { Interaction: items }, crm().user))[0]?.ErrorCode, -2002)
  })
})
