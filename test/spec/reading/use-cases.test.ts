// Tests each use case as an integrator would send it.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type Crm, eachCrm, type Json } from '../../support/crm.ts'

const entryKeys = { AbEntryKey: '2.0' }
const schemaObject = { SchemaObject: '1.0' }
const driver = (name: string) => ({ Drivers: { [`I${name}`]: `Service.Model.Access.Sql.${name}` } })

eachCrm('Use cases', crm => {
  const keys: Record<string, string> = {}
  const ok = (operation: string, body: Json) => crm().ok(operation, body)
  const read = async (entity: string, content: Json, more: Json = {}) =>
    (await ok('Read', { [entity]: content, Compatibility: entryKeys, ...more }))[entity].Data

  before(async () => {
    keys.group = await crm().create('SecurityGroup', { Name: 'Sales' })
    await crm().create('CurrencyRate', { CurrencyCode: 'CAD', Rate: 1.25 })
  })

  test('a Company, an Individual and a Contact with security [C-4.4-01, C-4.6-01]', async () => {
    const create = async (data: Json) => {
      const answer = await ok('Create', { AbEntry: { Data: { Key: null, ...data } }, Compatibility: entryKeys })
      assert.deepEqual(Object.keys(answer.AbEntry.Data), ['Key', ...Object.keys(data)], 'the members sent are echoed')
      return answer.AbEntry.Data.Key as string
    }
    keys.company = await create({
      Type: 'Company',
      CompanyName: 'ABC Wine Shop',
      Phone: '604-555-1212',
      Email: 'info@abcwine.example',
      WebSite: 'https://abcwine.example',
      Address: {
        AddressLine1: '1 Main St',
        City: 'Vancouver',
        StateProvince: 'BC',
        ZipCode: 'V5K 0A1',
        Country: 'Canada',
      },
    })
    keys.inferred = await create({ CompanyName: 'No Type Given Inc' })
    keys.individual = await create({ Type: 'Individual', FirstName: 'Lou', LastName: 'Jones', CompanyName: 'Lou & Co' })
    keys.contact = await create({
      ParentKey: keys.company,
      FirstName: 'Ann',
      MiddleName: 'Q',
      LastName: 'Archer',
      Position: 'Buyer',
      Phone1: { Number: '604-555-1313', Extension: '12', Description: 'Direct' },
      Email1: { Address: 'ann@abcwine.example', Description: 'Work' },
      SecAccess: { Read: [keys.group], Write: [keys.group] },
    })
    keys.report = await create({
      Type: 'Contact',
      ParentKey: keys.company,
      LastName: 'Report',
      ReportsToKey: keys.contact,
    })
  })

  test('by type, key, parent, superior, e-mail, name, creation date and territory [C-2.1-22, C-2.1-23, C-2.1-24, C-4.4-02, C-4.6-02, C-4.6-03, C-4.6-04]', async () => {
    const names = async (SearchQuery: Json, more: Json = {}) =>
      (
        await read('AbEntry', {
          Scope: { Fields: { Key: 1, FullName: 1 } },
          Criteria: { SearchQuery, Top: 10 },
          ...more,
        })
      ).map((row: Json) => row.FullName)
    const companies = ['ABC Wine Shop', 'No Type Given Inc']
    assert.deepEqual(await names({ Type: { $EQ: 'Company' } }), companies)
    assert.deepEqual(await names({ Type: { $IN: ['Company', 'Individual'] } }), [...companies, 'Lou Jones - Lou & Co'])
    assert.deepEqual(await names({ Key: { $EQ: keys.contact } }), ['Ann Q Archer'])
    assert.deepEqual(await names({ ParentKey: { $EQ: keys.company } }), ['Ann Q Archer', 'Report'])
    const short = { Drivers: { IAbEntrySearcher: 'Service.Model.Access.AbEntrySearcher' } }
    const reports = await read(
      'AbEntry',
      { Scope: { Fields: { FullName: 1 } }, Criteria: { SearchQuery: { ReportsToKey: { $EQ: keys.contact } } } },
      { Configuration: short },
    )
    assert.deepEqual(reports, [{ FullName: 'Report' }])
    assert.deepEqual(await names({ Email: { $IN: ['ann@abcwine.example', 'INFO@abcwine.example'] } }), [
      'ABC Wine Shop',
      'Ann Q Archer',
    ])
    assert.deepEqual(await names({ CompanyName: { $LIKE: 'abc%' }, Type: { $EQ: 'Company' } }), ['ABC Wine Shop'])
    assert.equal((await names({ CreationDate: { $GT: '$OFFSET(D-7, $TODAY())' } })).length, 5)
    assert.deepEqual(await names({ CreationDate: { $GT: '$TODAY()' } }), [])
    assert.equal((await names({ TerritoryKey: { $EQ: null } })).length, 5)
    const both = {
      $AND: [{ Type: { $EQ: 'Contact' } }, { $OR: [{ LastName: 'Report' }, { FirstName: { $EQ: 'Ann' } }] }],
    }
    assert.deepEqual(await names(both), ['Ann Q Archer', 'Report'])
    const related = { Key: { $EQ: { Body: keys.company, OrRelated: true } } }
    assert.deepEqual(await names(related), ['ABC Wine Shop', 'Ann Q Archer', 'Report'])
    assert.deepEqual(await names({ $PHRASE: 'ann arch' }), ['Ann Q Archer'])
    const ordered = { OrderBy: { Fields: [{ CreationDate: 'DESC' }, { FullName: 'ASC' }] } }
    assert.equal((await names({}, ordered)).length, 5)
  })

  test('the parent as an object, with its driver [C-2.1-05]', async () => {
    const Parent = { Type: 1, CompanyName: 1, FirstName: 1, MiddleName: 1, LastName: 1 }
    const content = { Scope: { Fields: { Key: 1, Parent } }, Criteria: { SearchQuery: { Key: { $EQ: keys.contact } } } }
    assert.deepEqual(await read('AbEntry', content, { Configuration: driver('AbEntrySearcher') }), [
      {
        Key: keys.contact,
        Parent: { Type: 'Company', CompanyName: 'ABC Wine Shop', FirstName: null, MiddleName: null, LastName: null },
      },
    ])
  })

  test('page by page, and in a polygon', async () => {
    const page = (PageKey: string | null) =>
      ok('Read', {
        AbEntry: {
          Scope: { Fields: { Key: 1 } },
          Criteria: { SearchQuery: {} },
          OrderBy: { Fields: [{ CreationDate: 'ASC' }], PageKey, PageSize: 3 },
        },
        Configuration: driver('AbEntrySearcher'),
        Compatibility: entryKeys,
      })
    const first = (await page(null)).AbEntry
    const second = (await page(first.PageKey)).AbEntry
    assert.deepEqual([first.Data.length, second.Data.length, second.PageKey], [3, 2, null])
    const Location = { Longitude: -123.1, Latitude: 49.25 }
    await ok('Update', { AbEntry: { Data: { Key: keys.company, Address: { Location } } }, Compatibility: entryKeys })
    const area = '$INBOUND(address/location, -123.2:49.2, -123.0:49.2, -123.0:49.3, -123.2:49.3)'
    const content = {
      Scope: { Fields: { CompanyName: 1, Address: { City: 1 } } },
      Criteria: { SearchQuery: { [area]: { $EQ: true } } },
    }
    assert.deepEqual(await read('AbEntry', content, { Configuration: driver('AbEntrySearcher') }), [
      { CompanyName: 'ABC Wine Shop', Address: { City: 'Vancouver' } },
    ])
  })

  test('a Schema read with AppliesTo lists the fields of a type [C-4.11-02]', async () => {
    const { Schema } = await ok('Read', {
      Schema: {
        Scope: { Fields: { Key: 1, AppliesTo: 1 } },
        Criteria: { SearchQuery: { $AND: [{ Key: { $TREE: '/AbEntry' } }, { AppliesTo: { $IN: ['Company'] } }] } },
      },
      Compatibility: schemaObject,
    })
    const fields = Schema.Data.map((row: Json) => row.Key)
    assert.ok(fields.includes('/AbEntry/CompanyName') && !fields.includes('/AbEntry/LastName'))
  })

  test('last contacted [C-2.1-21, C-4.6-05]', async () => {
    for (const [name, day] of [
      ['company', '2026-02-01'],
      ['individual', '2026-03-01'],
      ['report', '2026-01-01'],
    ] as const)
      await ok('Update', { AbEntry: { Data: { Key: keys[name], LastContactDate: day } }, Compatibility: entryKeys })
    const content = {
      Scope: { Fields: { Key: 1, FullName: 1, LastContactDate: { Value: 1, DisplayValue: 1 } } },
      Criteria: { SearchQuery: {}, Top: 2 },
      OrderBy: { Fields: [{ LastContactDate: 'DESC' }] },
    }
    const more = { Configuration: driver('AbEntrySearcher'), Globalization: { Culture: '$CURRENTUSER()' } }
    assert.deepEqual(await read('AbEntry', content, more), [
      {
        Key: keys.individual,
        FullName: 'Lou Jones - Lou & Co',
        LastContactDate: { Value: '2026-03-01', DisplayValue: 'Mar 1, 2026' },
      },
      {
        Key: keys.company,
        FullName: 'ABC Wine Shop',
        LastContactDate: { Value: '2026-02-01', DisplayValue: 'Feb 1, 2026' },
      },
    ])
  })

  test('a profile picture in two steps [C-4.6-06]', async () => {
    const headers = { authorization: `Bearer ${crm().admin.token}` }
    const { url } = crm().server
    const bytes = Buffer.from('89504e470d0a1a0a', 'hex')
    const sent = await fetch(`${url}/api/BinaryUpload`, { method: 'POST', headers, body: bytes })
    const { BinaryDataId } = ((await sent.json()) as Json).BinaryData.Data
    await crm().create('Document', { ParentKey: keys.contact, Type: 14, Name: 'ann', Ext: 'png', BinaryDataId })
    await crm().create('Document', { ParentKey: keys.contact, Type: 1, Name: 'other' })
    const content = {
      Scope: { Fields: { Key: 1 } },
      Criteria: { SearchQuery: { $AND: [{ ParentKey: { $EQ: keys.contact } }, { Type: { $EQ: 14 } }] } },
    }
    const documents = await read('Document', content, { Configuration: driver('DocumentSearcher') })
    assert.equal(documents.length, 1)
    const picture = await fetch(`${url}/api/BinaryDownload/${encodeURIComponent(documents[0].Key)}`, { headers })
    assert.equal(picture.headers.get('content-type'), 'image/png')
    assert.deepEqual(Buffer.from(await picture.arrayBuffer()), bytes)
  })

  test('Update and Delete: Key is required, ParentKey and Type cannot be changed [C-4.4-03, C-4.4-04, C-4.6-07, C-4.6-08]', async () => {
    const update = (data: Json) => crm().call('Update', { AbEntry: { Data: data }, Compatibility: entryKeys })
    const answer = await update({ Key: keys.contact, Position: 'Owner', Phone1: { Extension: '99' } })
    assert.deepEqual(answer, {
      Code: 0,
      AbEntry: { Data: { Key: keys.contact, Position: 'Owner', Phone1: { Extension: '99' } } },
    })
    const [row] = await read('AbEntry', {
      Scope: { Fields: { Position: 1, Phone1: { Number: 1, Extension: 1 } } },
      Criteria: { SearchQuery: { Key: { $EQ: keys.contact } } },
    })
    assert.deepEqual(row, { Position: 'Owner', Phone1: { Number: '604-555-1313', Extension: '99' } })
    const code = async (data: Json) => (await update(data)).Errors?.map((problem: Json) => problem.ErrorCode)
    assert.deepEqual(await code({ Key: keys.contact, ParentKey: keys.inferred }), [-4003])
    assert.deepEqual(await code({ Key: keys.contact, Type: 'Individual' }), [-4003])
    assert.deepEqual(await code({ Position: 'x' }), [-4005])
    const gone = await crm().create('AbEntry', { CompanyName: 'Gone' })
    const deleted = await ok('Delete', { AbEntry: { Data: { Key: gone } }, Compatibility: entryKeys })
    assert.deepEqual(deleted, { Code: 0, AbEntry: { Data: { Key: gone } } })
    assert.deepEqual(await read('AbEntry', { Criteria: { SearchQuery: { Key: { $EQ: gone } } } }), [])
  })

  const options = async (entity: string, FieldOptions: Json, more: Json = {}) =>
    (await ok('Read', { [entity]: { FieldOptions, ...more }, Compatibility: schemaObject }))[entity].FieldOptions

  test('FieldOptions of an entry [C-4.6-09]', async () => {
    const selector = [{ Key: 1, DisplayValue: 1 }]
    for (const name of ['Type', 'MrMs', 'Salutation', 'Division', 'Department', 'Position']) {
      const { [name]: list } = await options('AbEntry', { [name]: selector })
      assert.ok(list.length >= 3, name)
      for (const item of list) assert.deepEqual(Object.keys(item), ['Key', 'DisplayValue'], name)
    }
  })

  test('interactions of an entry, by type, ordered by StartDate, with Top [C-2.2-03, C-4.7-01, C-4.7-02]', async () => {
    for (const [Subject, Type, StartDate] of [
      ['First', '60001', '2026-01-01T10:00:00Z'],
      ['Second', '60002', '2026-01-02T10:00:00Z'],
      ['Third', '60001', '2026-01-03T10:00:00Z'],
    ])
      await crm().create('Interaction', { AbEntryKey: keys.company, Subject, Type, StartDate })
    const Type = { Key: 1, Value: 1, Name: 1, DisplayValue: 1, Icon: 1, BiDirectional: 1, External: 1 }
    const ask = (more: Json[], Top: number) =>
      read('Interaction', {
        Scope: { Fields: { Key: 1, Type, Subject: 1, StartDate: 1, AbEntries: [{ Key: 1 }], Creator: 1, With: 1 } },
        Criteria: { SearchQuery: { $AND: [{ 'AbEntries/Key': { $EQ: keys.company } }, ...more] }, Top },
        OrderBy: { Fields: [{ StartDate: 'DESC' }] },
      })
    const all = await ask([], 2)
    assert.deepEqual(
      all.map((row: Json) => [row.Subject, row.StartDate, row.Type.Key, row.AbEntries]),
      [
        ['Third', '2026-01-03T10:00:00Z', '60001', [{ Key: keys.company }]],
        ['Second', '2026-01-02T10:00:00Z', '60002', [{ Key: keys.company }]],
      ],
    )
    const calls = await ask([{ Type: { $EQ: '60001' } }], 10)
    assert.deepEqual(
      calls.map((row: Json) => row.Subject),
      ['Third', 'First'],
    )
    const selectors = { Type: [Type], Category: [{ Key: 1, DisplayValue: 1 }], Result: [{ Key: 1, DisplayValue: 1 }] }
    const lists = await options('Interaction', selectors)
    assert.deepEqual(lists.Type[0], {
      Key: '60001',
      Value: 'Phone Call',
      Name: 'Phone Call',
      DisplayValue: 'Phone Call',
      Icon: 'phone',
      BiDirectional: true,
      External: true,
    })
    assert.deepEqual([lists.Category[0].DisplayValue, lists.Result[0].DisplayValue], ['Sales', 'Completed'])
  })

  test('an opportunity with everything, and one in another currency [C-4.8-01]', async () => {
    const { SalesProcessSetup } = await options('Opportunity', { SalesProcessSetup: [{ Key: 1, DisplayValue: 1 }] })
    keys.process = SalesProcessSetup[0].Key
    const stages = await options(
      'Opportunity',
      { SalesStageSetup: [{ Key: 1, DisplayValue: 1 }] },
      { Data: { SalesProcessSetupKey: keys.process } },
    )
    assert.equal(stages.SalesStageSetup.length, 5)
    keys.stage = stages.SalesStageSetup[0].Key
    const Data = {
      Key: null,
      AbEntryKey: keys.company,
      ContactKey: keys.contact,
      Objective: 'Sell a cellar',
      Description: 'Ten thousand bottles',
      Status: 2,
      Cost: 1000,
      ForecastRevenue: 25000,
      StartDate: '2026-01-20T20:37:51Z',
      CloseDate: '2026-06-30T00:00:00Z',
      Leader: { Uid: 'JOE' },
      'SalesTeam/Key': btoa('SalesTeam\t65535'),
      NextAction: 'Call',
      SalesProcessSetupKey: keys.process,
      SalesStageSetupKey: keys.stage,
      Category: ['1', '2'],
      Product: ['1'],
      Rating: ['1'],
      RevenueType: '60001',
    }
    const answer = await ok('Create', { Opportunity: { Data }, Compatibility: entryKeys })
    keys.sale = answer.Opportunity.Data.Key
    assert.deepEqual(answer.Opportunity.Data, { ...Data, Key: keys.sale })
    const foreign = {
      Key: null,
      AbEntryKey: keys.individual,
      Objective: 'Sell abroad',
      ForecastRevenue: { Value: 1250, CurrencyCode: 'CAD' },
      Status: 3,
    }
    keys.abroad = await crm().create('Opportunity', foreign)
  })

  test('by key, process, entry or contact, status, partner, team, phrase, lead and year [C-2.3-12, C-2.3-21, C-4.8-02, C-4.8-03]', async () => {
    await ok('Update', { Opportunity: { Data: { Key: keys.abroad, PartnerInfo: { Key: keys.company } } } })
    await crm().create('Lead', { LastName: 'Leed', OpportunityKey: keys.sale })
    const found = async (SearchQuery: Json) =>
      (
        await read(
          'Opportunity',
          { Scope: { Fields: { Objective: 1 } }, Criteria: { SearchQuery } },
          { Configuration: driver('OpportunitySearcher') },
        )
      ).map((row: Json) => row.Objective)
    const [sale, abroad] = ['Sell a cellar', 'Sell abroad']
    assert.deepEqual(await found({ Key: { $EQ: keys.sale } }), [sale])
    assert.deepEqual(await found({ SalesProcessSetupKey: { $EQ: keys.process } }), [sale])
    const either = { $OR: [{ AbEntryKey: { $EQ: keys.contact } }, { ContactKey: { $EQ: keys.contact } }] }
    assert.deepEqual(await found(either), [sale])
    assert.deepEqual(await found({ Status: { $IN: [0, 2, 3] } }), [sale, abroad])
    assert.deepEqual(await found({ Status: { $EQ: 3 } }), [abroad])
    assert.deepEqual(await found({ PartnerInfo: { $EQ: { Key: keys.company } } }), [abroad])
    assert.deepEqual(await found({ 'SalesTeam/Key': { $EQ: btoa('SalesTeam\t65535') } }), [sale, abroad])
    assert.deepEqual(await found({ $PHRASE: 'bottles' }), [sale])
    assert.deepEqual(await found({ $AND: [{ $PHRASE: 'sell' }, { Status: { $EQ: 3 } }] }), [abroad])
    assert.deepEqual(await found({ Key: { '$EXISTS(LeadObject)': 'OpportunityKey' } }), [sale])
    assert.deepEqual(await found({ '$YEAR(CloseDate)': { $EQ: 2026 } }), [sale])
  })

  test('grouped by month, with counts and sums', async () => {
    const content = {
      Scope: {
        Fields: {
          '$YEAR(CloseDate)': 1,
          '$MONTH(CloseDate)': 1,
          '$COUNT()': 1,
          '$SUM(CorporateRevenue)/DisplayValue': 1,
        },
      },
      Criteria: { SearchQuery: { '$YEAR(CloseDate)': { $EQ: 2026 } } },
      GroupBy: { Fields: ['$YEAR(CloseDate)', '$MONTH(CloseDate)'] },
    }
    assert.deepEqual(await read('Opportunity', content, { Configuration: driver('OpportunitySearcher') }), [
      {
        '$YEAR(CloseDate)': 2026,
        '$MONTH(CloseDate)': 6,
        '$COUNT()': 1,
        '$SUM(CorporateRevenue)/DisplayValue': '$25,000.00',
      },
    ])
  })

  test('money in its currency, with Revenue by its driver [C-2.3-05]', async () => {
    const money = { Value: 1, CurrencyCode: 1, DisplayValue: 1 }
    const content = {
      Scope: {
        Fields: { ForecastRevenue: money, CorporateRevenue: 1, Revenue: 1, Status: { Key: 1, DisplayValue: 1 } },
      },
      Criteria: { SearchQuery: { Key: { $EQ: keys.abroad } } },
    }
    const [row] = await read('Opportunity', content, { Configuration: driver('OpportunitySearcher') })
    assert.deepEqual(row.ForecastRevenue, { Value: 1250, CurrencyCode: 'CAD', DisplayValue: 'CA$1,250.00' })
    assert.deepEqual(row.Status, { Key: 3, DisplayValue: 'Won' })
  })

  test('a change of stage in four steps, and the stages of the opportunity [C-2.4-01, C-2.4-02, C-3.3-01, C-4.8-10, C-4.8-11]', async () => {
    const processes = await options('Opportunity', { 'SalesProcess/Setup': [{ Key: 1, Description: 1 }] })
    const [process] = processes['SalesProcess/Setup']
    assert.deepEqual(process, { Key: keys.process, Description: 'Standard sales process' })
    const setups = await options(
      'Opportunity',
      { 'CurrentSalesStage/Setup': [{ Key: 1, Description: 1, ProbabilityClose: 1 }] },
      { Data: { SalesProcessSetup: { Key: process.Key } } },
    )
    const third = setups['CurrentSalesStage/Setup'][2]
    assert.deepEqual([third.Description, third.ProbabilityClose], ['Proposal', 50])
    const current = async () => {
      const stage = {
        Key: 1,
        Description: 1,
        Setup: { Key: 1 },
        Age: 1,
        TargetAge: 1,
        ProbabilityClose: 1,
        DisplayValue: 1,
      }
      const content = {
        Scope: { Fields: { CurrentSalesStage: stage } },
        Criteria: { SearchQuery: { Key: { $EQ: keys.sale } } },
      }
      return (await read('Opportunity', content))[0].CurrentSalesStage
    }
    assert.equal((await current()).Setup.Key, keys.stage)
    await ok('Update', { Opportunity: { Data: { Key: keys.sale, SalesStageSetupKey: third.Key } } })
    const moved = await current()
    assert.deepEqual(
      [moved.Setup.Key, moved.Description, moved.ProbabilityClose, moved.Age],
      [third.Key, 'Proposal', 50, 0],
    )
    const stages = await read('SalesStage', {
      Scope: { Fields: { Key: 1, Description: 1, ProbabilityClose: 1, Age: { DisplayValue: 1 }, Current: 1 } },
      Criteria: { SearchQuery: { OpportunityKey: { $EQ: keys.sale } } },
    })
    assert.deepEqual(
      stages.map((row: Json) => row.Current),
      [false, false, true, false, false],
    )
    assert.equal(stages[2].Key, moved.Key)
  })

  test('Update, Validate and Delete [C-3.2-01, C-4.8-04]', async () => {
    const access = { Configuration: driver('OpportunityAccess') }
    await ok('Update', { Opportunity: { Data: { Key: keys.abroad, Status: 2, AbEntryKey: keys.inferred } }, ...access })
    const [moved] = await read('Opportunity', {
      Scope: { Fields: { AbEntryKey: 1, Status: 1 } },
      Criteria: { SearchQuery: { Key: { $EQ: keys.abroad } } },
    })
    assert.deepEqual(moved, { AbEntryKey: keys.inferred, Status: 2 })
    const Data = { Key: null, Objective: 'x', SalesProcessSetupKey: keys.process }
    const { Opportunity } = await ok('Validate', { Opportunity: { Data }, ...access })
    assert.deepEqual(Opportunity.Data, Data)
    for (const name of ['Objective', 'AbEntryKey', 'SalesStageSetupKey'])
      assert.deepEqual(Opportunity.Validation[name], { Mandatory: true }, name)
    await ok('Delete', { Opportunity: { Data: { Key: keys.abroad } } })
    assert.deepEqual(await read('Opportunity', { Criteria: { SearchQuery: { Key: { $EQ: keys.abroad } } } }), [])
  })

  test('FieldOptions of an opportunity', async () => {
    const selector = [{ Key: 1, DisplayValue: 1 }]
    const lists = await options(
      'Opportunity',
      Object.fromEntries(
        ['Reason', 'Category', 'Product', 'Rating', 'RevenueType', 'Status'].map(name => [name, selector]),
      ),
    )
    assert.deepEqual(lists.Status[1], { Key: 2, DisplayValue: 'In Progress' })
    for (const [name, list] of Object.entries(lists)) assert.ok((list as Json[]).length > 0, name)
    const people = async (more: Json = {}) =>
      (await options('Opportunity', { Leader: [{ Uid: 1, Key: 1, DisplayValue: 1 }] }, more)).Leader.map(
        (user: Json) => user.Uid,
      )
    await crm().setUp('User', { Uid: 'GONE', LastName: 'Gone', Email: 'gone@example.com', Enabled: false })
    assert.ok(!(await people()).includes('GONE'))
    assert.ok((await people({ Options: { IncludeDisabled: true } })).includes('GONE'))
    for (const path of ['ForecastRevenue/CurrencyCode', 'ActualRevenue/CurrencyCode']) {
      const codes = (await options('Opportunity', { [path]: [{ Value: 1, DisplayValue: 1 }] }))[path]
      assert.deepEqual(codes.map((item: Json) => item.Value).sort(), ['CAD', 'USD'])
    }
  })

  test('column setups are read by EntityType, updated and deleted, never created [C-2.6-01, C-4.10-02]', async () => {
    const Columns = [{ ID: 1, Header: 1, Template: 1, Width: 1 }]
    const ask = (type: number) =>
      read('ColumnSetup', {
        Scope: { Fields: { Key: 1, Name: 1, EntityType: 1, Columns } },
        Criteria: { SearchQuery: { EntityType: { $EQ: type } }, Top: 5 },
      })
    for (const type of [1, 2, 5, 19, 10003, 10015]) assert.equal((await ask(type))[0].EntityType, type)
    const [setup] = await ask(1)
    const columns = [
      { ID: 'C0', Header: 'Name', Template: '{{FullName}}', Width: 200 },
      { ID: 'C1', Header: 'City', Template: '{{Address/City}}', Width: 120 },
    ]
    await ok('Update', { ColumnSetup: { Data: { Key: setup.Key, Name: 'My list', Columns: columns } } })
    assert.deepEqual(await ask(1), [{ Key: setup.Key, Name: 'My list', EntityType: 1, Columns: columns }])
    const wrong = [{ ID: 'C0', Header: 'Name', Template: '{{Nonsense}}', Width: 200 }]
    await refusedAt(crm(), 'Update', { ColumnSetup: { Data: { Key: setup.Key, Columns: wrong } } })
    await refusedAt(crm(), 'Update', { ColumnSetup: { Data: { Key: setup.Key, Columns: [{ ID: 'C0' }] } } })
    await refusedAt(crm(), 'Create', {
      ColumnSetup: { Data: { Key: null, Name: 'x', EntityType: 1, Columns: columns } },
    })
    await ok('Delete', { ColumnSetup: { Data: { Key: setup.Key } } })
    assert.deepEqual(await ask(1), [])
  })
})

async function refusedAt(crm: Crm, operation: string, body: Json): Promise<void> {
  assert.ok((await crm.refused(operation, body)).length > 0)
}
