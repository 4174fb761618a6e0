// Proves that no event is lost when receivers and servers die, and that two nodes never send the same at the same time.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { serveChild } from '../support/cli.ts'
import { type Crm, startCrm } from '../support/crm.ts'
import { eachEngine } from '../support/engines.ts'
import { type Received, type Receiver, receiverNearby, startReceiver } from '../support/receiver.ts'
import { startServer } from '../support/server.ts'
import { pause, until } from '../support/until.ts'
import { webhookCalls } from '../support/webhooks.ts'

const secretKey = 'a key that all nodes of the store have in common'

const nameOf = ({ event }: Received) => `${event.data.key} ${event.data.version}`

/** Every event came, duplicates have one id, and the first deliveries of a record are in the order of Version. */
function checkReceived(receiver: Receiver, expected: ReadonlyMap<string, number>): void {
  const ids = new Map<string, string>()
  const reached = new Map<string, number>()
  for (const received of receiver.received) {
    const name = nameOf(received)
    assert.equal(ids.get(name) ?? received.event.id, received.event.id, 'duplicates share their id')
    ids.set(name, received.event.id)
    const { key, version } = received.event.data
    const before = reached.get(key) ?? 0
    assert.ok(version <= before + 1, `${key}: ${version} came after ${before}`)
    reached.set(key, Math.max(before, version))
  }
  for (const [key, version] of expected) assert.equal(reached.get(key), version, key)
}

const update = (crm: Pick<Crm, 'call'>, key: string, name: string) =>
  crm.call('Update', { AbEntry: { Data: { Key: key, CompanyName: name } } })

const settings = { ...receiverNearby, secretKey }

eachEngine('webhooks when receivers die', (engine, fresh) => {
  test('a receiver that dies at each step gets everything', async () => {
    const crm = await startCrm({ engine, storeUrl: fresh.url(), settings })
    const { target, ok } = webhookCalls(() => crm)
    const receiver = await startReceiver()
    const deaths = [{ dies: 'before' }, { status: 200, dies: 'half' }, { status: 500 }, { status: 302 }] as const
    const tried = new Map<string, number>()
    receiver.reply = received => {
      const tries = tried.get(nameOf(received)) ?? 0
      tried.set(nameOf(received), tries + 1)
      return tries === 0 ? (deaths[tried.size % 5] ?? {}) : {}
    }
    const { id } = await target({ url: receiver.url, entities: ['AbEntry'] })
    const expected = new Map<string, number>()
    for (let i = 0; i < 10; i++) {
      const key = await crm.create('AbEntry', { Type: 'Company', CompanyName: `Dying ${i}` })
      await update(crm, key, `Dying again ${i}`)
      expected.set(key, 2)
    }
    await until(() => [...expected.keys()].every(key => receiver.received.some(one => nameOf(one) === `${key} 2`)))
    await until(async () => (await ok('GET', `targets/${id}`)).status === 'active')
    checkReceived(receiver, expected)
    await ok('DELETE', `targets/${id}`)
    receiver.close()
    await crm.close()
  })
})

eachEngine('webhooks when servers die', (engine, fresh) => {
  test('kills of the server lose nothing', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'clientele-kills-'))
    const first = await startCrm({ engine, storeUrl: fresh.url(), settings })
    const receiver = await startReceiver()
    const failed = new Set<string>()
    receiver.reply = async received => {
      await pause(Math.random() * 30)
      // The wait after a second failure would be minutes.
      if (Math.random() > 0.1 || failed.has(nameOf(received))) return {}
      failed.add(nameOf(received))
      return { dies: 'before' }
    }
    await webhookCalls(() => first).target({ url: receiver.url, entities: ['AbEntry'] })
    await first.close()
    const env = {
      CLIENTELE_SECRET_KEY: secretKey,
      CLIENTELE_OUTBOUND_NETWORKS: '127.0.0.1',
      CLIENTELE_OUTBOUND_HTTP: 'true',
    }
    const serve = () => serveChild(['--store', fresh.url(), '--data-dir', dataDir], { env })
    const expected = new Map<string, number>()
    for (let round = 0; round < 4; round++) {
      const child = await serve()
      const call = async (operation: string, body: object) => {
        const headers = { authorization: `Bearer ${first.admin.token}` }
        const answer = await fetch(`${child.url}/api/${operation}`, {
          method: 'POST',
          headers,
          body: JSON.stringify(body),
        })
        return answer.json()
      }
      for (let i = 0; i < 12; i++) {
        const made = (await call('Create', {
          AbEntry: { Data: { Type: 'Company', CompanyName: `${round} ${i}` } },
        })) as {
          AbEntry: { Data: { Key: string } }
        }
        const key = made.AbEntry.Data.Key
        await update({ call }, key, `again ${i}`)
        expected.set(key, 2)
      }
      await pause(Math.random() * 200)
      process.kill(child.pid, 'SIGKILL')
      await child.ended
    }
    const last = await serve()
    await until(() => [...expected.keys()].every(key => receiver.received.some(one => nameOf(one) === `${key} 2`)))
    checkReceived(receiver, expected)
    await last.close()
    receiver.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
})

describe('webhooks of several nodes', () => {
  test('two nodes share the targets, and never send the same event at the same time', async () => {
    const crm = await startCrm({ engine: 'postgres', settings })
    const other = await startServer({ engine: 'postgres', storeUrl: crm.server.settings.store, settings })
    const calls = webhookCalls(() => crm)
    const receivers = await Promise.all(Array.from({ length: 4 }, () => startReceiver()))
    const atOnce: string[] = []
    for (const receiver of receivers) {
      const open = new Set<string>()
      receiver.reply = async ({ event }) => {
        if (open.has(event.id)) atOnce.push(event.id)
        open.add(event.id)
        await pause(5)
        open.delete(event.id)
        return {}
      }
      await calls.target({ url: receiver.url, entities: ['AbEntry'] })
    }
    const expected = new Map<string, number>()
    for (let i = 0; i < 20; i++) {
      const key = await crm.create('AbEntry', { Type: 'Company', CompanyName: `Shared ${i}` })
      await update(crm, key, `Shared again ${i}`)
      expected.set(key, 2)
      // Pauses let workers give their targets back, so that the other node can have them.
      if (i % 7 === 6) await pause(1300)
    }
    for (const receiver of receivers) {
      await receiver.has(40)
      checkReceived(receiver, expected)
      assert.equal(receiver.received.length, 40, 'nothing came twice')
    }
    assert.deepEqual(atOnce, [])
    // The other node goes on with what the first leaves behind.
    await crm.server.app.close()
    const headers = { authorization: `Bearer ${crm.admin.token}` }
    const body = JSON.stringify({ AbEntry: { Data: { Type: 'Company', CompanyName: 'Last one' } } })
    await fetch(`${other.url}/api/Create`, { method: 'POST', headers, body })
    for (const receiver of receivers) await receiver.has(41)
    await other.close()
    for (const receiver of receivers) receiver.close()
  })
})
