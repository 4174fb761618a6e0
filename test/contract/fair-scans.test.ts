// Fair shares of slow reads: a tenant that sends many does not hold up the one of another tenant, and waiting is not running.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ClientGone } from '../../src/base/errors.ts'
import type { Query, Store } from '../../src/storage/store.ts'
import { eachEngine } from '../support/engines.ts'
import { arrives, pause } from '../support/until.ts'
import { longQuery } from './fixture.ts'

eachEngine('slow reads of several tenants', (engine, fresh) => {
  /** A scan of a tenant that takes a tenth of a second, and on a busy machine still less than the turn of a user. */
  const scan = (tenant: number): Query => ({
    sql: `with recursive c(n) as (select 1 union all select n + 1 from c where n < 200000)
      select count(*) + 0 * ${engine === 'sqlite' ? '?' : 'cast($1 as integer)'} from c`,
    params: [tenant],
    facts: { reads: true, tenant: 0 },
  })
  /** One slot: a second slow read waits. */
  const open = (): Promise<Store> => fresh.open({ readers: 1, poolSize: 2 })

  test('take turns', async () => {
    const store = await open()
    // Starts the process, or opens the connection, that is reserved for others, too.
    await Promise.all([store.readSlow(scan(1)), store.readSlow(scan(2))])
    const order: string[] = []
    const read = (tenant: number, user: string) =>
      store.readSlow(scan(tenant), { user }).then(() => order.push(`${tenant}${user}`))
    const flood = Array.from({ length: 5 }, () => read(1, 'ann'))
    await Promise.all([...flood, read(1, 'bob'), read(2, 'eve')])
    assert.ok(order.indexOf('2eve') <= 3, order.join())
    assert.ok(order.indexOf('1bob') <= 4, order.join())
  })

  test('a read whose client goes is ended, or does not begin, and its slot serves others', async () => {
    const store = await open()
    const client = new AbortController()
    const gone = () => client.signal
    const reads = [1, 1, 1].map(() =>
      store.readSlow({ ...longQuery, facts: { reads: true } }, { gone, timeoutMs: 600_000 }),
    )
    await pause(300)
    client.abort(new ClientGone())
    for (const read of await Promise.allSettled(reads)) {
      assert.ok(read.status === 'rejected' && read.reason instanceof ClientGone)
    }
    assert.deepEqual(await arrives(store.readSlow(scan(1)), 'The slot'), [[200_000]])
    // Each statement that was ended is over for the engine, too.
    for (let i = 0; i < 4; i++) assert.deepEqual(await store.readSlow({ sql: 'select 7', params: [] }), [[7]])
  })

  test('a tenant with reads in all its slots leaves one to others', async () => {
    const store = await open()
    await store.readSlow(scan(1))
    let running = true
    const client = new AbortController()
    const long = store
      .readSlow({ sql: longQuery.sql, params: [], facts: {} }, { gone: () => client.signal })
      .catch(() => {})
      .finally(() => {
        running = false
      })
    assert.deepEqual(await store.readSlow(scan(2)), [[200_000]])
    assert.equal(running, true)
    client.abort(new ClientGone())
    await long
  })

  test('the wait for a turn does not count as running time', async () => {
    const store = await open()
    const client = new AbortController()
    const gone = () => client.signal
    const facts = { reads: true }
    const long = Array.from({ length: 3 }, () => store.readSlow({ ...longQuery, facts }, { gone }).catch(() => {}))
    let isDone = false
    const short = store.readSlow({ sql: 'select 7', params: [], facts }, { timeoutMs: 2_000 }).finally(() => {
      isDone = true
    })
    await pause(3_000)
    assert.equal(isDone, false, 'it waits longer than it may run')
    client.abort(new ClientGone())
    assert.deepEqual(await short, [[7]])
    await Promise.all(long)
  })
})
