// Tests that a problem about an unknown name has the name to use as a member, for programs.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachCrm, type Json } from '../support/crm.ts'

const read = (content: Json, more: Json = {}): Json => ({ AbEntry: content, ...more })
const where = (query: Json): Json => read({ Criteria: { SearchQuery: query } })

/** The operation, a body with a slip, and the Suggestion of its one problem. */
const slips: readonly [string, Json, string][] = [
  ['Read', { AbEntri: {} }, 'AbEntry'],
  ['Read', read({ Scope: { Fields: { ComapnyName: 1 } } }), 'CompanyName'],
  ['Read', read({ Scope: { Fields: { Address: { Citty: 1 } } } }), 'City'],
  ['Read', read({ OrderBy: { Fields: [{ LastNam: 'ASC' }] } }), 'LastName'],
  ['Read', read({ Critera: { Top: 1 } }), 'Criteria'],
  ['Read', read({}, { PageSiz: 1 }), 'PageSize'],
  ['Read', where({ Emial: 'x' }), 'Email'],
  ['Read', where({ Email: { $LKIE: 'x' } }), '$LIKE'],
  ['Read', where({ Email: { eq: 'x' } }), '$EQ'],
  ['Read', where({ CreationDate: '$TODYA()' }), '$TODAY()'],
  ['Read', where({ Type: 'Companie' }), 'Company'],
  ['Create', { AbEntry: { Data: { CompanyName: 'x', Departmnt: 'y' } } }, 'Department'],
  [
    'Create',
    { Application: { Data: { Name: 'x', RedirectUri: 'http://shop.example/back' } } },
    'https://shop.example/back',
  ],
]

eachCrm('Suggestions', crm => {
  for (const [operation, body, suggestion] of slips) {
    test(`${operation} ${JSON.stringify(body)} is answered with ${suggestion}`, async () => {
      const [problem, another] = await crm().refused(operation, body)
      assert.deepEqual([problem?.Suggestion, another], [suggestion, undefined])
      const message = problem?.Message ?? ''
      assert.ok(message.includes(`Did you mean "${suggestion}"`), message)
    })
  }

  test('a problem without a near name has no such member', async () => {
    const problems = await crm().refused('Read', where({ Xyzzyplugh: 'x', Key: { $LIKE: 5 } }))
    assert.ok(problems.length > 0)
    for (const problem of problems) assert.ok(!('Suggestion' in problem), JSON.stringify(problem))
  })

  test('an answer has at most 20 suggestions', async () => {
    const fields = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`CompanyNam${i}`, 1]))
    const problems = await crm().refused('Read', read({ Scope: { Fields: fields } }))
    assert.equal(problems.length, 30)
    assert.equal(problems.filter(problem => problem.Suggestion === 'CompanyName').length, 20)
  })

  test('an unknown path, and an unknown member of a webhook target, have it too', async () => {
    const { server, admin } = crm()
    const headers = { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' }
    const errorsOf = async (path: string, body: Json): Promise<Json[]> => {
      const init = { method: 'POST', headers, body: JSON.stringify(body) }
      return ((await (await fetch(`${server.url}${path}`, init)).json()) as Json).Errors
    }
    assert.equal((await errorsOf('/api/Raed', {}))[0]?.Suggestion, '/api/Read')
    const [wrong] = await errorsOf('/webhooks/v1/targets', {
      url: 'https://hooks.example/x',
      entities: ['AbEntri'],
    })
    assert.equal(wrong?.Suggestion, 'AbEntry')
  })
})
