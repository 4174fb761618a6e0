// Tests that neither history nor the rules of a write tell a caller of a record that the caller may not read.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { compile } from '../../src/storage/statement.ts'
import { drivers, eachCrm, type Json } from '../support/crm.ts'

const idOf = (key: string): string => atob(key).split('\t')[1] as string

eachCrm('Hidden records', crm => {
  let hidden = ''
  let contact = ''
  before(async () => {
    hidden = await crm().create('AbEntry', { CompanyName: 'Zorblax', 'SecAccess/Read': [crm().admin.key] })
    contact = await crm().create('AbEntry', { ParentKey: hidden, LastName: 'Open' })
  })
  const changesOf = async (key: string, selector: Json): Promise<Json[]> => {
    const content = {
      Scope: { Fields: { Changes: selector } },
      Criteria: { SearchQuery: { ParentKey: { $EQ: key } } },
      OrderBy: { Fields: [{ Key: 'ASC' }] },
    }
    const answer = await crm().ok('Read', { History: content, Configuration: drivers }, crm().user)
    return answer.History.Data.map((row: Json) => row.Changes)
  }

  test('the history of a contact does not name its hidden company', async () => {
    await crm().ok('Update', { AbEntry: { Data: { Key: hidden, CompanyName: 'Zorblax Two' } } })
    await crm().ok('Update', { AbEntry: { Data: { Key: contact, FirstName: 'Ann' } } })
    const [created] = await changesOf(contact, 1)
    assert.deepEqual(
      created.map((change: Json) => change.Field),
      ['Type', 'ParentKey', 'LastName'],
    )
    assert.doesNotMatch(JSON.stringify(await changesOf(contact, 1)), /Zorblax/)
  })
  test('history rows of earlier versions, which have the name, do not show it', async () => {
    const { store } = crm().server
    const key = await crm().create('AbEntry', { ParentKey: hidden, LastName: 'Old' })
    const changes = JSON.stringify([
      { Field: 'Type', Before: null, After: 'Contact' },
      { Field: 'ParentKey', Before: null, After: hidden },
      { Field: 'CompanyName', Before: null, After: 'Zorblax' },
      { Field: 'LastName', Before: null, After: 'Old' },
    ])
    const builder = store.dialect.dynamicBuilder
    await store.write(tx =>
      tx.run(compile(builder.updateTable('history').set({ changes }).where('parent_id', '=', idOf(key)))),
    )
    assert.deepEqual(
      (await changesOf(key, 1))[0].map((change: Json) => change.Field),
      ['Type', 'ParentKey', 'LastName'],
    )
    assert.deepEqual(await changesOf(key, [{ After: 1 }]), [
      [{ After: 'Contact' }, { After: hidden }, { After: 'Old' }],
    ])
  })
  test('the history of a company and of an individual has the name', async () => {
    const own = await crm().create('AbEntry', { Type: 'Individual', LastName: 'Own', CompanyName: 'Shown' })
    assert.match(JSON.stringify(await changesOf(own, 1)), /"After":"Shown"/)
  })
})
