// Tests that every path of reading applies row security, keeps databases apart and hides deleted records.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { drivers, eachCrm, type Json, type Person } from '../../support/crm.ts'
import { type Reader, readerOf } from '../../support/reader.ts'

eachCrm('Access', crm => {
  let reader: Reader
  let joe: Person
  let sally: Person
  before(async () => {
    reader = readerOf(crm())
    joe = crm().user
    const group = await crm().create('SecurityGroup', { Name: 'Insiders' })
    sally = await crm().addPerson('SALLY', { LastName: 'Inside', Groups: [group] })
    const hidden = { SecAccess: { Read: [group], Write: [group] } }
    const entry = (label: string, data: Json) => reader.add(label, 'AbEntry', data)
    const Location = { Longitude: -75.7, Latitude: 45.4 }
    await entry('open', { CompanyName: 'Open', Address: { Location } })
    await entry('hidden', { CompanyName: 'Hidden Ltd', Email: 'hush@hidden.example', Phone: '613 555 7777', ...hidden })
    await entry('olga', { ParentKey: reader.key('open'), LastName: 'Olga' })
    await entry('carl', { ParentKey: reader.key('hidden'), LastName: 'Carl' })
    await entry('hugo', { ParentKey: reader.key('hidden'), LastName: 'Hugo', ...hidden })
    await entry('ines', { ParentKey: reader.key('open'), LastName: 'Ines', ...hidden })
    await entry('rudi', { ParentKey: reader.key('open'), LastName: 'Rudi', ReportsToKey: reader.key('ines') })
    await entry('look', { CompanyName: 'Look', SecAccess: { Write: [group] } })
    await entry('joes', { CompanyName: 'Joes', SecAccess: { Read: [joe.key], Write: [joe.key] } })
    await entry('all', { CompanyName: 'All', SecAccess: { Read: [btoa('User\t*')] } })
    await addDealings(hidden)
  })

  async function addDealings(hidden: Json): Promise<void> {
    const sale = (label: string, at: string, data: Json) =>
      reader.add(label, 'Opportunity', { AbEntryKey: reader.key(at), Objective: label, ...data })
    const [{ Key: process }] = await reader.rows('SalesProcessSetup', {}, { Key: 1 })
    const [{ Key: stage }] = await reader.rows('SalesStageSetup', { SalesProcessSetupKey: process }, { Key: 1 })
    await sale('sale', 'open', { Cost: 1, PartnerInfo: { Key: reader.key('hidden') } })
    await sale('shadow', 'hidden', { Cost: 10 })
    const inProcess = { SalesProcessSetupKey: process, SalesStageSetupKey: stage }
    await sale('secret', 'open', { Cost: 100, ...inProcess, ...hidden })
    const talk = (label: string, at: string[]) =>
      reader.add(label, 'Interaction', { Type: '60001', Subject: label, AbEntries: at.map(name => reader.key(name)) })
    await talk('both', ['open', 'hidden'])
    await talk('only', ['hidden'])
    for (const entity of ['Note', 'Document']) {
      const add = (label: string, at: string, data: Json = {}) =>
        reader.add(`${entity} ${label}`, entity, { ParentKey: reader.key(at), Name: label, ...data })
      const text = entity === 'Note' ? { Name: undefined, Text: 'text' } : {}
      await add('open', 'open', text)
      await add('under', 'hidden', text)
      await add('own', 'open', { ...text, ...hidden })
      await add('sale', 'secret', text)
    }
    await reader.add('lead', 'Lead', { LastName: 'Lead', OpportunityKey: reader.key('secret') })
    const task = { Activity: 'task', DateTime: '2026-01-01', AbEntryKey: reader.key('hidden') }
    await reader.add('task', 'Task', task)
    await reader.add('assigned', 'Task', { ...task, Activity: 'assigned', AssignedTo: joe.key })
  }

  /** What Joe, Sally and the administrator find. */
  const see = async (entity: string, query: Json, expected: readonly [string, string, string]) => {
    const found = await Promise.all([joe, sally, crm().admin].map(as => reader.found(entity, [query], { as })))
    assert.deepEqual(found.flat(), expected, `${entity} ${JSON.stringify(query)}`)
  }
  const row = async (entity: string, label: string, fields: Json, as: Person) =>
    (await reader.rows(entity, { Key: reader.key(label) }, fields, {}, as))[0]

  test('lists show what the caller, a group of the caller or everyone may read [C-4.5-05]', async () => {
    const everything = 'open hidden olga carl hugo ines rudi look joes all'
    await see('AbEntry', {}, ['open olga carl rudi look joes all', everything.replace(' joes', ''), everything])
    await see('Opportunity', {}, ['sale shadow', 'sale shadow secret', 'sale shadow secret'])
    await see('InteractionLog', {}, ['both', 'both only', 'both only'])
    const own = (entity: string) => ['open', 'under', 'own', 'sale'].map(name => `${entity} ${name}`).join(' ')
    for (const entity of ['Note', 'Document']) await see(entity, {}, [`${entity} open`, own(entity), own(entity)])
  })

  test('a hidden key is answered exactly like an unknown one', async () => {
    for (const [entity, label] of [
      ['AbEntry', 'hidden'],
      ['Opportunity', 'secret'],
      ['Interaction', 'only'],
      ['Note', 'Note under'],
      ['Document', 'Document own'],
    ] as const) {
      const ask = (key: string) =>
        crm().call('Read', { [entity]: { Criteria: { SearchQuery: { Key: key } } }, Configuration: drivers }, joe)
      const unknown = btoa(atob(reader.key(label)).replace(/\t.*/, '\t01AAAAAAAAAAAAAAAAAAAA'))
      assert.deepEqual(await ask(reader.key(label)), await ask(unknown))
      await see(entity, { Key: { $IN: [reader.key(label)] } }, ['', label, label])
    }
  })

  test('of readers who ask at the same time each sees what is for them', async () => {
    for (let round = 0; round < 8; round++) {
      const found = await Promise.all(
        Array.from({ length: 24 }, (_, i) => {
          const query = { Key: reader.key(i % 3 === 0 ? 'open' : 'hidden') }
          return reader.found('AbEntry', [query], { as: i % 2 === 0 ? joe : sally })
        }),
      )
      for (const [i, [name]] of found.entries()) assert.equal(name, i % 3 === 0 ? 'open' : i % 2 === 0 ? '' : 'hidden')
    }
  })

  test('counts, sums and groups reckon with what the caller may read', async () => {
    const totals = async (as: Person) => {
      const [row] = await reader.rows(
        'Opportunity',
        {},
        { '$COUNT()': 1, '$SUM(Cost)': 1, '$MAX(Objective)': 1 },
        {},
        as,
      )
      return Object.values(row)
    }
    assert.deepEqual(await totals(joe), [2, 11, 'shadow'])
    assert.deepEqual(await totals(sally), [3, 111, 'shadow'])
    const groups = async (entity: string, field: string, as: Person) =>
      (
        await reader.rows(entity, {}, { [field]: 1, '$COUNT()': 1 }, { Content: { GroupBy: { Fields: [field] } } }, as)
      ).map(row => Object.values(row))
    assert.deepEqual(await groups('AbEntry', 'Type', joe), [
      ['Company', 4],
      ['Contact', 3],
    ])
    const names = await groups('AbEntry', 'CompanyName', joe)
    assert.deepEqual(names, [
      ['All', 1],
      ['Joes', 1],
      ['Look', 1],
      ['Open', 3],
      [null, 1],
    ])
    assert.deepEqual((await groups('AbEntry', 'CompanyName', sally))[1], ['Hidden Ltd', 3])
    const [most] = await reader.rows(
      'AbEntry',
      { LastName: 'Carl' },
      { '$MAX(CompanyName)': 1, '$COUNT(CompanyName)': 1 },
      {},
      joe,
    )
    assert.deepEqual(most, { '$MAX(CompanyName)': null, '$COUNT(CompanyName)': 0 })
  })

  test('a contact of a hidden company shows no Parent, no CompanyName, and is not found by it', async () => {
    const fields = { FullName: 1, CompanyName: 1, Parent: { CompanyName: 1 }, 'Parent/Email': 1 }
    const shown = { FullName: 'Carl', CompanyName: 'Hidden Ltd', Parent: { CompanyName: 'Hidden Ltd' } }
    assert.deepEqual(await row('AbEntry', 'carl', fields, sally), { ...shown, 'Parent/Email': 'hush@hidden.example' })
    const nothing = { FullName: 'Carl', CompanyName: null, Parent: null, 'Parent/Email': null }
    assert.deepEqual(await row('AbEntry', 'carl', fields, joe), nothing)
    const other = { Parent: 1, 'Parent/Key': 1, CompanyName: { Value: 1 } }
    assert.deepEqual(await row('AbEntry', 'carl', other, joe), { Parent: null, 'Parent/Key': null, CompanyName: null })
    const contacts = { Type: 'Contact' }
    const all = 'carl hugo'
    await see('AbEntry', { ...contacts, CompanyName: 'Hidden Ltd' }, ['', all, all])
    await see('AbEntry', { ...contacts, CompanyName: { $LIKE: 'hid%' } }, ['', all, all])
    await see('AbEntry', { ...contacts, CompanyName: { $GT: 'H' } }, [
      'olga rudi',
      'olga carl hugo ines rudi',
      'olga carl hugo ines rudi',
    ])
    await see('AbEntry', { ...contacts, CompanyName: { $NE: 'Hidden Ltd' } }, [
      'olga carl rudi',
      'olga ines rudi',
      'olga ines rudi',
    ])
    await see('AbEntry', { ...contacts, CompanyName: null }, ['carl', '', ''])
    const carl = async (condition: Json, expected: string) =>
      assert.deepEqual(
        await reader.found('AbEntry', [{ LastName: 'Carl', ...condition }], { as: joe }),
        [expected],
        JSON.stringify(condition),
      )
    await carl({ CompanyName: { $LIKE: '%e%' } }, '')
    await carl({ CompanyName: { $IN: ['hidden ltd', 'x'] } }, '')
    await carl({ CompanyName: { $NE: null } }, '')
    await carl({ CompanyName: { $IN: ['x', null] } }, 'carl')
    await carl({ CompanyName: { $NLIKE: 'h%' } }, 'carl')
    await carl({ 'Parent/CompanyName': { $NE: null } }, '')
    await see('AbEntry', { Email: 'hush@hidden.example' }, ['', 'hidden', 'hidden'])
    await see('AbEntry', { ...contacts, Parent: { CompanyName: 'Hidden Ltd' } }, ['', all, all])
    await see('AbEntry', { ...contacts, 'Parent/Email': { $NE: null } }, ['', all, all])
    await see('AbEntry', { $PHRASE: 'hidden' }, ['', 'hidden', 'hidden'])
    await see('AbEntry', { $PHRASE: 'hush@' }, ['', 'hidden', 'hidden'])
    await see('AbEntry', { $PHRASE: '7777' }, ['', 'hidden', 'hidden'])
    const order = [{ CompanyName: 'DESC' }]
    assert.deepEqual(await reader.found('AbEntry', [contacts], { as: joe, order }), ['olga rudi carl'])
    assert.deepEqual(await reader.found('AbEntry', [contacts], { as: sally, order }), ['olga ines rudi carl hugo'])
  })

  test('OrRelated gives only what the caller may read, and nothing of a hidden record', async () => {
    const related = (label: string) => ({ Key: { $EQ: { Body: reader.key(label), OrRelated: true } } })
    await see('AbEntry', related('hidden'), ['', 'hidden carl hugo', 'hidden carl hugo'])
    await see('AbEntry', related('carl'), ['carl', 'hidden carl hugo', 'hidden carl hugo'])
    await see('AbEntry', related('open'), ['open olga rudi', 'open olga ines rudi', 'open olga ines rudi'])
    await see('AbEntry', related('ines'), ['', 'open olga ines rudi', 'open olga ines rudi'])
  })

  test('elsewhere a hidden record appears as its key with a null DisplayValue', async () => {
    const key = reader.key('hidden')
    const partner = { PartnerInfo: { Key: 1, DisplayValue: 1, Email: 1 }, AbEntryKey: 1 }
    assert.deepEqual((await row('Opportunity', 'sale', partner, joe)).PartnerInfo, {
      Key: key,
      DisplayValue: null,
      Email: null,
    })
    assert.deepEqual((await row('Opportunity', 'sale', partner, sally)).PartnerInfo, {
      Key: key,
      DisplayValue: 'Hidden Ltd',
      Email: 'hush@hidden.example',
    })
    const entry = { AbEntryKey: 1, AbEntry: 1 }
    assert.deepEqual(await row('Opportunity', 'shadow', entry, joe), {
      AbEntryKey: key,
      AbEntry: { Key: key, DisplayValue: null },
    })
    assert.deepEqual(
      (await row('AbEntry', 'rudi', { ReportsTo: { Key: 1, DisplayValue: 1, LastName: 1 } }, joe)).ReportsTo,
      {
        Key: reader.key('ines'),
        DisplayValue: null,
        LastName: null,
      },
    )
    const list = {
      AbEntries: [{ Key: 1, DisplayValue: 1, CompanyName: 1 }],
      'AbEntries/Key': 1,
      'AbEntries/CompanyName': 1,
    }
    assert.deepEqual(await row('Interaction', 'both', list, joe), {
      AbEntries: [
        { Key: reader.key('open'), DisplayValue: 'Open', CompanyName: 'Open' },
        { Key: key, DisplayValue: null, CompanyName: null },
      ],
      'AbEntries/Key': [reader.key('open'), key],
      'AbEntries/CompanyName': ['Open', null],
    })
    const lead = { OpportunityKey: 1, Opportunity: { Key: 1, DisplayValue: 1, Cost: 1 } }
    assert.deepEqual(await row('Lead', 'lead', lead, joe), {
      OpportunityKey: reader.key('secret'),
      Opportunity: { Key: reader.key('secret'), DisplayValue: null, Cost: null },
    })
    await see('Task', {}, ['assigned', 'task assigned', 'task assigned'])
    assert.deepEqual((await row('Task', 'assigned', { AbEntry: 1 }, joe)).AbEntry, { Key: key, DisplayValue: null })
    await see('Opportunity', { 'AbEntry/CompanyName': 'Hidden Ltd' }, ['', 'shadow', 'shadow'])
    await see('Opportunity', { PartnerInfo: { Email: { $LIKE: 'hush%' } } }, ['', 'sale', 'sale'])
    await see('Opportunity', { PartnerInfo: { Key: key } }, ['sale', 'sale', 'sale'])
    await see('InteractionLog', { 'AbEntries/CompanyName': 'Hidden Ltd' }, ['', 'both only', 'both only'])
    await see('Lead', { 'Opportunity/Cost': { $GT: 1 } }, ['', 'lead', 'lead'])
  })

  test('notes, documents, interactions, stages and history follow the record they hang on', async () => {
    const stages = async (as: Person) =>
      (await reader.rows('SalesStage', { OpportunityKey: reader.key('secret') }, { Key: 1 }, {}, as)).length
    assert.deepEqual([await stages(joe), await stages(sally)], [0, 5])
    const history = async (label: string, as: Person) =>
      (await reader.rows('History', { ParentKey: reader.key(label) }, { Operation: 1 }, {}, as)).length
    for (const label of ['hidden', 'secret', 'only', 'Note under', 'Note own'])
      assert.deepEqual([await history(label, joe), await history(label, sally)], [0, 1], label)
    assert.equal(await history('open', joe), 1)
    await see('Interaction', { 'AbEntries/Key': reader.key('hidden') }, ['both', 'both only', 'both only'])
    await see('Note', { ParentKey: reader.key('hidden') }, ['', 'Note under', 'Note under'])
    await see('Document', { ParentKey: reader.key('secret') }, ['', 'Document sale', 'Document sale'])
    const bytes = async (label: string, as: Person) => {
      const url = `${crm().server.url}/api/BinaryDownload/${encodeURIComponent(reader.key(label))}`
      return (await fetch(url, { headers: { authorization: `Bearer ${as.token}` } })).status
    }
    assert.deepEqual([await bytes('Document under', joe), await bytes('Document own', joe)], [404, 404])
  })

  test('SecStatus says what the caller may do', async () => {
    const status = async (label: string, as: Person) => (await row('AbEntry', label, { SecStatus: 1 }, as)).SecStatus
    assert.deepEqual(
      [
        await status('look', joe),
        await status('look', sally),
        await status('open', joe),
        await status('look', crm().admin),
      ],
      ['ReadOnly', 'ReadWrite', 'ReadWrite', 'ReadWrite'],
    )
  })

  test('a change of groups or of SecAccess counts at once', async () => {
    const [{ Key: group }] = await reader.rows('SecurityGroup', { Name: 'Insiders' }, { Key: 1 })
    const members = (keys: string[]) => crm().ok('Update', { SecurityGroup: { Data: { Key: group, Members: keys } } })
    await members([sally.key, joe.key])
    await see('Opportunity', { Objective: 'secret' }, ['secret', 'secret', 'secret'])
    await members([sally.key])
    await see('Opportunity', { Objective: 'secret' }, ['', 'secret', 'secret'])
  })

  test('nothing crosses from one database to another', async () => {
    const beta = await crm().addDatabase('beta')
    const master = await crm().addPerson('MASTER', { Admin: true, LastName: 'Beta', Email: 'beta@example.com' }, beta)
    const count = async (entity: string) =>
      (await crm().ok('Read', { [entity]: { Scope: { Fields: { '$COUNT()': 1 } } }, Configuration: drivers }, master))[
        entity
      ].Data[0]['$COUNT()']
    for (const entity of ['AbEntry', 'Opportunity', 'Interaction', 'Note', 'Document', 'Lead', 'Task', 'SecurityGroup'])
      assert.equal(await count(entity), 0, entity)
    assert.equal(await count('User'), 1)
    for (const [entity, label] of [
      ['AbEntry', 'open'],
      ['Opportunity', 'sale'],
      ['Lead', 'lead'],
    ] as const)
      assert.deepEqual(await reader.found(entity, [{ Key: reader.key(label) }], { as: master }), [''])
    assert.deepEqual(
      await reader.found('AbEntry', [{ Key: { $EQ: { Body: reader.key('open'), OrRelated: true } } }], { as: master }),
      [''],
    )
    const world = { '$INBOUND(Address/Location,-180:-90,180:-90,180:90,-180:90)': true }
    assert.deepEqual(await reader.found('AbEntry', [world, { $PHRASE: 'open' }], { as: master }), ['', ''])
    assert.deepEqual(await reader.found('AbEntry', [world]), ['open'])
    assert.deepEqual(await reader.rows('History', { ParentKey: reader.key('open') }, { Key: 1 }, {}, master), [])
    const [user] = await reader.rows('User', { Uid: 'MASTER' }, { LastName: 1 }, {}, master)
    assert.deepEqual(user, { LastName: 'Beta' })
    const twin = await crm().create('AbEntry', { CompanyName: 'Open', ReportsToKey: null }, master)
    assert.deepEqual(await reader.found('AbEntry', [{ CompanyName: 'Open', Type: 'Company' }]), ['open'])
    const own = (await reader.rows('AbEntry', { Key: twin }, { Creator: { DisplayValue: 1 } }, {}, master))[0]
    assert.deepEqual(own, { Creator: { DisplayValue: 'Beta' } })
  })

  test('the deleted are gone from every read', async () => {
    const fields = { AbEntries: [{ Key: 1, DisplayValue: 1 }] }
    await crm().ok('Delete', { AbEntry: { Data: { Key: reader.key('hidden') } } })
    const everything = 'open olga ines rudi look joes all'
    await see('AbEntry', {}, ['open olga rudi look joes all', everything.replace(' joes', ''), everything])
    await see('AbEntry', { $PHRASE: 'hidden' }, ['', '', ''])
    await see('AbEntry', { CompanyName: 'Hidden Ltd' }, ['', '', ''])
    await see('Opportunity', {}, ['sale', 'sale secret', 'sale secret'])
    await see('InteractionLog', {}, ['both', 'both', 'both'])
    await see('Note', {}, ['Note open', 'Note open Note own Note sale', 'Note open Note own Note sale'])
    const { admin } = crm()
    // Restoring brings it back to where it stood, so its key stays there, with nothing else of it.
    const ghost = { Key: reader.key('hidden'), DisplayValue: null }
    assert.deepEqual((await row('Interaction', 'both', fields, admin)).AbEntries, [
      { Key: reader.key('open'), DisplayValue: 'Open' },
      ghost,
    ])
    assert.deepEqual((await row('Opportunity', 'sale', { PartnerInfo: 1 }, admin)).PartnerInfo, ghost)
    await see('InteractionLog', { 'AbEntries/CompanyName': 'Hidden Ltd' }, ['', '', ''])
    await see('Opportunity', { 'PartnerInfo/CompanyName': { $NE: null } }, ['', '', ''])
    const bin = { Content: { Options: { Deleted: true } } }
    const [gone] = await reader.rows('AbEntry', { Type: 'Company' }, { CompanyName: 1, DeletedBy: { Uid: 1 } }, bin)
    assert.deepEqual(gone, { CompanyName: 'Hidden Ltd', DeletedBy: { Uid: 'MASTER' } })
    assert.deepEqual(await reader.rows('AbEntry', {}, { CompanyName: 1 }, bin, joe), [{ CompanyName: null }])
    assert.deepEqual(
      await reader.rows('AbEntry', { LastName: 'Carl' }, { CompanyName: 1, Parent: { FullName: 1 } }, bin, sally),
      [{ CompanyName: 'Hidden Ltd', Parent: { FullName: 'Hidden Ltd' } }],
    )
  })

  test('a company that is hidden, shown or merged takes its name from its contacts, or gives it, at once', async () => {
    const [{ Key: group }] = await reader.rows('SecurityGroup', { Name: 'Insiders' }, { Key: 1 })
    await reader.add('turn', 'AbEntry', { CompanyName: 'Turn' })
    await reader.add('twin', 'AbEntry', { CompanyName: 'Twin', SecAccess: { Read: [group] } })
    await reader.add('tess', 'AbEntry', { ParentKey: reader.key('turn'), LastName: 'Tess' })
    await reader.add('theo', 'AbEntry', { ParentKey: reader.key('twin'), LastName: 'Theo' })
    const names = async (...expected: (string | null)[]) => {
      const query = { LastName: { $IN: ['Tess', 'Theo'] } }
      for (const order of ['LastName', 'CompanyName']) {
        const more = { OrderBy: { Fields: [{ [order]: 'ASC' }] } }
        const found = await reader.rows('AbEntry', query, { LastName: 1, CompanyName: 1 }, more, joe)
        const sorted = found.toSorted((a: Json, b: Json) => (a.LastName < b.LastName ? -1 : 1))
        assert.deepEqual(
          sorted.map((each: Json) => each.CompanyName),
          expected,
          order,
        )
      }
    }
    const access = (Read: string[]) =>
      crm().ok('Update', { AbEntry: { Data: { Key: reader.key('turn'), SecAccess: { Read } } } })
    await names('Turn', null)
    await access([group])
    await names(null, null)
    await access([joe.key])
    await names('Turn', null)
    await access([])
    await names('Turn', null)
    await crm().ok('Merge', { AbEntry: { Data: { Key: reader.key('turn'), From: [reader.key('twin')] } } })
    await names(null, null)
    await crm().ok('Restore', { AbEntry: { Data: { Key: reader.key('twin') } } })
    await access([])
    await names('Turn', null)
  })
})
