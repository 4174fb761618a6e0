// Tests the archive of everything of one person: its files, documents and history, the rights of the caller, and refusals.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachCrm, type Json, type Person } from '../support/crm.ts'
import { unzip } from '../support/unzip.ts'

eachCrm('Export of a person', crm => {
  const send = (body: Json, as: Person = crm().admin) =>
    fetch(`${crm().server.url}/export/v1/person`, {
      method: 'POST',
      headers: { authorization: `Bearer ${as.token}` },
      body: JSON.stringify(body),
    })
  const archive = async (Key: string, as?: Person): Promise<Map<string, string>> => {
    const response = await send({ Key }, as)
    assert.equal(response.status, 200, await response.clone().text())
    assert.equal(response.headers.get('content-type'), 'application/zip')
    return unzip(Buffer.from(await response.arrayBuffer()))
  }
  const listOf = (files: Map<string, string>, name: string): Json[] => JSON.parse(files.get(name) ?? '[]')
  const upload = async (bytes: string): Promise<string> => {
    const response = await fetch(`${crm().server.url}/api/BinaryUpload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${crm().admin.token}` },
      body: bytes,
    })
    return ((await response.json()) as Json).BinaryData.Data.BinaryDataId
  }

  test('has the records of each entity, the history and the documents, also from the recycle bin', async () => {
    const key = await crm().create('AbEntry', { Type: 'Individual', FirstName: 'Ada', LastName: 'Ames' })
    await crm().ok('Update', { AbEntry: { Data: { Key: key, LastName: 'Byron' } } })
    const other = await crm().create('AbEntry', { Type: 'Individual', LastName: 'Other' })
    const gone = await crm().create('Note', { ParentKey: key, Text: 'in the bin' })
    await crm().create('Note', { ParentKey: key, Text: 'a note' })
    await crm().create('Note', { ParentKey: other, Text: 'of another' })
    await crm().ok('Delete', { Note: { Data: { Key: gone } } })
    await crm().create('Interaction', { Type: '60001', AbEntries: [key, other], Subject: 'Call' })
    for (const text of ['one', 'two'])
      await crm().create('Document', { ParentKey: key, Name: 'letter.txt', BinaryDataId: await upload(text) })
    await crm().create('AbEntry', { Type: 'Contact', ParentKey: key, LastName: 'Assistant' })
    await crm().create('Opportunity', { AbEntryKey: key, Objective: 'A deal' })
    await crm().create('Task', { Activity: 'Call back', DateTime: '2027-01-05T10:00Z', AbEntryKey: key })
    await crm().ok('Update', { AbEntry: { Data: { Key: key, Address: { City: 'Bath' } } } })
    const files = await archive(key)
    const ofEntities = ['AbEntry', 'Document', 'History', 'Interaction', 'Note', 'Opportunity', 'Task', 'Address']
    const names = [
      'person.json',
      ...ofEntities.map(name => `${name}.json`),
      'documents/2 letter.txt',
      'documents/letter.txt',
    ]
    assert.deepEqual([...files.keys()].sort(), names.sort())
    const person = JSON.parse(files.get('person.json') ?? '')
    assert.deepEqual([person.Key, person.FirstName, person.LastName], [key, 'Ada', 'Byron'])
    assert.deepEqual(
      listOf(files, 'Note.json')
        .map(({ Text }) => Text)
        .sort(),
      ['a note', 'in the bin'],
    )
    assert.deepEqual(
      listOf(files, 'Interaction.json').map(({ Subject }) => Subject),
      ['Call'],
    )
    assert.deepEqual(
      listOf(files, 'AbEntry.json').map(({ LastName }) => LastName),
      ['Assistant'],
    )
    const contents = ['documents/letter.txt', 'documents/2 letter.txt'].map(name => files.get(name))
    assert.deepEqual(contents.sort(), ['one', 'two'])
    const changes = listOf(files, 'History.json').flatMap(({ Changes }) => Changes)
    assert.ok(changes.some(({ Field, Before }: Json) => Field === 'LastName' && Before === 'Ames'))
  })

  test('has what the caller may read, and an unknown or wrong key is refused', async () => {
    const SecAccess = { Read: [crm().admin.key], Write: [crm().admin.key] }
    const open = await crm().create('AbEntry', { Type: 'Individual', LastName: 'Open' })
    await crm().create('Note', { ParentKey: open, Text: 'secret', SecAccess })
    const lead = await crm().create('Lead', { LastName: 'Lead' })
    assert.ok((await archive(open)).has('Note.json'))
    assert.deepEqual(listOf(await archive(open, crm().user), 'Note.json'), [])
    assert.equal(JSON.parse((await archive(lead)).get('person.json') ?? '').LastName, 'Lead')
    const hidden = await crm().create('AbEntry', { Type: 'Individual', LastName: 'Hidden', SecAccess })
    const wrong: [Json, number, Person?][] = [
      [{ Key: hidden }, 404, crm().user],
      [{ Key: null }, 400],
      [{ Key: crm().admin.key }, 400],
      [[], 400],
    ]
    for (const [body, status, as] of wrong) {
      const response = await send(body, as)
      assert.equal(response.status, status, JSON.stringify(body))
      assert.match(((await response.json()) as Json).Msg[0], /^Key/)
    }
  })
})
