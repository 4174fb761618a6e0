// Tests the recycle bin, the history of records, and idempotent writes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { manualClock } from '../../src/base/clock.ts'
import { limitsOf } from '../../src/config/limits.ts'
import { purgeAll } from '../../src/operations/bin/purge.ts'
import { drivers, eachCrm, type Json } from '../support/crm.ts'

const codes = (problems: { ErrorCode: number }[]): number[] => problems.map(p => p.ErrorCode).sort()
const clock = manualClock(Date.UTC(2026, 0, 15))
const day = 86_400_000

eachCrm(
  'Recycle bin',
  crm => {
    const there = async (entity: string, key: string) => (await crm().get(entity, key, { Key: 1 })) !== undefined
    const family = async () => {
      const company = await crm().create('AbEntry', { CompanyName: 'Family' })
      const contact = await crm().create('AbEntry', { ParentKey: company, LastName: 'Child' })
      const deal = await crm().create('Opportunity', { AbEntryKey: contact, Objective: 'Deal' })
      const call = await crm().create('Interaction', { Type: '60001', AbEntryKey: contact })
      const note = await crm().create('Note', { ParentKey: deal, Text: 'Remember' })
      return { company, contact, deal, call, note }
    }
    const all = async ({ company, contact, deal, call, note }: Awaited<ReturnType<typeof family>>) => [
      await there('AbEntry', company),
      await there('AbEntry', contact),
      await there('Opportunity', deal),
      await there('Interaction', call),
      await there('Note', note),
    ]
    const remove = (entity: string, key: string) => crm().ok('Delete', { [entity]: { Data: { Key: key } } })
    const restore = (entity: string, key: string) => crm().call('Restore', { [entity]: { Data: { Key: key } } })

    test('Delete answers with the key, and the record vanishes with what hangs on it [C-4.4-04, C-4.6-08]', async () => {
      const made = await family()
      const answer = await remove('AbEntry', made.company)
      assert.deepEqual(answer, { Code: 0, AbEntry: { Data: { Key: made.company } } })
      assert.deepEqual(await all(made), [false, false, false, false, false])
      const again = await crm().refused('Delete', { AbEntry: { Data: { Key: made.company } } })
      assert.deepEqual(codes(again), [-3007])
    })
    test('a unit is restored as a whole, by any of its members, and found again', async () => {
      const made = await family()
      await remove('AbEntry', made.company)
      assert.equal((await restore('AbEntry', made.contact)).Code, 0)
      assert.deepEqual(await all(made), [true, true, true, true, true])
      const content = { Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery: { $PHRASE: 'Child' } } }
      const found = (await crm().ok('Read', { AbEntry: content })).AbEntry.Data.map((r: Json) => r.Key)
      assert.ok(found.includes(made.contact))
      assert.deepEqual(codes((await restore('AbEntry', made.company)).Errors), [-4011])
    })
    test('what was deleted by itself before is not restored with the rest, nor before what it hangs on', async () => {
      const made = await family()
      await remove('Opportunity', made.deal)
      await remove('AbEntry', made.company)
      assert.deepEqual(codes((await restore('Opportunity', made.deal)).Errors), [-4008])
      assert.equal((await restore('AbEntry', made.company)).Code, 0)
      assert.deepEqual(await all(made), [true, true, false, true, false])
      assert.equal((await restore('Opportunity', made.deal)).Code, 0)
      assert.deepEqual(await all(made), [true, true, true, true, true])
    })
    test('an interaction stays while another of its entries does', async () => {
      const [one, two] = [
        await crm().create('AbEntry', { CompanyName: '1' }),
        await crm().create('AbEntry', { CompanyName: '2' }),
      ]
      const call = await crm().create('Interaction', { Type: '60001', AbEntries: [one, two] })
      await remove('AbEntry', one)
      assert.equal(await there('Interaction', call), true)
      await remove('AbEntry', two)
      assert.equal(await there('Interaction', call), false)
      assert.equal((await restore('AbEntry', two)).Code, 0)
      assert.equal(await there('Interaction', call), true)
    })
    test('Delete is refused when the caller may not write all of the unit', async () => {
      const made = await family()
      await crm().ok('Update', { Opportunity: { Data: { Key: made.deal, 'SecAccess/Write': [crm().admin.key] } } })
      const body = { AbEntry: { Data: { Key: made.company } } }
      assert.deepEqual(codes(await crm().refused('Delete', body, crm().user)), [-2003])
      assert.deepEqual(await all(made), [true, true, true, true, true])
      await crm().ok('Delete', body)
      assert.deepEqual(codes(await crm().refused('Restore', body, crm().user)), [-2003])
    })
    test('Options.Deleted lists the bin, with DeletedDate and DeletedBy', async () => {
      const key = await crm().create('AbEntry', { CompanyName: 'Binned' })
      await remove('AbEntry', key)
      const content = {
        Scope: { Fields: { Key: 1, DeletedBy: { Uid: 1 }, DeletedDate: 1 } },
        Criteria: { SearchQuery: { Key: { $EQ: key } } },
        Options: { Deleted: true },
      }
      const [row] = (await crm().ok('Read', { AbEntry: content })).AbEntry.Data
      assert.deepEqual(row, {
        Key: key,
        DeletedBy: { Uid: 'MASTER' },
        DeletedDate: new Date(clock.now()).toISOString().replace('.000', ''),
      })
    })
    test('after 30 days it cannot be restored, and the purge removes it for good, with its history', async () => {
      const made = await family()
      const task = await crm().create('Task', { Activity: 'Call', DateTime: '2026-02-01', AbEntryKey: made.company })
      await remove('AbEntry', made.company)
      const hidden = await crm().create('AbEntry', { CompanyName: 'Hidden', 'SecAccess/Read': [crm().admin.key] })
      await remove('AbEntry', hidden)
      clock.advance(30 * day)
      assert.deepEqual(codes((await restore('AbEntry', made.company)).Errors), [-4011])
      assert.deepEqual(codes((await restore('AbEntry', hidden)).Errors), [-4011])
      const byJoe = await crm().call('Restore', { AbEntry: { Data: { Key: hidden } } }, crm().user)
      assert.deepEqual(codes(byJoe.Errors), [-3007])
      const { store, settings } = crm().server
      const purged = await purgeAll(store, limitsOf(settings), Math.floor(clock.now() / 1000))
      assert.ok(purged >= 5)
      assert.deepEqual(codes((await restore('AbEntry', made.company)).Errors), [-3007])
      assert.equal((await crm().get('Task', task, { AbEntryKey: 1 })).AbEntryKey, null)
    })
    test('History has one row per write: who, when, through what, from what to what', async () => {
      const key = await crm().create('AbEntry', { CompanyName: 'Before' })
      // The rows are read in the order of their keys, which several processes give by the clock.
      const update = (data: Json) => {
        clock.advance(1000)
        return crm().ok('Update', { AbEntry: { Data: { Key: key, ...data } } })
      }
      await update({ CompanyName: 'After', Phone1: { Number: '5', Extension: '1' } })
      await update({ 'Phone1/Extension': '2' })
      await update({ CompanyName: 'After' })
      clock.advance(1000)
      await remove('AbEntry', key)
      clock.advance(1000)
      await restore('AbEntry', key)
      const content = {
        Scope: { Fields: { Operation: 1, User: { Uid: 1 }, Changes: 1 } },
        Criteria: { SearchQuery: { ParentKey: { $EQ: key } } },
        OrderBy: { Fields: [{ Key: 'ASC' }] },
      }
      const rows = (await crm().ok('Read', { History: content, Configuration: drivers })).History.Data
      assert.deepEqual(
        rows.map((r: Json) => [r.Operation, r.User.Uid]),
        ['Create', 'Update', 'Update', 'Delete', 'Restore'].map(operation => [operation, 'MASTER']),
      )
      assert.deepEqual(rows[0].Changes, [
        { Field: 'Type', Before: null, After: 'Company' },
        { Field: 'CompanyName', Before: null, After: 'Before' },
      ])
      assert.deepEqual(rows[1].Changes, [
        { Field: 'CompanyName', Before: 'Before', After: 'After' },
        { Field: 'Phone', Before: null, After: '5' },
        { Field: 'Phone1', Before: null, After: '5' },
      ])
      assert.equal(rows[2].Changes.length, 1)
      assert.equal(rows[2].Changes[0].After.Extension, '2')
    })
    test('a write with an Idempotency-Key is done once', async () => {
      const body = (name: string) => ({ AbEntry: { Data: { CompanyName: name } } })
      const send = (name: string, as = crm().admin) =>
        crm().call('Create', body(name), as, { 'idempotency-key': 'k-1' })
      const first = await send('Once')
      assert.deepEqual(await send('Once'), first)
      assert.deepEqual(codes((await send('Twice')).Errors), [-4009])
      const other = await send('Once', crm().user)
      assert.notEqual(other.AbEntry.Data.Key, first.AbEntry.Data.Key)
      const together = await Promise.all(
        Array.from({ length: 8 }, () => crm().call('Create', body('Race'), crm().admin, { 'idempotency-key': 'k-2' })),
      )
      assert.equal(new Set(together.map(answer => answer.AbEntry.Data.Key)).size, 1)
      clock.advance(day)
      assert.notEqual((await send('Once')).AbEntry.Data.Key, first.AbEntry.Data.Key)
    })
  },
  { clock },
)
