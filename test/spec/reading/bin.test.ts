// Tests that deleted records are gone from every read, and are read from the bin for thirty days.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { manualClock } from '../../../src/base/clock.ts'
import { eachCrm, type Json } from '../../support/crm.ts'
import { type Reader, readerOf } from '../../support/reader.ts'
import { fillSmallWorld, type SmallWorld } from '../../support/small-world.ts'

const start = Date.parse('2026-05-05T10:00:00Z')
const clock = manualClock(start)
const day = 86_400_000
const bin = { Content: { Options: { Deleted: true } } }

eachCrm(
  'Bin',
  crm => {
    let reader: Reader
    let world: SmallWorld
    before(async () => {
      clock.set(start)
      reader = readerOf(crm())
      world = await fillSmallWorld(crm(), reader)
    })
    const joe = () => crm().user
    const names = async (entity: string, query: Json, as = crm().admin, more: Json = {}) => {
      const name = entity === 'AbEntry' ? 'FullName' : 'Subject'
      return (await reader.rows(entity, query, { [name]: 1 }, more, as)).map(record => record[name])
    }

    test('what was deleted is gone from every read, and stands in the bin for thirty days', async () => {
      const company = await crm().create('AbEntry', { CompanyName: 'Shortlived' })
      const contact = await crm().create('AbEntry', { ParentKey: company, LastName: 'Gone' })
      const call = await crm().create('Interaction', { Type: '60001', AbEntryKey: company, Subject: 'Last call' })
      const note = await crm().create('Note', { ParentKey: company, Text: 'Remember' })
      await crm().ok('Update', { AbEntry: { Data: { Key: reader.key('bob'), ReportsToKey: null } } })
      await crm().ok('Delete', { AbEntry: { Data: { Key: company } } })
      for (const query of [
        { Key: company },
        { $PHRASE: 'shortlived' },
        { ParentKey: company },
        { CompanyName: 'Shortlived' },
      ])
        assert.deepEqual(await names('AbEntry', query), [])
      assert.deepEqual(await names('Interaction', { Key: call }), [])

      const fields = { FullName: 1, CompanyName: 1, DeletedDate: 1, DeletedBy: { Uid: 1 }, Parent: { CompanyName: 1 } }
      const expected = (name: string, Parent: Json) => ({
        FullName: name,
        CompanyName: 'Shortlived',
        DeletedDate: '2026-05-05T10:00:00Z',
        DeletedBy: { Uid: 'MASTER' },
        Parent,
      })
      const inBin = { Content: { ...bin.Content, OrderBy: { Fields: [{ FullName: 'DESC' }] } } }
      for (const who of [crm().admin, joe()]) {
        assert.deepEqual(await reader.rows('AbEntry', {}, fields, inBin, who), [
          expected('Shortlived', null),
          expected('Gone', { CompanyName: 'Shortlived' }),
        ])
        assert.deepEqual(await names('Interaction', { Key: call }, who, bin), ['Last call'])
        assert.equal((await reader.rows('Note', { Key: note }, { Text: 1 }, bin, who)).length, 1)
        assert.deepEqual(await reader.rows('AbEntry', {}, { '$COUNT()': 1 }, bin, who), [{ '$COUNT()': 2 }])
      }
      clock.advance(30 * day - 1000)
      assert.equal((await reader.rows('AbEntry', { Key: contact }, { Key: 1 }, bin)).length, 1)
      clock.advance(1000)
      assert.equal((await reader.rows('AbEntry', { Key: contact }, { Key: 1 }, bin)).length, 0)
    })

    test('what a hidden record had stays hidden in the bin', async () => {
      const key = await crm().create('AbEntry', { CompanyName: 'Deep', SecAccess: { Read: [reader.key('group')] } })
      await crm().ok('Delete', { AbEntry: { Data: { Key: key } } })
      assert.deepEqual(await names('AbEntry', { Key: key }, joe(), bin), [])
      assert.deepEqual(await names('AbEntry', { Key: key }, world.sally, bin), ['Deep'])
    })

    test('a territory that entries name is not deleted, and reads as before', async () => {
      const territory = await crm().create('Territory', { Name: 'Lost' })
      const key = await crm().create('AbEntry', { CompanyName: 'Wanderer', TerritoryKey: territory })
      const problems = await crm().refused('Delete', { Territory: { Data: { Key: territory } } })
      assert.deepEqual(
        problems.map(problem => problem.ErrorCode),
        [-4007],
      )
      const [record] = await reader.rows('AbEntry', { Key: key }, { Territory: { DisplayValue: 1, Name: 1 } })
      assert.deepEqual(record.Territory, { DisplayValue: 'Lost', Name: 'Lost' })
    })
  },
  { clock },
)
