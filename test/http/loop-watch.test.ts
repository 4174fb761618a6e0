// Tests which turns of the event loop are counted, and which are logged.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { watchLoop } from '../../src/http/loop-watch.ts'

const block = (ms: number) => {
  const end = performance.now() + ms
  while (performance.now() < end);
}

test('a long turn is counted and logged with its length', async () => {
  let counted = 0
  const lines: { stalls?: unknown; longestMs?: unknown }[] = []
  const log = { warn: (_: string, details?: object) => void lines.push(details ?? {}) }
  const stop = watchLoop({ loopStall: () => void counted++ }, log, { warnMs: 200, startMs: 0 })
  await sleep(30)
  block(300)
  await sleep(60)
  stop()
  assert.ok(counted >= 1)
  assert.ok(
    lines.some(line => Number(line.longestMs) >= 200),
    JSON.stringify(lines),
  )
  const after = counted
  block(200)
  await sleep(60)
  assert.equal(counted, after, 'it has stopped')
})

test('shorter turns, and those of a start, are counted and not logged', async () => {
  for (const times of [
    { warnMs: 5_000, startMs: 0 },
    { warnMs: 100, startMs: 60_000 },
  ]) {
    let counted = 0
    const lines: string[] = []
    const stop = watchLoop({ loopStall: () => void counted++ }, { warn: text => void lines.push(text) }, times)
    await sleep(30)
    block(300)
    await sleep(60)
    stop()
    assert.ok(counted >= 1)
    assert.deepEqual(lines, [])
  }
})
