// Proves that an export can be imported: the export of an empty database that imported it is the same file.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importerOf } from '../import/support.ts'
import { drivers, eachCrm, type Json, type Person } from '../support/crm.ts'
import { unzip } from '../support/unzip.ts'

const texts = [
  'plain',
  'two\nlines',
  'a "quote"',
  'semi;colon, comma',
  '=SUM(1)',
  '-1',
  '007',
  'Ä 😀 日本',
  'a\ttab',
  '1,5',
  '03/04/2025',
]
const companies = texts.map((text, i) => ({
  Type: 'Company',
  CompanyName: `Company ${i} ${text}`,
  Division: text,
  Address: { City: `City ${text}`, Country: i % 2 ? 'Switzerland' : null },
  Email: i % 3 ? `office${i}@again.example` : null,
  Website: i % 2 ? `https://www${i}.again.example` : null,
  LastContactDate: i % 2 ? `2025-0${1 + (i % 9)}-1${i % 10}` : null,
  Lead: i % 2 === 0,
}))
const fields = {
  ...{
    Type: 1,
    CompanyName: 1,
    FirstName: 1,
    LastName: 1,
    'Parent/CompanyName': 1,
    Email: 1,
    Position: 1,
    Website: 1,
    Division: 1,
  },
  ...{ Address: { City: 1, Country: 1 }, LastContactDate: 1, Lead: 1, Category: [{ DisplayValue: 1 }] },
}
const columns = {
  ...{ Type: 'Type', CompanyName: 'CompanyName', FirstName: 'FirstName', LastName: 'LastName', Email: 'Email' },
  ...{
    'Parent/CompanyName': 'Parent/CompanyName',
    Position: 'Position',
    Website: 'Website',
    Division: 'Division',
    Lead: 'Lead',
  },
  ...{ 'Address/City': 'Address/City', 'Address/Country': 'Address/Country', LastContactDate: 'LastContactDate' },
}

eachCrm('An export that is imported', crm => {
  const api = importerOf(crm)
  const exported = async (format: string, as: Person): Promise<Buffer> => {
    const content = { Scope: { Fields: fields }, OrderBy: { Fields: [{ FullName: 'ASC' }, { Email: 'ASC' }] } }
    const response = await fetch(`${crm().server.url}/export/v1?format=${format}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${as.token}` },
      body: JSON.stringify({ AbEntry: content, Configuration: drivers }),
    })
    const file = Buffer.from(await response.arrayBuffer())
    assert.equal(response.status, 200, file.toString())
    return file
  }
  const textOf = (format: string, file: Buffer): string =>
    format === 'xlsx' ? (unzip(file).get('xl/worksheets/sheet1.xml') as string) : file.toString()

  test('into an empty database gives the same export again, in every table format and NDJSON', async () => {
    const FieldOptions = { Category: [{ Key: 1 }] }
    const [one, two] = (await crm().ok('Read', { AbEntry: { FieldOptions } })).AbEntry.FieldOptions.Category
    const lists = [[], [one.Key], [one.Key, two.Key]]
    await crm().ok('Create', { AbEntry: { Data: companies.map((row, i) => ({ ...row, Category: lists[i % 3] })) } })
    const { AbEntry } = await crm().ok('Read', { AbEntry: { Scope: { Fields: { Key: 1 } } } })
    const people = AbEntry.Data.slice(0, 6).map(({ Key }: Json, i: number) => ({
      ...{
        Type: 'Contact',
        ParentKey: Key,
        FirstName: texts[i],
        LastName: `Person ${i}`,
        Email: `p${i}@again.example`,
      },
    }))
    people.push({ Type: 'Individual', LastName: 'Alone', Position: 'Owner’s aide' })
    await crm().ok('Create', { AbEntry: { Data: people } })
    for (const format of ['csv', 'ndjson', 'xlsx', 'spreadsheet']) {
      const first = await exported(format, crm().admin)
      const empty = await crm().addDatabase(`empty-${format}`)
      const person = await crm().addPerson('MASTER', { Admin: true }, empty)
      const importFormat = format === 'spreadsheet' ? 'csv' : format
      const uploaded = await api.upload(first, `entity=AbEntry&format=${importFormat}`, person)
      assert.equal(uploaded.rows, companies.length + people.length, JSON.stringify(uploaded))
      const Category = uploaded.columns.find(({ name }: Json) => name.startsWith('Category')).name
      const mapping = { columns: { ...columns, [Category]: 'Category' }, createOptions: true, dates: 'YMD' }
      const planned = await api.plan(uploaded.id, mapping, person)
      const rejected = await api.call('GET', `imports/${uploaded.id}/rows?outcome=reject`, undefined, person)
      assert.deepEqual([planned.status, rejected.rows], ['planned', []], format)
      const committed = await api.commit(uploaded.id, person)
      assert.equal(committed.status, 'committed')
      assert.equal(textOf(format, await exported(format, person)), textOf(format, first), format)
    }
  })
})
