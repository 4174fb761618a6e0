// Many writers at once: none of their updates is lost, and no record is half written.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachCrm, type Json } from '../support/crm.ts'

eachCrm('Parallel writers', crm => {
  test('200 parallel updates of one record: each one counts, the last of each field stands', async () => {
    const key = await crm().create('AbEntry', { CompanyName: 'Busy' })
    const columns = [
      'Phone1',
      'Phone2',
      'Phone3',
      'Phone4',
      'Email1',
      'Email2',
      'Email3',
      'Website',
      'Division',
      'Department',
    ]
    const value = (field: string, i: number) => (field.startsWith('Email') ? `w${i}@example.com` : `${field} ${i}`)
    await Promise.all(
      Array.from({ length: 200 }, (_, i) => {
        const field = columns[i % columns.length] as string
        return crm().ok('Update', { AbEntry: { Data: { Key: key, [field]: value(field, i) } } })
      }),
    )
    const read = await crm().get('AbEntry', key, { Version: 1, ...Object.fromEntries(columns.map(c => [c, 1])) })
    assert.equal(read.Version, 201)
    for (const field of columns) assert.ok(read[field], `${field} was lost`)
    const history = { Scope: { Fields: { Operation: 1, Changes: 1 } }, Criteria: { SearchQuery: { ParentKey: key } } }
    const rows = (await crm().ok('Read', { History: history })).History.Data
    assert.equal(rows.length, 201)
    for (const row of rows) assert.ok(row.Changes.length > 0)
  })
  test('200 parallel writers with Version: exactly one of each round wins', async () => {
    const key = await crm().create('AbEntry', { CompanyName: 'Race' })
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        crm().call('Update', { AbEntry: { Data: { Key: key, CompanyName: `Race ${i}`, Version: 1 } } }),
      ),
    )
    assert.equal(answers.filter(answer => answer.Code === 0).length, 1)
    for (const answer of answers) if (answer.Code !== 0) assert.equal(answer.Errors[0].ErrorCode, -4006)
  })
  test('contacts made while their company is renamed have its new name', async () => {
    const company = await crm().create('AbEntry', { CompanyName: 'Name 0' })
    await Promise.all([
      ...Array.from({ length: 30 }, (_, i) => crm().create('AbEntry', { ParentKey: company, LastName: `C${i}` })),
      ...Array.from({ length: 10 }, (_, i) =>
        crm().ok('Update', { AbEntry: { Data: { Key: company, CompanyName: `Name ${i}` } } }),
      ),
    ])
    const { CompanyName } = await crm().get('AbEntry', company, { CompanyName: 1 })
    const content = { Scope: { Fields: { CompanyName: 1 } }, Criteria: { SearchQuery: { ParentKey: company } } }
    const contacts = (await crm().ok('Read', { AbEntry: content })).AbEntry.Data
    assert.equal(contacts.length, 30)
    assert.deepEqual(new Set(contacts.map((c: Json) => c.CompanyName)), new Set([CompanyName]))
  })
  test('a company deleted while contacts and interactions are added leaves none of them behind', async () => {
    const company = await crm().create('AbEntry', { CompanyName: 'Going' })
    const answers = await Promise.all([
      ...Array.from({ length: 20 }, (_, i) =>
        crm().call('Create', { AbEntry: { Data: { ParentKey: company, LastName: `C${i}` } } }),
      ),
      crm().call('Delete', { AbEntry: { Data: { Key: company } } }),
      ...Array.from({ length: 20 }, () =>
        crm().call('Create', { Interaction: { Data: { Type: '60001', AbEntryKey: company } } }),
      ),
    ])
    assert.equal(answers[20].Code, 0)
    const content = { Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery: { ParentKey: company } } }
    assert.deepEqual((await crm().ok('Read', { AbEntry: content })).AbEntry.Data, [])
    const calls = { Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery: { 'AbEntries/Key': company } } }
    assert.deepEqual((await crm().ok('Read', { Interaction: calls })).Interaction.Data, [])
  })
  test('100 interactions at once with one entry: the latest is its LastContactDate', async () => {
    const company = await crm().create('AbEntry', { CompanyName: 'Called' })
    const days = Array.from({ length: 100 }, (_, i) => new Date(Date.UTC(2020, 0, 1 + ((i * 37) % 100))).toISOString())
    await Promise.all(
      days.map(StartDate => crm().create('Interaction', { Type: '60001', AbEntryKey: company, StartDate })),
    )
    assert.equal((await crm().get('AbEntry', company, { LastContactDate: 1 })).LastContactDate, '2020-04-09')
  })
  test('cases made at once have numbers of their own', async () => {
    const company = await crm().create('AbEntry', { CompanyName: 'Cases' })
    const keys = await Promise.all(
      Array.from({ length: 40 }, (_, i) => crm().create('Case', { Subject: `${i}`, AbEntryKey: company })),
    )
    const content = { Scope: { Fields: { CaseNumber: 1 } }, Criteria: { SearchQuery: { Key: { $IN: keys } } } }
    const numbers = (await crm().ok('Read', { Case: content })).Case.Data.map((c: Json) => c.CaseNumber)
    assert.equal(new Set(numbers).size, 40)
  })
})
