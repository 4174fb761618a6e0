// Tests the cache that is bounded by weight: what it keeps, and that it never holds more than its limit.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WeightedMap } from '../../src/base/caches/weighted-map.ts'

test('entries in use stay, and all of them together never weigh more than the limit', () => {
  const map = new WeightedMap<number>(100)
  for (let i = 0; i < 1_000; i++) {
    map.set(`key ${i}`, i, 10)
    map.set('often', -1, 5)
    assert.ok(map.size <= 10 + 2)
    assert.equal(map.get('often'), -1)
    assert.equal(map.get(`key ${i}`), i)
  }
  assert.equal(map.get('key 0'), undefined)
})

test('one entry cannot push out all others', () => {
  const map = new WeightedMap<number>(100)
  map.set('small', 1, 1)
  map.set('huge', 2, 51)
  assert.equal(map.get('huge'), undefined)
  assert.equal(map.get('small'), 1)
  map.clear()
  assert.equal(map.size, 0)
})
