// A Read that no index serves is answered without a process of its own while its table is small.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachCrm } from '../support/crm.ts'
import { childrenOf } from '../support/processes.ts'

eachCrm('small tables', crm => {
  test('a search in a field without an index starts no process', async t => {
    if (process.platform !== 'linux') return t.diagnostic('child processes are found on Linux only')
    await crm().create('AbEntry', { Type: 'Individual', LastName: 'Small', Department: 'Research' })
    const { AbEntry } = await crm().ok('Read', {
      AbEntry: { Scope: { Fields: { LastName: 1 } }, Criteria: { SearchQuery: { Department: { $LIKE: '%sear%' } } } },
    })
    assert.deepEqual(AbEntry.Data, [{ LastName: 'Small' }])
    assert.deepEqual(childrenOf(process.pid), [])
  })
})
