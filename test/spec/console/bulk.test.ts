// Tests Update and Delete by Criteria: counted first, then as many as were counted, in one transaction.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { drivers, eachCrm, type Json, type Person } from '../../support/crm.ts'

const codes = (problems: { ErrorCode: number; Path: string }[]): Json[] => problems.map(p => [p.ErrorCode, p.Path])

eachCrm(
  'Writes by Criteria',
  crm => {
    let [mark, keys] = ['', [] as string[]]
    let number = 0
    beforeEach(async () => {
      mark = `Bulk ${++number}`
      const Data = [1, 2, 3].map(i => ({ Type: 'Individual', LastName: `Doe ${i}`, CompanyName: mark }))
      const { AbEntry } = await crm().ok('Create', { AbEntry: { Data } })
      keys = AbEntry.Data.map(({ Key }: Json) => Key)
    })
    const criteria = () => ({ SearchQuery: { CompanyName: { $EQ: mark } } })
    const bulk = (more: Json) => ({ AbEntry: { Criteria: criteria(), ...more } })
    const positions = async () => {
      const content = { Scope: { Fields: { Position: 1 } }, Criteria: criteria() }
      return (await crm().ok('Read', { AbEntry: content })).AbEntry.Data.map(({ Position }: Json) => Position)
    }
    const refused = async (operation: string, body: Json, as?: Person) =>
      codes(await crm().refused(operation, body, as))

    test('Count gives the number of records, and changes nothing', async () => {
      const counted = { Code: 0, AbEntry: { Count: 3, Most: 5 } }
      assert.deepEqual(await crm().ok('Update', bulk({ Data: { Position: 'Boss' }, Count: true })), counted)
      assert.deepEqual(await crm().ok('Delete', bulk({ Count: true })), counted)
      assert.deepEqual(await positions(), [null, null, null])
    })

    test('Update changes all of them, each with its history and its version', async () => {
      const answer = await crm().ok('Update', bulk({ Data: { Position: 'Boss' }, Expected: 3 }))
      assert.deepEqual(answer.AbEntry, { Count: 3, Data: keys.map(Key => ({ Position: 'Boss', Key })) })
      assert.deepEqual(await positions(), ['Boss', 'Boss', 'Boss'])
      for (const key of keys) {
        const content = { Scope: { Fields: { Operation: 1 } }, Criteria: { SearchQuery: { ParentKey: { $EQ: key } } } }
        const { History } = await crm().ok('Read', { History: content })
        assert.deepEqual(
          History.Data.map(({ Operation }: Json) => Operation),
          ['Create', 'Update'],
        )
        assert.equal((await crm().get('AbEntry', key, { Version: 1 })).Version, 2)
      }
    })

    test('Delete moves all of them to the recycle bin, from which their keys bring them back', async () => {
      const { Count, Data } = (await crm().ok('Delete', bulk({ Expected: 3 }))).AbEntry
      assert.deepEqual([Count, Data], [3, keys.map(Key => ({ Key }))])
      assert.deepEqual(await positions(), [])
      await crm().ok('Restore', { AbEntry: { Data } })
      assert.deepEqual(await positions(), [null, null, null])
    })

    test('another number than expected is refused', async () => {
      for (const Expected of [0, 2, 4]) {
        assert.deepEqual(await refused('Delete', bulk({ Expected })), [[-4012, 'AbEntry.Expected']])
      }
      assert.deepEqual(await positions(), [null, null, null])
      const none = { AbEntry: { Criteria: { SearchQuery: { CompanyName: 'Nobody' } }, Expected: 0 } }
      assert.deepEqual((await crm().ok('Delete', none)).AbEntry, { Count: 0, Data: [] })
    })

    test('costly Criteria are not evaluated again in the transaction: their records must not have changed meanwhile', async () => {
      const SearchQuery = { $AND: [{ CompanyName: mark }, { CompanyName: { $NLIKE: `%${'x'.repeat(40)}` } }] }
      const costly = { Criteria: { SearchQuery }, Data: { Position: 'Boss' }, Expected: 3 }
      assert.equal((await crm().ok('Update', { AbEntry: costly })).AbEntry.Count, 3)
      assert.deepEqual(await positions(), ['Boss', 'Boss', 'Boss'])
      const both = {
        'AbEntry.first': { Data: { Key: keys[0], Position: 'First' } },
        'AbEntry.all': { ...costly, Data: { Position: 'All' } },
      }
      assert.deepEqual(await refused('Update', both), [[-4012, 'AbEntry.all.Expected']])
      assert.deepEqual(await positions(), ['Boss', 'Boss', 'Boss'])
    })

    test('a record that may not be written is named, and nothing is written', async () => {
      const { admin, user } = crm()
      await crm().ok('Update', { AbEntry: { Data: { Key: keys[1], SecAccess: { Write: [admin.key] } } } })
      const body = bulk({ Data: { Position: 'Boss' }, Expected: 3 })
      assert.deepEqual(await refused('Update', body, user), [[-2003, `AbEntry.Data[${keys[1]}].Key`]])
      assert.deepEqual(await refused('Delete', bulk({ Expected: 3 }), user), [[-2003, `AbEntry.Data[${keys[1]}].Key`]])
      await crm().ok('Update', { AbEntry: { Data: { Key: keys[1], SecAccess: { Read: [admin.key] } } } })
      assert.equal((await crm().ok('Update', bulk({ Data: {}, Count: true }), user)).AbEntry.Count, 2)
      assert.deepEqual(await refused('Update', body, user), [[-4012, 'AbEntry.Expected']])
      await crm().ok('Update', bulk({ Data: { Position: 'Boss' }, Expected: 2 }), user)
      assert.deepEqual((await positions()).sort(), ['Boss', 'Boss', null])
    })

    test('problems of the values are reported for each record', async () => {
      const wrong = await refused('Update', bulk({ Data: { Position: 7, LastName: null }, Expected: 3 }))
      const of = (key: string | undefined) => [
        [-3003, `AbEntry.Data[${key}].Position`],
        [-4000, `AbEntry.Data[${key}].LastName`],
      ]
      assert.deepEqual(wrong.sort(), keys.flatMap(of).sort())
    })

    test('an Idempotency-Key gives the first answer again', async () => {
      const headers = { 'idempotency-key': `bulk ${mark}` }
      const body = bulk({ Data: { CompanyName: `${mark} moved` }, Expected: 3 })
      const first = await crm().call('Update', body, crm().admin, headers)
      assert.equal(first.Code, 0)
      assert.deepEqual(await crm().call('Update', body, crm().admin, headers), first)
      assert.deepEqual(codes((await crm().call('Update', body)).Errors), [[-4012, 'AbEntry.Expected']])
    })

    test('wrong requests are refused as a whole', async () => {
      const Data = { Position: 'Boss' }
      assert.deepEqual(await refused('Update', bulk({ Data })), [[-4000, 'AbEntry.Expected']])
      assert.deepEqual(await refused('Update', bulk({ Data, Expected: '3' })), [[-3004, 'AbEntry.Expected']])
      assert.deepEqual(await refused('Update', bulk({ Data, Expected: 3, Count: true })), [[-3004, 'AbEntry.Expected']])
      assert.deepEqual(await refused('Update', bulk({ Expected: 3 })), [[-1001, 'AbEntry.Data']])
      assert.deepEqual(await refused('Update', bulk({ Data: { Key: keys[0], Version: 1 }, Expected: 3 })), [
        [-4004, 'AbEntry.Data.Key'],
        [-4004, 'AbEntry.Data.Version'],
      ])
      const query = { AbEntry: { Criteria: { SearchQuery: { Compny: 'x' }, Top: 1 }, Expected: 1 } }
      assert.deepEqual(await refused('Delete', query), [[-1001, 'AbEntry.Criteria.Top']])
      const unknown = { AbEntry: { Criteria: { SearchQuery: { Compny: 'x' } } } }
      for (const more of [{ Count: true }, { Expected: 1 }]) {
        const body = { AbEntry: { ...unknown.AbEntry, ...more } }
        assert.deepEqual(await refused('Delete', body), [[-3000, 'AbEntry.Criteria.SearchQuery.Compny']])
      }
      const territory = { Territory: { Criteria: { SearchQuery: { Name: 'x' } }, Count: true } }
      assert.deepEqual(await refused('Delete', territory, crm().user), [[-2002, 'Territory']])
      const both = {
        'AbEntry.a': { Criteria: criteria(), Count: true },
        'AbEntry.b': { Criteria: criteria(), Expected: 3 },
      }
      assert.deepEqual(await refused('Delete', both), [[-1001, '']])
      const interaction = { Interaction: { Criteria: { SearchQuery: { Subject: 'x' } }, Count: true } }
      assert.deepEqual(await refused('Delete', interaction), [[-3011, 'Interaction.Criteria.SearchQuery']])
    })

    test('more records than the limit are not changed at once', async () => {
      const Data = [4, 5, 6].map(i => ({ Type: 'Individual', LastName: `Doe ${i}`, CompanyName: mark }))
      await crm().ok('Create', { AbEntry: { Data } })
      assert.deepEqual((await crm().ok('Delete', bulk({ Count: true }))).AbEntry, { Count: 6, Most: 5 })
      assert.deepEqual(await refused('Delete', bulk({ Expected: 6 })), [[-1007, 'AbEntry.Criteria']])
    })

    test('a batch writes by Criteria and by keys, and a favorite list is a criterion', async () => {
      const list = await crm().create('FavoriteList', { Name: mark, MemberKeys: [keys[0]] })
      const request = {
        'AbEntry.list': { Criteria: { FavoriteList: list }, Data: { Position: 'First' }, Expected: 1 },
        'AbEntry.one': { Data: { Key: keys[1], Position: 'Second' } },
        Configuration: drivers,
      }
      await crm().ok('Update', request)
      assert.deepEqual(await positions(), ['First', 'Second', null])
    })
  },
  { settings: { bulkRecords: 5 } },
)
