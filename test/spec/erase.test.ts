// Tests Erase: every table and the log of the server are searched for what a person had; also what stays, and who may erase.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import type { Caller } from '../../src/accounts/caller.ts'
import { seconds } from '../../src/base/clock.ts'
import { erasureJob } from '../../src/erasure/index.ts'
import { Journal } from '../../src/journal/journal.ts'
import { importerOf } from '../import/support.ts'
import { eachCrm, type Json } from '../support/crm.ts'
import { receiverNearby, startReceiver } from '../support/receiver.ts'
import { placesOf } from '../support/store-search.ts'
import { until } from '../support/until.ts'
import { webhookCalls } from '../support/webhooks.ts'

/** Texts that nothing but the person has, without their first letters: an index stores what differs from the entry before. */
const traces = ['uillfeather', 'ephyrine', 'aidenname', '5550147', 'lmstreet', 'q-4711', 'ecretnote']

eachCrm(
  'Erase',
  crm => {
    const importer = importerOf(crm)
    const hooks = webhookCalls(crm)
    const receiver = startReceiver()
    after(async () => (await receiver).close())
    const found = () => placesOf(crm().server.store, crm().engine, traces)
    const erase = async (Key: string, entity = 'AbEntry'): Promise<Json> =>
      (await crm().ok('Erase', { [entity]: { Data: { Key } } }))[entity].Data
    /** Runs the job that finishes erasures, as it runs so many minutes later. */
    const finish = (minutes = 2) => {
      const now = () => crm().server.clock.now() + minutes * 60_000
      return erasureJob(crm().server.store, { ...crm().server.clock, now }).run()
    }
    const rowsOf = (sql: string) =>
      crm().server.store.rows({ sql, params: [], facts: { reads: true, allTenants: true } })
    const upload = async (bytes: string): Promise<string> => {
      const response = await fetch(`${crm().server.url}/api/BinaryUpload`, {
        method: 'POST',
        headers: { authorization: `Bearer ${crm().admin.token}`, 'content-type': 'application/octet-stream' },
        body: bytes,
      })
      return ((await response.json()) as Json).BinaryData.Data.BinaryDataId
    }
    const person = (more: Json = {}) =>
      crm().create('AbEntry', {
        ...{
          Type: 'Individual',
          FirstName: 'Zephyrine',
          LastName: 'Maidenname',
          Email: 'zephyrine@quillfeather.example',
        },
        ...{ Phone: '+49 30 5550147', Address: { AddressLine1: '7 Elmstreet', City: 'Bath' } },
        ...more,
      })

    test('no table and no line of the log has a text of the person, and what is about others stays', async () => {
      const { url, reply } = await receiver
      assert.equal(typeof reply, 'function')
      ;(await receiver).reply = ({ body }) => ({ status: 200, body })
      await hooks.target({ url, payload: 'full', entities: [] })
      await crm().create('RequestCapture', { Until: null })
      const key = await person({ ExternalKeys: [{ Source: 'ERP', Key: 'Q-4711' }] })
      await crm().ok('Update', { AbEntry: { Data: { Key: key, LastName: 'Quillfeather' } } })
      const other = await crm().create('AbEntry', { Type: 'Individual', FirstName: 'Ann', LastName: 'Other' })
      const twin = await person({ Email: 'z@quillfeather.example' })
      const different = await person({ FirstName: 'Zephyrine', Email: 'zz@quillfeather.example' })
      await crm().ok('Duplicates', { AbEntry: { Ignore: [key, different] } })
      await crm().ok('Merge', { AbEntry: { Data: { Key: key, From: [twin] } } })
      await crm().create('Note', { ParentKey: key, Text: 'A secretnote on Zephyrine' })
      const BinaryDataId = await upload('secretnote of Quillfeather')
      await crm().create('Document', { ParentKey: key, Name: 'Quillfeather.txt', BinaryDataId })
      await crm().create('Interaction', { AbEntries: [key], Type: '60001', Subject: 'Secretnote call' })
      const meeting = await crm().create('Interaction', { AbEntries: [key, other], Type: '60001', Subject: 'Kick-off' })
      const appointment = await crm().create('Appointment', {
        ...{ Subject: 'Demo', StartDate: '2027-01-05T10:00Z', AbEntries: [key, other], SendInvitations: true },
      })
      await crm().create('Task', {
        Activity: 'Secretnote for Zephyrine',
        DateTime: '2027-01-05T10:00Z',
        AbEntryKey: key,
      })
      await crm().create('Opportunity', { AbEntryKey: key, Objective: 'Secretnote deal' })
      const contact = await crm().create('AbEntry', { Type: 'Contact', ParentKey: key, LastName: 'Quillfeather' })
      await crm().ok('Delete', { AbEntry: { Data: { Key: contact } } })
      await crm().create('Lead', { LastName: 'Quillfeather', FirstName: 'Zephyrine', AbEntryKey: key })
      const csv =
        'First,Last,Mail,Tel\nZephyrine,Quillfeather,zephyrine@quillfeather.example,030 5550147\nBob,Bobson,bob@bobson.example,\n,,,+49305550147\n'
      const columns = { First: 'FirstName', Last: 'LastName', Mail: 'Email', Tel: 'Phone' }
      const done = await importer.run(csv, { columns, match: ['Email'] })
      assert.deepEqual([done.counts.update, done.counts.create, done.counts.reject], [1, 1, 1])
      const { id: planned } = await importer.upload(csv)
      await importer.plan(planned, { columns, match: ['Email'] })
      await until(async () => (await receiver).received.length > 10)
      await crm().ok('Read', { AbEntry: { Criteria: { SearchQuery: { $PHRASE: 'Quillfeather' } } } })

      await until(async () => (await rowsOf('SELECT email FROM appointment_invitation')).length > 0, 'the invitation')
      const places = [
        'appointment_invitation.email',
        'appointment_invitation.name',
        'history.changes',
        'import_chunk.bytes',
        'import.columns',
        'binary_chunk.bytes',
        'webhook_body.body',
      ]
      await until(async () => {
        const held = await found()
        return places.every(place => held.includes(place))
      }, `all of ${places}`)

      const answer = await erase(key)
      assert.equal(answer.Key, key)
      const { AbEntry, Interaction, Lead, Note, Document, Opportunity, Task } = answer.Erased
      assert.deepEqual([AbEntry, Interaction, Lead, Note, Document, Opportunity, Task], [3, 1, 1, 1, 1, 1, 1])
      assert.deepEqual(answer.TakenOutOf, { Interaction: 1, Appointment: 1 })
      await erase(different)
      await finish()
      assert.deepEqual(await rowsOf('SELECT id FROM erasure WHERE finished IS NULL'), [])
      const logged = "SELECT id FROM request_log WHERE operation = 'Erase'"
      await until(async () => (await rowsOf(logged)).length === 2)
      const late = (await found()).filter(place => place.startsWith('request_log'))
      assert.deepEqual(late, [], 'requests of before the erasure that were written after it')
      await hooks.numbered()
      const behind = 'SELECT id FROM webhook_target WHERE position < (SELECT max(position) FROM event_log)'
      await until(async () => (await rowsOf(behind)).length === 0)
      // What was still under way is removed by the last run.
      await finish(30)
      assert.deepEqual(await found(), [])
      assert.deepEqual(await rowsOf('SELECT id FROM erasure'), [])
      const lines = crm().server.logLines.join('\n').toLowerCase()
      for (const text of traces) assert.ok(!lines.includes(text), text)

      for (const gone of [key, twin, contact])
        assert.deepEqual(
          (await crm().ok('Read', { AbEntry: { Criteria: { SearchQuery: { Key: { $EQ: gone } } } } })).AbEntry.Data,
          [],
        )
      assert.deepEqual((await crm().get('Interaction', meeting, { AbEntries: [{ Key: 1 }] })).AbEntries, [
        { Key: other },
      ])
      assert.deepEqual((await crm().get('Appointment', appointment, { AbEntries: [{ Key: 1 }] })).AbEntries, [
        { Key: other },
      ])
      const bob = { AbEntry: { Criteria: { SearchQuery: { $PHRASE: 'Bobson' } } } }
      assert.equal((await crm().ok('Read', bob)).AbEntry.Data.length, 1, 'words of others are found')
      const rows = await importer.rows(done.id)
      assert.deepEqual(
        rows.map(({ values }) => values.Last),
        [null, 'Bobson', null],
      )
    })

    test('a request that began before an erasure and is recorded after it loses its bodies', async () => {
      const { store, clock } = crm().server
      const key = await person({ LastName: 'Maidenname' })
      await crm().create('RequestCapture', { Until: null })
      let late = 0
      const later = { ...clock, now: () => clock.now() + late }
      const journal = new Journal({ store, clock: later, log: { warn: () => {} }, newId: randomUUID, kept: 10_000 })
      const add = (id: string, body = '{"$PHRASE":"Quillfeather"}') =>
        journal.add({
          ...{
            caller: { db: crm().database.id, uid: 'MASTER', application: null } as Caller,
            id,
            body,
            answer: '{}',
            codes: [],
            ms: 1,
          },
          ...{ method: 'POST', route: '/api/Read', operation: 'Read', secret: false, entity: 'AbEntry', status: 200 },
        })
      const bodyOf = async (id: string) =>
        (await rowsOf(`SELECT body FROM request_log WHERE request_id = '${id}'`))[0]?.body
      // The first request has it looked up whether bodies are recorded.
      await until(async () => {
        const id = randomUUID()
        add(id)
        await journal.flush()
        return (await bodyOf(id)) !== null
      })
      add('held')
      await erase(key)
      await finish()
      await journal.flush()
      assert.equal(await bodyOf('held'), null)
      late = 120_000
      add('begun later', '{}')
      await journal.close()
      assert.equal(await bodyOf('begun later'), '{}')
    })

    test('the history has who erased, and the event has the key alone', async () => {
      const { received } = await receiver
      const key = await person({ LastName: 'Goner' })
      const before = received.length
      await erase(key)
      const history = {
        Scope: { Fields: { Operation: 1, Changes: 1, User: { Uid: 1 } } },
        Criteria: { SearchQuery: { ParentKey: { $EQ: key } } },
      }
      const rows = (await crm().ok('Read', { History: history })).History.Data
      assert.deepEqual(rows, [{ Operation: 'Erase', Changes: [], User: { Uid: 'MASTER' } }])
      await until(() =>
        received.slice(before).some(({ event }) => event.data.operation === 'erased' && event.data.key === key),
      )
      const { event } = received
        .slice(before)
        .find(one => one.event.data.operation === 'erased' && one.event.data.key === key) as Json
      assert.deepEqual(event.data, { key, version: null, operation: 'erased' })
    })

    test('a person with many interactions goes in several transactions, and one with others is kept', async () => {
      const [key, other] = [await person({ LastName: 'Busy' }), await person({ LastName: 'Friend' })]
      const many = Array.from({ length: 520 }, (_, i) => ({ AbEntries: [key], Type: '60001', Subject: `Call ${i}` }))
      await crm().ok('Create', { Interaction: { Data: many } })
      const common = await crm().create('Interaction', { AbEntries: [key, other], Type: '60001', Subject: 'Both' })
      const { Erased, TakenOutOf } = await erase(key)
      assert.deepEqual([Erased.Interaction, TakenOutOf], [520, { Interaction: 1 }])
      const kept = await crm().get('Interaction', common, { Subject: 1 })
      assert.equal(kept.Subject, 'Both')
      const left = await rowsOf("select count(*) as n from interaction where subject like 'Call %'")
      assert.equal(Number(left[0]?.n), 0)
      const pieces = await rowsOf(`select count(*) as n from erasure where keys like '%"Interaction"%'`)
      assert.ok(Number(pieces[0]?.n) >= 2)
    })

    test('an erasure is refused to others, of other entities, and of what is not there', async () => {
      const key = await person({ LastName: 'Kept' })
      const [denied] = await crm().refused('Erase', { AbEntry: { Data: { Key: key } } }, crm().user)
      assert.equal(denied?.ErrorCode, -2002)
      assert.equal((await crm().get('AbEntry', key, { LastName: 1 })).LastName, 'Kept')
      const note = await crm().create('Note', { ParentKey: key, Text: 'x' })
      assert.equal((await crm().refused('Erase', { Note: { Data: { Key: note } } }))[0]?.ErrorCode, -1003)
      await erase(key)
      const [gone] = await crm().refused('Erase', { AbEntry: { Data: { Key: key } } })
      assert.match(gone?.Message ?? '', /there is no such AbEntry/)
      assert.match((await crm().refused('Erase', { AbEntry: { Data: {} } }))[0]?.Message ?? '', /mandatory/)
    })

    test('a repeated request with its Idempotency-Key gets the first answer', async () => {
      const body = { Lead: { Data: { Key: await crm().create('Lead', { LastName: 'Once' }) } } }
      const headers = { 'idempotency-key': `erase-${seconds(crm().server.clock)}` }
      const first = await crm().call('Erase', body, crm().admin, headers)
      assert.equal(first.Code, 0)
      assert.deepEqual(await crm().call('Erase', body, crm().admin, headers), first)
    })
  },
  { settings: receiverNearby, logged: true },
)
