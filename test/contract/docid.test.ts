// Numbers of the word index on SQLite: always in the order of identifiers, in whatever order records come.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { identifierMaker } from '../../src/base/text/identifier.ts'
import { type DocidEntry, docidBetween } from '../../src/storage/sqlite/words/docid.ts'

/** A process that makes identifiers, so many in each millisecond. */
function identifiers(count: number, perMillisecond: number, start = Date.UTC(2026, 5, 1)): string[] {
  let made = 0
  const make = identifierMaker({ now: () => start + Math.floor(made++ / perMillisecond) })
  return Array.from({ length: count }, make)
}

/** The same shuffle on every run. */
function shuffled(ids: readonly string[]): string[] {
  let state = 1
  const next = () => {
    state = (state * 48_271) % 2_147_483_647
    return state
  }
  return ids
    .map(id => ({ id, place: next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ id }) => id)
}

function place(ids: readonly string[]): DocidEntry[] {
  const all: DocidEntry[] = []
  for (const id of ids) {
    let [from, to] = [0, all.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if ((all[middle] as DocidEntry).id < id) from = middle + 1
      else to = middle
    }
    all.splice(from, 0, { id, doc: docidBetween(id, all[from - 1] ?? null, all[from] ?? null) })
  }
  return all
}

const stuck = Number.POSITIVE_INFINITY
const inTurns = (runs: readonly string[][]): string[] =>
  (runs[0] as string[]).flatMap((_, i) => runs.map(run => run[i] as string))

const comings: Record<string, () => string[]> = {
  'one after the other': () => identifiers(3000, 5),
  'all within one millisecond': () => identifiers(3000, stuck),
  backwards: () => identifiers(3000, 5).reverse(),
  'in no order': () => shuffled(identifiers(3000, 5)),
  'in no order, many within a millisecond': () => shuffled(identifiers(3000, 1000)),
  'in no order, all within one millisecond': () => shuffled(identifiers(3000, stuck)),
  'from several processes in turns': () => inTurns([1, 2, 3, 4].map(() => identifiers(1000, 20))),
  'from several processes whose clock stands still': () => inTurns([1, 2, 3, 4].map(() => identifiers(1000, stuck))),
  'from several processes in no order': () => shuffled([1, 2, 3, 4].flatMap(() => identifiers(1000, 20))),
  'after the clock was set back': () => [
    ...identifiers(1000, 5),
    ...identifiers(1000, 5, Date.UTC(2026, 4, 31, 23, 59, 59, 900)),
  ],
  'from before and beyond the years that have numbers of their own': () => [
    ...identifiers(10, 5, 0),
    ...identifiers(10, 5, 1_000_000_000_000_000),
    ...identifiers(10, 5),
  ],
}

for (const [title, ids] of Object.entries(comings)) {
  test(`records that come ${title}`, () => {
    const placed = place(ids())
    for (const [i, { doc }] of placed.entries()) {
      assert.ok(i === 0 || doc > (placed[i - 1] as DocidEntry).doc)
      assert.ok(doc === BigInt.asIntN(64, doc))
    }
  })
}

test('where no number is left between two neighbours, none is made up', () => {
  const [low, id, high] = identifiers(3, 1) as [string, string, string]
  assert.throws(() => docidBetween(id, { id: low, doc: 7n }, { id: high, doc: 8n }), /No number is free/)
  assert.equal(docidBetween(id, { id: low, doc: 7n }, { id: high, doc: 9n }), 8n)
})
