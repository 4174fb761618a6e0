// Proves how a target behaves while its receiver is down, and how soon it recovers when the receiver is back.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { manualClock } from '../../src/base/clock.ts'
import { newEventsFrom } from '../../src/webhooks/delivery/halting.ts'
import { eachCrm, type Json } from '../support/crm.ts'
import { type Received, receiverNearby, startReceiver } from '../support/receiver.ts'
import { pause, until } from '../support/until.ts'
import { webhookCalls } from '../support/webhooks.ts'

test('one rule halts new events: failures in a row, too many parked records, or strict order', () => {
  const health = { order: 'record', parked: 0, failures: 0, failedAt: null } as const
  assert.equal(newEventsFrom(health), Number.NEGATIVE_INFINITY)
  assert.equal(newEventsFrom({ ...health, parked: 999, failures: 19, failedAt: 5 }), Number.NEGATIVE_INFINITY)
  // Ten records that failed twice: the worker halted, and the part that starts workers did not.
  assert.equal(newEventsFrom({ ...health, parked: 10, failures: 20, failedAt: 1_000 }), 6_000)
  assert.equal(newEventsFrom({ ...health, parked: 10, failures: 22, failedAt: 1_000 }), 21_000)
  assert.equal(newEventsFrom({ ...health, parked: 10, failures: 90, failedAt: 1_000 }), 61_000)
  // Many parked records after a delivery: the receiver is up.
  assert.equal(newEventsFrom({ ...health, parked: 40 }), Number.NEGATIVE_INFINITY)
  assert.equal(newEventsFrom({ ...health, parked: 1_000 }), Number.POSITIVE_INFINITY)
  assert.equal(newEventsFrom({ ...health, order: 'strict', parked: 1 }), Number.POSITIVE_INFINITY)
})

const clock = manualClock(Date.UTC(2026, 4, 4, 12))

eachCrm(
  'webhooks through an outage',
  crm => {
    const { ok, target } = webhookCalls(crm)
    const company = (name: string) => crm().create('AbEntry', { Type: 'Company', CompanyName: name })
    const keyOf = ({ event }: Received) => event.data.key as string
    const companies = (count: number) => Promise.all(Array.from({ length: count }, (_, i) => company(`Outage ${i}`)))
    /** Lets the clock run, and lets the nodes look at their targets at once. */
    const advance = async (id: string, ms: number) => {
      clock.advance(ms)
      await ok('PATCH', `targets/${id}`, {})
    }
    const rowOf = async (id: string): Promise<Json> => {
      const sql = `select failures, position from webhook_target where id = '${id}'`
      return (await crm().server.store.rows({ sql, params: [] }))[0]
    }

    test('twenty failures in a row halt new events, also with ten parked records, and one new event probes', async () => {
      const receiver = await startReceiver()
      receiver.reply = () => ({ status: 503 })
      const { id } = await target({ url: receiver.url, entities: ['AbEntry'] })
      const keys = await companies(10)
      await until(async () => Number((await rowOf(id)).failures) === 10)
      await advance(id, 7_000)
      await until(async () => Number((await rowOf(id)).failures) === 20)
      assert.equal(receiver.received.length, 20)
      const waiting = await companies(3)
      // The worker that has just halted ends, and no other one sends the new events.
      await pause(2_500)
      assert.equal(receiver.received.length, 20)
      await advance(id, 5_100)
      await until(async () => Number((await rowOf(id)).failures) === 21)
      await pause(300)
      assert.equal(receiver.received.length, 21, 'one new event probes')
      receiver.reply = () => ({})
      await advance(id, 10_100)
      // The success of one new event brings everything: the other new events, and those that failed.
      await until(() => [...keys, ...waiting].every(key => receiver.received.slice(21).some(one => keyOf(one) === key)))
      await until(async () => (await ok('GET', `targets/${id}`)).status === 'active')
      await ok('DELETE', `targets/${id}`)
      receiver.close()
    })

    test('a delivery brings parked events forward once, and their schedule stays', async () => {
      const receiver = await startReceiver()
      const bad = await company('Bad Ltd')
      receiver.reply = one => (keyOf(one) === bad ? { status: 500 } : {})
      const { id } = await target({ url: receiver.url, entities: ['AbEntry'] })
      await crm().ok('Update', { AbEntry: { Data: { Key: bad, CompanyName: 'Bad 2' } } })
      await receiver.has(1)
      const attempts = async () => {
        const { deliveries } = await ok('GET', `targets/${id}/deliveries`)
        return deliveries.filter((one: Json) => one.outcome === 'failed').toReversed()
      }
      const [first] = await until(async () => {
        const found = await attempts()
        return found.length === 1 && found
      })
      await company('Good 1')
      await receiver.has(2, one => keyOf(one) === bad)
      await company('Good 2')
      await company('Good 3')
      await receiver.has(3, one => keyOf(one) !== bad)
      await until(async () => (await attempts()).length === 2)
      await pause(600)
      const tried = await attempts()
      // The extra attempt has the number of the next one, and the schedule goes on as it was.
      assert.deepEqual(
        tried.map(({ attempt, nextAt }: Json) => [attempt, nextAt]),
        [
          [1, first.nextAt],
          [2, first.nextAt],
        ],
      )
      clock.set(Date.parse(first.nextAt) + 1)
      await ok('PATCH', `targets/${id}`, {})
      const third = await until(async () => (await attempts())[2])
      assert.equal(third.attempt, 2)
      const wait = (Date.parse(third.nextAt) - Date.parse(third.at)) / 1000
      assert.ok(wait >= 24 && wait <= 36, `${wait} s is not near 30 seconds`)
      await ok('DELETE', `targets/${id}`)
      receiver.close()
    })

    test('a test that the target takes brings parked events forward', async () => {
      const receiver = await startReceiver()
      receiver.reply = () => ({ status: 500 })
      const { id } = await target({ url: receiver.url, entities: ['AbEntry'] })
      const keys = await companies(2)
      await until(async () => Number((await rowOf(id)).failures) === 2)
      await advance(id, 7_000)
      await until(async () => Number((await rowOf(id)).failures) === 4)
      receiver.reply = () => ({})
      const before = receiver.received.length
      await ok('POST', `targets/${id}/test`)
      await receiver.has(before + 3)
      assert.deepEqual(new Set(receiver.received.slice(before + 1).map(keyOf)), new Set(keys))
      await ok('DELETE', `targets/${id}`)
      receiver.close()
    })
  },
  { clock, settings: receiverNearby },
)
