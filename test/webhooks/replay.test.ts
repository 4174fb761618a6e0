// Proves that a replay sends each event once, and the events of one record in their order, also when some fail.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachCrm } from '../support/crm.ts'
import { type Received, receiverNearby, startReceiver } from '../support/receiver.ts'
import { pause, until } from '../support/until.ts'
import { webhookCalls } from '../support/webhooks.ts'

const [records, writes] = [30, 8]

eachCrm(
  'replays',
  crm => {
    const { ok, target, numbered } = webhookCalls(crm)
    const nameOf = ({ event }: Received) => `${event.data.key} ${event.data.version}`

    /** Writes some records several times, and gives the range of time. */
    const write = async (): Promise<{ from: string; to: string }> => {
      const from = new Date().toISOString()
      const keys = await Promise.all(
        Array.from({ length: records }, (_, i) =>
          crm().create('AbEntry', { Type: 'Company', CompanyName: `Replayed ${i}` }),
        ),
      )
      for (let i = 1; i < writes; i++) {
        await crm().ok('Update', { AbEntry: { Data: keys.map(Key => ({ Key, CompanyName: `Replayed ${Key} ${i}` })) } })
      }
      await numbered()
      return { from, to: new Date(Date.now() + 1000).toISOString() }
    }
    const inOrder = (received: readonly Received[]) => {
      const last = new Map<string, number>()
      for (const { event } of received) {
        const { key, version } = event.data
        assert.ok(version > (last.get(key) ?? 0), `${key}: ${version} came after ${last.get(key)}`)
        last.set(key, version)
      }
    }

    test('a slow receiver gets each event once and in the order of its record, time after time', async () => {
      const receiver = await startReceiver()
      receiver.reply = async () => {
        await pause(Math.random() * 15)
        return {}
      }
      const { id } = await target({ url: receiver.url, entities: ['AbEntry'], enabled: false })
      const range = await write()
      await ok('PATCH', `targets/${id}`, { enabled: true, from: 'now' })
      for (let round = 1; round <= 3; round++) {
        receiver.received.length = 0
        assert.deepEqual(await ok('POST', `targets/${id}/replay`, range), { queued: records * writes })
        await receiver.has(records * writes)
        await until(async () => {
          const left = `select slot from webhook_queue where target = '${id}'`
          return (await crm().server.store.rows({ sql: left, params: [] })).length === 0
        })
        await pause(300)
        assert.equal(receiver.received.length, records * writes, 'each once')
        assert.equal(new Set(receiver.received.map(nameOf)).size, records * writes)
        inOrder(receiver.received)
      }
      await ok('DELETE', `targets/${id}`)
      receiver.close()
    })

    for (const order of ['record', 'strict']) {
      test(`an event that fails holds up the later ones behind it, in order ${order}`, async () => {
        const receiver = await startReceiver()
        const { id } = await target({ url: receiver.url, entities: ['AbEntry'], enabled: false, order })
        const range = await write()
        await ok('PATCH', `targets/${id}`, { enabled: true, from: 'now' })
        // In strict order all others wait the five seconds of each failure.
        const failures = order === 'strict' ? 1 : 3
        const failed = new Set<string>()
        receiver.reply = ({ event }) => {
          if (event.data.version !== 3 || failed.has(event.data.key) || failed.size >= failures) return {}
          failed.add(event.data.key)
          return { status: 500 }
        }
        await ok('POST', `targets/${id}/replay`, range)
        await receiver.has(records * writes + failures)
        const good = receiver.received.filter(
          (one, i) => receiver.received.findIndex(other => nameOf(other) === nameOf(one)) === i,
        )
        assert.equal(good.length, records * writes)
        const withoutFailures = receiver.received.filter(
          (one, i) => !receiver.received.slice(i + 1).some(other => nameOf(other) === nameOf(one)),
        )
        inOrder(withoutFailures)
        assert.equal(receiver.received.length, records * writes + failures)
        await ok('DELETE', `targets/${id}`)
        receiver.close()
      })
    }
  },
  { settings: receiverNearby },
)
