// Proves how records are written: at once on the screen, with the Version that was read, merged after conflicts, and undone.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Conflicts } from '../../../console/src/api/conflicts.ts'
import type { Body, Row } from '../../../console/src/api/envelope.ts'
import { RecordStore } from '../../../console/src/api/record-store.ts'
import { inOrder, screenRequests } from '../../../console/src/api/screen-requests.ts'
import { UndoStack } from '../../../console/src/api/undo.ts'
import { WorkflowResults } from '../../../console/src/api/workflow-results.ts'
import { Writer } from '../../../console/src/api/writer.ts'
import { apiOver, RecordServer, type Request, refusal, settled } from './support.ts'

const scope = { Key: 1, Version: 1, City: 1, Phone: 1 }
const lakeside: Row = { Key: 'a', City: 'Ulm', Phone: '1' }

function start(rows: readonly Row[] = [lakeside]) {
  const server = new RecordServer('AbEntry', rows)
  const { api, requests } = apiOver(server.answer)
  const [store, undo, conflicts] = [new RecordStore(), new UndoStack(), new Conflicts()]
  const results = new WorkflowResults()
  const written: string[] = []
  const writer = new Writer({ api, store, undo, conflicts, results, onWritten: entity => written.push(entity) })
  store.absorb('list', scope, [...server.records.values()])
  const city = () => store.get('a')?.fields.City
  const change = (changes: Row, label: string | null = 'Changed') =>
    writer.update({ entity: 'AbEntry', key: 'a', changes, label })
  /** Another person writes. */
  const elsewhere = (changes: Row) => {
    const row = server.records.get('a') as Row
    server.records.set('a', { ...row, ...changes, Version: Number(row.Version) + 1 })
  }
  return { server, requests, store, undo, conflicts, results, writer, written, city, change, elsewhere }
}

const dataOf = ({ body }: Request): Row => (body.AbEntry as { Data: Row }).Data
const ofOperation = (requests: readonly Request[], operation: string) =>
  requests.filter(request => request.operation === operation)

describe('a change', () => {
  test('is shown at once, sent with the Version that was read, then confirmed', async () => {
    const { requests, store, written, city, change, server } = start()
    const done = change({ City: 'Bonn' })
    assert.equal(city(), 'Bonn')
    assert.deepEqual([...(store.get('a')?.pending ?? [])], ['City'])
    await done
    const [update] = ofOperation(requests, 'Update')
    assert.deepEqual(update && dataOf(update), { Key: 'a', Version: 1, City: 'Bonn' })
    assert.equal(server.records.get('a')?.City, 'Bonn')
    assert.equal(store.get('a')?.fields.Version, 2)
    assert.equal(store.get('a')?.pending.size, 0)
    assert.deepEqual(written, ['AbEntry'])
  })

  test('that is refused shows the old value again, and there is nothing to undo', async () => {
    const { server, undo, city, change } = start()
    server.before = ({ operation }) => {
      if (operation === 'Update') throw refusal('Required')
    }
    const done = change({ City: null })
    assert.equal(city(), null)
    await assert.rejects(done, /Refused/)
    assert.equal(city(), 'Ulm')
    assert.equal(await undo.undo(), null)
  })

  test('of a record waits for the one before, and has its Version, also after a refusal', async () => {
    const { server, requests, change, city } = start()
    let refusals = 1
    server.before = ({ operation }) => {
      if (operation === 'Update' && refusals-- > 0) throw refusal('Required')
    }
    const results = await Promise.allSettled([
      change({ City: 'Bonn' }),
      change({ City: 'Kiel' }),
      change({ City: 'Jena' }),
    ])
    assert.deepEqual(
      results.map(({ status }) => status),
      ['rejected', 'fulfilled', 'fulfilled'],
    )
    assert.deepEqual(
      ofOperation(requests, 'Update').map(request => dataOf(request).Version),
      [1, 1, 2],
    )
    assert.equal(city(), 'Jena')
  })

  test('is written in its own form where that differs from how it is shown', async () => {
    const { writer, requests } = start()
    const write = ({ Parent }: Row): Row => ({ ParentKey: (Parent as Row).Key })
    await writer.update({
      entity: 'AbEntry',
      key: 'a',
      changes: { Parent: { Key: 'p', DisplayValue: 'Parent' } },
      write,
      label: null,
    })
    const [update] = ofOperation(requests, 'Update')
    assert.deepEqual(update && dataOf(update), { Key: 'a', Version: 1, ParentKey: 'p' })
  })

  test('is listed as the last write of the screen', async () => {
    const { change, requests } = start()
    await change({ City: 'Bonn' })
    assert.deepEqual(inOrder(screenRequests.snapshot()).at(-1)?.body, ofOperation(requests, 'Update')[0]?.body)
  })

  test('of a record that the store has not read is sent without a Version', async () => {
    const store = new RecordStore()
    const { api, requests } = apiOver(new RecordServer('AbEntry', [lakeside]).answer)
    const writer = new Writer({
      api,
      store,
      undo: new UndoStack(),
      conflicts: new Conflicts(),
      results: new WorkflowResults(),
      onWritten: () => {},
    })
    await writer.update({ entity: 'AbEntry', key: 'a', changes: { City: 'Bonn' }, label: null })
    assert.deepEqual(requests.map(dataOf), [{ Key: 'a', City: 'Bonn' }])
  })
})

describe('the completion of a task that a branch depends on', () => {
  const task = { Key: 't', Version: 1, Completed: false }
  const begin = () => {
    const server = new RecordServer('Task', [task])
    const sent: Body[] = []
    const { api } = apiOver(request => {
      const content = (request.body as { Task?: { Options?: object; FieldOptions?: object } }).Task
      if (content?.FieldOptions)
        return { Task: { FieldOptions: { Options: { 'Workflow/Result': [{ Key: 'Yes' }, { Key: 'No' }] } } } }
      if (request.operation === 'Update') sent.push(content as Body)
      if (request.operation === 'Update' && !content?.Options) throw refusal('WorkflowResultRequired')
      return server.answer(request)
    })
    const [store, undo, results] = [new RecordStore(), new UndoStack(), new WorkflowResults()]
    const writer = new Writer({ api, store, undo, conflicts: new Conflicts(), results, onWritten: () => {} })
    const done = writer.update({ entity: 'Task', key: 't', changes: { Completed: true }, label: 'Done' })
    return { done, results, sent, undo }
  }

  test('asks for the result, and is sent again with it', async () => {
    const { done, results, sent } = begin()
    while (results.first() === null) await settled()
    assert.deepEqual(results.first()?.results, ['Yes', 'No'])
    results.first()?.answer('No')
    await done
    assert.deepEqual(
      sent.map(({ Options }) => Options),
      [undefined, { 'Workflow/Result': 'No' }],
    )
    assert.equal(results.first(), null)
  })

  test('is given up when the person leaves the task open', async () => {
    const { done, results, sent, undo } = begin()
    while (results.first() === null) await settled()
    results.first()?.answer(null)
    await done
    assert.equal(sent.length, 1)
    assert.equal(await undo.undo(), null)
  })
})

describe('a change after another person has changed the record', () => {
  test('to other fields is merged unasked', async () => {
    const { server, change, elsewhere, conflicts } = start()
    elsewhere({ Phone: '2' })
    await change({ City: 'Bonn' })
    assert.equal(conflicts.first(), null)
    assert.deepEqual([server.records.get('a')?.City, server.records.get('a')?.Phone], ['Bonn', '2'])
  })

  test('to the same value is no conflict', async () => {
    const { change, elsewhere, conflicts, server } = start()
    elsewhere({ City: 'Bonn' })
    await change({ City: 'Bonn' })
    assert.equal(conflicts.first(), null)
    assert.equal(server.records.get('a')?.City, 'Bonn')
  })

  test('to the same field asks, and keeps what the person chooses', async () => {
    const { server, change, elsewhere, conflicts, city } = start()
    elsewhere({ City: 'Kiel', Phone: '2' })
    const done = change({ City: 'Bonn', Phone: '3' })
    await settled()
    const conflict = conflicts.first()
    assert.deepEqual(conflict?.clashes, [
      { path: 'City', original: 'Ulm', mine: 'Bonn', theirs: 'Kiel' },
      { path: 'Phone', original: '1', mine: '3', theirs: '2' },
    ])
    conflict?.answer(['Phone'])
    await done
    assert.deepEqual([server.records.get('a')?.City, server.records.get('a')?.Phone], ['Kiel', '3'])
    assert.equal(city(), 'Kiel')
  })

  for (const [name, kept] of [
    ['gives the changes up', null],
    ['keeps none of them', []],
  ] as const) {
    test(`writes nothing when the person ${name}`, async () => {
      const { server, change, elsewhere, conflicts, undo, requests, city } = start()
      elsewhere({ City: 'Kiel' })
      const done = change({ City: 'Bonn' })
      await settled()
      conflicts.first()?.answer(kept)
      await done
      assert.equal(server.records.get('a')?.City, 'Kiel')
      assert.equal(city(), 'Kiel')
      assert.equal(ofOperation(requests, 'Update').length, 1)
      assert.equal(await undo.undo(), null)
    })
  }

  test('asks again when the record changes once more during the question', async () => {
    const { server, change, elsewhere, conflicts } = start()
    elsewhere({ City: 'Kiel' })
    const done = change({ City: 'Bonn' })
    await settled()
    elsewhere({ City: 'Jena' })
    conflicts.first()?.answer(['City'])
    await settled()
    assert.deepEqual(conflicts.first()?.clashes, [{ path: 'City', original: 'Kiel', mine: 'Bonn', theirs: 'Jena' }])
    conflicts.first()?.answer(['City'])
    await done
    assert.equal(server.records.get('a')?.City, 'Bonn')
  })

  test('compares with what the person saw when they began', async () => {
    const { server, writer, elsewhere, conflicts, store } = start()
    const seen = { version: 1, values: lakeside }
    elsewhere({ City: 'Kiel' })
    // The list has already read the record again.
    store.absorb('list', scope, [server.records.get('a') as Row])
    const done = writer.update({ entity: 'AbEntry', key: 'a', changes: { City: 'Bonn' }, label: null, seen })
    await settled()
    assert.deepEqual(conflicts.first()?.clashes, [{ path: 'City', original: 'Ulm', mine: 'Bonn', theirs: 'Kiel' }])
    conflicts.first()?.answer(null)
    await done
  })

  test('fails with the conflict when the record is gone', async () => {
    const { server, change } = start()
    server.before = ({ operation }) => {
      if (operation !== 'Update') return
      server.records.delete('a')
      throw refusal('VersionConflict')
    }
    await assert.rejects(change({ City: 'Bonn' }), /VersionConflict/)
  })
})

describe('undo', () => {
  test('writes the old values, and leaves fields alone that others changed since', async () => {
    const { server, change, undo, elsewhere, city } = start()
    await change({ City: 'Bonn' }, 'Changed the city')
    elsewhere({ Phone: '9' })
    assert.equal((await undo.undo())?.label, 'Changed the city')
    assert.deepEqual([server.records.get('a')?.City, server.records.get('a')?.Phone], ['Ulm', '9'])
    assert.equal(city(), 'Ulm')
    assert.equal(await undo.undo(), null, 'the undo itself is not undone')
  })

  test('works after the list has dropped the record', async () => {
    const { server, change, undo, store } = start()
    await change({ City: 'Bonn' })
    store.release('list')
    assert.equal(store.size, 0)
    await undo.undo()
    assert.equal(server.records.get('a')?.City, 'Ulm')
  })

  test('clears a field that had no value', async () => {
    const { server, undo, writer } = start()
    await writer.update({ entity: 'AbEntry', key: 'a', changes: { Website: 'x.example' }, label: 'Changed' })
    await undo.undo()
    assert.equal(server.records.get('a')?.Website, null)
  })

  test('deletes what was created, restores what was deleted, and deletes what was restored', async () => {
    const { server, undo, writer } = start()
    const key = await writer.create('AbEntry', { City: 'Bonn' }, 'Created')
    assert.equal(server.records.get(key)?.City, 'Bonn')
    await undo.undo()
    assert.ok(server.bin.has(key))
    await writer.restore('AbEntry', [key], 'Restored')
    await writer.remove('AbEntry', ['a', key], 'Deleted')
    assert.equal(server.records.size, 0)
    await undo.undo()
    assert.deepEqual([...server.records.keys()].sort(), ['a', key])
    await undo.undo()
    assert.deepEqual([...server.bin.keys()], [key])
  })

  test('without a label nothing is kept for it', async () => {
    const { undo, writer, change } = start()
    await change({ City: 'Bonn' }, null)
    await writer.create('AbEntry', {}, null)
    assert.equal(await undo.undo(), null)
  })
})

describe('refresh', () => {
  test('reads the fields that are shown, and nothing of a record that is not', async () => {
    const { writer, elsewhere, city, requests } = start()
    elsewhere({ City: 'Kiel' })
    await writer.refresh('AbEntry', 'a')
    assert.equal(city(), 'Kiel')
    await writer.refresh('AbEntry', 'unknown')
    assert.equal(requests.length, 1)
  })
})
