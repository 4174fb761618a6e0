// Tests that every field can be selected, in every way, on full and on empty records.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { drivers, eachCrm, type Json } from '../../support/crm.ts'
import { type Reader, readerOf } from '../../support/reader.ts'

const display = { Key: 1, DisplayValue: 1 }

/** The fields that must be selectable, as an integrator would ask for them. */
const selections: Readonly<Record<string, Json>> = {
  AbEntry: {
    Key: 1,
    Type: 1,
    ParentKey: 1,
    Parent: { Type: 1, FirstName: 1, MiddleName: 1, LastName: 1 },
    CompanyName: 1,
    FirstName: 1,
    MiddleName: 1,
    LastName: 1,
    FullName: 1,
    MrMs: { ...display, Value: 1 },
    Salutation: 1,
    Division: 1,
    Department: 1,
    Position: 1,
    Phone: { Value: 1, Number: 1, Extension: 1, Description: 1 },
    ...Object.fromEntries([1, 2, 3, 4].map(i => [`Phone${i}`, { Extension: 1, Number: 1, Description: 1 }])),
    Email: { Address: 1, Description: 1 },
    ...Object.fromEntries([1, 2, 3].map(i => [`Email${i}`, { Address: 1, Description: 1 }])),
    Website: 1,
    WebSite: 1,
    Address: {
      AddressLine1: 1,
      AddressLine2: 1,
      City: 1,
      StateProvince: 1,
      ZipCode: 1,
      Country: 1,
      Description: 1,
      location: 1,
    },
    AccountManager: { Value: 1, Uid: 1 },
    LastContactDate: { Value: 1, DisplayValue: 1 },
    CreationDate: 1,
    TerritoryKey: 1,
    ReportsToKey: 1,
    SecAccess: { Read: 1, Write: 1 },
    Creator: 1,
    ModifiedBy: { Uid: 1 },
    LastModifyDate: { DisplayValue: 1 },
    Version: 1,
    DisplayValue: 1,
  },
  Interaction: {
    Key: 1,
    Type: { Key: 1, Value: 1, Name: 1, DisplayValue: 1, Icon: 1, BiDirectional: 1, External: 1 },
    AbEntryKey: 1,
    AbEntries: [{ Key: 1 }],
    Subject: 1,
    Description: 1,
    Attachment: 1,
    StartDate: 1,
    EndDate: { Value: 1, DisplayValue: 1 },
    Duration: 1,
    Creator: { Uid: 1, DisplayValue: 1 },
    SecStatus: 1,
    Completed: 1,
    Priority: 1,
    Leads: [{ Key: 1, DisplayValue: 1 }],
    Users: [{ Uid: 1 }],
    User: 1,
    WithKey: 1,
    With: 1,
    DisplayValue: 1,
    Direction: { Key: 1, DisplayValue: 1 },
    Recurring: 1,
    Source: 1,
    Result: display,
    Category: [display],
  },
  Opportunity: {
    Key: 1,
    AbEntryKey: 1,
    ParentKey: 1,
    ContactKey: 1,
    Objective: 1,
    Description: 1,
    NextAction: 1,
    Status: display,
    Cost: 1,
    ForecastRevenue: { Value: 1, CurrencyCode: 1, DisplayValue: 1 },
    ActualRevenue: 1,
    CorporateRevenue: 1,
    Revenue: 1,
    StartDate: 1,
    CloseDate: { Value: 1, DisplayValue: 1 },
    Leader: { Uid: 1, Key: 1, DisplayValue: 1 },
    SalesTeam: display,
    'SalesTeam/Key': 1,
    SalesProcessSetupKey: 1,
    SalesProcessSetup: display,
    SalesStageSetupKey: 1,
    SalesProcess: { Key: 1, Setup: 1, Description: 1, DisplayValue: 1 },
    CurrentSalesStage: {
      Key: 1,
      Setup: 1,
      Description: 1,
      Age: 1,
      TargetAge: 1,
      ProbabilityClose: 1,
      DisplayValue: 1,
    },
    CurrentSalesStageAge: { Value: 1, DisplayValue: 1 },
    Category: [display],
    Product: [display],
    Rating: [display],
    RevenueType: display,
    Reason: [display],
    PartnerInfo: display,
  },
}

/** The same names, each with its value or null, on the way down as far as the selector goes. */
function sameShape(selector: Json, value: Json, path: string): void {
  if (selector === 1) {
    assert.notEqual(value, undefined, path)
    return
  }
  if (value === null) return
  if (Array.isArray(selector)) {
    assert.ok(Array.isArray(value), path)
    for (const element of value) sameShape(selector[0], element, `${path}[]`)
    return
  }
  assert.deepEqual(Object.keys(value), Object.keys(selector), path)
  for (const name of Object.keys(selector)) sameShape(selector[name], value[name], `${path}.${name}`)
}

eachCrm('Selection of every field', crm => {
  let reader: Reader
  before(async () => {
    reader = readerOf(crm())
    const entry = await reader.add('AbEntry full', 'AbEntry', {
      CompanyName: 'Acme',
      Phone1: { Number: '1', Extension: '2', Description: 'main' },
      Email3: { Address: 'three@acme.example', Description: 'third' },
      Website: 'https://acme.example',
      Address: { AddressLine1: 'a', AddressLine2: 'b', City: 'c', StateProvince: 'd', ZipCode: 'e', Country: 'f' },
      AccountManager: '$CURRENTUSER()',
      LastContactDate: '2026-08-24',
    })
    await reader.add('AbEntry person', 'AbEntry', { ParentKey: entry, FirstName: 'A', LastName: 'B', MrMs: 'Ms.' })
    await reader.add('AbEntry empty', 'AbEntry', { CompanyName: 'x' })
    await reader.add('Interaction full', 'Interaction', {
      AbEntryKey: entry,
      Type: '60001',
      WithKey: entry,
      Direction: 1,
      Result: '1',
      Category: '2',
      StartDate: '2026-01-01T10:00:00+01:00',
      EndDate: '2026-01-01T10:30:00+01:00',
    })
    await reader.add('Interaction empty', 'Interaction', { AbEntryKey: entry, Type: '60002', StartDate: '2026-01-02' })
    await reader.add('Opportunity full', 'Opportunity', {
      AbEntryKey: entry,
      Objective: 'o',
      Category: ['1', { Key: '2' }],
      Product: '1',
      Rating: ['2'],
      Reason: ['1'],
      RevenueType: '60001',
      ForecastRevenue: 12.5,
      Cost: 0,
    })
    await reader.add('Opportunity empty', 'Opportunity', { AbEntryKey: entry, Objective: 'p' })
  })
  const one = async (label: string, fields: Json) => {
    const [record] = await reader.rows(label.split(' ')[0] as string, { Key: reader.key(label) }, fields)
    return record
  }

  for (const [entity, selection] of Object.entries(selections)) {
    test(`every field of ${entity} is selectable, on full and on empty records [C-2.1-29, C-2.2-05, C-2.3-13, C-2.3-15, C-2.3-23, C-4.5-01, C-4.5-02]`, async () => {
      for (const label of ['full', 'person', 'empty'].filter(name => entity === 'AbEntry' || name !== 'person')) {
        sameShape(selection, await one(`${entity} ${label}`, selection), `${entity} ${label}`)
        const plain = Object.fromEntries(Object.keys(selection).map(name => [name, 1]))
        sameShape(plain, await one(`${entity} ${label}`, plain), `${entity} ${label}`)
      }
    })
  }

  test('the default property of each kind of field', async () => {
    const { Key, CreationDate, LastModifyDate, ...entry } = await one('AbEntry full', {
      Key: 1,
      Type: 1,
      Phone: 1,
      Phone1: 1,
      Email: 1,
      Email1: 1,
      Email3: 1,
      LastContactDate: 1,
      AccountManager: 1,
      Creator: 1,
      CreationDate: 1,
      LastModifyDate: 1,
      Version: 1,
      SecAccess: 1,
      Parent: 1,
      ReportsTo: 1,
    })
    assert.equal(Key, reader.key('AbEntry full'))
    assert.match(CreationDate, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    assert.equal(CreationDate, LastModifyDate)
    const { key } = crm().admin
    assert.deepEqual(entry, {
      Type: 'Company',
      Phone: '1',
      Phone1: '1',
      Email: 'three@acme.example',
      Email1: null,
      Email3: 'three@acme.example',
      LastContactDate: '2026-08-24',
      AccountManager: key,
      Creator: key,
      Version: 1,
      SecAccess: { Read: [], Write: [] },
      Parent: null,
      ReportsTo: null,
    })
    const person = await one('AbEntry person', { Parent: 1, MrMs: 1, ParentKey: 1 })
    const acme = reader.key('AbEntry full')
    assert.deepEqual(person, { Parent: { Key: acme, DisplayValue: 'Acme' }, MrMs: 'Ms.', ParentKey: acme })
    const sale = await one('Opportunity full', {
      Status: 1,
      RevenueType: 1,
      Category: 1,
      Product: 1,
      Rating: 1,
      ForecastRevenue: 1,
      Cost: 1,
      ActualRevenue: 1,
      Leader: 1,
      SalesTeam: 1,
      CloseDate: 1,
      CurrentSalesStageAge: 1,
    })
    assert.deepEqual(sale, {
      Status: 2,
      RevenueType: '60001',
      Category: ['1', '2'],
      Product: ['1'],
      Rating: ['2'],
      ForecastRevenue: 12.5,
      Cost: 0,
      ActualRevenue: null,
      Leader: key,
      SalesTeam: btoa('SalesTeam\t65535'),
      CloseDate: null,
      CurrentSalesStageAge: null,
    })
    const talk = await one('Interaction full', {
      Type: 1,
      Direction: 1,
      Duration: 1,
      StartDate: 1,
      Completed: 1,
      With: 1,
      Users: 1,
    })
    assert.deepEqual(talk, {
      Type: '60001',
      Direction: 1,
      Duration: 30,
      StartDate: '2026-01-01T09:00:00Z',
      Completed: false,
      With: { Key: acme, DisplayValue: 'Acme' },
      Users: [key],
    })
  })

  test('lists by 1, by an object, by an array and by a path [C-2.3-18, C-2.3-20, C-4.5-03]', async () => {
    const fields = {
      Category: [{ DisplayValue: 1 }],
      category: { Key: 1 },
      'Category/DisplayValue': 1,
      'category/Key': 1,
      CATEGORY: [1],
      Reason: [{ Key: 1 }],
    }
    assert.deepEqual(await one('Opportunity full', fields), {
      Category: [{ DisplayValue: 'Hardware' }, { DisplayValue: 'Software' }],
      category: [{ Key: '1' }, { Key: '2' }],
      'Category/DisplayValue': ['Hardware', 'Software'],
      'category/Key': ['1', '2'],
      CATEGORY: ['1', '2'],
      Reason: [{ Key: '1' }],
    })
    const none = { Category: [{ DisplayValue: 1 }], 'Category/Key': 1, Category2: 0, Product: 1, Reason: { Key: 1 } }
    assert.deepEqual(await one('Opportunity empty', none), {
      Category: [],
      'Category/Key': null,
      Product: null,
      Reason: null,
    })
  })

  test('the default phone and e-mail are read and written like the field that they stand for [C-2.1-13, C-2.1-15]', async () => {
    const data = {
      Type: 'Individual',
      LastName: 'Default',
      Phone: { Number: '111', Extension: '7' },
      Phone3: { Number: '333', Description: 'mobile', Default: true },
      Email: { Address: 'one@x.example', Description: 'work' },
    }
    await reader.add('AbEntry default', 'AbEntry', data)
    const fields = {
      Phone: { Number: 1, Extension: 1, Description: 1 },
      Phone1: { Extension: 1 },
      Email: { Description: 1 },
    }
    assert.deepEqual(await one('AbEntry default', fields), {
      Phone: { Number: '333', Extension: null, Description: 'mobile' },
      Phone1: { Extension: '7' },
      Email: { Description: 'work' },
    })
    const Key = reader.key('AbEntry default')
    await crm().ok('Update', { AbEntry: { Data: { Key, Phone: { Extension: '9' }, Email: 'two@x.example' } } })
    const after = { Phone3: { Number: 1, Extension: 1 }, 'Phone/Extension': 1, Email1: { Address: 1, Description: 1 } }
    assert.deepEqual(await one('AbEntry default', after), {
      Phone3: { Number: '333', Extension: '9' },
      'Phone/Extension': '9',
      Email1: { Address: 'two@x.example', Description: 'work' },
    })
    const found = await reader.found('AbEntry', [{ 'Phone/Number': '333' }, { Email: { Address: 'TWO@x.example' } }])
    assert.deepEqual(found, ['AbEntry default', 'AbEntry default'])
    assert.equal(
      (await one('Opportunity empty', { AbEntry: { Phone: { Number: 1 }, Email: 1 } })).AbEntry.Phone.Number,
      '1',
    )
  })

  test('what cannot be selected is refused by name [C-4.5-01]', async () => {
    const scope = (Fields: Json) => ({ Scope: { Fields } })
    await reader.refusals('AbEntry', [
      [scope({ CompanyName: 2 }), -1001, 'Scope.Fields.CompanyName'],
      [scope({ CompanyName: 'yes' }), -1001, 'Scope.Fields.CompanyName'],
      [scope({ CompanyName: null }), -1001, 'Scope.Fields.CompanyName'],
      [scope({ CompanyName: { Length: 1 } }), -3000, 'Scope.Fields.CompanyName.Length'],
      [scope({ CompanyName: [1] }), -1001, 'Scope.Fields.CompanyName'],
      [scope({ 'Address/Town': 1 }), -3000, 'Scope.Fields.Address/Town'],
      [scope({ 'Udf/$TYPEID(999)': 1 }), -3000, 'Scope.Fields.Udf/$TYPEID(999)'],
      [scope({ 'Udf/$NAME(None)': 1 }), -3000, 'Scope.Fields.Udf/$NAME(None)'],
      [scope({ '/Opportunity/Objective': 1 }), -3000, 'Scope.Fields./Opportunity/Objective'],
      [scope([]), -1001, 'Scope.Fields'],
      [scope('all'), -1001, 'Scope.Fields'],
      [{ Scope: [] }, -1001, 'Scope'],
    ])
    await reader.refusals('User', [[scope({ Password: 1 }), -3000, 'Scope.Fields.Password']])
    await reader.refusals('PersonalAccessToken', [[scope({ Token: 1 }), -3000, 'Scope.Fields.Token']])
    await reader.refusals('Application', [[scope({ ClientSecret: 1 }), -3000, 'Scope.Fields.ClientSecret']])
    await reader.refusals('Document', [[scope({ BinaryDataId: 1 }), -3000, 'Scope.Fields.BinaryDataId']])
  })

  test('Data is always an array, and texts come back to the letter', async () => {
    const odd = 'Tab\t"quote" \\ / \u2028 \u{1f600} e\u0301 <b>'
    const key = await crm().create('AbEntry', { CompanyName: odd })
    const answer = await crm().ok('Read', {
      AbEntry: { Scope: { Fields: { CompanyName: 1 } }, Criteria: { SearchQuery: { Key: key } } },
      Configuration: drivers,
    })
    assert.deepEqual(answer.AbEntry.Data, [{ CompanyName: odd.normalize('NFC') }])
    const none = await crm().ok('Read', { AbEntry: { Criteria: { SearchQuery: { CompanyName: 'nobody' } } } })
    assert.deepEqual(none, { Code: 0, AbEntry: { Data: [] } })
  })
})
