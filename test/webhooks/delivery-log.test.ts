// Proves that the log of deliveries stays within its budget, keeps a body once, and goes with its target.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachCrm, type Json } from '../support/crm.ts'
import { receiverNearby, startReceiver } from '../support/receiver.ts'
import { until } from '../support/until.ts'
import { webhookCalls } from '../support/webhooks.ts'

const budget = 256 * 1024

eachCrm(
  'the log of deliveries',
  crm => {
    const { ok, target } = webhookCalls(crm)
    const numberOf = async (sql: string): Promise<number> =>
      Number(((await crm().server.store.rows({ sql, params: [] })) as Json[])[0].n ?? 0)
    const used = async () =>
      (await numberOf('select sum(bytes) as n from webhook_delivery')) +
      (await numberOf('select sum(bytes) as n from webhook_body'))

    test('a body is stored once for all targets and attempts, and everything goes with the target', async () => {
      const receivers = [await startReceiver(), await startReceiver(), await startReceiver()]
      const ids: string[] = []
      for (const { url } of receivers) ids.push((await target({ url, entities: ['AbEntry'] })).id)
      let failures = 0
      if (receivers[0]) receivers[0].reply = () => (failures++ === 0 ? { status: 500 } : {})
      await crm().create('AbEntry', { Type: 'Company', CompanyName: 'Stored once Ltd' })
      await receivers[0]?.has(2)
      for (const receiver of receivers) await receiver.has(1)
      await until(async () => (await numberOf('select count(*) as n from webhook_delivery')) === 4)
      assert.equal(await numberOf('select count(*) as n from webhook_body'), 1)
      for (const id of ids) {
        const { deliveries } = await ok('GET', `targets/${id}/deliveries`)
        for (const { request } of deliveries) assert.equal(JSON.parse(request).type, 'abentry.created')
      }
      const [first, ...others] = ids
      await ok('DELETE', `targets/${first}`)
      assert.equal(await numberOf('select count(*) as n from webhook_delivery'), 2)
      assert.equal(await numberOf('select count(*) as n from webhook_body'), 1)
      for (const id of others) await ok('DELETE', `targets/${id}`)
      assert.equal(await numberOf('select count(*) as n from webhook_delivery'), 0)
      assert.equal(await numberOf('select count(*) as n from webhook_body'), 0)
      for (const receiver of receivers) receiver.close()
    })

    test('over the budget the oldest deliveries go first', async () => {
      const receiver = await startReceiver()
      receiver.reply = () => ({ status: 200, body: 'x'.repeat(8_000) })
      const { id } = await target({ url: receiver.url, entities: ['Note'], payload: 'full' })
      const key = await crm().create('AbEntry', { Type: 'Company', CompanyName: 'Large Ltd' })
      const count = 120
      for (let i = 0; i < count; i++) await crm().create('Note', { ParentKey: key, Text: `${i} ${'y'.repeat(2_000)}` })
      await receiver.has(count)
      await until(async () => {
        const { deliveries } = await ok('GET', `targets/${id}/deliveries?limit=200`)
        return deliveries.length > 0 && deliveries.length < count && (await used()) <= budget
      })
      const { deliveries } = await ok('GET', `targets/${id}/deliveries?limit=200`)
      // Deliveries of one target overlap: the last one to arrive is not always the last one in the log.
      const newest = receiver.received.at(-1)?.event.id
      await until(async () =>
        (await ok('GET', `targets/${id}/deliveries`)).deliveries.some((one: Json) => one.event === newest),
      )
      assert.ok(
        deliveries.every((one: Json) => one.event !== receiver.received[0]?.event.id),
        'the oldest is gone',
      )
      await ok('DELETE', `targets/${id}`)
      receiver.close()
    })
  },
  { settings: { ...receiverNearby, deliveryBytes: budget } },
)

eachCrm(
  'the log of deliveries on a full disk',
  (crm, engine) => {
    const { ok, target } = webhookCalls(crm)

    test('keeps neither bodies nor answers while less than upload-free-disk is free', async () => {
      const receiver = await startReceiver()
      receiver.reply = () => ({ status: 200, body: 'thank you' })
      const { id } = await target({ url: receiver.url, entities: ['AbEntry'] })
      const latest = async (): Promise<Json> => {
        await crm().create('AbEntry', { Type: 'Company', CompanyName: 'Full Ltd' })
        const { event } = (await receiver.has(receiver.received.length + 1)).at(-1) as Json
        return until(async () =>
          (await ok('GET', `targets/${id}/deliveries`)).deliveries.find((one: Json) => one.event === event.id),
        )
      }
      // The first deliveries measure the disk.
      await latest()
      const { outcome, request, response } = await latest()
      const kept = engine === 'sqlite' ? [null, null] : [true, 'thank you']
      assert.equal(outcome, 'delivered')
      assert.deepEqual([request === null ? null : true, response], kept)
      await ok('DELETE', `targets/${id}`)
      receiver.close()
    })
  },
  { settings: { ...receiverNearby, uploadFreeDisk: 1024 ** 5 } },
)
