// What counts as the time for which a read blocks its thread: processor time, and the time in which it may have waited for the disk.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BlockedTime } from '../../src/storage/pacing/blocked-time.ts'

const napMs = 50
const nap = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, napMs)

test('the time in which the machine did other work does not count', () => {
  const time = new BlockedTime(() => 7)
  time.begin()
  nap()
  assert(time.ms() < napMs)
})

test('all of the time counts when the disk was read, once', () => {
  let reads = 7
  const time = new BlockedTime(() => reads)
  time.begin()
  nap()
  reads++
  assert(time.ms() >= napMs)
  assert(time.ms() < napMs)
  time.begin()
  nap()
  assert(time.ms() < napMs)
})
