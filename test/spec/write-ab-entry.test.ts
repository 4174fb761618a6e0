// SPEC 2.1 and 4.6: writing address-book entries.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachCrm } from '../support/crm.ts'

eachCrm('AbEntry', crm => {
  test('SPEC 2.1: Type omitted and ParentKey omitted gives Company', async () => {
    const key = await crm().create('AbEntry', { Key: null, CompanyName: 'Acme' })
    assert.deepEqual(await crm().get('AbEntry', key, { Type: 1, CompanyName: 1, FullName: 1 }), {
      Type: 'Company',
      CompanyName: 'Acme',
      FullName: 'Acme',
    })
  })
  test('SPEC 2.1: Type omitted and ParentKey present gives Contact, which reads its company from its parent', async () => {
    const parent = await crm().create('AbEntry', { CompanyName: 'Parent Inc.' })
    const key = await crm().create('AbEntry', { ParentKey: parent, FirstName: 'Ann', LastName: 'Lee' })
    const fields = { Type: 1, CompanyName: 1, FullName: 1, ParentKey: 1 }
    assert.deepEqual(await crm().get('AbEntry', key, fields), {
      Type: 'Contact',
      CompanyName: 'Parent Inc.',
      FullName: 'Ann Lee',
      ParentKey: parent,
    })
    await crm().ok('Update', { AbEntry: { Data: { Key: parent, CompanyName: 'Renamed Inc.' } } })
    assert.equal((await crm().get('AbEntry', key, { CompanyName: 1 })).CompanyName, 'Renamed Inc.')
  })
})
