// Proves the stack of undo: reverse order, waiting for work on its way, failures, and its limit.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { UndoStack, type UndoStep } from '../../../console/src/api/undo.ts'
import { settled } from './support.ts'

const step = (label: string, undo: () => Promise<void> = async () => {}): UndoStep => ({ label, undo })

describe('undo', () => {
  test('nothing is there to undo at first', async () => {
    assert.equal(await new UndoStack().undo(), null)
  })

  test('any sequence of steps and undos takes back the last step that is left', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 30 }), async pushes => {
        const stack = new UndoStack()
        const expected: number[] = []
        const state: number[] = []
        for (const [at, push] of pushes.entries()) {
          if (push) {
            state.push(at)
            expected.push(at)
            stack.push(step(String(at), async () => void state.splice(state.indexOf(at), 1)))
          } else {
            const last = expected.pop()
            assert.equal((await stack.undo())?.label, last === undefined ? undefined : String(last))
          }
          assert.deepEqual(state, expected)
        }
      }),
    )
  })

  test('a step can be undone before later ones, once', async () => {
    const stack = new UndoStack()
    const [first, second] = [step('first'), step('second')]
    stack.push(first)
    stack.push(second)
    assert.equal(await stack.undo(first), first)
    assert.equal(await stack.undo(first), null)
    assert.equal(await stack.undo(), second)
    assert.equal(await stack.undo(), null)
  })

  test('a step that fails stays, and can be tried again', async () => {
    const stack = new UndoStack()
    let fails = true
    const failing = step('failing', async () => {
      if (fails) throw new Error('refused')
    })
    stack.push(failing)
    await assert.rejects(stack.undo(), /refused/)
    fails = false
    assert.equal(await stack.undo(), failing)
  })

  test('undo waits for work on its way, which may fail or become the last step', async () => {
    const stack = new UndoStack()
    stack.push(step('before'))
    const work = Promise.withResolvers<void>()
    stack.await(work.promise.then(() => stack.push(step('late'))))
    stack.await(Promise.reject(new Error('refused')))
    let undone: UndoStep | null | undefined
    const undoing = stack.undo().then(which => {
      undone = which
    })
    await settled()
    assert.equal(undone, undefined, 'still waiting')
    work.resolve()
    await undoing
    assert.equal((undone as UndoStep | null | undefined)?.label, 'late')
  })

  test('at most 100 steps are kept: the oldest go', async () => {
    const stack = new UndoStack()
    for (let at = 0; at < 130; at++) stack.push(step(String(at)))
    const labels: string[] = []
    for (let one = await stack.undo(); one; one = await stack.undo()) labels.push(one.label)
    assert.equal(labels.length, 100)
    assert.deepEqual([labels[0], labels.at(-1)], ['129', '30'])
  })

  test('listeners are called with each new step until they unsubscribe', () => {
    const stack = new UndoStack()
    const labels: string[] = []
    const unsubscribe = stack.subscribe(({ label }) => labels.push(label))
    stack.push(step('one'))
    unsubscribe()
    stack.push(step('two'))
    assert.deepEqual(labels, ['one'])
  })
})
