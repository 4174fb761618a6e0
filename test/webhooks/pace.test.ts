// Tests that deliveries are held back while the event loop is late, and never altogether.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, mock, test } from 'node:test'
import { Pace } from '../../src/webhooks/delivery/pace.ts'

const tickMs = 50
const many = 10_000
let now = 0
/** Takes what is given in each of so many ticks, each of them late by `lateMs`. */
function ticks(pace: Pace, count: number, lateMs: number): number[] {
  return Array.from({ length: count }, () => {
    const taken = pace.take(many)
    now += tickMs + lateMs
    mock.timers.tick(tickMs)
    return taken
  })
}

// In a suite, since files share processes: hooks of a file apply to all tests of its process.
describe('the pace of deliveries', () => {
  beforeEach(() => {
    now = 0
    mock.timers.enable({ apis: ['setTimeout'] })
    mock.method(performance, 'now', () => now)
  })
  afterEach(() => {
    mock.timers.reset()
    mock.restoreAll()
  })

  test('a late event loop quarters what is sent in a tick, down to a few, and a loop in time lets it grow again', () => {
    let ticked = 0
    const pace = new Pace(() => {
      ticked++
    })
    assert.deepEqual(ticks(pace, 5, 80), [1_000, 250, 62, 40, 40])
    assert.deepEqual(ticks(pace, 4, 0), [40, 41, 42, 43])
    assert.equal(ticked, 9)
  })

  test('a tick that is late by less than a turn of the loop changes nothing for the worse', () => {
    assert.deepEqual(ticks(new Pace(() => {}), 3, 3), [1_000, 1_000, 1_000])
  })
})
