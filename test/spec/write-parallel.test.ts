// Tests that parallel writers lose no update and leave no record half written.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachCrm, type Json } from '../support/crm.ts'
import { sizeOf } from '../support/report.ts'

/** `npm test` has fewer of them where it starts several processes for them (test/workers/spec.test.ts). */
const writers = sizeOf('CLIENTELE_WRITERS', 200)

eachCrm('Parallel writers', crm => {
  test(`${writers} parallel updates of one record: each one counts, the last of each field stands`, async () => {
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
      Array.from({ length: writers }, (_, i) => {
        const field = columns[i % columns.length] as string
        return crm().ok('Update', { AbEntry: { Data: { Key: key, [field]: value(field, i) } } })
      }),
    )
    const read = await crm().get('AbEntry', key, { Version: 1, ...Object.fromEntries(columns.map(c => [c, 1])) })
    assert.equal(read.Version, writers + 1)
    for (const field of columns) assert.ok(read[field], `${field} was lost`)
    const history = { Scope: { Fields: { Operation: 1, Changes: 1 } }, Criteria: { SearchQuery: { ParentKey: key } } }
    const rows = (await crm().ok('Read', { History: history })).History.Data
    assert.equal(rows.length, writers + 1)
    for (const row of rows) assert.ok(row.Changes.length > 0)
  })
  test(`${writers} parallel writers with Version: exactly one of each round wins`, async () => {
    const key = await crm().create('AbEntry', { CompanyName: 'Race' })
    const answers = await Promise.all(
      Array.from({ length: writers }, (_, i) =>
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
  test('users made at once with one Uid or one address: one of them is made', async () => {
    const data = (i: number) => ({ Uid: `TWIN${i % 2}`, LastName: 'Twin', Email: 'twin@example.com' })
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => crm().call('Create', { User: { Data: data(i) } })),
    )
    assert.equal(answers.filter(answer => answer.Code === 0).length, 1)
    for (const answer of answers) if (answer.Code !== 0) assert.equal(answer.Errors[0].ErrorCode, -4010)
  })
  test('an item selected and removed at once: one of the two is refused', async () => {
    const company = await crm().create('AbEntry', { CompanyName: 'Items' })
    for (let i = 0; i < 10; i++) {
      const added = { Opportunity: { FieldOptions: { Product: [{ Key: null, Name: `Item ${i}` }] } } }
      const { Key } = (await crm().ok('Update', added)).Opportunity.FieldOptions.Product[0]
      const answers = await Promise.all([
        crm().call('Create', { Opportunity: { Data: { AbEntryKey: company, Objective: 'x', Product: [Key] } } }),
        crm().call('Update', { Campaign: { FieldOptions: { Product: [{ Key }] }, Options: { Remove: true } } }),
      ])
      assert.equal(answers.filter(answer => answer.Code === 0).length, 1)
    }
  })
  test('a new rate while opportunities are written: all of them have it in the end', async () => {
    const company = await crm().create('AbEntry', { CompanyName: 'Rates' })
    await crm().create('CurrencyRate', { CurrencyCode: 'EUR', Rate: 2, EffectiveDate: '2020-01-01' })
    const revenue = (Value: number) => ({ ForecastRevenue: { Value, CurrencyCode: 'EUR' } })
    const make = (i: number) =>
      crm().create('Opportunity', { AbEntryKey: company, Objective: 'x', ...revenue(100 + i) })
    const keys = await Promise.all(Array.from({ length: 20 }, (_, i) => make(i)))
    const later = await Promise.all([
      ...Array.from({ length: 10 }, (_, i) => make(i)),
      crm().create('CurrencyRate', { CurrencyCode: 'EUR', Rate: 4, EffectiveDate: '2021-01-01' }),
      ...keys.map((Key, i) => crm().ok('Update', { Opportunity: { Data: { Key, ...revenue(200 + i) } } })),
    ])
    const all = [...keys, ...later.slice(0, 10)]
    const content = {
      Scope: { Fields: { CorporateRevenue: 1, ForecastRevenue: 1 } },
      Criteria: { SearchQuery: { Key: { $IN: all } } },
    }
    const rows = (await crm().ok('Read', { Opportunity: content })).Opportunity.Data
    assert.equal(rows.length, 30)
    for (const row of rows) assert.equal(row.CorporateRevenue, row.ForecastRevenue / 4)
  })
})
