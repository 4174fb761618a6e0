// Tests that groups by keys show the names of the records that the keys mean.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachCrm } from '../support/crm.ts'

eachCrm('names of groups', crm => {
  test('come from rows that nothing else of the request reaches', async () => {
    const named = { Key: 1, DisplayValue: 1 }
    const answer = await crm().ok('Read', {
      Opportunity: {
        Scope: { Fields: { SalesProcessSetup: named, 'CurrentSalesStage/Setup': named, '$COUNT()': 1 } },
        Criteria: { SearchQuery: { Status: { $IN: [0, 2] } } },
        GroupBy: { Fields: ['SalesProcessSetup', 'CurrentSalesStage/Setup'] },
      },
    })
    assert.deepEqual(answer.Opportunity.Data, [])
  })
})
