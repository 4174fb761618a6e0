// Proves which windows of lists are kept: the last six, each by its request.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { RecordStore } from '../../../console/src/api/record-store.ts'
import { type ListRequest, listMembers, windowOf } from '../../../console/src/table/windows.ts'
import { apiOver, RecordServer, settled } from './support.ts'

const request = (city: string, rest: Partial<ListRequest> = {}): ListRequest => ({
  entity: 'AbEntry',
  fields: { Key: 1, City: 1 },
  criteria: { SearchQuery: { City: { $EQ: city } } },
  order: [{ City: 'ASC' }],
  knownBy: ['Key'],
  follows: [],
  ...rest,
})

function start() {
  const server = new RecordServer(
    'AbEntry',
    Array.from({ length: 70 }, (_, at) => ({ Key: `k${at}`, City: 'Ulm' })),
  )
  const { api, requests } = apiOver(server.answer)
  const workspace = { api, store: new RecordStore() }
  return { workspace, requests, window: (one: ListRequest) => windowOf(workspace, JSON.stringify(one)) }
}

describe('the request of a page', () => {
  test('has order, size and page key; without an order the server chooses', () => {
    assert.deepEqual(listMembers(request('Ulm'), 'p1'), {
      AbEntry: {
        Scope: { Fields: { Key: 1, City: 1 } },
        Criteria: { SearchQuery: { City: { $EQ: 'Ulm' } } },
        OrderBy: { Fields: [{ City: 'ASC' }], PageSize: 60, PageKey: 'p1' },
      },
    })
    const { OrderBy } = listMembers(request('Ulm', { order: [] }), null, 8).AbEntry as { OrderBy: object }
    assert.deepEqual(OrderBy, { PageSize: 8, PageKey: null })
  })
})

describe('windows of lists', () => {
  test('a new one reads its first page at once, and the next by its page key', async () => {
    const { window, requests } = start()
    const list = window(request('Ulm'))
    await settled()
    assert.equal(requests.length, 1)
    assert.equal(list.known, 60)
    list.show(30, 50)
    await settled()
    assert.deepEqual(
      requests.map(({ body }) => (body.AbEntry as { OrderBy: { PageKey: unknown } }).OrderBy.PageKey),
      [null, '60'],
    )
    assert.equal(list.keyAt(69), 'k69')
  })

  test('the same request has the same window, until six others were used since', async () => {
    const { window, workspace } = start()
    const first = window(request('city 0'))
    for (const at of [1, 2, 3, 4, 5]) window(request(`city ${at}`))
    assert.equal(window(request('city 0')), first)
    const second = window(request('city 1'))
    await settled()
    for (const at of [6, 7, 8, 9, 10]) window(request(`city ${at}`))
    await settled()
    assert.equal(window(request('city 1')), second)
    assert.notEqual(window(request('city 0')), first, 'the oldest one is gone')
    assert.ok(workspace.store.size > 0)
  })

  test('another workspace has windows of its own', () => {
    assert.notEqual(start().window(request('Ulm')), start().window(request('Ulm')))
  })

  test('records that share a key are named by all their members', async () => {
    const { window } = start()
    const list = window(request('Ulm', { knownBy: ['Key', 'City'] }))
    await settled()
    assert.equal(list.keyAt(3), 'k3 Ulm')
  })
})
