// Proves that no event is lost when receivers and servers die, and that two nodes never send the same at the same time.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { type ServingChild, serveChild } from '../support/cli.ts'
import { type Crm, startCrm } from '../support/crm.ts'
import { eachMigrated } from '../support/engines.ts'
import { type Received, receiverNearby, startReceiver } from '../support/receiver.ts'
import { report } from '../support/report.ts'
import { startServer } from '../support/server.ts'
import { pause, until } from '../support/until.ts'
import { webhookCalls } from '../support/webhooks.ts'

// `npm run events` runs the long form.
const full = process.env.CLIENTELE_EVENTS === 'full'
const [kills, records] = full ? [20, 40] : [1, 10]

const secretKey = 'a key that all nodes of the store have in common'

const nameOf = ({ event }: Received) => `${event.data.key} ${event.data.version}`

/** Duplicates have one id, and the first deliveries of a record are in the order of Version. Gives the ids and the last Versions. */
function checkReceived(received: readonly Received[]): { ids: Map<string, string>; versions: Map<string, number> } {
  const ids = new Map<string, string>()
  const versions = new Map<string, number>()
  for (const one of received) {
    const name = nameOf(one)
    assert.equal(one.headers['webhook-id'], one.event.id)
    assert.equal(ids.get(name) ?? one.event.id, one.event.id, 'duplicates share their id')
    ids.set(name, one.event.id)
    const { key, version } = one.event.data
    const before = versions.get(key) ?? 0
    assert.ok(version <= before + 1, `${key}: ${version} came after ${before}`)
    versions.set(key, Math.max(before, version))
  }
  assert.equal(new Set(ids.values()).size, ids.size, 'different events have different ids')
  return { ids, versions }
}

const update = (crm: Pick<Crm, 'call'>, key: string, name: string) =>
  crm.call('Update', { AbEntry: { Data: { Key: key, CompanyName: name } } })

const settings = { ...receiverNearby, secretKey }

eachMigrated('webhooks when receivers die', (engine, fresh) => {
  test('a receiver that dies at each step gets everything', async () => {
    const crm = await startCrm({ engine, storeUrl: fresh.url(), settings })
    const { target, ok } = webhookCalls(() => crm)
    const away = await startReceiver()
    const { id } = await target({ url: away.url, entities: ['AbEntry'] })
    const expected = new Map<string, number>()
    const write = async (name: string) => {
      const key = await crm.create('AbEntry', { Type: 'Company', CompanyName: name })
      await update(crm, key, `${name} again`)
      expected.set(key, 2)
    }
    // It is not there at all.
    away.close()
    await write('Away')
    const refused = await until(async () => (await ok('GET', `targets/${id}/deliveries`)).deliveries[0])
    assert.match(refused.response, /ECONNREFUSED/)
    const receiver = await startReceiver(Number(new URL(away.url).port))
    const deaths = [
      'headers',
      { dies: 'before' },
      { status: 200, dies: 'head' },
      { status: 200, dies: 'half' },
      { status: 500 },
      { status: 302 },
      // Takes the 15 s in which an answer must be there.
      ...(full ? [{ dies: 'never' } as const] : []),
      'lives',
    ] as const
    // Each event meets one death: the wait after a second failure would be minutes.
    const fates = new Map<string, (typeof deaths)[number]>([[refused.event, 'lives']])
    const died = new Map<string, number>()
    receiver.accepts = ({ 'webhook-id': event }) => {
      const fate = fates.has(String(event)) ? 'lives' : (deaths[fates.size % deaths.length] ?? 'lives')
      fates.set(String(event), fate)
      if (fate !== 'lives') died.set(JSON.stringify(fate), (died.get(JSON.stringify(fate)) ?? 0) + 1)
      return fate !== 'headers'
    }
    receiver.reply = ({ event }) => {
      const fate = fates.get(event.id)
      return typeof fate === 'object' ? fate : {}
    }
    for (let i = 0; i < records; i++) await write(`Dying ${i}`)
    const came = (key: string) => receiver.received.some(one => nameOf(one) === `${key} 2`)
    await until(() => [...expected.keys()].every(came), 'Everything')
    await until(async () => (await ok('GET', `targets/${id}`)).status === 'active')
    const { versions } = checkReceived(receiver.received)
    for (const [key, version] of expected) assert.equal(versions.get(key), version, key)
    assert.equal(died.size, deaths.length - 1, 'it died at each step')
    report('CLIENTELE_EVENTS', `a receiver that dies, ${engine}`, {
      'events, requests that died, lost': `${expected.size * 2}, ${[...died.values()].reduce((a, b) => a + b)}, 0`,
    })
    await ok('DELETE', `targets/${id}`)
    receiver.close()
    await crm.close()
  })
})

/** Creates and updates entries until the server is gone. Gives how many writes were acknowledged. */
async function writeUntilGone(server: ServingChild, token: string, name: string): Promise<string[]> {
  const acknowledged: string[] = []
  const call = async (operation: string, data: object) => {
    const answer = await fetch(`${server.url}/api/${operation}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify({ AbEntry: { Data: data } }),
    })
    const { AbEntry } = (await answer.json()) as { AbEntry: { Data: { Key: string } } }
    assert.equal(answer.status, 200)
    return AbEntry.Data.Key
  }
  for (let i = 0; ; i++) {
    try {
      const key = await call('Create', { Type: 'Company', CompanyName: `${name}.${i}` })
      acknowledged.push(`${key} 1`)
      await call('Update', { Key: key, CompanyName: `${name}.${i} again` })
      acknowledged.push(`${key} 2`)
      await pause(20)
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error
      return acknowledged
    }
  }
}

eachMigrated('webhooks when servers die', (engine, fresh) => {
  test(`${kills} kills of the server, while it writes and delivers, lose nothing`, async t => {
    const dataDir = mkdtempSync(join(tmpdir(), 'clientele-kills-'))
    const first = await startCrm({ engine, storeUrl: fresh.url(), settings })
    const receiver = await startReceiver()
    const failed = new Set<string>()
    receiver.reply = async received => {
      await pause(Math.random() * 30)
      // The wait after a second failure would be minutes.
      if (Math.random() > 0.1 || failed.has(received.event.id)) return {}
      failed.add(received.event.id)
      return { dies: 'before' }
    }
    await webhookCalls(() => first).target({ url: receiver.url, entities: ['AbEntry'] })
    await first.close()
    const env = {
      CLIENTELE_SECRET_KEY: secretKey,
      CLIENTELE_OUTBOUND_NETWORKS: '127.0.0.1',
      CLIENTELE_OUTBOUND_HTTP: 'true',
    }
    const children: ServingChild[] = []
    const serve = async () => {
      const child = await serveChild(['--store', fresh.url(), '--data-dir', dataDir], { env })
      children.push(child)
      return child
    }
    t.after(async () => {
      for (const child of children) await child.close()
      receiver.close()
      rmSync(dataDir, { recursive: true, force: true })
    })
    const acknowledged: string[] = []
    for (let round = 0; round < kills; round++) {
      const child = await serve()
      const writing = [1, 2].map(client => writeUntilGone(child, first.admin.token, `${round}.${client}`))
      const before = receiver.received.length
      // On PostgreSQL the node that was killed holds its target for some seconds more.
      await until(() => receiver.received.length > before + 5, 'The first deliveries')
      await pause(Math.random() * 500)
      process.kill(child.pid, 'SIGKILL')
      await child.ended
      for (const names of await Promise.all(writing)) acknowledged.push(...names)
    }
    await serve()
    const store = await fresh.open()
    const logged = { sql: "select id from event_log where entity = 'AbEntry' and position is not null", params: [] }
    const waiting = { sql: 'select id from event_log where position is null', params: [] }
    await until(async () => (await store.rows(waiting)).length === 0)
    const events = (await store.rows<{ id: string }>(logged)).map(({ id }) => id)
    const received = () => new Set(receiver.received.map(({ event }) => event.id))
    const missing = () => new Set(events).difference(received()).size
    // What was written while killed nodes held the target is much, and may take minutes: it has to go on.
    for (let left = missing(); left > 0; left = missing()) {
      await until(() => missing() < left, `Another of ${left} events`)
    }
    const { ids } = checkReceived(receiver.received)
    const lost = acknowledged.filter(name => !ids.has(name))
    assert.deepEqual(lost, [])
    assert.equal(ids.size, events.length)
    report('CLIENTELE_EVENTS', `${kills} kills of the server, ${engine}`, {
      'events, lost': `${events.length}, ${lost.length}`,
      'requests, of which repeated an event': `${receiver.received.length}, ${receiver.received.length - ids.size}`,
      'requests that the receiver let die': failed.size,
    })
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
      assert.deepEqual(checkReceived(receiver.received).versions, expected)
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
