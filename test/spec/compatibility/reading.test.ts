// Tests what programs written for this API family expect of values that they read.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { eachCrm } from '../../support/crm.ts'

eachCrm('Compatible reading', crm => {
  let company = ''
  before(async () => {
    company = await crm().create('AbEntry', { CompanyName: 'Acme' })
  })

  test('a many-option field and a list of records without a value read null, and [] by an array selector', async () => {
    const deal = await crm().create('Opportunity', { AbEntryKey: company, Objective: 'Anvils' })
    const fields = { Category: 1, Product: { Key: 1 }, 'Reason/Key': 1, Rating: [{ Key: 1 }] }
    const none = { Category: null, Product: null, 'Reason/Key': null, Rating: [] }
    assert.deepEqual(await crm().get('Opportunity', deal, fields), none)
    const call = await crm().create('Interaction', { Type: '60001', AbEntryKey: company })
    const lists = { Leads: 1, leads: { Key: 1 }, LEADS: [{ Key: 1 }] }
    assert.deepEqual(await crm().get('Interaction', call, lists), { Leads: null, leads: null, LEADS: [] })
    assert.deepEqual(await crm().get('Opportunity', deal, { SecAccess: 1 }), { SecAccess: { Read: [], Write: [] } })
  })

  test('history shows a list without elements as null too', async () => {
    const deal = await crm().create('Opportunity', { AbEntryKey: company, Objective: 'Nuts', Rating: ['1'] })
    await crm().ok('Update', { Opportunity: { Data: { Key: deal, Rating: [] } } })
    const query = { Scope: { Fields: { Changes: 1 } }, Criteria: { SearchQuery: { ParentKey: deal } } }
    const { History } = await crm().ok('Read', { History: query })
    assert.deepEqual(History.Data[1].Changes, [{ Field: 'Rating', Before: ['1'], After: null }])
  })

  test('the system user has a name in History and wherever a user stands', async () => {
    const query = {
      Scope: { Fields: { User: { Uid: 1, DisplayValue: 1 } } },
      Criteria: { SearchQuery: { ParentKey: crm().user.key } },
    }
    const { History } = await crm().ok('Read', { History: query })
    assert.deepEqual(History.Data[0].User, { Uid: 'SYSTEM', DisplayValue: 'System' })
    const { Creator } = await crm().get('User', crm().user.key, { Creator: { DisplayName: 1 } })
    assert.deepEqual(Creator, { DisplayName: 'System' })
  })
})

eachCrm(
  'More groups than the limit',
  crm => {
    test('more groups than the limit are refused with a hint, unless Top says how many are wanted', async () => {
      for (const CompanyName of ['A', 'B', 'C']) await crm().create('AbEntry', { CompanyName })
      const content = { Scope: { Fields: { CompanyName: 1, '$COUNT()': 1 } }, GroupBy: { Fields: ['CompanyName'] } }
      const [problem] = await crm().refused('Read', { AbEntry: content })
      assert.deepEqual([problem?.Path, /Criteria\.Top/.test(problem?.Message ?? '')], ['AbEntry.GroupBy', true])
      const { AbEntry } = await crm().ok('Read', { AbEntry: { ...content, Criteria: { Top: 2 } } })
      assert.equal(AbEntry.Data.length, 2)
    })
  },
  { settings: { readRecords: 2 } },
)
