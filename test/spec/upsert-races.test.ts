// Tests upserts that race for one record; the specification suite of workers and nodes runs it too.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachCrm, type Json } from '../support/crm.ts'

eachCrm('Racing upserts', crm => {
  test('50 racing upserts of one external key, and of one e-mail address, make one record each', async () => {
    const race = async (SearchQuery: Json, body: (i: number) => Json) => {
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, i) => crm().call('Upsert', { AbEntry: body(i) })),
      )
      for (const answer of answers) assert.equal(answer.Code, 0, JSON.stringify(answer))
      const results = answers.map(answer => answer.AbEntry.Data)
      assert.equal(new Set(results.map(({ Key }) => Key)).size, 1)
      assert.equal(results.filter(({ Result }) => Result === 'Created').length, 1)
      const content = { Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery } }
      assert.deepEqual((await crm().ok('Read', { AbEntry: content })).AbEntry.Data, [{ Key: results[0].Key }])
    }
    const ExternalKey = { Source: 'HubSpot', Key: 'race' }
    await race({ 'ExternalKeys/Key': { $EQ: 'race' } }, i => ({ Data: { ExternalKey, CompanyName: `Race ${i % 7}` } }))
    const Email = 'race@match.example'
    await race({ Email: { $EQ: Email } }, i => ({ Match: ['Email'], Data: { CompanyName: `Mail ${i}`, Email } }))
  })
})
