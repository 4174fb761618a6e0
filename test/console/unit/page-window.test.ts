// Proves the window over a long list: which pages are read for any scrolling, what stays, and when rows may move.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { Row } from '../../../console/src/api/envelope.ts'
import { RecordStore } from '../../../console/src/api/record-store.ts'
import { PageWindow } from '../../../console/src/table/page-window.ts'
import { settled } from './support.ts'

const names = (count: number): string[] => Array.from({ length: count }, (_, at) => `k${at}`)

/** A list on the server: pages begin at a key, as PageKey does, and are of one size. */
class ListServer {
  keys: string[]
  readonly size: number
  readonly starts: (string | null)[] = []
  /** Starts of pages that are being read. */
  readonly open = new Set<string | null>()
  failure: Error | null = null
  version = 1

  constructor(count: number, size = 10) {
    this.keys = names(count)
    this.size = size
  }

  readonly load = async (start: string | null, signal: AbortSignal): Promise<{ rows: Row[]; next: string | null }> => {
    assert.ok(!this.open.has(start), `${start} is read twice at once`)
    this.starts.push(start)
    this.open.add(start)
    try {
      await Promise.resolve()
      signal.throwIfAborted()
      if (this.failure) throw this.failure
      const from = start === null ? 0 : this.keys.indexOf(start)
      const rows = this.keys.slice(from, from + this.size).map(Key => ({ Key, Version: this.version }))
      return { rows, next: this.keys[from + this.size] ?? null }
    } finally {
      this.open.delete(start)
    }
  }
}

function start(count: number, size = 10) {
  const server = new ListServer(count, size)
  const store = new RecordStore()
  const window = new PageWindow({ load: server.load, scope: { Key: 1 }, store })
  const show = async (first: number, last: number): Promise<void> => {
    window.show(first, last)
    await settled()
  }
  return { server, store, window, show }
}

const keysIn = (window: PageWindow, from: number, to: number) => window.keysBetween(from, to)

describe('scrolling', () => {
  test('the first page is read first, and the rows below the view ahead of the scrolling', async () => {
    const { server, window, show } = start(500, 60)
    assert.equal(window.isReady, false)
    assert.equal(window.keyAt(0), null)
    await show(0, 9)
    assert.equal(window.isReady, true)
    assert.deepEqual(server.starts, [null])
    await show(20, 29)
    assert.deepEqual(server.starts, [null], 'row 59 is loaded')
    await show(21, 30)
    assert.deepEqual(server.starts, [null, 'k60'])
    assert.equal(window.known, 120)
    assert.equal(window.rowCount, 150, 'room for rows that are not known yet')
    assert.equal(window.isComplete, false)
  })

  test('to the end: the list is complete, and no room is left below it', async () => {
    const { server, window, show } = start(35)
    await show(0, 100)
    assert.equal(window.isComplete, true)
    assert.equal(window.rowCount, 35)
    assert.equal(window.keyAt(34), 'k34')
    assert.equal(window.keyAt(35), null)
    assert.equal(window.isEmpty, false)
    await show(20, 34)
    assert.equal(server.starts.length, 4, 'what is loaded is not read again')
  })

  test('an empty list is ready, complete and empty', async () => {
    const { window, show } = start(0)
    await show(0, 20)
    assert.deepEqual([window.isReady, window.isComplete, window.isEmpty, window.rowCount], [true, true, true, 0])
  })

  test('after any scrolling the rows in view are there, each in its place, and few others', async () => {
    const jump = fc.record({ first: fc.nat(999), rows: fc.integer({ min: 1, max: 60 }), settles: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(fc.array(jump, { minLength: 1, maxLength: 8 }), fc.nat(1000), async (jumps, count) => {
        const { server, window, show, store } = start(count)
        let view = { first: 0, last: 0 }
        for (const { first, rows, settles } of jumps) {
          // A person can scroll no further than the room that the list has.
          const top = Math.max(0, Math.min(first, window.rowCount - 1))
          view = { first: top, last: top + rows - 1 }
          window.show(view.first, view.last)
          if (settles) await settled()
        }
        await show(view.first, view.last)
        const last = Math.min(view.last, count - 1)
        for (let row = view.first; row <= last; row++) assert.equal(window.keyAt(row), `k${row}`)
        // At most 40 pages keep their rows, and the store has no others.
        assert.ok(store.size <= 41 * server.size, `${store.size} records`)
        // A page is known by the one before: no page begins anywhere but at a multiple of the size.
        assert.ok(server.starts.every(key => key === null || Number(key.slice(1)) % server.size === 0))
      }),
      { numRuns: 60 },
    )
  })

  test('rows that are far away are dropped, keep their place, and are read again by their page key', async () => {
    const { server, window, show, store } = start(1000)
    for (let row = 0; row < 1000; row += 20) await show(row, row + 20)
    assert.equal(window.known, 1000)
    assert.equal(window.keyAt(0), null)
    assert.equal(window.rowOf('k0'), -1)
    assert.ok(store.size < 300, `${store.size} records`)
    const before = server.starts.length
    await show(0, 9)
    assert.equal(window.keyAt(0), 'k0')
    assert.deepEqual(server.starts.slice(before), [null, 'k10', 'k20', 'k30'])
    assert.equal(window.known, 1000, 'the pages behind keep their place')
  })

  test('a dropped page that has changed meanwhile ends elsewhere, so that those behind it are read anew', async () => {
    const { server, window, show } = start(1000)
    for (let row = 0; row < 1000; row += 20) await show(row, row + 20)
    server.keys = ['new', ...server.keys]
    await show(0, 9)
    assert.ok(window.known < 1000)
    await show(0, 60)
    assert.deepEqual(keysIn(window, 0, 60), server.keys.slice(0, 61))
  })

  test('a list that is not shown keeps the rows around the view alone, and a disposed one none', async () => {
    const { window, show, store } = start(1000)
    for (let row = 0; row < 400; row += 20) await show(row, row + 20)
    window.rest()
    assert.ok(store.size <= 60, `${store.size} records`)
    assert.equal(window.keyAt(390), 'k390')
    window.dispose()
    assert.equal(store.size, 0)
  })
})

describe('rows and keys', () => {
  test('a range of rows in either direction gives the keys that are loaded', async () => {
    const { window, show } = start(25)
    await show(0, 24)
    assert.deepEqual(keysIn(window, 2, 4), ['k2', 'k3', 'k4'])
    assert.deepEqual(keysIn(window, 4, 2), ['k2', 'k3', 'k4'])
    assert.deepEqual(keysIn(window, 23, 40), ['k23', 'k24'])
    assert.equal(window.rowOf('k12'), 12)
    assert.equal(window.rowOf('unknown'), -1)
  })

  test('hidden rows are gone at once, and stay away when their page is read again', async () => {
    const { window, show, server } = start(25)
    await show(0, 24)
    window.hide(['k3', 'k11'])
    assert.equal(window.known, 23)
    assert.deepEqual(keysIn(window, 0, 4), ['k0', 'k1', 'k2', 'k4', 'k5'])
    assert.equal(window.rowOf('k3'), -1)
    // The server still lists them: the read began before they were deleted.
    await window.refresh()
    assert.equal(window.rowOf('k11'), -1)
    assert.ok(server.starts.length > 3)
  })

  test('rows that were hidden before stay hidden when others are', async () => {
    const { window, show } = start(25)
    await show(0, 24)
    window.hide(['k3'])
    window.hide(['k4'])
    await window.refresh()
    assert.deepEqual([window.rowOf('k3'), window.rowOf('k4')], [-1, -1])
  })
})

describe('failures', () => {
  test('the error is kept until a retry, which reads what is in view', async () => {
    const { server, window, show } = start(25)
    server.failure = new Error('busy')
    await show(0, 9)
    assert.equal(window.error, server.failure)
    assert.equal(window.isReady, true)
    const before = server.starts.length
    await show(0, 9)
    assert.equal(server.starts.length, before, 'no repetition by itself')
    server.failure = null
    window.retry()
    await settled()
    assert.equal(window.error, null)
    assert.equal(window.keyAt(9), 'k9')
  })

  test('a failed restart or refresh leaves the rows as they are', async () => {
    const { server, window, show } = start(25)
    await show(0, 9)
    server.failure = new Error('busy')
    await window.restart()
    await window.refresh()
    assert.equal(window.keyAt(9), 'k9')
    assert.equal(window.error, null)
  })
})

describe('changes of others', () => {
  test('new values in the same rows arrive in the store', async () => {
    const { server, window, show, store } = start(25)
    await show(0, 9)
    server.version = 2
    await window.refresh()
    assert.equal(store.get('k0')?.fields.Version, 2)
    assert.equal(window.isOutdated, false)
  })

  test('at the top of the list new rows come in, and rows that are gone leave', async () => {
    const { server, window, show } = start(25)
    await show(0, 9)
    server.keys = ['new', ...server.keys.filter(key => key !== 'k5')]
    await window.refresh()
    await settled()
    assert.deepEqual(keysIn(window, 0, 6), ['new', 'k0', 'k1', 'k2', 'k3', 'k4', 'k6'])
    assert.equal(window.isOutdated, false)
  })

  test('rows do not move under the view: the list is outdated instead, until the person reads it anew', async () => {
    const { server, window, show } = start(100)
    await show(0, 9)
    await show(12, 18)
    server.keys = server.keys.toSpliced(11, 0, 'new')
    let calls = 0
    window.subscribe(() => calls++)
    await window.refresh()
    assert.equal(window.isOutdated, true)
    assert.ok(calls > 0)
    assert.equal(window.keyAt(12), 'k12')
    await window.restart()
    await settled()
    assert.equal(window.isOutdated, false)
    assert.deepEqual(keysIn(window, 10, 12), ['k10', 'new', 'k11'])
  })

  test('a list that is as it was before is no longer outdated', async () => {
    const { server, window, show } = start(100)
    await show(12, 18)
    await show(12, 18)
    const before = server.keys
    server.keys = server.keys.toSpliced(11, 0, 'new')
    await window.refresh()
    assert.equal(window.isOutdated, true)
    server.keys = before
    await window.refresh()
    assert.equal(window.isOutdated, false)
  })

  test('rows that change their order make it outdated', async () => {
    const { server, window, show } = start(25)
    await show(0, 9)
    server.keys = ['k1', 'k0', ...server.keys.slice(2)]
    await window.refresh()
    assert.equal(window.isOutdated, true)
    assert.equal(window.keyAt(0), 'k0')
  })

  test('a row that was edited here stays until the list is read anew, though it no longer matches', async () => {
    const { server, window, show } = start(25)
    await show(0, 9)
    window.touched.add('k3')
    server.keys = server.keys.filter(key => key !== 'k3')
    await window.refresh()
    assert.equal(window.isOutdated, true)
    assert.equal(window.keyAt(3), 'k3')
    await window.restart()
    assert.equal(window.touched.size, 0)
    assert.equal(window.keyAt(3), 'k4')
  })

  test('a page that now ends elsewhere lets go of those behind it', async () => {
    const { server, window, show } = start(100)
    await show(0, 60)
    const known = window.known
    server.keys = server.keys.filter(key => key !== 'k5')
    await window.refresh()
    await settled()
    assert.deepEqual(keysIn(window, 0, 60), server.keys.slice(0, 61))
    assert.ok(window.known <= known)
    assert.equal(window.rowOf('k5'), -1)
  })

  test('a restart while pages are on their way takes nothing of them', async () => {
    const { server, window } = start(100)
    window.show(0, 9)
    server.keys = ['new', ...server.keys]
    server.open.clear()
    await window.restart()
    await settled()
    assert.equal(window.keyAt(0), 'new')
    assert.equal(window.error, null)
  })

  test('a listener that has unsubscribed is not called, and the version grows with each change', async () => {
    const { window, show } = start(25)
    let calls = 0
    window.subscribe(() => calls++)()
    const version = window.version()
    await show(0, 9)
    assert.equal(calls, 0)
    assert.ok(window.version() > version)
  })
})
