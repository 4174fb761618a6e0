// Fair shares: slots go round robin to tenants and to the users of a tenant.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StoreUnavailable } from '../../src/base/errors.ts'
import { FairQueue } from '../../src/base/fair-queue.ts'
import { pause } from '../support/until.ts'

test('tenants take turns, and so do the users of a tenant', async () => {
  const queue = new FairQueue(1)
  const order: string[] = []
  const add = (tenant: string, user: string, name: string) =>
    queue.run({ tenant, user }, 5_000, async () => {
      await pause(1)
      order.push(name)
    })
  const all = [...'12345'].map(n => add('a', 'ann', `a-ann-${n}`))
  all.push(
    add('a', 'bob', 'a-bob-1'),
    add('b', 'eve', 'b-eve-1'),
    add('b', 'eve', 'b-eve-2'),
    add('c', 'joe', 'c-joe-1'),
  )
  await Promise.all(all)
  assert.deepEqual(order, [
    ...['a-ann-1', 'a-ann-2', 'b-eve-1', 'c-joe-1'],
    ...['a-bob-1', 'b-eve-2', 'a-ann-3', 'a-ann-4', 'a-ann-5'],
  ])
})

test('work that fails passes its slot on', async () => {
  const queue = new FairQueue(2)
  const share = { tenant: 'a', user: 'ann' }
  const failing = Array.from({ length: 5 }, () =>
    queue.run(share, 5_000, () => Promise.reject(new Error('made to fail'))),
  )
  for (const each of await Promise.allSettled(failing)) assert.equal(each.status, 'rejected')
  assert.equal(await queue.run(share, 5_000, async () => 'done'), 'done')
})

test('whoever waits too long is refused, and takes no slot afterwards', async () => {
  const queue = new FairQueue(1)
  const share = { tenant: 'a', user: 'ann' }
  const holder = queue.run(share, 5_000, () => pause(100))
  await assert.rejects(
    queue.run(share, 10, async () => assert.fail('it ran')),
    StoreUnavailable,
  )
  await holder
  assert.equal(await queue.run(share, 10, async () => 'done'), 'done')
})
