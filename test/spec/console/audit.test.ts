// Tests the history of all records, which administrators read by user, application, time and operation.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { manualClock } from '../../../src/base/clock.ts'
import { eachCrm, type Json } from '../../support/crm.ts'

const hour = 3_600_000
const clock = manualClock(Date.UTC(2026, 2, 10, 9))

eachCrm(
  'History of all records',
  crm => {
    let lead = ''
    let start = 0
    before(async () => {
      const { user } = crm()
      start = clock.now()
      lead = await crm().create('Lead', { LastName: 'Doe' })
      clock.advance(hour)
      await crm().ok('Update', { Lead: { Data: { Key: lead, LastName: 'Roe' } } }, user)
      clock.advance(hour)
      const entry = await crm().create('AbEntry', { CompanyName: 'Acme', SecAccess: { Read: [crm().admin.key] } })
      clock.advance(hour)
      await crm().ok('Delete', { AbEntry: { Data: { Key: entry } } })
      await crm().ok('Delete', { Lead: { Data: { Key: lead } } }, user)
    })
    const read = async (query: Json, more: Json = {}): Promise<Json> => {
      const fields = { Operation: 1, ParentKey: { EntityType: 1 }, User: { Uid: 1 }, DateTime: 1 }
      const content = { Scope: { Fields: fields }, Criteria: { SearchQuery: query }, ...more }
      return (await crm().ok('Read', { History: content })).History
    }
    const told = ({ Data }: Json): string[] =>
      Data.map(
        ({ Operation, ParentKey, User, DateTime }: Json) =>
          `${(Date.parse(DateTime) - start) / hour} ${User.Uid} ${Operation} ${ParentKey.EntityType}`,
      )
    const written = { 'ParentKey/EntityType': { $IN: ['Lead', 'AbEntry'] } }
    const all = ['0 MASTER Create Lead', '1 JOE Update Lead', '2 MASTER Create AbEntry']
    const ended = ['3 JOE Delete Lead', '3 MASTER Delete AbEntry']

    test('of one user, one operation, one entity, some time', async () => {
      assert.deepEqual(told(await read(written)).sort(), [...all, ...ended])
      const joe = { User: { $EQ: { Uid: 'JOE' } } }
      assert.deepEqual(told(await read(joe)), [all[1], ended[0]])
      assert.deepEqual(told(await read({ ...joe, Operation: 'Delete' })), [ended[0]])
      assert.deepEqual(told(await read({ ...joe, 'ParentKey/EntityType': 'AbEntry' })), [])
      const hours = { DateTime: { $RANGE: [1, 2.5].map(n => new Date(start + n * hour).toISOString()) } }
      assert.deepEqual(told(await read({ ...written, ...hours })), all.slice(1))
    })

    test('in pages, the newest first', async () => {
      const order = (PageKey: string | null) => ({ OrderBy: { Fields: [{ DateTime: 'DESC' }], PageSize: 2, PageKey } })
      const pages: string[][] = []
      for (let key: string | null = null; ; ) {
        const page: Json = await read(written, order(key))
        pages.push(told(page))
        key = page.PageKey
        if (key === null) break
      }
      assert.deepEqual(
        pages.map(page => page.length),
        [2, 2, 1],
      )
      assert.deepEqual(pages.flat().slice(2), [...all].reverse())
      assert.deepEqual(pages.flat().slice(0, 2).sort(), ended)
    })

    test('through one application', async () => {
      assert.deepEqual(told(await read({ Application: { $EQ: 'Sync' } })), [])
      assert.equal(told(await read({ ...written, Application: null })).length, 5)
    })

    test('others need a condition on the record', async () => {
      const History = { Scope: { Fields: { Operation: 1 } } }
      const joe = { ...History, Criteria: { SearchQuery: { User: { $EQ: { Uid: 'JOE' } } } } }
      for (const body of [{ History }, { History: joe }]) {
        const [problem] = await crm().refused('Read', body, crm().user)
        assert.equal(problem?.ErrorCode, -3011)
      }
      const one = { ...History, Criteria: { SearchQuery: { ParentKey: { $EQ: lead } } } }
      const { Data } = (await crm().ok('Read', { History: one }, crm().user)).History
      assert.equal(Data.length, 3)
    })
  },
  { clock },
)
