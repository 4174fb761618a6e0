// Imports the files that other systems export, with the columns that their documentation describes: suggestions, plan, commit, undo.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { eachCrm, type Json } from '../support/crm.ts'
import { importerOf } from './support.ts'

interface Layout {
  /** All suggestions; other columns have none. */
  readonly suggested: Readonly<Record<string, string>>
  /** What the first row becomes. */
  readonly first: Json
  readonly companies: number
}

const lineOne = 'Address/AddressLine1'
const mail = (name: string) => `${name}@layout.example`

const layouts: Readonly<Record<string, Layout>> = {
  'google-contacts': {
    suggested: {
      ...{ 'First Name': 'FirstName', 'Middle Name': 'MiddleName', 'Last Name': 'LastName', 'Name Prefix': 'MrMs' },
      ...{ 'Organization Name': 'Parent/CompanyName', 'Organization Title': 'Position' },
      ...{ 'Organization Department': 'Department', Labels: 'Category' },
      ...{ 'E-mail 1 - Value': 'Email', 'E-mail 2 - Value': 'Email2' },
      ...{ 'Phone 1 - Value': 'Phone', 'Phone 2 - Value': 'Phone2', 'Website 1 - Value': 'Website' },
      ...{ 'Address 1 - Street': lineOne, 'Address 1 - Extended Address': 'Address/AddressLine2' },
      ...{ 'Address 1 - City': 'Address/City', 'Address 1 - Region': 'Address/StateProvince' },
      ...{ 'Address 1 - Postal Code': 'Address/ZipCode', 'Address 1 - Country': 'Address/Country' },
    },
    first: { Type: 'Contact', FirstName: 'Greta', Email2: mail('greta.home'), Phone2: '+1 613 555 0102' },
    companies: 1,
  },
  outlook: {
    suggested: {
      ...{ Title: 'MrMs', 'First Name': 'FirstName', 'Middle Name': 'MiddleName', 'Last Name': 'LastName' },
      ...{ Company: 'Parent/CompanyName', Department: 'Department', 'Job Title': 'Position' },
      ...{ 'Business Street': lineOne, 'Business Street 2': 'Address/AddressLine2', 'Business City': 'Address/City' },
      ...{ 'Business State': 'Address/StateProvince', 'Business Postal Code': 'Address/ZipCode' },
      ...{ 'Business Country/Region': 'Address/Country', 'Business Phone': 'Phone', 'Mobile Phone': 'Phone2' },
      ...{ 'Home Phone': 'Phone3', 'Business Fax': 'Phone4', Categories: 'Category', 'Web Page': 'Website' },
      ...{ 'E-mail Address': 'Email', 'E-mail 2 Address': 'Email2', 'E-mail 3 Address': 'Email3' },
    },
    first: { Type: 'Contact', FirstName: 'Olga', Email2: mail('olga.two'), Phone4: '+1 613 555 0199' },
    companies: 1,
  },
  hubspot: {
    suggested: {
      ...{ 'First Name': 'FirstName', 'Last Name': 'LastName', Email: 'Email', 'Job Title': 'Position' },
      ...{ 'Phone Number': 'Phone', 'Mobile Phone Number': 'Phone2', 'Associated Company': 'Parent/CompanyName' },
      ...{ 'Street Address': lineOne, City: 'Address/City', 'State/Region': 'Address/StateProvince' },
      ...{ 'Postal Code': 'Address/ZipCode', 'Country/Region': 'Address/Country', 'Website URL': 'Website' },
    },
    first: { Type: 'Contact', FirstName: 'Hanna', Email2: null, Phone2: '+1 613 555 0102' },
    companies: 1,
  },
  salesforce: {
    suggested: {
      ...{ LastName: 'LastName', FirstName: 'FirstName', Salutation: 'Salutation', Title: 'Position' },
      ...{ MailingStreet: lineOne, MailingCity: 'Address/City', MailingState: 'Address/StateProvince' },
      ...{ MailingPostalCode: 'Address/ZipCode', MailingCountry: 'Address/Country', Department: 'Department' },
      ...{ Phone: 'Phone', MobilePhone: 'Phone2', HomePhone: 'Phone3', Fax: 'Phone4', Email: 'Email' },
      'Account.Name': 'Parent/CompanyName',
    },
    first: { Type: 'Contact', FirstName: 'Sam', Email2: null, Phone4: '+1 613 555 0199' },
    companies: 1,
  },
  pipedrive: {
    suggested: {
      ...{ 'Person - First name': 'FirstName', 'Person - Last name': 'LastName', 'Person - Labels': 'Category' },
      ...{ 'Person - Organization': 'Parent/CompanyName', 'Person - Postal address': lineOne },
      ...{ 'Person - Email - Work': 'Email', 'Person - Email - Home': 'Email2', 'Person - Email - Other': 'Email3' },
      ...{ 'Person - Phone - Work': 'Phone', 'Person - Phone - Mobile': 'Phone2' },
      ...{ 'Person - Phone - Home': 'Phone3', 'Person - Phone - Other': 'Phone4' },
    },
    first: { Type: 'Contact', FirstName: 'Petra', Email2: 'petra@home.example', Phone2: '+1 613 555 0102' },
    companies: 1,
  },
}

eachCrm('Files of other systems', crm => {
  const api = importerOf(crm)
  const contents = (name: string): string => readFileSync(new URL(`layouts/${name}.csv`, import.meta.url), 'utf8')
  const entries = async (where: Json): Promise<Json[]> => {
    const Fields = { Type: 1, FirstName: 1, Email: 1, Email2: 1, Phone2: 1, Phone4: 1, Category: [{ Value: 1 }] }
    const body = { AbEntry: { Scope: { Fields }, Criteria: { SearchQuery: where } } }
    return (await crm().ok('Read', body)).AbEntry.Data
  }
  const madeCompanies = async (): Promise<number> =>
    (await entries({ CompanyName: 'Layout Works', Type: 'Company' })).length

  for (const [name, { suggested, first, companies }] of Object.entries(layouts))
    test(`${name}: the suggestions import every row, a second import finds them, and undo removes them`, async () => {
      const content = contents(name)
      const { id, rows, columns } = await api.upload(content)
      const found: [string, string][] = columns.flatMap((one: Json) =>
        one.suggestion ? [[one.name, one.suggestion]] : [],
      )
      assert.deepEqual(Object.fromEntries(found), suggested)
      const mapping = { columns: Object.fromEntries(found), createParents: true, match: ['Email'] }
      const options = found.flatMap(([column, path]) => (path === 'Category' ? [column] : []))
      const planned = await api.plan(id, { ...mapping, createOptions: options })
      assert.deepEqual(
        [planned.planCounts.create, planned.planCounts.reject],
        [rows, 0],
        JSON.stringify(await api.rows(id, 'reject')),
      )
      const { counts } = await api.commit(id)
      assert.deepEqual([counts.create, counts.reject], [rows, 0])
      const email = content.match(/[\w.]+@layout\.example/)?.[0]
      const [record] = await entries({ Email: email })
      const { Type, FirstName, Email2, Phone2, Phone4 } = record ?? {}
      const shown: Json = { Type, FirstName, Email2, Phone2, Phone4 }
      for (const [field, value] of Object.entries(first)) assert.equal(shown[field], value, field)
      const isLabelled = name === 'pipedrive'
      assert.deepEqual(
        record?.Category,
        isLabelled ? [{ Value: 'Customer' }] : [],
        'a group of Google itself is no option',
      )
      assert.equal(await madeCompanies(), companies)

      const again = await api.run(content, { ...mapping, createOptions: options })
      assert.deepEqual([again.counts.unchanged, again.counts.create], [rows, 0])
      const undone = await api.undo(id)
      assert.deepEqual([undone.status, undone.left], ['undone', []])
      assert.deepEqual(await entries({ Email: email }), [])
      assert.equal(await madeCompanies(), 0)
    })

  test('owners are suggested where a user has the name', async () => {
    const { columns } = await api.upload(contents('hubspot').replaceAll('Ann Lee', 'MASTER'))
    const owner = columns.find(({ name }: Json) => name === 'Contact owner')
    assert.equal(owner.suggestion, 'AccountManager')
  })
})
