// Tests how lengths of time are read.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { durationMs } from '../../src/base/text/duration.ts'

test('lengths of time are numbers with units, several of which add up', () => {
  assert.equal(durationMs('250ms'), 250)
  assert.equal(durationMs('90s'), 90_000)
  assert.equal(durationMs('2h30m'), 9_000_000)
  assert.equal(durationMs('181d'), 181 * 86_400_000)
  assert.equal(durationMs('1W'), 7 * 86_400_000)
  for (const text of ['', '5', 'd', '5 d', '-5d', '5y', '1.5h', `${'9'.repeat(20)}d`])
    assert.equal(durationMs(text), null, text)
})
