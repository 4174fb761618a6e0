// Proves the store of records: one copy of each, changes on their way over confirmed values, and who keeps a record.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { nothingPending, RecordStore } from '../../../console/src/api/record-store.ts'

const scope = { Key: 1, Version: 1, City: 1 }
const row = (Key: string, City: string, Version = 1) => ({ Key, Version, City })

describe('records of a read', () => {
  test('absorb gives the keys in the order of the rows, and the record with its fields', () => {
    const store = new RecordStore()
    assert.deepEqual(store.absorb('list', scope, [row('b', 'Bonn'), row('a', 'Ulm')]), ['b', 'a'])
    assert.deepEqual(store.get('a'), { key: 'a', fields: row('a', 'Ulm'), pending: nothingPending })
    assert.deepEqual(store.scopeOf('a'), scope)
    assert.equal(store.get('c'), null)
    assert.deepEqual(store.confirmed('c'), {})
    assert.deepEqual(store.scopeOf('c'), {})
  })

  test('an answer older than what is known changes nothing', () => {
    const store = new RecordStore()
    store.absorb('list', scope, [row('a', 'Ulm', 3)])
    store.absorb('page', { Key: 1, Phone: 1 }, [{ Key: 'a', Version: 2, City: 'Bonn', Phone: '1' }])
    assert.deepEqual(store.get('a')?.fields, row('a', 'Ulm', 3))
    assert.deepEqual(store.scopeOf('a'), scope)
  })

  test('reads with different fields add up, and the newer value of a field counts', () => {
    const store = new RecordStore()
    store.absorb('list', scope, [row('a', 'Ulm', 1)])
    store.absorb('page', { Key: 1, Phone: 1 }, [{ Key: 'a', Version: 2, Phone: '1' }])
    assert.deepEqual(store.get('a')?.fields, { Key: 'a', Version: 2, City: 'Ulm', Phone: '1' })
    assert.deepEqual(store.scopeOf('a'), { ...scope, Phone: 1 })
  })
})

describe('how long a record stays', () => {
  test('while a holder, a listener or a change on its way keeps it', () => {
    const store = new RecordStore()
    store.absorb('list', scope, [row('a', 'Ulm')])
    store.absorb('page', scope, [row('a', 'Ulm')])
    store.release('list')
    assert.equal(store.size, 1, 'the page holds it')
    const unsubscribe = store.subscribe('a', () => {})
    store.release('page')
    assert.equal(store.size, 1, 'a listener holds it')
    const end = store.expect('a', { City: 'Bonn' })
    unsubscribe()
    assert.equal(store.size, 1, 'a change holds it')
    end()
    assert.equal(store.size, 0)
    store.release('unknown')
    store.confirm('a', { City: 'Bonn' })
    assert.equal(store.size, 0, 'a confirmation brings back no record')
  })

  test('a record that was only listened to is none yet', () => {
    const store = new RecordStore()
    const unsubscribe = store.subscribe('a', () => {})
    assert.equal(store.get('a'), null)
    unsubscribe()
    assert.equal(store.size, 0)
  })
})

describe('changes on their way', () => {
  test('the last change of a field is shown, its path is pending, and its end shows what is confirmed', () => {
    const store = new RecordStore()
    store.absorb('list', scope, [row('a', 'Ulm')])
    const endFirst = store.expect('a', { City: 'Bonn' })
    const endSecond = store.expect('a', { City: 'Kiel', Phone: '1' })
    assert.equal(store.get('a')?.fields.City, 'Kiel')
    assert.deepEqual([...(store.get('a')?.pending ?? [])].sort(), ['City', 'Phone'])
    endSecond()
    assert.equal(store.get('a')?.fields.City, 'Bonn')
    store.confirm('a', { City: 'Bonn', Version: 2 })
    endFirst()
    assert.deepEqual(store.get('a'), { key: 'a', fields: row('a', 'Bonn', 2), pending: nothingPending })
  })

  test('listeners of a record and watchers of all are called, until they unsubscribe', () => {
    const store = new RecordStore()
    const calls: string[] = []
    const unsubscribe = store.subscribe('a', () => calls.push('a'))
    const unwatch = store.watch(() => calls.push('any'))
    const version = store.version()
    store.absorb('list', scope, [row('a', 'Ulm'), row('b', 'Bonn')])
    assert.deepEqual(calls, ['a', 'any'], 'watchers once for all rows')
    assert.notEqual(store.version(), version)
    unsubscribe()
    unwatch()
    store.confirm('a', { City: 'Kiel' })
    assert.equal(calls.length, 2)
  })

  test('the shown object is the same until something changes', () => {
    const store = new RecordStore()
    store.absorb('list', scope, [row('a', 'Ulm')])
    const before = store.get('a')
    store.absorb('list', scope, [row('b', 'Bonn')])
    assert.equal(store.get('a'), before)
    store.confirm('a', { City: 'Kiel' })
    assert.notEqual(store.get('a'), before)
  })

  test('whatever changes begin and end, the record shows the confirmed values under the changes that are left', () => {
    const step = fc.record({ path: fc.constantFrom('City', 'Phone'), value: fc.nat(9), ends: fc.boolean() })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), steps => {
        const store = new RecordStore()
        store.absorb('list', scope, [{ Key: 'a', Version: 1, City: -1, Phone: -1 }])
        const open: { change: Record<string, number>; end: () => void }[] = []
        for (const { path, value, ends } of steps) {
          const change = { [path]: value }
          open.push({ change, end: store.expect('a', change) })
          if (ends) open.splice(value % open.length, 1)[0]?.end()
        }
        const left = Object.assign({ Key: 'a', Version: 1, City: -1, Phone: -1 }, ...open.map(({ change }) => change))
        assert.deepEqual(store.get('a')?.fields, left)
        for (const { end } of open) end()
        assert.equal(store.get('a')?.pending, nothingPending)
      }),
    )
  })
})
