// Fair shares: slots go round robin to tenants and to the users of a tenant.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ClientGone, Overloaded, QueryTimeout } from '../../src/base/errors.ts'
import { FairQueue } from '../../src/base/scheduling/fair-queue.ts'
import { pause } from '../support/until.ts'

test('tenants take turns, and so do the users of a tenant', async () => {
  const queue = new FairQueue({ slots: 1, reserved: 0, name: 'tries' })
  const order: string[] = []
  const add = (tenant: string, user: string, name: string) =>
    queue.run({ share: { tenant, user }, waitMs: 5_000 }, async () => {
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
  const queue = new FairQueue({ slots: 2, reserved: 0, name: 'tries' })
  const share = { tenant: 'a', user: 'ann' }
  const failing = Array.from({ length: 5 }, () =>
    queue.run({ share, waitMs: 5_000 }, () => Promise.reject(new Error('made to fail'))),
  )
  for (const each of await Promise.allSettled(failing)) assert.equal(each.status, 'rejected')
  assert.equal(await queue.run({ share, waitMs: 5_000 }, async () => 'done'), 'done')
})

test('a caller is refused after its waiting time, and takes no slot afterwards', async () => {
  const queue = new FairQueue({ slots: 1, reserved: 0, name: 'tries' })
  const share = { tenant: 'a', user: 'ann' }
  const holder = queue.run({ share, waitMs: 5_000 }, () => pause(100))
  await assert.rejects(
    queue.run({ share, waitMs: 10 }, async () => assert.fail('it ran')),
    Overloaded,
  )
  await holder
  assert.equal(await queue.run({ share, waitMs: 10 }, async () => 'done'), 'done')
})

test('a tenant that has all slots leaves the reserved one to others', async () => {
  const queue = new FairQueue({ slots: 2, reserved: 1, name: 'tries' })
  const ends = Promise.withResolvers<void>()
  const flood = Array.from({ length: 4 }, () =>
    queue.run({ share: { tenant: 'a', user: 'ann' }, waitMs: 5_000 }, () => ends.promise),
  )
  assert.equal(await queue.run({ share: { tenant: 'b', user: 'bob' }, waitMs: 10 }, async () => 'at once'), 'at once')
  assert.equal(queue.takeNow('a'), null)
  ends.resolve()
  await Promise.all(flood)
})

test('a caller whose expected wait is too long is refused at once, with a retry time', async () => {
  const queue = new FairQueue({ slots: 1, reserved: 0, name: 'tries' })
  const turn = (tenant: string, waitMs: number) => ({ share: { tenant, user: 'ann' }, waitMs })
  for (let i = 0; i < 30; i++) await queue.run(turn('a', 5_000), () => pause(20))
  const flood = Array.from({ length: 20 }, () => queue.run(turn('a', 5_000), () => pause(20)))
  let refused = false
  const order = Promise.race(flood).then(() => assert.ok(refused, 'it was refused before a turn ended'))
  await assert.rejects(
    queue.run(turn('a', 150), async () => {}),
    (error: unknown) => error instanceof Overloaded && error.retryAfterSeconds === 1 && /tries/.test(error.message),
  )
  refused = true
  await order
  // A tenant without a waiting caller gets the slot after the next caller of the flood.
  assert.equal(await queue.run(turn('b', 5_000), async () => 'done'), 'done')
  await Promise.all(flood)
})

test('a queued task does not run after its client has disconnected', async () => {
  const queue = new FairQueue({ slots: 1, reserved: 0, name: 'tries' })
  const share = { tenant: 'a', user: 'ann' }
  const ends = Promise.withResolvers<void>()
  const holder = queue.run({ share, waitMs: 5_000 }, () => ends.promise)
  const client = new AbortController()
  const waiting = queue.run({ share, waitMs: 5_000, gone: () => client.signal }, async () => assert.fail('it ran'))
  client.abort(new ClientGone())
  await assert.rejects(waiting, ClientGone)
  ends.resolve()
  await holder
  assert.equal(await queue.run({ share, waitMs: 5_000, gone: () => client.signal }, async () => 'free'), 'free')
})

test('work that has had its time yields its slot to another user of the tenant', async () => {
  const queue = new FairQueue({ slots: 2, reserved: 0, contestedMs: 20, name: 'tries' })
  const endless = (user: string) =>
    queue.run({ share: { tenant: 'a', user }, waitMs: 10_000 }, async yields => {
      const signal = yields()
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    })
  const flood = Array.from({ length: 4 }, () => endless('ann'))
  for (const one of flood) one.catch(() => {})
  assert.equal(await queue.run({ share: { tenant: 'a', user: 'bob' }, waitMs: 10_000 }, async () => 'mine'), 'mine')
  // Ann's first task was ended; her others continue, since no other user waits.
  await assert.rejects(flood[0] as Promise<void>, QueryTimeout)
  const first = await Promise.race([
    ...flood.slice(1).map(one =>
      one.then(
        () => 'ended',
        () => 'ended',
      ),
    ),
    pause(600),
  ])
  assert.equal(first, undefined)
})
