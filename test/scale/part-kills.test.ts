// Kills parts of a service under load: workers, a node, a backend of PostgreSQL. What was acknowledged is there afterwards.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { Client } from 'pg'
import { AcknowledgedWrites } from '../support/acknowledged.ts'
import { type ServingChild, serveChild } from '../support/cli.ts'
import { startCrm } from '../support/crm.ts'
import { engines } from '../support/engines.ts'
import { childrenOf, isRunning } from '../support/processes.ts'
import { report, sizeOf } from '../support/report.ts'
import { startPostgres, throwAway } from '../support/start-postgres.mjs'
import { pause, until } from '../support/until.ts'

const rounds = sizeOf('CLIENTELE_KILLS', 1)
const clients = 8
const folder = mkdtempSync(join(tmpdir(), 'clientele-part-kills-'))
after(() => rmSync(folder, { recursive: true }))

/** A process of PostgreSQL that serves a connection of the service. */
async function backendOf(url: string): Promise<number> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const sql = `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
      and backend_type = 'client backend' order by random() limit 1`
    return (await client.query<{ pid: number }>(sql)).rows[0]?.pid as number
  } finally {
    await client.end()
  }
}

/** `npm test` kills workers only: two nodes and a PostgreSQL of their own take minutes on a busy machine. */
const killed = process.env.CLIENTELE_KILLS === undefined ? engines.filter(engine => engine === 'sqlite') : engines

for (const engine of killed) {
  describe(`kill -9 of parts under load on ${engine}`, () => {
    // A server of its own: PostgreSQL ends all connections when one of its processes is killed, and starts again with what is
    // in its log.
    let store = { url: `sqlite:${join(folder, 'parts.db')}`, stop: async () => {} }
    before(async () => {
      if (engine === 'postgres') store = await startPostgres({ settings: [...throwAway, 'synchronous_commit=on'] })
    })
    after(() => store.stop())

    test(`${rounds} times each, while ${clients} clients write: nothing that was acknowledged is lost`, async t => {
      if (process.platform !== 'linux') return t.diagnostic('child processes are found on Linux only')
      const crm = await startCrm({ engine, storeUrl: store.url })
      await crm.close()
      const writes = new AcknowledgedWrites(crm.user.token)
      const serve = () =>
        serveChild(['--store', store.url, '--data-dir', folder, '--workers', '2'], {
          env: { CLIENTELE_SECRET_KEY: 'the same key on all nodes of the test' },
        })
      const nodes = engine === 'postgres' ? await Promise.all([serve(), serve()]) : [await serve()]
      t.after(() => Promise.all(nodes.map(node => node.close())))
      const workersOf = ({ pid }: ServingChild) => childrenOf(pid).filter(isRunning)
      let done = false
      let failed = 0
      const write = async (client: number): Promise<void> => {
        for (let i = 0; !done; i++) {
          const { url } = nodes[(client + i) % nodes.length] as ServingChild
          if ((await writes.create(url, `${client}.${i}`)) !== 200) failed++
        }
      }
      const writing = Array.from({ length: clients }, (_, i) => write(i))
      const goesOn = async (what: string) => {
        const { count } = writes
        await until(() => writes.count > count + clients, `Writes after ${what}`)
      }
      await goesOn('the start')
      for (let round = 0; round < rounds; round++) {
        const last = nodes.length - 1
        const node = nodes[last] as ServingChild
        await until(() => workersOf(node).length === 2, 'Two workers')
        process.kill(workersOf(node)[round % 2] as number, 'SIGKILL')
        await goesOn('the end of a worker')
        if (engine !== 'postgres') continue
        process.kill(await backendOf(store.url), 'SIGKILL')
        await goesOn('the end of a backend')
        process.kill(node.pid, 'SIGKILL')
        await goesOn('the end of a node')
        nodes[last] = await serve()
        await pause((round * 137) % 500)
      }
      done = true
      await Promise.all(writing)
      await writes.verify((nodes[0] as ServingChild).url)
      assert.ok(writes.count > clients)
      report('CLIENTELE_KILLS', `kill -9 of parts, ${engine}`, {
        rounds,
        'acknowledged writes': writes.count,
        'lost writes': 0,
        'requests that failed': failed,
      })
    })
  })
}
