// Proves the queue of conflicts, and when two values of a field are the same.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Conflicts, same } from '../../../console/src/api/conflicts.ts'
import { Questions } from '../../../console/src/api/questions.ts'

const clash = { path: 'City', original: 'Ulm', mine: 'Bonn', theirs: 'Kiel' }

describe('conflicts', () => {
  test('are asked one after the other, and each answer goes to its question', async () => {
    const conflicts = new Conflicts()
    let calls = 0
    const unsubscribe = conflicts.subscribe(() => calls++)
    assert.equal(conflicts.first(), null)
    const first = conflicts.ask({ entity: 'AbEntry', key: 'a', clashes: [clash], by: null })
    const second = conflicts.ask({ entity: 'AbEntry', key: 'b', clashes: [clash], by: null })
    assert.equal(conflicts.first()?.key, 'a')
    assert.equal(conflicts.first(), conflicts.first(), 'the same object, for useSyncExternalStore')
    conflicts.first()?.answer(['City'])
    assert.deepEqual(await first, ['City'])
    assert.equal(conflicts.first()?.key, 'b')
    conflicts.first()?.answer(null)
    assert.equal(await second, null)
    assert.equal(conflicts.first(), null)
    assert.equal(calls, 4)
    unsubscribe()
    void conflicts.ask({ entity: 'AbEntry', key: 'c', clashes: [clash], by: null })
    assert.equal(calls, 4)
  })
})

test('a question waits until it is answered', async () => {
  const questions = new Questions<{ readonly text: string }, boolean>()
  const answer = questions.ask({ text: 'Really?' })
  assert.equal(questions.first()?.text, 'Really?')
  questions.first()?.answer(true)
  assert.equal(await answer, true)
  assert.equal(questions.first(), null)
})

describe('values of a field', () => {
  const equal: [unknown, unknown][] = [
    [null, undefined],
    [
      { a: 1, b: [{ c: 2, d: 3 }] },
      { b: [{ d: 3, c: 2 }], a: 1 },
    ],
    // The DisplayValue follows from the key, and its language may differ.
    [
      { Key: 3, DisplayValue: 'Won' },
      { Key: 3, DisplayValue: 'Gewonnen' },
    ],
    [[{ Key: '1', DisplayValue: 'A' }], [{ DisplayValue: 'B', Key: '1' }]],
  ]
  for (const [a, b] of equal) {
    test(`${JSON.stringify(a)} is the same as ${JSON.stringify(b)}`, () => assert.ok(same(a, b)))
  }

  const different: [unknown, unknown][] = [
    ['', null],
    [0, null],
    [0, '0'],
    [
      [1, 2],
      [2, 1],
    ],
    // Where there is nothing else, the text decides.
    [{ DisplayValue: 'A' }, { DisplayValue: 'B' }],
    [{ a: 1 }, { a: 1, b: null }],
  ]
  for (const [a, b] of different) {
    test(`${JSON.stringify(a)} differs from ${JSON.stringify(b)}`, () => assert.ok(!same(a, b)))
  }
})
