// Tests the progress bar on a terminal, in a log, and with --json.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { progress } from '../../src/cli/actions/progress.ts'
import type { Output } from '../../src/cli/output.ts'

function record(interactive: boolean, json = false): { output: Output; drawn: string[]; notes: string[] } {
  const drawn: string[] = []
  const notes: string[] = []
  const output: Output = {
    json,
    interactive,
    line: () => {},
    table: () => {},
    facts: () => {},
    object: () => {},
    note: text => void notes.push(text),
    draw: text => void drawn.push(text),
  }
  return { output, drawn, notes }
}

test('on a terminal a bar is drawn over itself, with what is left, and ends with its line', () => {
  const { output, drawn } = record(true)
  let at = 0
  const bar = progress(output, 'Copying', () => at)
  for (let done = 0; done <= 1000; done += 10) {
    at += 100
    bar.update(done, 1000)
  }
  bar.end()
  assert.ok(drawn.length > 50)
  assert.match(drawn[50] as string, /^\rCopying {2}█+░+ {2}50% {2}500 of 1,000 {2}5 s left/)
  assert.match(drawn.at(-2) as string, /100% {2}1,000 of 1,000 {2}10 s/)
  assert.equal(drawn.at(-1), '\n')
})

test('elsewhere a line comes now and then, and none when the work is short', () => {
  const { output, drawn, notes } = record(false)
  let at = 0
  const short = progress(output, 'Copying', () => at)
  short.update(1, 1)
  assert.deepEqual([drawn, notes], [[], []])
  const long = progress(output, 'Copying', () => at)
  for (let done = 1; done <= 100; done++) {
    at += 1000
    long.update(done, 100)
  }
  long.end()
  assert.ok(notes.length >= 15 && notes.length <= 22)
  assert.deepEqual(drawn, [])
})

test('with --json it is silent', () => {
  const { output, drawn, notes } = record(true, true)
  const bar = progress(output, 'Copying')
  bar.update(1, 2)
  bar.end()
  assert.deepEqual([drawn, notes], [[], []])
})
