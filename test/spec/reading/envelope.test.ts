// Tests the envelope: member names in any letter case, batches, drivers, versions, and errors with their paths.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { drivers, eachCrm, type Json } from '../../support/crm.ts'
import { type Reader, readerOf } from '../../support/reader.ts'

eachCrm('Envelope', crm => {
  let reader: Reader
  before(async () => {
    reader = readerOf(crm())
    const entry = await reader.add('acme', 'AbEntry', { CompanyName: 'Acme', Email: 'info@acme.example' })
    await reader.add('ann', 'AbEntry', { ParentKey: entry, LastName: 'Ann' })
    await reader.add('sale', 'Opportunity', { AbEntryKey: entry, Objective: 'Sale', CloseDate: '2026-01-01' })
    await reader.add('call', 'Interaction', { AbEntryKey: entry, Type: '60001', Subject: 'Call' })
  })

  /** Status, headers and body of a request as it stands. */
  const post = async (body: string, headers: Record<string, string> = {}, operation = 'Read') => {
    const authorization = `Bearer ${crm().admin.token}`
    const url = `${crm().server.url}/api/${operation}`
    const response = await fetch(url, { method: 'POST', headers: { authorization, ...headers }, body })
    return { status: response.status, headers: response.headers, body: (await response.json()) as Json }
  }
  const paths = async (body: Json, as = crm().admin) => {
    const problems = await crm().refused('Read', body, as)
    return problems.map(({ ErrorCode, Path }) => `${ErrorCode} ${Path}`)
  }

  test('members match without letter case at every level, and come back as they were spelled', async () => {
    const answer = await crm().ok('Read', {
      aBeNtRy: {
        SCOPE: { fields: { KEY: 1, companyNAME: 1, 'ADDRESS/city': 1, email1: { ADDRESS: 1 }, creator: { UID: 1 } } },
        criteria: { searchquery: { type: { $eq: 'COMPANY' } }, TOP: 5 },
        orderby: { FIELDS: [{ companyname: 'desc' }] },
      },
      COMPATIBILITY: { abentrykey: '2.0' },
      configuration: { drivers: { iabentrysearcher: 'Service.Model.Access.Sql.AbEntrySearcher' } },
      globalization: { culture: 'en-US' },
    })
    assert.deepEqual(answer, {
      Code: 0,
      aBeNtRy: {
        Data: [
          {
            KEY: reader.key('acme'),
            companyNAME: 'Acme',
            'ADDRESS/city': null,
            email1: { ADDRESS: 'info@acme.example' },
            creator: { UID: 'MASTER' },
          },
        ],
      },
    })
    const counted = await crm().ok('Read', { ABENTRY: { scope: { fields: { '$Count()': 1 } } } })
    assert.deepEqual(counted, { Code: 0, ABENTRY: { Data: [{ '$Count()': 2 }] } })
  })

  test('a batch runs in order and is answered under its own names', async () => {
    const read = (Fields: Json, SearchQuery: Json = {}) => ({ Scope: { Fields }, Criteria: { SearchQuery } })
    const answer = await crm().ok('Read', {
      'AbEntry.second one': read({ CompanyName: 1 }, { Type: 'Company' }),
      'opportunity.b': read({ Objective: 1 }),
      'AbEntry.first': read({ LastName: 1 }, { Type: 'Contact' }),
      'Schema.s': { Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery: { Key: '/AbEntry/CompanyName' } } },
      'Opportunity.options': { FieldOptions: { Status: [{ Key: 1 }] } },
      'AbEntry.count': { Scope: { Fields: { '$COUNT()': 1 } } },
      Compatibility: { SchemaObject: '1.0' },
    })
    assert.deepEqual(Object.keys(answer), [
      'Code',
      'AbEntry.second one',
      'opportunity.b',
      'AbEntry.first',
      'Schema.s',
      'Opportunity.options',
      'AbEntry.count',
    ])
    assert.deepEqual(answer['AbEntry.count'].Data, [{ '$COUNT()': 2 }])
    assert.deepEqual(answer['AbEntry.second one'], { Data: [{ CompanyName: 'Acme' }] })
    assert.deepEqual(answer['opportunity.b'], { Data: [{ Objective: 'Sale' }] })
    assert.deepEqual(answer['AbEntry.first'], { Data: [{ LastName: 'Ann' }] })
    assert.deepEqual(answer['Schema.s'].Data, [{ Key: '/AbEntry/CompanyName' }])
    assert.equal(answer['Opportunity.options'].FieldOptions.Status.length, 6)
  })

  test('one entity member or a batch, not both, and not two entities [C-4.3-02]', async () => {
    assert.deepEqual(await paths({ AbEntry: {}, 'AbEntry.a': {} }), ['-1001 '])
    assert.deepEqual(await paths({ AbEntry: {}, Opportunity: {} }), ['-1001 '])
    assert.deepEqual(await paths({ Configuration: drivers }), ['-1001 '])
    assert.deepEqual(await paths({}), ['-1001 '])
    assert.deepEqual(await paths([]), ['-1001 '])
    for (const body of [5, 'x', null, { AbEntry: {}, abentry: {} }, { Compatibility: {} }])
      assert.equal((await crm().refused('Read', body))[0]?.ErrorCode, -1001, JSON.stringify(body))
    for (const content of [[], 5, null]) assert.deepEqual(await paths({ AbEntry: content }), ['-1001 AbEntry'])
    assert.deepEqual(await paths({ AbEntri: {} }), ['-1002 AbEntri'])
    assert.deepEqual(await paths({ 'AbEntri.x': {} }), ['-1002 AbEntri'])
    const [problem] = await crm().refused('Read', { AbEntri: {} })
    assert.match(problem?.Message ?? '', /Did you mean "AbEntry"/)
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`AbEntry.${i}`, {}]))
    assert.deepEqual(await paths(many), ['-1007 '])
  })

  test('what is wrong with any member of a batch is said of all', async () => {
    const bad = (name: string) => ({ Scope: { Fields: { [name]: 1 } } })
    assert.deepEqual(
      await paths({ 'AbEntry.a': bad('Nam'), 'Opportunity.b': bad('Objective'), 'Opportunity.c': bad('Costt') }),
      ['-3000 AbEntry.a.Scope.Fields.Nam', '-3000 Opportunity.c.Scope.Fields.Costt'],
    )
  })

  test('Compatibility: unknown members are ignored, unknown versions of known ones refused [C-4.3-03]', async () => {
    const ok = (Compatibility: Json) => crm().ok('Read', { AbEntry: {}, Compatibility })
    for (const known of [
      { AbEntryKey: '2.0' },
      { AbEntryKey: '2.0', SchemaObject: '1.0' },
      { Future: '9' },
      {},
      null,
      { SchemaObject: null },
      { abentrykey: '2.0', SchemaObject: '1.0' },
      { AbEntryKey: 2 },
      { constructor: '9', toString: 1 },
      'x',
    ])
      await ok(known)
    assert.deepEqual(await paths({ AbEntry: {}, Compatibility: { SCHEMAOBJECT: 'x' } }), [
      '-1004 Compatibility.SCHEMAOBJECT',
    ])
    assert.deepEqual(await paths({ AbEntry: {}, Compatibility: { AbEntryKey: '1.0' } }), [
      '-1004 Compatibility.AbEntryKey',
    ])
    const two = { AbEntryKey: '3.0', SchemaObject: '2.0' }
    assert.deepEqual(await paths({ AbEntry: {}, Compatibility: two }), [
      '-1004 Compatibility.AbEntryKey',
      '-1004 Compatibility.SchemaObject',
    ])
  })

  test('drivers of any vendor, with and without Sql; unknown interfaces ignored, wrong ones refused [C-4.3-04]', async () => {
    const content = { Scope: { Fields: { Parent: { FullName: 1 } } }, Criteria: { SearchQuery: { LastName: 'Ann' } } }
    const ask = (Drivers: Json) => ({ AbEntry: content, Configuration: { Drivers } })
    for (const name of [
      'Service.Model.Access.Sql.AbEntrySearcher',
      'Acme.Model.Access.Sql.AbEntrySearcher',
      'Service.Model.Access.AbEntrySearcher',
      'Model.Access.AbEntrySearcher',
      'Model.Access.Sql.AbEntrySearcher',
    ]) {
      const answer = await crm().ok('Read', ask({ IAbEntrySearcher: name, IUnknown: 'whatever' }))
      assert.deepEqual(answer.AbEntry.Data, [{ Parent: { FullName: 'Acme' } }], name)
    }
    const wrong = ['-1005 Configuration.Drivers.IAbEntrySearcher']
    for (const name of [
      'Service.Model.Access.Sql.OpportunitySearcher',
      'AbEntrySearcher',
      '',
      5,
      {},
      'x;y.Model.Access.AbEntrySearcher',
      'a b.Model.Access.Sql.AbEntrySearcher',
    ]) {
      assert.deepEqual((await paths(ask({ IAbEntrySearcher: name })))[0], wrong[0], String(name))
      const [problem] = await crm().refused('Read', ask({ IAbEntrySearcher: name }))
      assert.match(problem?.Message ?? '', /Service\.Model\.Access\.Sql\.AbEntrySearcher/)
    }
    await crm().ok('Read', { AbEntry: {}, Configuration: { Drivers: { IAbEntrySearcher: null } } })
    const others = {
      IOpportunitySearcher: 'V.Model.Access.Sql.OpportunitySearcher',
      IDocumentSearcher: 'V.Model.Access.Sql.DocumentSearcher',
    }
    await crm().ok('Read', { Opportunity: { Scope: { Fields: { Revenue: 1 } } }, Configuration: { Drivers: others } })
    await crm().ok('Read', { Document: {}, Configuration: { Drivers: others } })
  })

  test('what needs a driver is refused without it, with the interface and the identifier to send [C-2.3-09, C-2.3-17, C-4.3-05, C-4.3-06]', async () => {
    const needs: readonly (readonly [string, Json, string, string])[] = [
      ['AbEntry', { Scope: { Fields: { Parent: 1 } } }, 'IAbEntrySearcher', 'Scope.Fields.Parent'],
      ['AbEntry', { Scope: { Fields: { 'Parent/FullName': 1 } } }, 'IAbEntrySearcher', 'Scope.Fields.Parent/FullName'],
      [
        'AbEntry',
        { OrderBy: { Fields: [{ LastContactDate: 'DESC' }] } },
        'IAbEntrySearcher',
        'OrderBy.Fields[0].LastContactDate',
      ],
      ['Opportunity', { Scope: { Fields: { Revenue: 1 } } }, 'IOpportunitySearcher', 'Scope.Fields.Revenue'],
      [
        'Opportunity',
        { Scope: { Fields: { CurrentSalesStageAge: 1 } } },
        'IOpportunitySearcher',
        'Scope.Fields.CurrentSalesStageAge',
      ],
      [
        'Opportunity',
        { Criteria: { SearchQuery: { '$YEAR(CloseDate)': 2026 } } },
        'IOpportunitySearcher',
        'Criteria.SearchQuery.$YEAR(CloseDate)',
      ],
      [
        'Opportunity',
        { Criteria: { SearchQuery: { '$MONTH(CloseDate)': { $EQ: 1 } } } },
        'IOpportunitySearcher',
        'Criteria.SearchQuery.$MONTH(CloseDate).$EQ',
      ],
      [
        'Opportunity',
        { Criteria: { SearchQuery: { Key: { '$EXISTS(LeadObject)': 'OpportunityKey' } } } },
        'IOpportunitySearcher',
        'Criteria.SearchQuery.Key.$EXISTS(LeadObject)',
      ],
      ['Document', { Scope: { Fields: { Key: 1 } } }, 'IDocumentSearcher', ''],
      [
        'AbEntry',
        { Criteria: { SearchQuery: { 'Parent/Email': 'x' } } },
        'IAbEntrySearcher',
        'Criteria.SearchQuery.Parent/Email',
      ],
      [
        'Opportunity',
        { Scope: { Fields: { '$SUM(Revenue)': 1 } } },
        'IOpportunitySearcher',
        'Scope.Fields.$SUM(Revenue)',
      ],
      [
        'Opportunity',
        { GroupBy: { Fields: ['$YEAR(CloseDate)'] }, Scope: { Fields: { '$COUNT()': 1 } } },
        'IOpportunitySearcher',
        'GroupBy.Fields[0]',
      ],
    ]
    for (const [entity, content, driver, path] of needs) {
      const problems = await crm().refused('Read', { [entity]: content })
      assert.equal(problems.length, 1, JSON.stringify(problems))
      const [problem] = problems
      assert.deepEqual([problem?.ErrorCode, problem?.Path], [-1006, path === '' ? entity : `${entity}.${path}`])
      const identifier = `Service.Model.Access.Sql.${driver.slice(1)}`
      const { Message = '' } = problem ?? {}
      assert.ok(Message.includes(`"${driver}": "${identifier}"`), Message)
      await crm().ok('Read', { [entity]: content, Configuration: { Drivers: { [driver]: identifier } } })
    }
  })

  test('paging, $INBOUND and aggregates work without drivers', async () => {
    const square = { '$INBOUND(address/location, 0:0, 1:0, 1:1, 0:1)': { $EQ: true } }
    await crm().ok('Read', { AbEntry: { Criteria: { SearchQuery: square } } })
    await crm().ok('Read', { AbEntry: { OrderBy: { PageKey: null, PageSize: 1 } } })
    await crm().ok('Read', { Opportunity: { Scope: { Fields: { '$COUNT()': 1, '$SUM(Cost)/DisplayValue': 1 } } } })
  })

  test('unknown members beside the sections of a Read, and empty ones inside them, do no harm', async () => {
    const content = {
      Scope: { Fields: { CompanyName: 1 }, Extra: null },
      Criteria: { SearchQuery: { Type: 'Company' }, Hint: '' },
    }
    const body = { AbEntry: { ...content, Options: { Limit: 5 }, Whatever: [] }, RequestId: 'abc', Note2: {} }
    assert.deepEqual((await crm().ok('Read', body)).AbEntry.Data, [{ CompanyName: 'Acme' }])
  })

  test('InteractionLog is Interaction without the need of a tie [C-4.7-01]', async () => {
    const content = { Scope: { Fields: { Subject: 1 } } }
    const answer = await crm().ok('Read', { InteractionLog: content })
    assert.deepEqual(answer, { Code: 0, InteractionLog: { Data: [{ Subject: 'Call' }] } })
    assert.deepEqual(await paths({ Interaction: content }), ['-3011 Interaction.Criteria.SearchQuery'])
    assert.deepEqual(await paths({ ColumnSetup: { Criteria: { SearchQuery: {} } } }), [
      '-3011 ColumnSetup.Criteria.SearchQuery',
    ])
    // Administrators read the whole history.
    assert.deepEqual(await paths({ History: {} }, crm().user), ['-3011 History.Criteria.SearchQuery'])
    assert.deepEqual(await paths({ History: { Criteria: { SearchQuery: { Operation: 'Create' } } } }, crm().user), [
      '-3011 History.Criteria.SearchQuery',
    ])
    const [untied] = await crm().refused('Read', { Interaction: content })
    assert.match(untied?.Message ?? '', /needs a condition on/)
    const logged = { Criteria: { SearchQuery: { AbEntryKey: reader.key('acme'), Subject: 'none' } } }
    assert.deepEqual(await crm().ok('Read', { interactionLOG: logged }), { Code: 0, interactionLOG: { Data: [] } })
    const tied: Json[] = [
      { '/Interaction/AbEntries/Key': reader.key('acme') },
      { AbEntries: { Key: { $IN: [reader.key('acme')] } } },
      { $AND: [{ Subject: 'x' }, { abentrykey: reader.key('acme') }] },
      { 'AbEntries/Key': reader.key('acme') },
      { AbEntryKey: { $EQ: reader.key('acme') } },
      { Key: { $IN: [reader.key('call')] } },
      { WithKey: { $EQ: reader.key('acme') }, Type: '60001' },
      { $OR: [{ Key: reader.key('call') }, { 'Leads/Key': btoa('Lead\tx') }] },
    ]
    for (const SearchQuery of tied) await crm().ok('Read', { Interaction: { ...content, Criteria: { SearchQuery } } })
    const loose: Json[] = [
      { AbEntryKey: { $NE: reader.key('acme') } },
      { 'AbEntries/Key': { $IN: [reader.key('acme'), null] } },
      { Subject: 'Call' },
      { 'AbEntries/Key': { $NE: 'x' } },
      { $OR: [{ Key: reader.key('call') }, { Subject: 'x' }] },
    ]
    for (const SearchQuery of loose)
      assert.deepEqual(await paths({ Interaction: { Criteria: { SearchQuery } } }), [
        '-3011 Interaction.Criteria.SearchQuery',
      ])
  })

  test('every problem is reported, each under the path of the request itself, with a suggestion [C-4.3-10]', async () => {
    const answer = await crm().call('Read', {
      abEntry: {
        scope: { fields: { CompanyNme: 1, Email1: { Adress: 1 }, Phone: [1] } },
        criteria: { searchQuery: { Typ: 'Company', Key: { $GT: 'x' } }, top: 0 },
        orderBy: { fields: [{ Cty: 'ASC' }] },
      },
    })
    assert.equal(answer.Code, -1)
    assert.deepEqual(Object.keys(answer), ['Code', 'Msg', 'Errors'])
    assert.deepEqual(
      answer.Errors.map((problem: Json) => `${problem.ErrorCode} ${problem.Path}`).sort(),
      [
        '-1001 abEntry.scope.fields.Phone',
        '-1007 abEntry.criteria.top',
        '-3000 abEntry.criteria.searchQuery.Typ',
        '-3000 abEntry.orderBy.fields[0].Cty',
        '-3000 abEntry.scope.fields.CompanyNme',
        '-3000 abEntry.scope.fields.Email1.Adress',
        '-3002 abEntry.criteria.searchQuery.Key.$GT',
      ].sort(),
    )
    assert.deepEqual(
      answer.Msg,
      answer.Errors.map((problem: Json) => problem.Message),
    )
    const said = answer.Msg.join('\n')
    for (const name of ['CompanyName', 'Address', 'Type']) assert.match(said, new RegExp(`Did you mean "${name}"`))
  })

  test('the body is JSON whatever its Content-Type, with comments and trailing commas forgiven', async () => {
    const annotated = `{
      // who
      "AbEntry": { /* what */ "Scope": {"Fields": {"CompanyName": 1,},},
        "Criteria": {"SearchQuery": {"Email": "info@acme.example" /* not // a comment */},},
      },
    }`
    for (const type of [
      'application/json',
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/octet-stream',
    ]) {
      const { status, body } = await post(annotated, { 'content-type': type })
      assert.deepEqual([status, body], [200, { Code: 0, AbEntry: { Data: [{ CompanyName: 'Acme' }] } }], type)
    }
    const refused = await post('{"AbEntry": {"Scope": {"Fields": {"Nope": 1}}}, /* as people paste it */ }')
    assert.deepEqual([refused.status, refused.body.Code], [200, -1])
    for (const wrong of ['{', '{"AbEntry": }', 'AbEntry', '{"AbEntry": {}} x']) {
      const { status, body } = await post(wrong)
      assert.deepEqual([status, body.Code, Array.isArray(body.Msg)], [400, -1, true], wrong)
    }
    const text = await post('{"AbEntry":{"Criteria":{"SearchQuery":{"CompanyName":"a // b /* c */ ,}"}}}}')
    assert.deepEqual(text.body, { Code: 0, AbEntry: { Data: [] } })
  })

  test('401 and 404 and 405 carry an envelope', async () => {
    const { server } = crm()
    const ask = async (path: string, init: RequestInit) => {
      const response = await fetch(`${server.url}/api/${path}`, init)
      return {
        status: response.status,
        code: ((await response.json()) as Json).Code,
        challenge: response.headers.get('www-authenticate'),
      }
    }
    const none = await ask('Read', { method: 'POST', body: '{}' })
    assert.deepEqual([none.status, none.code], [401, -1])
    assert.match(none.challenge ?? '', /^Bearer/)
    const wrong = await ask('Read', { method: 'POST', body: '{}', headers: { authorization: 'Bearer nonsense' } })
    assert.deepEqual([wrong.status, wrong.code], [401, -1])
    const authorization = `Bearer ${crm().admin.token}`
    assert.deepEqual((await ask('Raed', { method: 'POST', body: '{}', headers: { authorization } })).status, 404)
    assert.deepEqual((await ask('Read', { method: 'GET', headers: { authorization } })).status, 405)
  })

  test('names that objects inherit are names like any other', async () => {
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      const literal = JSON.stringify(name)
      const { body } = await post(`{"AbEntry":{"Scope":{"Fields":{${literal}:1}}}}`)
      assert.deepEqual(
        body.Errors?.map((problem: Json) => problem.ErrorCode),
        [-3000],
        name,
      )
      const { body: query } = await post(`{"AbEntry":{"Criteria":{"SearchQuery":{${literal}:{"$EQ":1}}}}}`)
      assert.deepEqual(
        query.Errors?.map((problem: Json) => problem.ErrorCode),
        [-3000],
        name,
      )
      const { body: entity } = await post(`{${literal}:{}}`)
      assert.deepEqual(entity.Code, -1, name)
    }
  })
})
