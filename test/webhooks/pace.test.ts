// Tests that deliveries are held back while the event loop is late, and never altogether.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { Pace } from '../../src/webhooks/pace.ts'

const many = 10_000

/** Takes what is given in each of so many ticks, and lets each be late by `lateMs`. */
async function ticks(pace: Pace, count: number, lateMs: number): Promise<number[]> {
  const taken: number[] = []
  for (let i = 0; i < count; i++) {
    taken.push(pace.take(many))
    const end = performance.now() + lateMs
    while (performance.now() < end);
    await pause(55)
  }
  return taken
}

test('a late event loop halves what is sent in a tick, down to a few, and a loop in time lets it grow again', async () => {
  let ticked = 0
  const pace = new Pace(() => {
    ticked++
  })
  const [first = 0, ...held] = await ticks(pace, 9, 80)
  const last = held.at(-1) ?? 0
  assert.ok(last <= first / 16 && last >= 5, `${first}, then ${held}`)
  assert.ok(ticked >= 8, `${ticked} ticks`)
  // A busy machine is late by itself, for some time.
  for (let tries = 0, grown = 0; grown <= last; tries++) {
    assert.ok(tries < 50, `it stays at ${last}`)
    grown = (await ticks(pace, 6, 0)).at(-1) ?? 0
  }
})
