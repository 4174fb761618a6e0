// SPEC 4.3: the envelope of every data operation, as far as reading shows it.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { eachCrm, type Json } from '../support/crm.ts'

eachCrm('Envelope', crm => {
  const keys: Record<string, string> = {}
  before(async () => {
    keys.acme = await crm().create('AbEntry', { CompanyName: 'Acme' })
    keys.deal = await crm().create('Opportunity', { AbEntryKey: keys.acme, Objective: 'Deal' })
  })
  const driver = (name: string, value: Json) => ({ Configuration: { Drivers: { [name]: value } } })

  test('an empty entity member reads keys', async () => {
    assert.deepEqual(await crm().ok('Read', { AbEntry: {} }), { Code: 0, AbEntry: { Data: [{ Key: keys.acme }] } })
  })

  test('a batch is answered under its own names, in its own order', async () => {
    const answer = await crm().ok('Read', {
      'Opportunity.deals': { Scope: { Fields: { Objective: 1 } } },
      'abentry.all': { Scope: { Fields: { CompanyName: 1 } } },
      'AbEntry.count': { Scope: { Fields: { '$COUNT()': 1 } } },
      'Opportunity.options': { FieldOptions: { Status: [{ Key: 1 }] } },
      'Schema.fields': { Scope: { Fields: { Name: 1 } }, Criteria: { SearchQuery: { Key: '/AbEntry/Email' } } },
    })
    assert.deepEqual(Object.keys(answer), [
      'Code',
      'Opportunity.deals',
      'abentry.all',
      'AbEntry.count',
      'Opportunity.options',
      'Schema.fields',
    ])
    assert.deepEqual(answer['Opportunity.deals'].Data, [{ Objective: 'Deal' }])
    assert.deepEqual(answer['abentry.all'].Data, [{ CompanyName: 'Acme' }])
    assert.deepEqual(answer['AbEntry.count'].Data, [{ '$COUNT()': 1 }])
    assert.deepEqual(answer['Opportunity.options'].FieldOptions.Status[0], { Key: 0 })
    assert.deepEqual(answer['Schema.fields'].Data, [{ Name: 'Email' }])
  })

  test('two entities, a batch beside an entity, none, or what is no object: refused', async () => {
    for (const body of [
      { AbEntry: {}, Opportunity: {} },
      { AbEntry: {}, abentry: {} },
      { AbEntry: {}, 'AbEntry.x': {} },
      {},
      { Compatibility: {} },
      { AbEntry: 5 },
      { AbEntry: null },
      { AbEntry: [] },
      [],
      5,
      'x',
      null,
    ])
      assert.equal((await crm().refused('Read', body))[0]?.ErrorCode, -1001, JSON.stringify(body))
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`AbEntry.a${i}`, {}]))
    assert.equal((await crm().refused('Read', many))[0]?.ErrorCode, -1007)
  })

  test('InteractionLog is Interaction by another name, and the answer repeats it', async () => {
    const content = { Criteria: { SearchQuery: { AbEntryKey: keys.acme } } }
    assert.deepEqual(await crm().ok('Read', { interactionLOG: content }), { Code: 0, interactionLOG: { Data: [] } })
  })

  test('Compatibility: known versions, unknown members, and versions that are not there', async () => {
    for (const Compatibility of [
      { AbEntryKey: '2.0' },
      { abentrykey: '2.0', SchemaObject: '1.0' },
      { AbEntryKey: 2 },
      { Whatever: '9' },
      { constructor: '9', toString: 1 },
      {},
      null,
      'x',
    ])
      await crm().ok('Read', { AbEntry: {}, Compatibility })
    for (const Compatibility of [{ AbEntryKey: '1.0' }, { SchemaObject: '2.0' }, { SCHEMAOBJECT: 'x' }]) {
      const [problem] = await crm().refused('Read', { AbEntry: {}, Compatibility })
      assert.equal(problem?.ErrorCode, -1004)
      assert.match(problem?.Path ?? '', /^Compatibility\./)
    }
  })

  test('drivers: any vendor, with and without Sql, unknown interfaces ignored, wrong implementations refused', async () => {
    const content = { OrderBy: { Fields: [{ LastContactDate: 'DESC' }] } }
    for (const identifier of [
      'Service.Model.Access.Sql.AbEntrySearcher',
      'Acme.Model.Access.Sql.AbEntrySearcher',
      'Service.Model.Access.AbEntrySearcher',
      'Model.Access.AbEntrySearcher',
    ])
      await crm().ok('Read', { AbEntry: content, ...driver('IAbEntrySearcher', identifier) })
    await crm().ok('Read', {
      AbEntry: content,
      configuration: { drivers: { iabentrysearcher: 'X.Model.Access.Sql.AbEntrySearcher' } },
    })
    await crm().ok('Read', { AbEntry: {}, ...driver('ISomething', 'anything') })
    await crm().ok('Read', { AbEntry: {}, ...driver('IAbEntrySearcher', null) })
    for (const wrong of [
      'Service.Model.Access.Sql.LeadSearcher',
      'AbEntrySearcher',
      'a b.Model.Access.Sql.AbEntrySearcher',
      '',
      5,
      {},
    ]) {
      const [problem] = await crm().refused('Read', { AbEntry: {}, ...driver('IAbEntrySearcher', wrong) })
      assert.deepEqual([problem?.ErrorCode, problem?.Path], [-1005, 'Configuration.Drivers.IAbEntrySearcher'])
      assert.match(problem?.Message ?? '', /Service\.Model\.Access\.Sql\.AbEntrySearcher/)
    }
  })

  test('the same identifier shape serves the other interfaces', async () => {
    const revenue = { Scope: { Fields: { Revenue: 1 } } }
    await crm().ok('Read', {
      Opportunity: revenue,
      ...driver('IOpportunitySearcher', 'V.Model.Access.Sql.OpportunitySearcher'),
    })
    await crm().ok('Read', { Document: {}, ...driver('IDocumentSearcher', 'V.Model.Access.Sql.DocumentSearcher') })
  })

  test('a refused Read is HTTP 200 with Code -1, Msg and Errors', async () => {
    const response = await fetch(`${crm().server.url}/api/Read`, {
      method: 'POST',
      headers: { authorization: `Bearer ${crm().admin.token}`, 'content-type': 'text/plain' },
      body: '{"AbEntry": {"Scope": {"Fields": {"Nope": 1}}}, /* as people paste it */ }',
    })
    assert.equal(response.status, 200)
    const answer = (await response.json()) as Json
    assert.equal(answer.Code, -1)
    assert.equal(typeof answer.Msg[0], 'string')
    assert.deepEqual(answer.Errors[0].Message, answer.Msg[0])
    assert.deepEqual(Object.keys(answer), ['Code', 'Msg', 'Errors'])
  })
})
