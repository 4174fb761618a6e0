// Tests Merge: fields, what refers to the merged records, aliases of their keys, access, history, events and undo.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { manualClock } from '../../src/base/clock.ts'
import { limitsOf } from '../../src/config/limits.ts'
import { purgeAll } from '../../src/operations/bin/purge.ts'
import { eachCrm, type Json } from '../support/crm.ts'
import { until } from '../support/until.ts'

const clock = manualClock(Date.UTC(2026, 0, 15))
const day = 86_400_000

eachCrm(
  'Merge',
  crm => {
    const company = (data: Json, as = crm().admin) => crm().create('AbEntry', { Type: 'Company', ...data }, as)
    const person = (data: Json) => crm().create('AbEntry', { Type: 'Individual', ...data })
    const merge = async (Key: string, From: string[], more: Json = {}, entity = 'AbEntry'): Promise<Json> =>
      (await crm().ok('Merge', { [entity]: { Data: { Key, From, ...more } } }))[entity].Data
    const entry = (key: string, fields: Json) => crm().get('AbEntry', key, fields)
    const restore = async (key: string, entity = 'AbEntry'): Promise<Json> =>
      (await crm().ok('Restore', { [entity]: { Data: { Key: key } } }))[entity].Data
    const keysOf = async (entity: string, query: Json): Promise<string[]> => {
      const content = { Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery: query } }
      return (await crm().ok('Read', { [entity]: content }))[entity].Data.map((one: Json) => one.Key)
    }

    const options = async (entity: string, field: string): Promise<string[]> =>
      (await crm().ok('Read', { [entity]: { FieldOptions: { [field]: 1 } } }))[entity].FieldOptions[field].map(
        ({ Key }: Json) => Key,
      )

    test('fills empty fields in order, puts addresses and numbers into free places, unites lists', async () => {
      const [tag, other] = await options('AbEntry', 'Category')
      const kept = await person({
        LastName: 'Kept',
        Email: 'one@kept.example',
        Phone: '030 111 111 11',
        Category: [tag],
        ExternalKeys: [{ Source: 'ERP', Key: '1' }],
      })
      const second = await person({
        LastName: 'Second',
        FirstName: 'Sam',
        Email1: 'ONE@kept.example',
        Email2: { Address: 'two@second.example', Description: 'Home' },
        Phone1: '+49 30 11111111',
        Phone3: { Number: '030 222 222 22', Extension: '7' },
        Category: [tag, other],
        ExternalKeys: [{ Source: 'ERP', Key: '2' }],
        Address: { City: 'Berlin' },
      })
      const third = await person({
        LastName: 'Third',
        FirstName: 'Tim',
        Website: 'third.example',
        Email: 'x@third.example',
      })
      const answer = await merge(kept, [second, third])
      assert.deepEqual(answer, { Key: kept, Merged: [second, third], Moved: { Address: 1 } })
      const read = await entry(kept, {
        FirstName: 1,
        LastName: 1,
        Website: 1,
        Email2: { Address: 1, Description: 1 },
        Email3: 1,
        Phone2: { Number: 1, Extension: 1 },
        Phone3: 1,
        Category: { Key: 1 },
        ExternalKeys: 1,
        Address: { City: 1 },
      })
      assert.deepEqual(read, {
        FirstName: 'Sam',
        LastName: 'Kept',
        Website: 'third.example',
        Email2: { Address: 'two@second.example', Description: 'Home' },
        Email3: 'x@third.example',
        Phone2: { Number: '030 222 222 22', Extension: '7' },
        Phone3: null,
        Category: [{ Key: tag }, { Key: other }],
        ExternalKeys: [
          { Source: 'ERP', Key: '1' },
          { Source: 'ERP', Key: '2' },
        ],
        Address: { City: 'Berlin' },
      })
      assert.deepEqual(await keysOf('AbEntry', { 'ExternalKeys/Key': '2' }), [kept])
      const found = await keysOf('AbEntry', { $PHRASE: 'two@second.example' })
      assert.deepEqual(found, [kept], 'the words of the survivor have what it got')
    })

    test('Fields takes values from another record, and History has what was lost', async () => {
      const kept = await person({ LastName: 'Right', FirstName: 'Wrong', Position: 'Boss' })
      const other = await person({ LastName: 'Wrong', FirstName: 'Right', Position: 'Clerk' })
      await merge(kept, [other], { Fields: { FirstName: other, LastName: kept } })
      const read = await entry(kept, { FirstName: 1, LastName: 1, Position: 1 })
      assert.deepEqual(read, { FirstName: 'Right', LastName: 'Right', Position: 'Boss' })
      const history = {
        Scope: { Fields: { Operation: 1, Changes: 1 } },
        Criteria: { SearchQuery: { ParentKey: kept } },
      }
      const rows: Json[] = (await crm().ok('Read', { History: history })).History.Data
      const [row] = rows.filter(({ Operation }) => Operation === 'Merge')
      assert.equal(rows.length, 2)
      const change = (name: string) => row.Changes.find(({ Field }: Json) => Field === name)
      assert.deepEqual(change('FirstName'), { Field: 'FirstName', Before: 'Wrong', After: 'Right' })
      assert.deepEqual(change('Merged'), { Field: 'Merged', Before: null, After: [other] })
      assert.deepEqual(change('Merged/Position'), { Field: 'Merged/Position', Before: 'Clerk', After: null })
      const [wrong] = await crm().refused('Merge', {
        AbEntry: {
          Data: { Key: kept, From: [await person({ LastName: 'X' })], Fields: { Position: other, Nam: kept } },
        },
      })
      assert.equal(wrong?.ErrorCode, -3000)
    })

    /** A company with one record of each sort that refers to it. */
    const household = async (name: string) => {
      const key = await company({ CompanyName: name, Address: { City: name } })
      const contact = await crm().create('AbEntry', { ParentKey: key, LastName: `${name} Contact` })
      const deal = await crm().create('Opportunity', { AbEntryKey: key, ContactKey: contact, Objective: 'Deal' })
      const question = await crm().create('Case', { AbEntryKey: key, Subject: 'Question' })
      const call = await crm().create('Interaction', { Type: '60001', AbEntryKey: key, Subject: 'Call' })
      const note = await crm().create('Note', { ParentKey: key, Text: 'Remember' })
      const task = await crm().create('Task', { Activity: 'Ring', DateTime: '2026-02-01T09:00:00Z', AbEntryKey: key })
      const lead = await crm().create('Lead', { LastName: 'Lead', PartnerKey: key })
      return { key, contact, deal, question, call, note, task, lead }
    }

    test('everything that refers to a merged record moves, by the model and not by a list', async () => {
      const [one, two] = [await household('One'), await household('Two')]
      const both = await crm().create('Interaction', { Type: '60001', AbEntries: [two.key, one.key] })
      const list = await crm().create('FavoriteList', { Name: 'Mine', MemberKeys: [two.key] })
      const friend = await company({ CompanyName: 'Friend' })
      for (const key of [one.key, two.key]) await crm().create('RelatedEntry', { FromKey: key, ToKey: friend })
      await crm().create('RelatedEntry', { FromKey: two.key, ToKey: one.key })
      const campaign = await crm().create('Campaign', { Name: 'Spring' })
      for (const key of [one.key, two.key])
        await crm().ok('Create', { CampaignSubscriber: { Data: { Key: key, ParentKey: campaign } } })
      const { Moved } = await merge(one.key, [two.key])
      assert.equal(Moved.Opportunity, 1)
      assert.equal(Moved.Interaction, 2)
      assert.deepEqual(
        (await keysOf('Opportunity', { AbEntryKey: one.key })).toSorted(),
        [one.deal, two.deal].toSorted(),
      )
      assert.deepEqual((await keysOf('Case', { AbEntryKey: one.key })).length, 2)
      assert.deepEqual((await keysOf('AbEntry', { ParentKey: one.key })).length, 2)
      assert.deepEqual((await keysOf('Interaction', { 'AbEntries/Key': one.key })).length, 3)
      assert.deepEqual((await keysOf('Note', { ParentKey: one.key })).length, 2)
      assert.deepEqual((await keysOf('Task', { AbEntryKey: one.key })).length, 2)
      assert.deepEqual((await keysOf('Lead', { PartnerKey: one.key })).length, 2)
      assert.deepEqual(
        await keysOf('RelatedEntry', { FromKey: one.key }).then(keys => keys.length),
        1,
        'no twin, none to itself',
      )
      const shared = await crm().get('Interaction', both, { AbEntryKey: 1, AbEntries: { Key: 1 } })
      assert.deepEqual(shared, { AbEntryKey: one.key, AbEntries: [{ Key: one.key }] })
      assert.deepEqual((await crm().get('FavoriteList', list, { MemberKeys: 1 })).MemberKeys, [one.key])
      assert.equal((await keysOf('CampaignSubscriber', { ParentKey: campaign })).length, 1, 'no twin')
      const contact = await entry(two.contact, { CompanyName: 1, ParentKey: 1 })
      assert.deepEqual(contact, { CompanyName: 'One', ParentKey: one.key })
      const addresses = {
        Scope: { Fields: { City: 1, Default: 1 } },
        Criteria: { SearchQuery: { ParentKey: one.key } },
      }
      const read: Json[] = (await crm().ok('Read', { Address: addresses })).Address.Data
      assert.deepEqual(read.map(({ City, Default }) => `${City} ${Default}`).toSorted(), ['One true', 'Two false'])

      const undone = await restore(two.key)
      assert.equal((await keysOf('CampaignSubscriber', { ParentKey: campaign })).length, 2)
      assert.equal(undone.Key, two.key)
      assert.deepEqual([undone.Survivor, undone.Left, undone.Kept], [one.key, {}, []])
      assert.deepEqual(await keysOf('Opportunity', { AbEntryKey: two.key }), [two.deal])
      assert.deepEqual(await keysOf('AbEntry', { ParentKey: two.key }), [two.contact])
      assert.equal((await entry(two.contact, { CompanyName: 1 })).CompanyName, 'Two')
      assert.equal((await entry(two.key, { Address: { City: 1 } })).Address.City, 'Two')
      assert.equal((await entry(one.key, { Address: { City: 1 } })).Address.City, 'One')
      assert.equal((await keysOf('RelatedEntry', { FromKey: two.key })).length, 2)
      assert.deepEqual((await keysOf('Interaction', { 'AbEntries/Key': two.key })).length, 2)
      assert.deepEqual((await crm().get('FavoriteList', list, { MemberKeys: 1 })).MemberKeys, [two.key])
      assert.deepEqual(await keysOf('AbEntry', { $PHRASE: 'Two' }).then(keys => keys.includes(two.key)), true)
    })

    test('a merged key reads, updates and is searched as the survivor, also after the bin was purged', async () => {
      const kept = await company({ CompanyName: 'Remains' })
      const gone = await company({ CompanyName: 'Goes' })
      const deal = await crm().create('Opportunity', { AbEntryKey: gone, Objective: 'Deal' })
      await merge(kept, [gone])
      const check = async () => {
        assert.deepEqual(await entry(gone, { Key: 1, CompanyName: 1 }), { Key: kept, CompanyName: 'Remains' })
        assert.deepEqual(await keysOf('AbEntry', { Key: { $IN: [gone, kept] } }), [kept])
        assert.deepEqual(await keysOf('Opportunity', { AbEntryKey: gone }), [deal])
        assert.deepEqual(await keysOf('Opportunity', { 'AbEntry/Key': { $EQ: gone } }), [deal])
        const update = await crm().ok('Update', { AbEntry: { Data: { Key: gone, Website: 'remains.example' } } })
        assert.equal(update.AbEntry.Data.Key, kept)
        assert.equal((await entry(kept, { Website: 1 })).Website, 'remains.example')
        const made = await crm().create('Note', { ParentKey: gone, Text: 'By the old key' })
        assert.equal((await crm().get('Note', made, { ParentKey: 1 })).ParentKey, kept)
        const [refused] = await crm().refused('Delete', { AbEntry: { Data: { Key: gone } } })
        assert.equal(refused?.ErrorCode, -4008)
        assert.ok(refused?.Message.includes(kept))
        const [again] = await crm().refused('Merge', { AbEntry: { Data: { Key: kept, From: [gone] } } })
        assert.equal(again?.ErrorCode, -4008)
      }
      await check()
      const bin = {
        Scope: { Fields: { Key: 1, MergedInto: 1 } },
        Criteria: { SearchQuery: { CompanyName: 'Goes' } },
        Options: { Deleted: true },
      }
      assert.deepEqual((await crm().ok('Read', { AbEntry: bin })).AbEntry.Data, [{ Key: gone, MergedInto: kept }])
      clock.advance(40 * day)
      await purgeAll(crm().server.store, limitsOf(crm().server.settings), Math.floor(clock.now() / 1000))
      await check()
      assert.equal((await crm().refused('Restore', { AbEntry: { Data: { Key: gone } } }))[0]?.ErrorCode, -4008 - 3)
    })

    test('merges chain, and each is undone by itself', async () => {
      const [a, b, c] = [
        await company({ CompanyName: 'A', Website: 'a.example' }),
        await company({ CompanyName: 'B' }),
        await company({ CompanyName: 'C' }),
      ]
      const note = await crm().create('Note', { ParentKey: a, Text: 'Of A' })
      await merge(b, [a])
      await merge(c, [b])
      assert.equal((await entry(a, { Key: 1 })).Key, c)
      assert.equal((await entry(c, { Website: 1 })).Website, 'a.example')
      await crm().ok('Update', { AbEntry: { Data: { Key: c, Website: 'new.example' } } })
      const back = await restore(b)
      assert.deepEqual([back.Survivor, back.Kept], [c, ['Website']])
      assert.equal((await entry(a, { Key: 1 })).Key, b)
      assert.deepEqual(await keysOf('Note', { ParentKey: b }), [note])
      assert.equal((await entry(c, { Website: 1 })).Website, 'new.example')
      await crm()
        .ok('Update', { Note: { Data: { Key: note, ParentKey: c } } })
        .catch(() => null)
      await restore(a)
      assert.equal((await entry(a, { Key: 1, Website: 1 })).Website, 'a.example')
      assert.equal((await entry(b, { Website: 1 })).Website, null, 'a filled field that is unchanged is emptied')
    })

    test('the survivor gets the stricter access, and the answer says so', async () => {
      const kept = await company({ CompanyName: 'Open' })
      const hidden = await company({ CompanyName: 'Hidden', SecAccess: { Read: [crm().admin.key] } })
      const answer = await merge(kept, [hidden])
      assert.deepEqual(answer.SecAccess, { Read: [crm().admin.key] })
      assert.equal(await crm().get('AbEntry', kept, { Key: 1 }, crm().user), undefined)
      const readOnly = await company({ CompanyName: 'Read only', SecAccess: { Write: [crm().admin.key] } })
      const own = await company({ CompanyName: 'Own' })
      const [denied] = await crm().refused('Merge', { AbEntry: { Data: { Key: own, From: [readOnly] } } }, crm().user)
      assert.deepEqual([denied?.ErrorCode, denied?.Path], [-2003, 'AbEntry.Data.From[0]'])
      const [unknown] = await crm().refused('Merge', { AbEntry: { Data: { Key: own, From: [kept] } } }, crm().user)
      assert.deepEqual([unknown?.ErrorCode, unknown?.Path], [-3007, 'AbEntry.Data.From[0]'])
    })

    test('entries of two Types, too many records and other entities are refused', async () => {
      const [one, other] = [await company({ CompanyName: 'Type' }), await person({ LastName: 'Type' })]
      assert.equal(
        (await crm().refused('Merge', { AbEntry: { Data: { Key: one, From: [other] } } }))[0]?.ErrorCode,
        -4008,
      )
      assert.equal((await crm().refused('Merge', { AbEntry: { Data: { Key: one, From: [] } } }))[0]?.ErrorCode, -4000)
      const eleven = Array.from({ length: 11 }, () => other)
      assert.ok(
        (await crm().refused('Merge', { AbEntry: { Data: { Key: one, From: eleven } } })).some(
          p => p.ErrorCode === -1007,
        ),
      )
      assert.equal((await crm().refused('Merge', { Note: { Data: { Key: one, From: [one] } } }))[0]?.ErrorCode, -1003)
      assert.equal(
        (await crm().refused('Merge', { AbEntry: { Data: { Key: one, From: [one] } } }))[0]?.ErrorCode,
        -4008,
      )
    })

    test('opportunities, cases and leads are merged too', async () => {
      const key = await company({ CompanyName: 'Sales' })
      const deal = await crm().create('Opportunity', { AbEntryKey: key, Objective: 'Kept' })
      const other = await crm().create('Opportunity', { AbEntryKey: key, Objective: 'Gone', ForecastRevenue: 500 })
      const note = await crm().create('Note', { ParentKey: other, Text: 'Of the deal' })
      await merge(deal, [other], {}, 'Opportunity')
      const read = await crm().get('Opportunity', deal, { ForecastRevenue: 1, CorporateRevenue: 1 })
      assert.deepEqual(read, { ForecastRevenue: 500, CorporateRevenue: 500 })
      assert.deepEqual(await keysOf('Note', { ParentKey: deal }), [note])
      await restore(other, 'Opportunity')
      assert.deepEqual(await crm().get('Opportunity', deal, { ForecastRevenue: 1, CorporateRevenue: 1 }), {
        ForecastRevenue: null,
        CorporateRevenue: null,
      })
      assert.deepEqual(await keysOf('Note', { ParentKey: other }), [note])
      const [caseOne, caseTwo] = [
        await crm().create('Case', { AbEntryKey: key, Subject: 'One' }),
        await crm().create('Case', { AbEntryKey: key, Subject: 'Two', Description: 'Text' }),
      ]
      await merge(caseOne, [caseTwo], {}, 'Case')
      assert.equal((await crm().get('Case', caseTwo, { Description: 1 })).Description, 'Text')
      const [lead, twin] = [
        await crm().create('Lead', { LastName: 'L', Phone1: '0301234567' }),
        await crm().create('Lead', { LastName: 'L', Phone1: '0307654321', Email: 'l@l.example' }),
      ]
      await merge(lead, [twin], {}, 'Lead')
      assert.deepEqual(await crm().get('Lead', lead, { Email: 1, Phone2: 1 }), {
        Email: 'l@l.example',
        Phone2: '0307654321',
      })
    })

    test('merges that race leave one survivor; an update of a merged record writes the survivor', async () => {
      const keys = await Promise.all(['R1', 'R2', 'R3', 'R4'].map(CompanyName => company({ CompanyName })))
      const answers = await Promise.all(
        keys.map((Key, i) => crm().call('Merge', { AbEntry: { Data: { Key, From: [keys[(i + 1) % 4] as string] } } })),
      )
      assert.ok(answers.some(({ Code }) => Code === 0))
      for (const { Code, Errors } of answers) if (Code !== 0) assert.ok([-4008, -3007].includes(Errors[0].ErrorCode))
      const [one, other] = [await company({ CompanyName: 'Survivor' }), await company({ CompanyName: 'Merged' })]
      const updates = Array.from({ length: 8 }, (_, i) =>
        crm().call('Update', { AbEntry: { Data: { Key: other, Department: `D${i}` } } }),
      )
      const [done, ...written] = await Promise.all([
        crm().call('Merge', { AbEntry: { Data: { Key: one, From: [other] } } }),
        ...updates,
      ])
      assert.equal(done.Code, 0)
      assert.deepEqual(
        written.map(({ Code }) => Code).filter(Code => Code !== 0),
        [],
      )
      assert.match((await entry(other, { Department: 1 })).Department, /^D\d$/)
    })

    test('there is one event, with the keys of the merged records, and none for what moved', async () => {
      const [one, other] = [await company({ CompanyName: 'Event' }), await company({ CompanyName: 'Event too' })]
      await crm().create('Note', { ParentKey: other, Text: 'Moves' })
      const headers = { authorization: `Bearer ${crm().admin.token}` }
      const events = async (after: string): Promise<Json> =>
        (await fetch(`${crm().server.url}/webhooks/v1/events?after=${after}`, { headers })).json()
      const { next } = await events('now')
      await merge(one, [other])
      // On PostgreSQL an event is numbered shortly after the commit.
      const told: Json[] = await until(async () => {
        const found: Json[] = (await events(encodeURIComponent(next))).events
        return found.length > 0 && found
      })
      assert.deepEqual(
        told.map(({ type, data }) => [type, data.key, data.from]),
        [['abentry.merged', one, [other]]],
      )
    })

    test('a repeated Idempotency-Key merges once', async () => {
      const [one, other] = [await company({ CompanyName: 'Once' }), await company({ CompanyName: 'Twice' })]
      const body = { AbEntry: { Data: { Key: one, From: [other] } } }
      const headers = { 'idempotency-key': 'merge-once' }
      const first = await crm().call('Merge', body, crm().admin, headers)
      assert.equal(first.Code, 0)
      assert.deepEqual(await crm().call('Merge', body, crm().admin, headers), first)
    })
  },
  { clock },
)
