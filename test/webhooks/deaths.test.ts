// Proves that an event on which the server died twice is given up, and that the others are delivered.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { serveChild } from '../support/cli.ts'
import { type Crm, type Json, startCrm } from '../support/crm.ts'
import { eachMigrated } from '../support/engines.ts'
import { receiverNearby, startReceiver } from '../support/receiver.ts'
import { until } from '../support/until.ts'
import { webhookCalls } from '../support/webhooks.ts'

const secretKey = 'a key that all nodes of the store have in common'
const settings = { ...receiverNearby, secretKey }

const rowOf = async ({ server }: Pick<Crm, 'server'>, id: string): Promise<Json> => {
  const sql = `select deaths, rendering, held_until, position from webhook_target where id = '${id}'`
  return (await server.store.rows({ sql, params: [] }))[0]
}

eachMigrated('webhooks after a death', (engine, fresh) => {
  test('the event that was rendered at two deaths is given up, and can be replayed', async () => {
    const crm = await startCrm({ engine, storeUrl: fresh.url(), settings })
    const { ok, target, numbered } = webhookCalls(() => crm)
    const receiver = await startReceiver()
    const { id } = await target({ url: receiver.url, entities: ['AbEntry'], enabled: false })
    const names = ['First', 'Deadly', 'Last']
    const keys: string[] = []
    for (const CompanyName of names) keys.push(await crm.create('AbEntry', { Type: 'Company', CompanyName }))
    await numbered()
    const { position } = await rowOf(crm, id)
    // As the process leaves the row that dies while it renders the second event, which was in work at the death before, too.
    const sql = `update webhook_target set enabled = 1, holder = 'dead', held_until = 2, deaths = 2,
      rendering = ${Number(position) + 2} where id = '${id}'`
    await crm.server.store.write(tx => tx.run({ sql, params: [] }))
    await ok('PATCH', `targets/${id}`, {})
    await receiver.has(2)
    assert.deepEqual(
      receiver.received.map(({ event }) => event.data.key),
      [keys[0], keys[2]],
    )
    const given = await until(async () => {
      const { deliveries } = await ok('GET', `targets/${id}/deliveries`)
      return deliveries.find((one: Json) => one.outcome === 'failed')
    })
    assert.deepEqual([given.attempt, given.nextAt, given.request], [1, null, null])
    assert.match(given.response, /stopped twice while it worked on this event alone/)
    // The worker has ended its work, so the deaths are over.
    await until(async () => Number((await rowOf(crm, id)).held_until) === 0)
    const { deaths, rendering } = await rowOf(crm, id)
    assert.deepEqual([Number(deaths), rendering], [0, null])
    assert.deepEqual(await ok('POST', `targets/${id}/replay`, { failedSince: '2020-01-01T00:00:00Z' }), { queued: 1 })
    const [, , third] = await receiver.has(3)
    assert.equal(third?.event.data.key, keys[1])
    await ok('DELETE', `targets/${id}`)
    receiver.close()
    await crm.close()
  })
})

eachMigrated('webhooks after deaths during other work', (engine, fresh) => {
  test('an event that was in work at the last of many deaths is delivered', async () => {
    const crm = await startCrm({ engine, storeUrl: fresh.url(), settings })
    const { ok, target, numbered } = webhookCalls(() => crm)
    const receiver = await startReceiver()
    const { id } = await target({ url: receiver.url, entities: ['AbEntry'], enabled: false })
    const key = await crm.create('AbEntry', { Type: 'Company', CompanyName: 'Innocent' })
    await numbered()
    const { position } = await rowOf(crm, id)
    // Each process before this one died between two events.
    const left = { holder: 'dead', held_until: 2, rendering: Number(position) + 1, deaths: 1 }
    const columns = Object.entries(left).map(([name, value]) => `${name} = '${value}'`)
    const sql = `update webhook_target set enabled = 1, ${columns.join(', ')} where id = '${id}'`
    await crm.server.store.write(tx => tx.run({ sql, params: [] }))
    await ok('PATCH', `targets/${id}`, {})
    const [first] = await receiver.has(1)
    assert.equal(first?.event.data.key, key)
    receiver.close()
    await crm.close()
  })
})

describe('webhooks of a server that is killed while it renders', () => {
  test('two kills on one event alone end its delivery, and the next start delivers the others', async () => {
    const crm = await startCrm({ engine: 'postgres', settings })
    const receiver = await startReceiver()
    const { target, numbered } = webhookCalls(() => crm)
    const { id } = await target({ url: receiver.url, entities: ['Note'], payload: 'full' })
    const dataDir = mkdtempSync(join(tmpdir(), 'clientele-deaths-'))
    const entry = await crm.create('AbEntry', { Type: 'Company', CompanyName: 'Killed Ltd' })
    const { store } = crm.server
    const note = async (text: string) => crm.create('Note', { ParentKey: entry, Text: text })
    await store.write(tx => tx.run({ sql: `update webhook_target set enabled = 0 where id = '${id}'`, params: [] }))
    const [first, second] = [await note('one'), await note('two')]
    await numbered()
    await store.write(tx => tx.run({ sql: `update webhook_target set enabled = 1 where id = '${id}'`, params: [] }))
    const url = crm.server.settings.store
    await crm.server.app.close()
    const env = {
      CLIENTELE_SECRET_KEY: secretKey,
      CLIENTELE_OUTBOUND_NETWORKS: '127.0.0.1',
      CLIENTELE_OUTBOUND_HTTP: 'true',
    }
    const { Client } = (await import('pg')).default
    const watcher = new Client({ connectionString: url })
    await watcher.connect()
    const row = async () =>
      (await watcher.query('select deaths, rendering, holder from webhook_target where id = $1', [id])).rows[0]
    for (let kill = 1; kill <= 3; kill++) {
      // Nothing can be read from notes, so whatever renders the event waits until its process is killed.
      const lock = new Client({ connectionString: url })
      await lock.connect()
      await lock.query('begin; lock table note in access exclusive mode')
      const before = (await row()).holder
      const child = await serveChild(['--store', url, '--data-dir', dataDir], { env })
      await until(async () => {
        const { holder, rendering } = await row()
        return holder !== before && (kill === 1 || rendering !== null)
      }, 'A worker')
      process.kill(child.pid, 'SIGKILL')
      await child.ended
      await lock.end()
    }
    const last = await serveChild(['--store', url, '--data-dir', dataDir], { env })
    await receiver.has(1, ({ event }) => event.data.key === second)
    assert.ok(receiver.received.every(({ event }) => event.data.key !== first))
    await until(async () => {
      const { rows } = await watcher.query('select response from webhook_delivery where outcome = $1', ['failed'])
      return /stopped twice/.test(rows[0]?.response ?? '')
    })
    await watcher.end()
    await last.close()
    receiver.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
})
