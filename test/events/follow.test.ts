// Proves by racing writers on two nodes that are killed: a follower reads every event once, in order, and soon.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sourceImports } from '../../src/base/programs/source-imports.ts'
import { EventLog, type LoggedEvent } from '../../src/events/event-log.ts'
import type { Store } from '../../src/storage/store.ts'
import { startCrm } from '../support/crm.ts'
import { eachMigrated } from '../support/engines.ts'
import { assertWithin } from '../support/report.ts'
import { until } from '../support/until.ts'

// `npm run events` runs the long form.
const full = process.env.CLIENTELE_EVENTS === 'full'
const [writers, records, kills, betweenKillsMs] = full ? [8, 20, 20, 3_000] : [8, 20, 1, 1_200]

interface Node {
  origin: string
  child: ChildProcess
}

async function startNode(url: string, mostMs: number): Promise<Node> {
  const script = fileURLToPath(new URL('./slow-node.ts', import.meta.url))
  const args = [...sourceImports, script, url, String(mostMs)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer]
  return { origin: line.toString().trim(), child }
}

async function kill({ child }: Node): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** Reads the log from a position on until it is stopped and has come to the end. */
function follow(log: EventLog, db: number, start: number) {
  const seen: LoggedEvent[] = []
  const seenAt = new Map<string, number>()
  const stop = new AbortController()
  const run = async () => {
    for (let position = start; ; ) {
      const events = await log.waitForEvents(db, position, 50, stop.signal)
      for (const event of events) {
        assert.equal(event.position, position + 1, 'positions have no gap')
        position = event.position
        seen.push(event)
        seenAt.set(event.id, performance.now())
      }
      if (events.length === 0 && stop.signal.aborted) return
    }
  }
  return { seen, seenAt, stop, done: run() }
}

/** The names that were written, by history row. */
async function writtenNames(store: Store, db: number): Promise<Map<string, string>> {
  const sql = `select id, changes from history where db = ${db} and parent_kind = 'AbEntry' and operation = 'Update'`
  const rows = await store.rows<{ id: string; changes: string }>({ sql, params: [] })
  return new Map(rows.map(({ id, changes }) => [id, JSON.parse(changes)[0].After]))
}

eachMigrated('a follower of the event log', (engine, fresh) => {
  test(`reads what ${writers} writers on two nodes write, across ${kills} kills`, async t => {
    const crm = await startCrm({ engine, storeUrl: fresh.url() })
    const keys: string[] = []
    for (let i = 0; i < records; i++) keys.push(await crm.create('AbEntry', { CompanyName: `start ${i}` }))
    await crm.close()
    const store = await fresh.open()
    const log = new EventLog(store, store.clock)
    await log.open()
    const db = crm.database.id
    // On SQLite a transaction that waits keeps all others waiting.
    const mostMs = engine === 'sqlite' ? 2 : 40
    const nodes = await Promise.all([0, 1].map(() => startNode(fresh.url(), mostMs)))
    const follower = follow(log, db, await log.begin(db))

    const answeredAt = new Map<string, number>()
    let writing = true
    const writer = async (number: number) => {
      for (let i = 0; writing; i++) {
        const node = nodes[Math.floor(Math.random() * 2)] as Node
        const pick = () => keys[Math.floor(Math.random() * records)] as string
        // Two records in either order: transactions wait for each other, and some get an older id than the one they wait for.
        const data = [...new Set([pick(), pick()])].map((Key, n) => ({ Key, CompanyName: `${number}.${i}.${n}` }))
        const response = await fetch(`${node.origin}/api/Update`, {
          method: 'POST',
          headers: { authorization: `Bearer ${crm.admin.token}` },
          body: JSON.stringify({ AbEntry: { Data: data } }),
        }).catch(() => null)
        const answer = (await response?.json().catch(() => null)) as { Code: number } | null
        if (answer?.Code !== 0) await sleep(20)
        else for (const { CompanyName } of data) answeredAt.set(CompanyName, performance.now())
      }
    }
    const writes = Array.from({ length: writers }, (_, number) => writer(number))
    for (let i = 0; i < kills; i++) {
      await sleep(betweenKillsMs)
      await kill(nodes[i % 2] as Node)
      nodes[i % 2] = await startNode(fresh.url(), mostMs)
    }
    await sleep(500)
    writing = false
    await Promise.all(writes)
    const seen = () => follower.seen.filter(({ operation }) => operation === 'updated').length
    await until(async () => seen() >= (await writtenNames(store, db)).size, 'The position of what was committed last')
    await Promise.all(nodes.map(kill))
    follower.stop.abort()
    await follower.done
    log.close()

    const names = await writtenNames(store, db)
    const updates = follower.seen.filter(({ operation }) => operation === 'updated')
    assert.equal(new Set(follower.seen.map(({ id }) => id)).size, follower.seen.length, 'no event twice')
    assert.deepEqual(updates.map(({ id }) => id).sort(), [...names.keys()].sort(), 'an event for each write')
    const told = new Set(updates.map(({ id }) => names.get(id)))
    assert.deepEqual(
      [...answeredAt.keys()].filter(name => !told.has(name)),
      [],
    )
    const versions = new Map<string, number>()
    for (const { record, version } of follower.seen.filter(({ entity }) => entity === 'AbEntry')) {
      assert.equal(version, (versions.get(record) ?? 0) + 1, 'Versions of a record are in order')
      versions.set(record, version as number)
    }
    const lags = updates.flatMap(({ id }) => {
      const [answered, seen] = [answeredAt.get(names.get(id) as string), follower.seenAt.get(id) as number]
      return answered === undefined ? [] : [Math.max(0, seen - answered)]
    })
    lags.sort((a, b) => a - b)
    const at = (share: number) => Math.round(lags[Math.ceil(lags.length * share) - 1] ?? 0)
    t.diagnostic(`${updates.length} events; ms after the answer: median ${at(0.5)}, 99 % ${at(0.99)}, most ${at(1)}`)
    assertWithin('CLIENTELE_EVENTS', at(0.99), 1_000, 'An event, in 99 of 100 cases,')
  })
})
