// Tests what a user who is no administrator may write, and that hidden records stay hidden from writers.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { eachCrm, type Json } from '../support/crm.ts'

const codes = (problems: { ErrorCode: number }[]): number[] => problems.map(p => p.ErrorCode).sort()

eachCrm('Access when writing', crm => {
  let hidden = ''
  let open = ''
  before(async () => {
    hidden = await crm().create('AbEntry', { CompanyName: 'Hidden', 'SecAccess/Read': [crm().admin.key] })
    open = await crm().create('AbEntry', { CompanyName: 'Open' })
  })
  const asJoe = (operation: string, body: Json) => crm().call(operation, body, crm().user)
  const refused = async (operation: string, entity: string, data: Json) =>
    codes((await asJoe(operation, { [entity]: { Data: data } })).Errors)

  test('a plain user creates, updates, deletes and restores records of every open kind', async () => {
    const made: [string, string][] = []
    const make = async (entity: string, data: Json) => {
      const key = await crm().create(entity, data, crm().user)
      made.push([entity, key])
      return key
    }
    const company = await make('AbEntry', { CompanyName: "Joe's" })
    await make('AbEntry', { ParentKey: company, LastName: 'Contact' })
    const deal = await make('Opportunity', { AbEntryKey: company, Objective: 'Deal' })
    const lead = await make('Lead', { LastName: 'Lead' })
    await make('Interaction', { Type: '60001', AbEntryKey: company, Leads: [lead] })
    await make('Case', { Subject: 'Case', AbEntryKey: company })
    await make('Campaign', { Name: 'Campaign' })
    await make('Appointment', { Subject: 'Meeting', StartDate: '2026-01-01', AbEntries: [company] })
    await make('Note', { ParentKey: deal, Text: 'Note' })
    await make('Task', { Activity: 'Task', DateTime: '2026-01-01', AbEntryKey: company })
    const texts: Record<string, string> = {
      AbEntry: 'Division',
      Opportunity: 'NextAction',
      Note: 'Category',
      Task: 'Activity',
    }
    for (const [entity, key] of made) {
      const field = texts[entity] ?? (entity === 'Lead' ? 'FirstName' : entity === 'Campaign' ? 'Name' : 'Subject')
      assert.equal((await asJoe('Update', { [entity]: { Data: { Key: key, [field]: 'Changed' } } })).Code, 0, entity)
      const read = await crm().get(entity, key, { [field]: 1, ModifiedBy: { Uid: 1 }, Version: 1 }, crm().user)
      assert.deepEqual(read, { [field]: 'Changed', ModifiedBy: { Uid: 'JOE' }, Version: 2 })
    }
    for (const [entity, key] of [...made].reverse()) {
      assert.equal((await asJoe('Delete', { [entity]: { Data: { Key: key } } })).Code, 0, entity)
      assert.equal(await crm().get(entity, key, { Key: 1 }), undefined)
    }
    for (const [entity, key] of made) {
      const answer = await asJoe('Restore', { [entity]: { Data: { Key: key } } })
      assert.equal(answer.Code, 0, `${entity} ${JSON.stringify(answer)}`)
      assert.ok(await crm().get(entity, key, { Key: 1 }, crm().user))
    }
  })
  test('a hidden record is answered like an unknown one, in every place where a key can stand', async () => {
    const unknown = btoa('AbEntry\tNOSUCHRECORD')
    for (const key of [hidden, unknown]) {
      assert.deepEqual(await refused('Update', 'AbEntry', { Key: key, CompanyName: 'x' }), [-3007])
      assert.deepEqual(await refused('Delete', 'AbEntry', { Key: key }), [-3007])
      assert.deepEqual(await refused('Restore', 'AbEntry', { Key: key }), [-3007])
      assert.deepEqual(await refused('Validate', 'AbEntry', { Key: key }), [-3007])
      assert.deepEqual(await refused('Create', 'AbEntry', { ParentKey: key, LastName: 'x' }), [-3007])
      assert.deepEqual(await refused('Create', 'Opportunity', { AbEntryKey: key, Objective: 'x' }), [-3007])
      assert.deepEqual(await refused('Create', 'Note', { ParentKey: key, Text: 'x' }), [-3007])
      assert.deepEqual(await refused('Create', 'Interaction', { Type: '60001', AbEntries: [open, key] }), [-3007])
    }
  })
  test('a hidden record of the bin is answered like an unknown one too', async () => {
    const gone = await crm().create('AbEntry', { CompanyName: 'Gone', 'SecAccess/Read': [crm().admin.key] })
    await crm().ok('Delete', { AbEntry: { Data: { Key: gone } } })
    assert.deepEqual(await refused('Restore', 'AbEntry', { Key: gone }), [-3007])
    assert.equal((await crm().call('Restore', { AbEntry: { Data: { Key: gone } } })).Code, 0)
  })
  test('a user may send a stored key back unchanged without the right to read its record', async () => {
    const deal = await crm().create('Opportunity', { AbEntryKey: hidden, Objective: 'Shared' })
    const body = { Opportunity: { Data: { Key: deal, AbEntryKey: hidden, Objective: 'Changed' } } }
    assert.equal((await asJoe('Update', body)).Code, 0)
  })
  test('notes and interactions of a record that the user may not read cannot be written', async () => {
    const note = await crm().create('Note', { ParentKey: hidden, Text: 'Secret' })
    assert.deepEqual(await refused('Update', 'Note', { Key: note, Text: 'x' }), [-3007])
    const call = await crm().create('Interaction', { Type: '60001', AbEntryKey: hidden })
    assert.deepEqual(await refused('Update', 'Interaction', { Key: call, Subject: 'x' }), [-3007])
    assert.deepEqual(await refused('Delete', 'Interaction', { Key: call }), [-3007])
  })
  test('SecAccess with everyone, with a user, and with one of the groups of a user', async () => {
    const group = await crm().create('SecurityGroup', { Name: 'Writers', Members: [crm().user.key] })
    for (const principal of [btoa('User\t*'), crm().user.key, group]) {
      const key = await crm().create('AbEntry', {
        CompanyName: 'Some',
        SecAccess: { Read: [principal], Write: [principal] },
      })
      assert.equal((await asJoe('Update', { AbEntry: { Data: { Key: key, Division: 'x' } } })).Code, 0)
    }
  })
  test('a token of scope data.readonly may Validate, and write nothing', async () => {
    const data = { Name: 'reader', UserKey: crm().user.key, Scope: 'data.readonly' }
    const { Token } = (await crm().ok('Create', { PersonalAccessToken: { Data: data } })).PersonalAccessToken.Data
    const reader = { ...crm().user, token: Token }
    const body = { AbEntry: { Data: { CompanyName: 'x' } } }
    assert.deepEqual((await crm().ok('Validate', body, reader)).AbEntry.Validation, {
      Type: { Mandatory: true },
      CompanyName: { Mandatory: true },
    })
    assert.deepEqual(codes((await crm().call('Create', body, reader)).Errors), [-2001])
  })
  test('Validate refuses what Create would refuse, and saves nothing', async () => {
    assert.deepEqual(await refused('Validate', 'AbEntry', { CompanyName: 5, Nope: 1 }), [-3000, -3003])
    const answer = await crm().ok('Validate', { Case: { Data: { Subject: 'x', AbEntryKey: open } } })
    assert.deepEqual(Object.keys(answer.Case.Validation).sort(), ['AbEntryKey', 'Subject'])
    const content = { Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery: { Subject: 'x' } } }
    assert.deepEqual((await crm().ok('Read', { Case: content })).Case.Data, [])
  })

  test('what hangs on a read-only entry may be added, and changed by its creator; that of others needs write access', async () => {
    const { admin, user } = crm()
    const entry = await crm().create('AbEntry', { CompanyName: 'Read only', 'SecAccess/Write': [admin.key] })
    const deal = await crm().create('Opportunity', { AbEntryKey: entry, Objective: 'x' })
    const upload = async (as: typeof user): Promise<string> => {
      const headers = { authorization: `Bearer ${as.token}` }
      const answer = await fetch(`${crm().server.url}/api/BinaryUpload`, { method: 'POST', headers, body: 'bytes' })
      return ((await answer.json()) as Json).BinaryData.Data.BinaryDataId
    }
    const date = '2026-01-01'
    const made: [entity: string, data: Json, change: Json][] = [
      ['Note', { ParentKey: entry, Text: 'x' }, { Text: 'y' }],
      ['Note', { ParentKey: deal, Text: 'x' }, { Text: 'y' }],
      ['Document', { ParentKey: entry, Name: 'x' }, { Name: 'y' }],
      ['Interaction', { AbEntryKey: entry, Type: '60001' }, { Subject: 'y' }],
      ['Opportunity', { AbEntryKey: entry, Objective: 'x' }, { Objective: 'y' }],
      ['Task', { AbEntryKey: entry, Activity: 'x', DateTime: date }, { Activity: 'y' }],
      ['Task', { WithKey: entry, Activity: 'x', DateTime: date }, { Activity: 'y' }],
      ['Case', { AbEntryKey: entry, Subject: 'x' }, { Subject: 'y' }],
    ]
    for (const [entity, data, change] of made) {
      const create = async (as: typeof user) => {
        const bytes = entity === 'Document' ? { BinaryDataId: await upload(as) } : {}
        return crm().create(entity, { ...data, ...bytes }, as)
      }
      const [own, others] = [await create(user), await create(admin)]
      assert.deepEqual(await refused('Update', entity, { Key: others, ...change }), [-2003], entity)
      assert.deepEqual(await refused('Delete', entity, { Key: others }), [-2003], entity)
      await crm().ok('Update', { [entity]: { Data: { Key: own, ...change } } }, user)
      await crm().ok('Delete', { [entity]: { Data: { Key: own } } }, user)
      await crm().ok('Restore', { [entity]: { Data: { Key: own } } }, user)
    }
    assert.deepEqual(await refused('Update', 'AbEntry', { Key: entry, Division: 'x' }), [-2003])
    await crm().ok('Update', { AbEntry: { Data: { Key: entry, 'SecAccess/Write': [user.key] } } })
    await crm().ok('Update', { Opportunity: { Data: { Key: deal, Objective: 'z' } } }, user)
  })
  test('an interaction of a user without the right to write the entry sets LastContactDate', async () => {
    const entry = await crm().create('AbEntry', { CompanyName: 'Seen', 'SecAccess/Write': [crm().admin.key] })
    await crm().create('Interaction', { AbEntryKey: entry, Type: '60001', StartDate: '2026-03-04' }, crm().user)
    assert.deepEqual(await crm().get('AbEntry', entry, { LastContactDate: 1 }), { LastContactDate: '2026-03-04' })
  })
  test('a task with a lead is written by everyone', async () => {
    const lead = await crm().create('Lead', { LastName: 'Lead' })
    const task = await crm().create('Task', { WithKey: lead, Activity: 'x', DateTime: '2026-01-01' })
    await crm().ok('Update', { Task: { Data: { Key: task, Activity: 'y' } } }, crm().user)
  })
})
