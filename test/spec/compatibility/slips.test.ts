// Tests that a request with a mistake is refused with a hint, since ignoring a restriction would return everything.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { entities } from '../../../src/entities/index.ts'
import { withDollar } from '../../../src/query/operators/index.ts'
import { eachCrm, type Json } from '../../support/crm.ts'

test('no field has the name of an operator without its dollar sign', () => {
  for (const { fields } of entities) {
    assert.deepEqual(
      Object.keys(fields).filter(name => withDollar(name)),
      [],
    )
  }
})

eachCrm('Requests with a mistake', crm => {
  let acme = ''
  before(async () => {
    acme = await crm().create('AbEntry', { CompanyName: 'Acme' })
  })
  const refusals = async (operation: string, lines: readonly [Json, string, RegExp][]) => {
    for (const [body, path, message] of lines) {
      const problems = await crm().refused(operation, body)
      assert.deepEqual(
        problems.map(problem => problem.Path),
        [path],
        JSON.stringify(problems),
      )
      assert.match(problems[0]?.Message ?? '', message)
    }
  }
  const Scope = { Fields: { Key: 1 } }

  test('a member of the entity that stands beside it, or is misspelt there, is refused', () =>
    refusals('Read', [
      [{ AbEntry: { Scope }, Criteria: { Top: 1 } }, 'Criteria', /^Criteria is a member of AbEntry\.$/],
      [{ AbEntry: { Scope }, SearchQuery: { Key: 'x' } }, 'SearchQuery', /member of Criteria in AbEntry/],
      [{ AbEntry: { Scope }, top: 1 }, 'top', /^top is a member of Criteria in AbEntry/],
      [{ AbEntry: { Scope }, Critera: { Top: 1 } }, 'Critera', /Did you mean "Criteria", a member of AbEntry\?/],
      [{ AbEntry: { Scope }, PageSiz: 1 }, 'PageSiz', /Did you mean "PageSize", a member of OrderBy in AbEntry\?/],
      [{ AbEntry: { Scope }, Compatiblity: { AbEntryKey: '2.0' } }, 'Compatiblity', /Did you mean "Compatibility"/],
      [{ AbEntry: { Scope }, Interactoin: { Scope } }, 'Interactoin', /Did you mean "Interaction"/],
    ]))
  test('a member of a section that stands beside it, a field, or a near name is refused inside the entity', async () => {
    await refusals('Read', [
      [{ AbEntry: { Scope, Order: [{ Key: 'ASC' }] } }, 'AbEntry.Order', /Did you mean "OrderBy"/],
      [{ AbEntry: { Scope, PageSize: 1 } }, 'AbEntry.PageSize', /member of OrderBy/],
      [{ AbEntry: { Scope, SearchQueri: { Key: 'x' } } }, 'AbEntry.SearchQueri', /"SearchQuery", a member of Criteria/],
      [{ AbEntry: { Scope, CompanyName: 'Acme' } }, 'AbEntry.CompanyName', /is a field of AbEntry\. Fields stand in/],
      [{ AbEntry: { Scope, FavoriteList: 'x' } }, 'AbEntry.FavoriteList', /member of Criteria/],
      [{ AbEntry: { FieldOptions: { Type: 1 }, Optoins: { IncludeDisabled: true } } }, 'AbEntry.Optoins', /"Options"/],
    ])
    await refusals('Create', [
      [{ AbEntry: { Data: { CompanyName: 'x' }, Website: 'y' } }, 'AbEntry.Website', /stand in Data/],
      [{ AbEntry: { Data: { CompanyName: 'x' } }, Data: { Website: 'y' } }, 'Data', /member of AbEntry/],
    ])
    await refusals('Update', [
      [{ Case: { FieldOptions: { Type: [{ Key: '1' }] }, Option: { Remove: true } } }, 'Case.Option', /"Options"/],
    ])
  })
  test('other unknown members, and empty ones, are ignored', async () => {
    const content = {
      Scope,
      Whatever: 1,
      Note: 'mine',
      Top: null,
      Critera: {},
      OptionArgs: { Modify: true },
      OptionsFor: 1,
    }
    await crm().ok('Read', { AbEntry: content, Session: 7, Trace: 'on', Data: {} })
  })
  test('very many unknown members cost little', async () => {
    const content = Object.fromEntries(Array.from({ length: 900 }, (_, i) => [`Critera${i}`, 1]))
    const problems = await crm().refused('Read', { AbEntry: { Scope, ...content } })
    assert.ok(problems.length <= 50)
  })
  test('an operator that is unknown or lacks its dollar sign', async () => {
    const read = (query: Json) => ({ AbEntry: { Scope, Criteria: { SearchQuery: query } } })
    const at = 'AbEntry.Criteria.SearchQuery'
    await refusals('Read', [
      [read({ CompanyName: { $EQUALS: 'x' } }), `${at}.CompanyName.$EQUALS`, /There are \$EQ, \$NE, .*\$LIKE/],
      [read({ CompanyName: { $LIK: 'x' } }), `${at}.CompanyName.$LIK`, /Did you mean .*"\$LIKE"/],
      [read({ CompanyName: { LIKE: 'x' } }), `${at}.CompanyName.LIKE`, /Did you mean .*"\$LIKE"/],
      [read({ CompanyName: { eq: 'x' } }), `${at}.CompanyName.eq`, /Did you mean .*"\$EQ"/],
      [read({ AND: [{ Key: acme }] }), `${at}.AND`, /Did you mean .*"\$AND"/],
      [read({ $NOT: [{ Key: acme }] }), `${at}.$NOT`, /There are .*\$AND, \$OR, \$PHRASE/],
    ])
  })
  test('an option that a fixed list does not have, and a date that is none, in criteria', async () => {
    const read = (entity: string, query: Json) => ({ [entity]: { Scope, Criteria: { SearchQuery: query } } })
    const types = /one of Company, Individual, Contact, not "Person"/
    await refusals('Read', [
      [read('AbEntry', { Type: { $EQ: 'Person' } }), 'AbEntry.Criteria.SearchQuery.Type.$EQ', types],
      [read('AbEntry', { Type: 'Companie' }), 'AbEntry.Criteria.SearchQuery.Type', /Did you mean "Company"/],
      [read('AbEntry', { Type: { $IN: ['Company', 'Person'] } }), 'AbEntry.Criteria.SearchQuery.Type.$IN[1]', types],
      [
        read('Opportunity', { Status: 'Won' }),
        'Opportunity.Criteria.SearchQuery.Status',
        /\(0 New, .*3 Won.*not "Won"/,
      ],
      [read('Case', { Priority: 'High' }), 'Case.Criteria.SearchQuery.Priority', /FieldOptions lists them/],
      [
        read('AbEntry', { CreationDate: { $GT: '24/08/2026' } }),
        'AbEntry.Criteria.SearchQuery.CreationDate.$GT',
        /such as "2026-08-24" or .*not "24\/08\/2026"/,
      ],
    ])
    await refusals('Create', [
      [{ AbEntry: { Data: { Type: 'Person', LastName: 'x' } } }, 'AbEntry.Data.Type', /Company, Individual, Contact/],
      [
        { Task: { Data: { Activity: 'x', DateTime: 'tomorrow' } } },
        'Task.Data.DateTime',
        /such as "2026-08-24" or .*not "tomorrow"/,
      ],
    ])
  })
  test('an unknown entity lists the entities, an unknown operation the operations', async () => {
    await refusals('Read', [[{ AbEntri: {} }, 'AbEntri', /Did you mean "AbEntry"\? There are AbEntry, .*Schema\.$/]])
    const answer = await crm().call('Raed', { AbEntry: {} })
    assert.match(answer.Msg[0], /Did you mean "\/api\/Read"\? The operations are .*Create, Read, Update/)
  })
  test('a request without a token gets 401 and a challenge without an error', async () => {
    const asked = async (path: string, authorization?: string) => {
      const headers = authorization === undefined ? {} : { authorization }
      const response = await fetch(`${crm().server.url}/api/${path}`, {
        method: path === 'VerifyToken' ? 'GET' : 'POST',
        headers,
        ...(path === 'VerifyToken' ? {} : { body: '{"AbEntry": {}}' }),
      })
      const text = await response.text()
      return { status: response.status, challenge: response.headers.get('www-authenticate'), text }
    }
    for (const authorization of [undefined, 'Bearer', 'Basic eDp5']) {
      const { status, challenge, text } = await asked('Read', authorization)
      assert.deepEqual([status, challenge], [401, 'Bearer realm="Clientele"'])
      assert.match(JSON.parse(text).Msg[0], /^The request has no access token\. .*Authorization: Bearer/)
      assert.equal(JSON.parse(text).Errors[0].ErrorCode, -2005)
    }
    assert.equal((await asked('VerifyToken')).challenge, 'Bearer realm="Clientele"')
    for (const path of ['Read', 'VerifyToken']) {
      const { status, challenge } = await asked(path, 'Bearer wrong')
      assert.deepEqual([status, challenge], [401, 'Bearer realm="Clientele", error="invalid_token"'])
    }
  })
  test('each wrong place is named once, and their common message once', async () => {
    const content = {
      Scope: { Fields: { Nmae: 1, '$COUNT()': 1 } },
      GroupBy: { Fields: ['Nmae'] },
      OrderBy: { Fields: [{ Nmae: 'ASC' }, { Nmae: 'ASC' }] },
    }
    const { Msg, Errors } = await crm().call('Read', { AbEntry: content })
    assert.deepEqual(
      Errors.map((error: Json) => error.Path),
      ['AbEntry.GroupBy.Fields[0]', 'AbEntry.Scope.Fields.Nmae', 'AbEntry.OrderBy.Fields[0].Nmae'],
    )
    assert.deepEqual(Msg, ['There is no field Nmae in AbEntry.'])
  })
})
