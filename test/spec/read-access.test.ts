// DECISIONS "SecAccess": what a reader may not see is nowhere to be seen; the deleted are gone; databases are apart.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { manualClock } from '../../src/base/clock.ts'
import { eachCrm, type Json } from '../support/crm.ts'
import { makeWorld, type World } from '../support/read-world.ts'

const start = Date.parse('2026-05-05T10:00:00Z')
const clock = manualClock(start)
const day = 86_400_000

eachCrm(
  'Access',
  crm => {
    let world: World
    before(async () => {
      clock.set(start)
      world = await makeWorld(crm())
    })
    const joe = () => crm().user

    test('a hidden entry is found by nothing: key, list, phrase, area, order, or as related', async () => {
      const { secret, carl } = world.keys
      const hidden = async (query: Json) =>
        assert.deepEqual(await world.find('AbEntry', query, joe()), [], JSON.stringify(query))
      await hidden({ Key: secret })
      await hidden({ Email: 'hush@secret.example' })
      await hidden({ $PHRASE: 'secret' })
      await hidden({ Key: { $EQ: { Body: secret, OrRelated: true } } })
      assert.deepEqual(await world.find('AbEntry', { Key: { $EQ: { Body: carl, OrRelated: true } } }, joe()), [
        'Carl Crypt',
      ])
      assert.deepEqual(await world.find('AbEntry', { Key: secret }, world.sally), ['Secret Ltd'])
      assert.deepEqual(await world.find('AbEntry', { Key: secret }), ['Secret Ltd'])
    })

    test('of readers who ask at the same time each sees what is for them', async () => {
      const { secret, acme } = world.keys
      for (let round = 0; round < 8; round++) {
        const found = await Promise.all(
          Array.from({ length: 24 }, (_, i) =>
            world.find('AbEntry', { Key: i % 3 === 0 ? acme : secret }, i % 2 === 0 ? joe() : world.sally),
          ),
        )
        for (const [i, names] of found.entries())
          assert.deepEqual(names, i % 3 === 0 ? ['Acme Corp'] : i % 2 === 0 ? [] : ['Secret Ltd'])
      }
    })

    test('a contact of a hidden company shows no Parent and no CompanyName, and is not found by that name', async () => {
      const fields = {
        FullName: 1,
        CompanyName: 1,
        Parent: { Key: 1, CompanyName: 1 },
        'Parent/Key': 1,
        'Parent/Email': 1,
      }
      const query = { Key: world.keys.carl }
      assert.deepEqual(await world.read('AbEntry', query, fields, {}, joe()), [
        { FullName: 'Carl Crypt', CompanyName: null, Parent: null, 'Parent/Key': null, 'Parent/Email': null },
      ])
      assert.deepEqual(await world.read('AbEntry', query, { Parent: 1, CompanyName: { Value: 1 } }, {}, joe()), [
        { Parent: null, CompanyName: null },
      ])
      const carl = async (condition: Json, found: boolean) => {
        const names = await world.find('AbEntry', { Key: world.keys.carl, ...condition }, joe())
        assert.equal(names.length, found ? 1 : 0, JSON.stringify(condition))
      }
      await carl({ CompanyName: 'Secret Ltd' }, false)
      await carl({ CompanyName: { $LIKE: 's%' } }, false)
      await carl({ CompanyName: { $LIKE: '%e%' } }, false)
      await carl({ CompanyName: { $IN: ['secret ltd', 'x'] } }, false)
      await carl({ CompanyName: { $GT: 'a' } }, false)
      await carl({ CompanyName: { $NE: null } }, false)
      await carl({ CompanyName: { $EQ: null } }, true)
      await carl({ CompanyName: { $IN: ['x', null] } }, true)
      await carl({ CompanyName: { $NE: 'Secret Ltd' } }, true)
      await carl({ CompanyName: { $NLIKE: 's%' } }, true)
      await carl({ 'Parent/CompanyName': { $NE: null } }, false)
      const order = { Content: { OrderBy: { Fields: [{ CompanyName: 'DESC' }] } } }
      const ordered = await world.find('AbEntry', { Type: 'Contact' }, joe(), order)
      assert.deepEqual(ordered, ['Ann Q Archer', 'Bob Zürn', 'Carl Crypt'])
      const sally = await world.find('AbEntry', { Type: 'Contact' }, world.sally, order)
      assert.deepEqual(sally, ['Carl Crypt', 'Ann Q Archer', 'Bob Zürn'])
    })

    test('elsewhere a hidden record appears as its key with a null DisplayValue', async () => {
      const fields = { AbEntries: [{ Key: 1, DisplayValue: 1, CompanyName: 1 }], 'AbEntries/FullName': 1 }
      const [mail] = await world.read('Interaction', { Key: world.keys.mail }, fields, {}, joe())
      assert.deepEqual(mail, {
        AbEntries: [
          { Key: world.keys.acme, DisplayValue: 'Acme Corp', CompanyName: 'Acme Corp' },
          { Key: world.keys.secret, DisplayValue: null, CompanyName: null },
        ],
        'AbEntries/FullName': ['Acme Corp', null],
      })
      const query = { AbEntryKey: world.keys.acme, 'AbEntries/CompanyName': 'Secret Ltd' }
      assert.deepEqual(await world.find('Interaction', query, joe()), [])
      const lead = await crm().create('Lead', { LastName: 'Mole', OpportunityKey: world.keys.nuts })
      const shown = await world.read(
        'Lead',
        { Key: lead },
        { OpportunityKey: 1, Opportunity: { Key: 1, Objective: 1 } },
        {},
        joe(),
      )
      assert.deepEqual(shown, [
        { OpportunityKey: world.keys.nuts, Opportunity: { Key: world.keys.nuts, Objective: null } },
      ])
    })

    test('interactions and stages hang on what they belong to', async () => {
      const only = await crm().create('Interaction', { Type: '60001', AbEntryKey: world.keys.secret, Subject: 'Hush' })
      assert.deepEqual(await world.find('Interaction', { Key: only }, joe()), [])
      assert.deepEqual(await world.find('Interaction', { Key: only }, world.sally), ['Hush'])
      const log = { Scope: { Fields: { Subject: 1 } }, Criteria: { SearchQuery: { Subject: 'Hush' } } }
      assert.deepEqual((await crm().ok('Read', { InteractionLog: log }, joe())).InteractionLog.Data, [])
      const stages = (await world.read('SalesStage', { OpportunityKey: world.keys.nuts }, { Key: 1 }, {}, joe())).length
      assert.equal(stages, 0)
    })

    test('SecStatus says what the caller may do', async () => {
      const acme = await crm().create('AbEntry', { CompanyName: 'Read me', SecAccess: { Write: [crm().admin.key] } })
      const status = async (as?: Parameters<World['find']>[2]) =>
        (await world.read('AbEntry', { Key: acme }, { SecStatus: 1 }, {}, as))[0].SecStatus
      assert.equal(await status(joe()), 'ReadOnly')
      assert.equal(await status(crm().admin), 'ReadWrite')
    })

    test('nothing crosses from one database to another', async () => {
      const other = await crm().addPerson('EVE', { Admin: true }, await crm().addDatabase('elsewhere'))
      assert.deepEqual(await world.find('AbEntry', {}, other), [])
      assert.deepEqual(await world.find('AbEntry', { Key: world.keys.acme }, other), [])
      assert.deepEqual(await world.find('AbEntry', { $PHRASE: 'acme' }, other), [])
      assert.deepEqual(
        await world.find('AbEntry', { Key: { $EQ: { Body: world.keys.acme, OrRelated: true } } }, other),
        [],
      )
      assert.deepEqual(await world.read('AbEntry', {}, { '$COUNT()': 1 }, {}, other), [{ '$COUNT()': 0 }])
      assert.deepEqual(
        await world.find('AbEntry', { '$INBOUND(Address/Location,-180:-90,180:-90,180:90,-180:90)': true }, other),
        [],
      )
    })

    test('what was deleted is gone from every read, and stands in the bin for thirty days', async () => {
      const company = await crm().create('AbEntry', { CompanyName: 'Shortlived' })
      const contact = await crm().create('AbEntry', { ParentKey: company, LastName: 'Gone' })
      const call = await crm().create('Interaction', { Type: '60001', AbEntryKey: company, Subject: 'Last call' })
      const note = await crm().create('Note', { ParentKey: company, Text: 'Remember' })
      await crm().ok('Update', { AbEntry: { Data: { Key: world.keys.bob, ReportsToKey: null } } })
      await crm().ok('Delete', { AbEntry: { Data: { Key: company } } })
      for (const query of [
        { Key: company },
        { $PHRASE: 'shortlived' },
        { ParentKey: company },
        { CompanyName: 'Shortlived' },
      ])
        assert.deepEqual(await world.find('AbEntry', query), [])
      assert.deepEqual(await world.find('Interaction', { Key: call }), [])

      const bin = { Content: { Options: { Deleted: true } } }
      const fields = { FullName: 1, CompanyName: 1, DeletedDate: 1, DeletedBy: { Uid: 1 }, Parent: { CompanyName: 1 } }
      const expected = (name: string, Parent: Json) => ({
        FullName: name,
        CompanyName: 'Shortlived',
        DeletedDate: '2026-05-05T10:00:00Z',
        DeletedBy: { Uid: 'MASTER' },
        Parent,
      })
      for (const reader of [crm().admin, joe()]) {
        assert.deepEqual(await world.read('AbEntry', {}, fields, bin, reader), [
          expected('Shortlived', null),
          expected('Gone', { CompanyName: 'Shortlived' }),
        ])
        assert.deepEqual(await world.find('Interaction', { Key: call }, reader, bin), ['Last call'])
        assert.equal((await world.read('Note', { Key: note }, { Text: 1 }, bin, reader)).length, 1)
        assert.deepEqual(await world.read('AbEntry', {}, { '$COUNT()': 1 }, bin, reader), [{ '$COUNT()': 2 }])
      }
      clock.advance(30 * day - 1000)
      assert.equal((await world.read('AbEntry', { Key: contact }, { Key: 1 }, bin)).length, 1)
      clock.advance(1000)
      assert.equal((await world.read('AbEntry', { Key: contact }, { Key: 1 }, bin)).length, 0)
    })

    test('what a hidden record had stays hidden in the bin', async () => {
      const key = await crm().create('AbEntry', { CompanyName: 'Deep', SecAccess: { Read: [world.keys.group] } })
      await crm().ok('Delete', { AbEntry: { Data: { Key: key } } })
      const bin = { Content: { Options: { Deleted: true } } }
      assert.deepEqual(await world.find('AbEntry', { Key: key }, joe(), bin), [])
      assert.deepEqual(await world.find('AbEntry', { Key: key }, world.sally, bin), ['Deep'])
    })

    test('a key that leads to something deleted shows the key alone', async () => {
      const territory = await crm().create('Territory', { Name: 'Lost' })
      const key = await crm().create('AbEntry', { CompanyName: 'Wanderer', TerritoryKey: territory })
      const answer = await crm().call('Delete', { Territory: { Data: { Key: territory } } })
      if (answer.Code !== 0) return
      const [record] = await world.read('AbEntry', { Key: key }, { Territory: { DisplayValue: 1, Name: 1 } })
      assert.ok(record.Territory === null || record.Territory.DisplayValue === null)
    })
  },
  { clock },
)
