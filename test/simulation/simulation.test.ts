// Simulates the protocols of the store in short: all invariants hold, a seed repeats itself, and built-in faults are found.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { protocols } from './protocols/index.ts'
import { runSchedule } from './schedule.ts'
import { withSimulatedTime } from './simulated-time.ts'

/** Schedules of each protocol in `npm test`. */
const seeds = 50
/** A fault that is built in is found within so many seeds. */
const mutationSeeds = 150

/**
 * Seeds that failed before the fault was mended that they found: a failed save that lost events, requests after a stall that was longer
 * than the lease, a lease counted from the answer of its write, a target in strict order that hung, and clocks that differ by seconds.
 */
const regressions: Readonly<Record<string, readonly number[]>> = { leases: [105, 99, 156, 454, 2628] }

for (const protocol of protocols) {
  describe(`the simulation of ${protocol.name}`, () => {
    test(`holds its invariants in ${seeds} schedules, and those of earlier faults`, async () => {
      const all = [...Array.from({ length: seeds }, (_, i) => i + 1), ...(regressions[protocol.name] ?? [])]
      await withSimulatedTime(async enter => {
        for (const seed of all) {
          const { failure, trace } = await runSchedule(protocol, seed, enter)
          assert.equal(failure, null, `seed ${seed} of ${protocol.name}\n${trace.join('\n')}`)
        }
      })
    })

    test('gives the same trace for the same seed', async () => {
      await withSimulatedTime(async enter => {
        const hashes: string[][] = []
        for (const run of [0, 1]) {
          hashes[run] = []
          for (let seed = 1; seed <= 10; seed++) hashes[run].push((await runSchedule(protocol, seed, enter)).hash)
        }
        assert.deepEqual(hashes[0], hashes[1])
        assert.equal(new Set(hashes[0]).size, 10)
      })
    })

    for (const mutation of protocol.mutations) {
      test(`finds the fault: ${mutation}`, async () => {
        await withSimulatedTime(async enter => {
          for (let seed = 1; seed <= mutationSeeds; seed++) {
            if ((await runSchedule(protocol, seed, enter, mutation)).failure !== null) return
          }
          assert.fail(`no invariant was violated in ${mutationSeeds} schedules`)
        })
      })
    }
  })
}
