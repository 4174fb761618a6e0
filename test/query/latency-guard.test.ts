// Tests that the latency guard demotes a slow plan, and keeps a plan that a slow machine delayed.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import { isHeavy, latencyGuardsOf } from '../../src/query/plan/latency-guard.ts'

let now = 0
beforeEach(() => {
  now = 1_000
  mock.method(performance, 'now', () => now)
})
afterEach(() => mock.restoreAll())

/** Runs one after the other. */
const runs = (took: (ms: number) => void, ...times: number[]) => {
  for (const ms of times) {
    now += ms
    took(ms)
  }
}

test('three slow runs one after the other prove a plan slow; it is tried again after a rest that doubles', () => {
  const { few } = latencyGuardsOf(true, { quickMs: 25, tryMs: 0 })
  runs(few.took, 30, 30)
  assert.equal(few.isQuick(), true)
  runs(few.took, 30)
  assert.equal(few.isQuick(), false)
  now += 1_000
  assert.equal(few.isQuick(), true)
  runs(few.took, 30)
  now += 1_000
  assert.equal(few.isQuick(), false)
  now += 1_000
  assert.equal(few.isQuick(), true)
})

test('quick runs in between outweigh slow ones', () => {
  const { few } = latencyGuardsOf(true, { quickMs: 25, tryMs: 0 })
  runs(few.took, 30, 30, 1, 1, 30, 1, 30, 1)
  assert.equal(few.isQuick(), true)
})

test('runs that were slow side by side count once: it was the machine that stood still', () => {
  const { few } = latencyGuardsOf(true, { quickMs: 25, tryMs: 0 })
  now += 30
  for (let i = 0; i < 10; i++) few.took(30)
  assert.equal(few.isQuick(), true)
  runs(few.took, 30, 30)
  assert.equal(few.isQuick(), false)
})

test('one run that is very slow is proof enough, and what no index serves is tried for a moment at most', () => {
  const { few, many } = latencyGuardsOf(true, { quickMs: 4, tryMs: 4 })
  runs(few.took, 50)
  assert.equal(few.isQuick(), false)
  assert.equal(many.isQuick(), true)
  assert.equal(latencyGuardsOf(false, { quickMs: 4, tryMs: 0 }).few.isQuick(), false)
  const tried = latencyGuardsOf(false, { quickMs: 15, tryMs: 4 }).few
  assert.deepEqual([tried.isQuick(), tried.longestMs], [true, 4])
  tried.took(Number.POSITIVE_INFINITY)
  assert.equal(tried.isQuick(), false)
})

test('after twenty quick runs one that is ended proves nothing, and a second one does', () => {
  const { few } = latencyGuardsOf(true, { quickMs: 4, tryMs: 4 })
  runs(few.took, ...Array.from({ length: 19 }, () => 1))
  few.took(Number.POSITIVE_INFINITY)
  assert.equal(few.isQuick(), false)
  const other = latencyGuardsOf(true, { quickMs: 4, tryMs: 4 }).few
  runs(other.took, ...Array.from({ length: 20 }, () => 1))
  now += 20
  other.took(Number.POSITIVE_INFINITY)
  assert.equal(other.isQuick(), true)
  now += 20
  other.took(Number.POSITIVE_INFINITY)
  assert.equal(other.isQuick(), false)
})

test('a plan whose runs are ended rests twice as long each time, however many are ended side by side', () => {
  const { few } = latencyGuardsOf(false, { quickMs: 4, tryMs: 4 })
  for (const rest of [1_000, 2_000, 4_000]) {
    for (let i = 0; i < 3; i++) few.took(Number.POSITIVE_INFINITY)
    now += rest - 1
    assert.equal(few.isQuick(), false, `${rest}`)
    now += 1
    assert.equal(few.isQuick(), true, `${rest}`)
  }
})

test('more than 10 conditions, 100 values in lists or a long pattern are never among the quick', () => {
  const list = (length: number) => Array.from({ length }, (_, i) => i)
  assert.equal(isHeavy({ count: 10, literals: ['x', list(100)] }), false)
  assert.equal(isHeavy({ count: 11, literals: [] }), true)
  assert.equal(isHeavy({ count: 2, literals: [list(60), list(41)] }), true)
  assert.equal(isHeavy({ count: 1, literals: [`%${'a'.repeat(31)}`] }), false)
  assert.equal(isHeavy({ count: 1, literals: [`%${'a'.repeat(32)}`] }), true)
  assert.equal(isHeavy({ count: 1, literals: ['a'.repeat(500)] }), false)
})
