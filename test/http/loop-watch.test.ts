// Tests that a turn of the event loop over 50 ms is counted and logged, and that short turns are not.
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
  const stop = watchLoop({ loopStall: () => void counted++ }, { warn: (_, details) => void lines.push(details ?? {}) })
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
