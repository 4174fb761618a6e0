// Background jobs: at intervals, never one twice at a time, and none after the end.
import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { startJobs } from '../../src/base/scheduling/jobs.ts'

const logged: string[] = []
const log = { error: (message: string, details?: { error?: unknown }) => logged.push(`${message}: ${details?.error}`) }

/** Moves the timers and lets the promises that follow settle. */
async function pass(seconds: number): Promise<void> {
  for (let i = 0; i < seconds; i++) {
    mock.timers.tick(1000)
    await nextTurn()
  }
}

test('jobs run at their intervals, do not overlap, log what fails, and are waited for at the end', async () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  try {
    const runs = { quick: 0, early: 0, slow: 0, faulty: 0 }
    let finish = () => {}
    const stop = startJobs(
      [
        { name: 'quick', everySeconds: 10, run: async () => runs.quick++ },
        { name: 'early', everySeconds: 60, firstAfterSeconds: 5, run: async () => runs.early++ },
        {
          name: 'slow',
          everySeconds: 10,
          run: () => {
            runs.slow++
            return new Promise<void>(resolve => {
              finish = resolve
            })
          },
        },
        {
          name: 'faulty',
          everySeconds: 20,
          run: async () => {
            runs.faulty++
            throw new Error('out of order')
          },
        },
      ],
      log,
    )
    await pass(9)
    assert.deepEqual(runs, { quick: 0, early: 1, slow: 0, faulty: 0 })
    await pass(36)
    assert.deepEqual(runs, { quick: 4, early: 1, slow: 1, faulty: 2 })
    assert.deepEqual(logged, ['faulty failed: Error: out of order', 'faulty failed: Error: out of order'])
    let ended = false
    const ending = stop().then(() => {
      ended = true
    })
    await pass(1)
    assert.equal(ended, false)
    finish()
    await ending
    await pass(100)
    assert.deepEqual(runs, { quick: 4, early: 1, slow: 1, faulty: 2 })
  } finally {
    mock.timers.reset()
  }
})
