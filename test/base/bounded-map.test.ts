// Tests the map that keeps a bounded number of entries.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BoundedMap } from '../../src/base/caches/bounded-map.ts'

test('a bounded map keeps what is used and forgets the rest', () => {
  const map = new BoundedMap<number>(10)
  for (let i = 0; i < 1000; i++) {
    map.set(`k${i}`, i)
    assert.equal(map.get('k0'), 0)
    assert.ok(map.size <= 10)
  }
  assert.equal(map.get('k1'), undefined)
  map.deleteWhere(value => value === 0)
  assert.equal(map.get('k0'), undefined)
  map.clear()
  assert.equal(map.size, 0)
})
