// Proves reads and writes of many records: portions, counts that have changed, records that share a key, and one undo.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { CountChanged, type Many, readMany, removeMany, updateMany } from '../../../console/src/api/bulk.ts'
import type { Body, Row } from '../../../console/src/api/envelope.ts'
import { UndoStack } from '../../../console/src/api/undo.ts'
import { apiOver, RecordServer, type Request, refusal, workspaceOf } from './support.ts'

const rows = (count: number): Row[] =>
  Array.from({ length: count }, (_, at) => ({ Key: `k${at}`, City: at % 2 === 0 ? 'Ulm' : 'Bonn' }))

/** Conditions on the city, at any depth of `$AND`. */
function hasCity(row: Row, { City, $AND }: Body): boolean {
  if (Array.isArray($AND)) return $AND.every(one => hasCity(row, one as Body))
  return City === undefined || row.City === (City as { $EQ: string }).$EQ
}

function start(count: number) {
  const server = new RecordServer('AbEntry', rows(count), hasCity)
  const { api, requests } = apiOver(server.answer)
  const undo = new UndoStack()
  const announced: unknown[] = []
  const feed = { announce: (changes: unknown) => announced.push(changes) }
  const workspace = workspaceOf({ api, undo, feed: feed as never })
  return { server, requests, undo, workspace, announced }
}

const sizes = (requests: readonly Request[], operation: string): number[] =>
  requests
    .filter(request => request.operation === operation)
    .flatMap(({ body }) => {
      const { Data, Expected } = body.AbEntry as { Data?: readonly Row[]; Expected?: number }
      return Expected ?? (Array.isArray(Data) ? Data.length : [])
    })

const byKey: Many = { knownBy: ['Key'], keys: [] }
const inUlm = (expected: number | null): Many => ({
  knownBy: ['Key'],
  criteria: { SearchQuery: { City: { $EQ: 'Ulm' } } },
  order: [{ City: 'ASC' }],
  expected,
})

async function keysOf(portions: AsyncIterable<readonly Row[]>): Promise<string[][]> {
  const all: string[][] = []
  for await (const some of portions) all.push(some.map(({ Key }) => Key as string))
  return all
}

describe('reading many records', () => {
  test('by their keys: in portions of 500, in the order of the keys, without those that are gone', async () => {
    const { workspace } = start(700)
    const keys = [...rows(700).map(({ Key }) => Key as string), 'gone'].reverse()
    const portions = await keysOf(readMany(workspace, 'AbEntry', { ...byKey, keys }, { City: 1 }))
    assert.deepEqual(
      portions.map(some => some.length),
      [499, 201],
    )
    assert.deepEqual(portions.flat(), keys.slice(1))
  })

  test('none for no keys, and no request', async () => {
    const { workspace, requests } = start(3)
    assert.deepEqual(await keysOf(readMany(workspace, 'AbEntry', byKey, {})), [])
    assert.equal(requests.length, 0)
  })

  test('by criteria: page by page to the end, in their order', async () => {
    const { workspace, requests } = start(1300)
    const portions = await keysOf(readMany(workspace, 'AbEntry', inUlm(null), {}))
    assert.deepEqual(
      portions.map(some => some.length),
      [500, 150],
    )
    const orders = requests.map(({ body }) => (body.AbEntry as { OrderBy: Body }).OrderBy)
    assert.deepEqual(orders, [
      { Fields: [{ City: 'ASC' }], PageSize: 500, PageKey: null },
      { Fields: [{ City: 'ASC' }], PageSize: 500, PageKey: '500' },
    ])
  })
})

const update = (many: Many, progress: (done: number) => void = () => {}) => ({
  entity: 'AbEntry',
  many,
  label: (count: number) => `Changed ${count}`,
  progress,
  path: 'City',
  selector: 1,
  value: 'Kiel',
  write: (value: unknown) => ({ City: value }),
})

describe('changing many records', () => {
  test('by their keys: in portions, with progress, and one undo gives each its old value', async () => {
    const { workspace, server, requests, undo, announced } = start(600)
    const keys = rows(600).map(({ Key }) => Key as string)
    const progress: number[] = []
    await updateMany(
      workspace,
      update({ ...byKey, keys }, done => progress.push(done)),
    )
    assert.deepEqual(progress, [500, 600])
    assert.deepEqual(sizes(requests, 'Update'), [500, 100])
    assert.ok([...server.records.values()].every(({ City }) => City === 'Kiel'))
    assert.deepEqual(announced[0], [{ entity: 'AbEntry', key: null }])
    assert.equal((await undo.undo())?.label, 'Changed 600')
    assert.deepEqual(
      [...server.records.values()].map(({ City }) => City),
      rows(600).map(({ City }) => City),
    )
  })

  test('by criteria: all in one request with their number, when the server takes so many', async () => {
    const { workspace, server, requests, undo } = start(10)
    await updateMany(workspace, update(inUlm(5)))
    assert.deepEqual(sizes(requests, 'Update'), [5])
    assert.equal([...server.records.values()].filter(({ City }) => City === 'Kiel').length, 5)
    await undo.undo()
    assert.equal([...server.records.values()].filter(({ City }) => City === 'Ulm').length, 5)
  })

  test('by criteria: portions that still match, when they are too many for one request', async () => {
    const { workspace, server, requests } = start(1300)
    server.most = 600
    await updateMany(workspace, update(inUlm(650)))
    assert.deepEqual(sizes(requests, 'Update'), [500, 150])
    assert.equal([...server.records.values()].filter(({ City }) => City === 'Kiel').length, 650)
  })

  test('nothing is written when another number matches than the person saw', async () => {
    const { workspace, server, requests } = start(10)
    await assert.rejects(updateMany(workspace, update(inUlm(4))), (error: unknown) => {
      assert.ok(error instanceof CountChanged)
      assert.equal(error.count, 5)
      return true
    })
    assert.deepEqual(sizes(requests, 'Update'), [])
    assert.ok([...server.records.values()].every(({ City }) => City !== 'Kiel'))
  })

  test('what was done before a refusal stays, and can be undone', async () => {
    const { workspace, server, undo } = start(600)
    let updates = 0
    server.before = ({ operation }) => {
      if (operation === 'Update' && ++updates === 2) throw refusal('Required')
    }
    const keys = rows(600).map(({ Key }) => Key as string)
    await assert.rejects(updateMany(workspace, update({ ...byKey, keys })), /Refused/)
    assert.equal([...server.records.values()].filter(({ City }) => City === 'Kiel').length, 500)
    assert.equal((await undo.undo())?.label, 'Changed 500')
    assert.equal([...server.records.values()].filter(({ City }) => City === 'Kiel').length, 0)
  })

  test('progress can stop it after a portion', async () => {
    const { workspace, server } = start(1200)
    const keys = rows(1200).map(({ Key }) => Key as string)
    const stop = (): void => {
      throw new Error('stopped')
    }
    await assert.rejects(updateMany(workspace, update({ ...byKey, keys }, stop)), /stopped/)
    assert.equal([...server.records.values()].filter(({ City }) => City === 'Kiel').length, 500)
  })
})

const removal = (many: Many) => ({ entity: 'AbEntry', many, label: (count: number) => `${count}`, progress: () => {} })

describe('deleting many records', () => {
  test('by their keys, and back with one undo', async () => {
    const { workspace, server, undo } = start(4)
    assert.deepEqual(await removeMany(workspace, removal({ ...byKey, keys: ['k0', 'k2'] })), ['k0', 'k2'])
    assert.deepEqual([...server.records.keys()], ['k1', 'k3'])
    await undo.undo()
    assert.equal(server.records.size, 4)
  })

  test('by criteria gives the keys of those that are gone', async () => {
    const { workspace, server } = start(5)
    assert.deepEqual(await removeMany(workspace, removal(inUlm(null))), ['k0', 'k2', 'k4'])
    assert.deepEqual([...server.bin.keys()], ['k0', 'k2', 'k4'])
  })

  test('of no records is no step to undo', async () => {
    const { workspace, undo } = start(5)
    assert.deepEqual(await removeMany(workspace, removal(byKey)), [])
    assert.equal(await undo.undo(), null)
  })

  test('of records that share a key names each of them, after they were counted', async () => {
    const shared: Row[] = [
      { Key: 'k', ParentKey: { Key: 'p1' } },
      { Key: 'k', ParentKey: { Key: 'p2' } },
    ]
    const { api, requests } = apiOver(({ operation }) => ({
      Note: operation === 'Read' ? { Data: shared, PageKey: null } : { Data: [] },
    }))
    const workspace = workspaceOf({ api, undo: new UndoStack(), feed: { announce: () => {} } as never })
    const many = { knownBy: ['Key', 'ParentKey'], criteria: { SearchQuery: {} }, order: [], expected: 2 }
    const act = { ...removal(many), entity: 'Note' }
    assert.deepEqual(await removeMany(workspace, act), ['k p1', 'k p2'])
    assert.deepEqual(requests.at(-1)?.body.Note, {
      Data: [
        { Key: 'k', ParentKey: 'p1' },
        { Key: 'k', ParentKey: 'p2' },
      ],
    })
    const other = { ...act, many: { ...many, expected: 3 } }
    await assert.rejects(removeMany(workspace, other), CountChanged)
  })
})
