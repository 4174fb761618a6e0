// Tests the product behind a real PgBouncer in transaction mode. Run by `npm run pooler`.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { systemClock } from '../../src/base/clock.ts'
import { QueryTimeout } from '../../src/base/errors.ts'
import { textTopic } from '../../src/storage/nodes/topics.ts'
import { openStore } from '../../src/storage/open.ts'
import { migrate } from '../../src/storage/schema/migrate.ts'
import type { Store } from '../../src/storage/store.ts'
import { addThing, countThings, tables, thingById } from '../contract/fixture.ts'
import { runCli } from '../support/cli.ts'
import { freshStoreUrl } from '../support/engines.ts'
import { startPgBouncer } from '../support/pgbouncer.ts'
import { until } from '../support/until.ts'

const specs = ['test/spec/write-ab-entry.test.ts', 'test/spec/write-parallel.test.ts', 'test/spec/idempotency.test.ts']

describe('behind PgBouncer in transaction mode', () => {
  let direct = ''
  let remove = async () => {}
  let pooler: Awaited<ReturnType<typeof startPgBouncer>>
  let store: Store
  let other: Store
  const open = () => openStore(pooler.url, { clock: systemClock, pooled: true, listenUrl: direct, poolSize: 8 })
  before(async () => {
    ;({ url: direct, remove } = await freshStoreUrl('postgres'))
    pooler = await startPgBouncer(direct)
    store = await open()
    other = await open()
    await migrate(store, tables)
  })
  after(async () => {
    await Promise.all([store?.close(), other?.close()])
    await pooler?.close()
    await remove()
  })

  test('many writers and readers share few sessions, and each gets its own rows', async () => {
    const ids = Array.from({ length: 200 }, (_, i) => `p${i}`)
    await Promise.all(ids.map((id, i) => addThing(i % 2 ? store : other, { id, name: `name of ${id}`, count: i })))
    assert.equal(await countThings(store), 200)
    const read = await Promise.all(
      ids.map(async id => (await other.rows(thingById(other.dialect, { db: 1, id })))[0]?.name),
    )
    assert.deepEqual(
      read,
      ids.map(id => `name of ${id}`),
    )
  })

  test('a failed transaction leaves no rows and is not continued by the next one', async () => {
    const failing = store.write(async tx => {
      await tx.run({ sql: `insert into thing (db, id, name) values (1, 'gone', 'x')`, params: [] })
      throw new Error('on purpose')
    })
    await assert.rejects(failing, /on purpose/)
    assert.deepEqual(await store.rows(thingById(store.dialect, { db: 1, id: 'gone' })), [])
  })

  test('settings hold for a transaction only: a slow read ends after its own limit', async () => {
    const sleep = { sql: 'select pg_sleep(20)::text', params: [] }
    await assert.rejects(store.readSlow(sleep, { timeoutMs: 100 }), QueryTimeout)
    const limits = await Promise.all(
      Array.from({ length: 12 }, () =>
        store.readSlow({ sql: `select current_setting('statement_timeout')`, params: [] }),
      ),
    )
    assert.deepEqual([...new Set(limits.flat(2))], ['30s'])
  })

  test('publications are received on the direct address', async () => {
    const topic = textTopic('pooled')
    const heard: string[] = []
    let listening = false
    other.subscribe(
      topic,
      text => heard.push(text),
      () => {
        listening = true
      },
    )
    await until(() => listening)
    await store.write(async tx => tx.publish(topic, 'hello'))
    await until(() => heard.length > 0)
    assert.deepEqual(heard, ['hello'])
  })

  test('a pooler without the direct address is refused, and doctor explains an address that is a pooler', async () => {
    await assert.rejects(openStore(pooler.url, { clock: systemClock, pooled: true }), /needs listen-store/)
    const { stdout } = await runCli(['doctor', '--store', pooler.url])
    assert.match(stdout, /unsupported startup parameter/)
    assert.match(stdout, /set --store-pooler transaction, and --listen-store/)
    const pooled = ['--store', pooler.url, '--store-pooler', 'transaction']
    const doctor = (listenAt: string) => runCli(['doctor', ...pooled, '--listen-store', listenAt])
    assert.match((await doctor(pooler.url)).stdout, /other nodes receive no notifications of changes/)
    assert.match((await doctor(direct)).stdout, /other nodes receive notifications of changes/)
  })

  test('part of the specification suite passes', async () => {
    const root = fileURLToPath(new URL('../..', import.meta.url))
    const args = ['--disable-warning=ExperimentalWarning', '--test', '--test-reporter=tap', ...specs]
    const env = {
      ...process.env,
      CLIENTELE_TEST_POOLER: new URL(pooler.url).host,
      CLIENTELE_TEST_POSTGRES: serverOf(direct),
    }
    delete (env as Record<string, string | undefined>).NODE_TEST_CONTEXT
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let text = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', chunk => {
        text += chunk
      })
    const code = await new Promise(resolve => child.once('exit', resolve))
    assert.equal(
      code,
      0,
      text
        .split('\n')
        .filter(line => /not ok|error:|failure/.test(line))
        .join('\n'),
    )
    assert.match(text, /on postgres/)
  })
})

/** The maintenance database of the server. */
function serverOf(url: string): string {
  const server = new URL(url)
  server.pathname = '/postgres'
  return server.href
}
