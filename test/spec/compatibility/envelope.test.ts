// Tests how requests that are not in order are answered as programs written for this API family expect.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drivers, eachCrm, type Json } from '../../support/crm.ts'

eachCrm('Compatible envelope', crm => {
  const post = async (operation: string, body: string): Promise<{ status: number; answer: Json }> => {
    const headers = { authorization: `Bearer ${crm().admin.token}`, 'idempotency-key': operation }
    const response = await fetch(`${crm().server.url}/api/${operation}`, { method: 'POST', headers, body })
    return { status: response.status, answer: await response.json() }
  }

  test('an empty body is HTTP 400, and says so', async () => {
    for (const body of ['', ' \r\n']) {
      for (const operation of ['Read', 'Create', 'Validate']) {
        const { status, answer } = await post(operation, body)
        assert.deepEqual([status, answer.Code], [400, -1])
        assert.match(answer.Msg[0], /^The body is empty/)
      }
    }
  })

  test('an unknown operation is HTTP 404, whatever its body is', async () => {
    for (const body of ['', '{"AbEntry": {}, // comment\n}', '{', '[]', '\0']) {
      const { status, answer } = await post('Raed', body)
      assert.deepEqual([status, answer.Code], [404, -1])
    }
  })

  test('an unknown restriction is refused inside Criteria, Scope, OrderBy and GroupBy', async () => {
    const lines: [Json, string, RegExp][] = [
      [{ Criteria: { SearchQeury: { Key: 'x' } } }, 'Criteria.SearchQeury', /Did you mean "SearchQuery"/],
      [{ Criteria: { PageSize: 5 } }, 'Criteria.PageSize', /member of OrderBy/],
      [{ criteria: { limit: 5 } }, 'criteria.limit', /has SearchQuery, Top/],
      [{ Scope: { Field: { Key: 1 } } }, 'Scope.Field', /Did you mean "Fields"/],
      [{ OrderBy: { Field: [{ Key: 'ASC' }] } }, 'OrderBy.Field', /Did you mean "Fields"/],
      [{ GroupBy: { Field: ['Type'] } }, 'GroupBy.Field', /Did you mean "Fields"/],
      [{ Critera: { Top: 1 } }, 'Critera', /Did you mean "Criteria"/],
      [{ Top: 1 }, 'Top', /member of Criteria/],
      [{ SearchQuery: { Key: 'x' } }, 'SearchQuery', /member of Criteria/],
    ]
    for (const [content, path, message] of lines) {
      const problems = await crm().refused('Read', { AbEntry: content })
      assert.deepEqual(
        problems.map(p => p.Path),
        [`AbEntry.${path}`],
      )
      assert.match(problems[0]?.Message ?? '', message)
    }
    const empty = { Criteria: { Filter: null, Other: {}, More: [] }, Critera: {}, Options: { Limit: 5 }, Whatever: 1 }
    await crm().ok('Read', { AbEntry: empty })
  })

  test('Compatibility, Configuration and Globalization count inside the entity member too', async () => {
    const Scope = { Fields: { Key: 1 } }
    const Criteria = { SearchQuery: { Key: { $TREE: '/AbEntry' } }, Top: 1 }
    for (let again = 0; again < 3; again++) {
      const { Schema } = await crm().ok('Read', { Schema: { Scope, Criteria, Compatibility: { SchemaObject: '1.0' } } })
      assert.equal(Schema.Data[0].Key, '/AbEntry')
      await crm().ok('Read', { Document: { Scope, Configuration: drivers } })
      const [problem] = await crm().refused('Read', { AbEntry: { Scope, Globalization: { Culture: 'nowhere-land' } } })
      assert.equal(problem?.Path, 'Globalization.Culture')
    }
  })
})
